/** Several offers among all that are for rent, those first that most others undercut. Pure. */
import { type Likeness, likenessKey } from './likeness.ts';
import type { Peer, Subject } from './peer.ts';
import { fromMedian, type Place, placeAt, pricesOfRank, shortPriceWithin } from './place.ts';
import { type Spread, spreadOf } from './spread.ts';

/** An offer with its place; undefined where its price is not known. */
export type Placed = {
  readonly subject: Subject;
  readonly place: Place | undefined;
  /** The figures of those for rent in its cohort; undefined where there are none. */
  readonly spread: Spread | undefined;
  /** The highest price that would be third, written short; undefined where none is. */
  readonly third: number | undefined;
  /** False for one that is not among those for rent: its place is the one that its price would have. */
  readonly isListed: boolean;
};

/** Each of `subjects` in its cohort among `peers`, worst placed first; those without a place come last. */
export const worstPlaced = (
  subjects: readonly Subject[],
  peers: readonly Peer[],
  likeness: Likeness,
): readonly Placed[] => {
  const cohorts = new Map<string, Peer[]>();
  for (const peer of peers) {
    const key = likenessKey(peer, likeness);
    const cohort = cohorts.get(key);
    if (cohort === undefined) cohorts.set(key, [peer]);
    else cohort.push(peer);
  }
  const byId = new Map(peers.flatMap((peer) => (peer.id === undefined ? [] : [[peer.id, peer] as const])));
  const prices = new Map(
    [...cohorts].map(([key, cohort]) => [key, cohort.map(({ price }) => price).sort((a, b) => a - b)] as const),
  );
  const placed = subjects.map((subject): Placed => {
    const listed = subject.id === undefined ? undefined : byId.get(subject.id);
    const current = listed ?? subject;
    const all = prices.get(likenessKey(current, likeness)) ?? [];
    const others = listed === undefined ? all : all.toSpliced(all.indexOf(listed.price), 1);
    return {
      subject: current,
      place: current.price === undefined ? undefined : placeAt(current.price, others),
      spread: spreadOf(all),
      third: thirdOf(others),
      isListed: listed !== undefined,
    };
  });
  return placed.sort(worseFirst);
};

const fromMedianOf = ({ place, spread }: Placed): number | undefined =>
  place === undefined || spread === undefined ? undefined : fromMedian(place.price, spread);

const thirdOf = (others: readonly number[]): number | undefined => {
  const found = pricesOfRank(3, others);
  if (found.kind !== 'between' || found.upTo === undefined) return undefined;
  return shortPriceWithin(found.above ?? 0, found.upTo);
};

/** By the share of others that are cheaper, then by the distance from the median, then by machine. */
const worseFirst = (a: Placed, b: Placed): number =>
  known(b.place?.share) - known(a.place?.share) ||
  known(fromMedianOf(b)) - known(fromMedianOf(a)) ||
  (a.subject.machineId ?? 0) - (b.subject.machineId ?? 0) ||
  (a.subject.id ?? 0) - (b.subject.id ?? 0);

/** What is not known comes last; a distance from the median is never below -1. */
const known = (figure: number | undefined): number => figure ?? -2;
