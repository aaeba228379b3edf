/** Which offers a part of a filter lets through, as a column. A page counts them at each key, and a key changes one part. */
import type { Offer } from '../catalogue/values.ts';

/** What is asked of each offer; parts that have the same `key` ask the same. */
type Part = { readonly key: string; readonly test: (offer: Offer) => boolean };

/** Parts that are remembered of the same offers: a byte for each offer. A bound that is moved is another part each time. */
const MOST_PARTS = 50;

const KNOWN = new WeakMap<readonly Offer[], Map<string, Uint8Array>>();

/** 1 for each of `offers` that `part` lets through, and 0 for the others. */
export const letThrough = (offers: readonly Offer[], { key, test }: Part): Uint8Array => {
  const known = KNOWN.get(offers) ?? new Map<string, Uint8Array>();
  KNOWN.set(offers, known);
  const column = known.get(key) ?? tested(offers, test);
  // What was asked for last is forgotten last.
  known.delete(key);
  known.set(key, column);
  const [oldest] = known.keys();
  if (known.size > MOST_PARTS && oldest !== undefined) known.delete(oldest);
  return column;
};

const tested = (offers: readonly Offer[], test: Part['test']): Uint8Array => {
  const column = new Uint8Array(offers.length);
  for (const [place, offer] of offers.entries()) if (test(offer)) column[place] = 1;
  return column;
};
