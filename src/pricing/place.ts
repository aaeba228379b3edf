/** Where a price stands among others, and which price has a place. Agrees with `gpudeck market` (`cohorts.ts`). Pure. */

import { type Likeness, likenessKeys, type Peer, type Subject } from './likeness.ts';
import { ascending, quantile, rankOf, type Spread, spreadOf } from './spread.ts';

/** A price in a cohort. */
export type Place = {
  readonly price: number;
  /** From the cheapest, from 1; equal prices share the first of their places. */
  readonly rank: number;
  /** Of how many, this one among them: at least 1. */
  readonly count: number;
  /** How many others are cheaper, and how many cost the same. */
  readonly cheaper: number;
  readonly equal: number;
  /** Share of the others that are cheaper, from 0 to 1; undefined where there are no others. */
  readonly share: number | undefined;
  /** The median of the others; undefined where there are none. */
  readonly median: number | undefined;
  /** How far the price is from that, as a share of it: -0.08 is 8 % under it; undefined where there is none, or it is 0. */
  readonly fromMedian: number | undefined;
};

/** The place that `price` has, or would have, beside `others` (ascending, without it). */
export const placeAt = (price: number, others: readonly number[]): Place => {
  const rank = rankOf(price, others);
  const cheaper = rank - 1;
  const median = quantile(others, 0.5);
  const beyond = others.findIndex((other, place) => place >= cheaper && other > price);
  return {
    price,
    rank,
    count: others.length + 1,
    cheaper,
    equal: (beyond < 0 ? others.length : beyond) - cheaper,
    share: others.length === 0 ? undefined : cheaper / others.length,
    median,
    fromMedian: fromMedian(price, median),
  };
};

const fromMedian = (price: number, median: number | undefined): number | undefined =>
  median === undefined || median === 0 ? undefined : price / median - 1;

/**
 * Which prices are `rank`th beside `others` (ascending): those above `above`, up to and with `upTo`, each absent where there is no such bound.
 * `none`: none is, as others share a lower place; `beyond`: there are not as many.
 */
type PricesOfRank =
  | { readonly kind: 'between'; readonly above?: number; readonly upTo?: number }
  | { readonly kind: 'none'; readonly shared: number }
  | { readonly kind: 'beyond' };

/** See {@link PricesOfRank}; `rank` counts from 1. */
export const pricesOfRank = (rank: number, others: readonly number[]): PricesOfRank => {
  if (rank > others.length + 1) return { kind: 'beyond' };
  const above = others[rank - 2];
  const upTo = others[rank - 1];
  if (above !== undefined && upTo !== undefined && above === upTo) return { kind: 'none', shared: above };
  return { kind: 'between', ...(above !== undefined && { above }), ...(upTo !== undefined && { upTo }) };
};

/** The price that a share of `others` (ascending), from 0 to 1, is at most; undefined when there are none. */
export const priceOfShare = (share: number, others: readonly number[]): number | undefined => quantile(others, share);

/**
 * The highest price with few decimals, four as prices are shown or as many more as it takes, that is above `above` and at most `upTo`;
 * undefined when twelve decimals tell no price from `above`.
 */
export const shortPriceWithin = (above: number, upTo: number): number | undefined => {
  for (let decimals = SHOWN_DECIMALS; decimals <= MOST_DECIMALS; decimals++) {
    const rounded = Number(upTo.toFixed(decimals));
    const price = rounded <= upTo ? rounded : Number((rounded - 10 ** -decimals).toFixed(decimals));
    if (price > above && price <= upTo) return price;
  }
  return undefined;
};

const SHOWN_DECIMALS = 4;
const MOST_DECIMALS = 12;

/** An offer with its place, for the machine that it is on. */
export type Placed = {
  readonly subject: Subject;
  /** Undefined where its price is not known. */
  readonly place: Place | undefined;
  /** The figures of those for rent in its cohort; undefined where there are none. */
  readonly spread: Spread | undefined;
  /** The highest price that would be third, written short; undefined where none is. */
  readonly third: number | undefined;
  /** False for one that is not among those for rent: its place is the one that its price would have. */
  readonly isListed: boolean;
  /** How many further offers its machine has. */
  readonly others: number;
};

/** True for one that is rented, as far as that is known: not for one that a cut answer lacks. */
export const isLet = ({ isListed, subject }: Placed): boolean => !isListed && subject.isRentable !== true;

/** The orders of machines, by name: *worst* is the furthest from the median, over it or under it. */
export const MACHINE_ORDERS = ['worst', 'machine', 'model', 'price'] as const;

export type MachineOrder = (typeof MACHINE_ORDERS)[number];

/**
 * The machines of `subjects`, each by the worst placed of its offers that are for rent, or of the others where none is: in their cohorts
 * among `peers`. What is let comes behind what is for rent, and what has no place last.
 */
export const machinesPlaced = (
  subjects: readonly Subject[],
  peers: readonly Peer[],
  likeness: Likeness,
  order: MachineOrder,
): readonly Placed[] => {
  const keyOf = likenessKeys(likeness);
  const models = new Set(subjects.map(({ model }) => model));
  const ids = new Set(subjects.map(({ id }) => id));
  const byId = new Map(peers.filter(({ id }) => id !== undefined && ids.has(id)).map((peer) => [peer.id, peer]));
  const prices = new Map(
    [
      ...Map.groupBy(
        peers.filter(({ model }) => models.has(model)),
        keyOf,
      ),
    ].map(([key, cohort]) => [key, ascending(cohort.map(({ price }) => price))] as const),
  );
  const placed = subjects.map((subject): Placed => {
    const listed = subject.id === undefined ? undefined : byId.get(subject.id);
    const current = listed ?? subject;
    const all = prices.get(keyOf(current)) ?? [];
    const others = listed === undefined ? all : all.toSpliced(all.indexOf(listed.price), 1);
    return {
      subject: current,
      place: current.price === undefined ? undefined : placeAt(current.price, others),
      spread: spreadOf(all),
      third: thirdOf(others),
      isListed: listed !== undefined,
      others: 0,
    };
  });
  const byMachine = Map.groupBy(placed.sort(inOrder('worst')), ({ subject }) => subject.machineId ?? subject);
  return [...byMachine.values()]
    .flatMap(([worst, ...others]) => (worst === undefined ? [] : [{ ...worst, others: others.length }]))
    .sort(inOrder(order));
};

const fromMedianOf = ({ place, spread }: Placed): number | undefined =>
  place && fromMedian(place.price, spread?.median);

const thirdOf = (others: readonly number[]): number | undefined => {
  const found = pricesOfRank(3, others);
  if (found.kind !== 'between' || found.upTo === undefined) return undefined;
  return shortPriceWithin(found.above ?? 0, found.upTo);
};

/** For rent before let, then by `order`, then by the distance from the median in either direction, by share, machine and id. */
const inOrder =
  (order: MachineOrder) =>
  (a: Placed, b: Placed): number =>
    Number(a.place === undefined) - Number(b.place === undefined) ||
    Number(isLet(a)) - Number(isLet(b)) ||
    ORDERS[order](a, b) ||
    ORDERS.worst(a, b) ||
    (b.place?.share ?? 0) - (a.place?.share ?? 0) ||
    ORDERS.machine(a, b) ||
    (a.subject.id ?? 0) - (b.subject.id ?? 0);

const ORDERS: Readonly<Record<MachineOrder, (a: Placed, b: Placed) => number>> = {
  worst: (a, b) => Math.abs(fromMedianOf(b) ?? 0) - Math.abs(fromMedianOf(a) ?? 0),
  machine: (a, b) => (a.subject.machineId ?? 0) - (b.subject.machineId ?? 0),
  model: (a, b) => (a.subject.model < b.subject.model ? -1 : Number(a.subject.model > b.subject.model)),
  price: (a, b) => (b.place?.price ?? 0) - (a.place?.price ?? 0),
};
