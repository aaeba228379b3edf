/** Groups offers that agree in some fields, and keeps of each what its prices tell. */
import { once } from '../base/once.ts';
import { pricePerGpu } from '../catalogue/computed-fields.ts';
import type { Offer } from '../catalogue/values.ts';
import { createGroups } from './grouping.ts';
import { ascending, rankOf, type Spread, spreadOf } from './spread.ts';

/** The values that the offers of a cohort agree in; null where they have none. */
export type Likeness = Readonly<Record<string, string | number | boolean | null>>;

/** A cohort, and how $/hour for one GPU spreads in it. */
export type Cohort = { readonly like: Likeness; readonly spread: Spread };

/** An offer in its cohort: its $/hour for one GPU, and its place there from the cheapest, from 1. */
export type Position = Cohort & { readonly offer: Offer; readonly price: number; readonly rank: number };

/** Takes offers batch by batch and keeps their prices, not the offers. */
type Cohorts = {
  readonly add: (offers: readonly Offer[]) => void;
  /** Those with a known price, in the order of the fields' values. */
  readonly all: () => readonly Cohort[];
  /** Where the offers stand that `isKept` was true of. */
  readonly positions: () => readonly Position[];
  /** How many offers have no price, or no count of GPUs. */
  readonly unpriced: () => number;
};

type Group = { readonly like: Likeness; readonly prices: number[] };

/** No cohort yet. `fields` are wire names; offers that `isKept` is true of are kept whole. */
export const createCohorts = (fields: readonly string[], isKept: (offer: Offer) => boolean): Cohorts => {
  const groups: Group[] = [];
  const kept: { readonly offer: Offer; readonly price: number; readonly group: Group }[] = [];
  let unpriced = 0;
  const groupOf = createGrouping(fields, (like) => {
    const group: Group = { like, prices: [] };
    groups.push(group);
    return group;
  });

  return {
    add: (offers) => {
      for (const offer of offers) {
        const price = pricePerGpu(offer);
        if (price === undefined) {
          unpriced++;
          continue;
        }
        const group = groupOf(offer);
        group.prices.push(price);
        if (isKept(offer)) kept.push({ offer, price, group });
      }
    },
    all: () =>
      groups
        .flatMap(({ like, prices }) => {
          const spread = spreadOf(ascending(prices));
          return spread === undefined ? [] : [{ like, spread }];
        })
        .sort((a, b) => byLikeness(a.like, b.like)),
    positions: () =>
      kept.flatMap(({ offer, price, group: { like, prices } }) => {
        const sorted = ascending(prices);
        const spread = spreadOf(sorted);
        return spread === undefined ? [] : [{ like, spread, offer, price, rank: rankOf(price, sorted) }];
      }),
    unpriced: () => unpriced,
  };
};

/** What `begin` made of the first offer that agreed in `fields` with the one that is given. */
export const createGrouping = <Group>(
  fields: readonly string[],
  begin: (like: Likeness) => Group,
): ((offer: Offer) => Group) =>
  createGroups(
    fields.map((field) => (offer: Offer) => plain(offer[field])),
    (offer) => begin(Object.fromEntries(fields.map((field) => [field, plain(offer[field])]))),
  );

/** The order of cohorts by the values of the fields that they agree in. */
export const byLikeness = (one: Likeness, other: Likeness): number =>
  byValues(Object.values(one), Object.values(other));

/** Of lists and objects nothing is compared. */
const plain = (value: unknown): string | number | boolean | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

const collator = once(() => new Intl.Collator('en', { numeric: true, sensitivity: 'variant' }));

/** Numbers by size, texts as people sort them, what is not known last. */
const byValues = (left: readonly (string | number | boolean | null)[], right: typeof left): number => {
  for (const [place, a] of left.entries()) {
    const b = right[place] ?? null;
    if (a === b) continue;
    if (a === null || b === null) return a === null ? 1 : -1;
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : collator().compare(String(a), String(b));
    if (order !== 0) return order;
  }
  return 0;
};
