/** The market as it stood at some moments, put together again from intervals. Pure. */
import type { Offer } from '../catalogue/values.ts';
import { traitsAmong, traitsOf } from './kept-offer.ts';
import type { Interval } from './store.ts';

/** What stood at a moment, in no order. */
type Standing = { readonly atEpochMs: number; readonly offers: readonly Offer[] };

/**
 * What stood at each of `moments` (ascending), of `intervals` those whose offer `isMeant` is true of. An offer has its prices and those of
 * its traits that are among `fields`: a month has millions of intervals.
 */
export const marketAt = function* (
  intervals: readonly Interval[],
  moments: readonly number[],
  isMeant: (offer: Offer) => boolean,
  fields: readonly string[],
): Generator<Standing> {
  const traits = new Map<string, Offer>();
  const wantedOf = (text: string): Offer => traitsAmong(text, fields);
  const offerIn = (interval: Interval): Offer => ({
    ...traits.getOrInsertComputed(interval.traits, wantedOf),
    ...movingOf(interval),
  });
  const standing = standingIn(intervals, moments, (interval) => {
    const offer = offerIn(interval);
    return isMeant(offer) ? offer : undefined;
  });
  for (const [atEpochMs, offers] of standing) yield { atEpochMs, offers };
};

/** When something stood; on and on where it has no end. */
type Lasting = { readonly fromEpochMs: number; readonly untilEpochMs: number | undefined };

/** Each of `moments` (ascending), with what `madeOf` makes of those of `intervals` that stood at it. */
export const standingIn = function* <Each extends Lasting, Made>(
  intervals: readonly Each[],
  moments: readonly number[],
  madeOf: (interval: Each) => Made | undefined,
): Generator<readonly [moment: number, made: readonly Made[]]> {
  const beginning: Each[][] = moments.map(() => []);
  for (const interval of intervals) {
    const first = firstFrom(moments, interval.fromEpochMs);
    const moment = moments[first];
    if (moment !== undefined && untilMs(interval) > moment) beginning[first]?.push(interval);
  }
  let standing: { readonly made: Made; readonly untilMs: number }[] = [];
  for (const [place, atEpochMs] of moments.entries()) {
    standing = standing.filter((it) => it.untilMs > atEpochMs);
    for (const interval of beginning[place] ?? []) {
      const made = madeOf(interval);
      if (made !== undefined) standing.push({ made, untilMs: untilMs(interval) });
    }
    yield [atEpochMs, standing.map(({ made }) => made)];
  }
};

const untilMs = ({ untilEpochMs }: Lasting): number => untilEpochMs ?? Number.POSITIVE_INFINITY;

/** The place of the first of `moments` (ascending) that is not before `ms`. */
const firstFrom = (moments: readonly number[], ms: number): number => {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] ?? 0) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The offer as it was in the interval, as far as it is kept. */
export const offerOf = (interval: Interval): Offer => ({ ...traitsOf(interval.traits), ...movingOf(interval) });

const movingOf = ({ offerId, price, minimumBid }: Interval): Offer => ({
  id: offerId,
  dph_total: price,
  min_bid: minimumBid,
});
