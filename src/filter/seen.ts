/** What offers have in one field: its values with how often each is there, or of figures the range and how they spread. Pure. */
import type { FilterField } from '../catalogue/lookup.ts';
import type { Offer } from '../catalogue/values.ts';
import { type Histogram, histogramOf } from './histogram.ts';
import { rowValue } from './row-value.ts';

/** Of `offers` offers, `known` have a value. */
type Counted = { readonly offers: number; readonly known: number };

/** Texts, truths and ids, the most frequent first; countries as their codes. */
type SeenValues = Counted & {
  readonly kind: 'values';
  readonly values: readonly (readonly [value: string, count: number])[];
};

/** Figures in wire units. At most half of them are above `middle`, and at most half below. */
export type SeenFigures = Counted & {
  readonly kind: 'figures';
  readonly smallest: number;
  readonly middle: number;
  readonly largest: number;
  readonly histogram: Histogram;
};

export type Seen = SeenValues | SeenFigures;

/** Longest text that counts as a value, in characters: nobody looks for a longer one. */
const LONGEST_VALUE = 200;

/** True for a field of which values are named one by one, and not as a range. */
export const hasNamedValues = ({ filter, quantity }: FilterField): boolean =>
  (filter.kind !== 'number' && filter.kind !== 'integer') || quantity === 'identifier';

/** True for what is asked for and is no value of an offer. */
export const isOnlyAsked = ({ name }: FilterField): boolean => name === 'target_reliability';

/** What `offers` have in `field`; undefined where none of them has anything. */
export const seenIn = (offers: readonly Offer[], field: FilterField): Seen | undefined => {
  if (isOnlyAsked(field)) return undefined;
  return hasNamedValues(field) ? valuesIn(offers, field) : figuresIn(offers, field);
};

const valuesIn = (offers: readonly Offer[], { name }: FilterField): SeenValues | undefined => {
  const valueIn = rowValue(name);
  const counts = new Map<string, number>();
  let known = 0;
  for (const offer of offers) {
    const value = valueIn(offer);
    if (value === null || value === undefined || value === '' || typeof value === 'object') continue;
    const text = String(value);
    if (text.length > LONGEST_VALUE) continue;
    known++;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  if (known === 0) return undefined;
  return { kind: 'values', offers: offers.length, known, values: [...counts].sort(([, a], [, b]) => b - a) };
};

const figuresIn = (offers: readonly Offer[], field: FilterField): SeenFigures | undefined => {
  const valueIn = rowValue(field.name);
  const figures = new Float64Array(offers.length);
  let known = 0;
  for (const offer of offers) {
    const value = valueIn(offer);
    if (typeof value === 'number' && Number.isFinite(value)) figures[known++] = value;
  }
  const sorted = figures.subarray(0, known).sort();
  const smallest = sorted[0];
  const largest = sorted[known - 1];
  const middle = sorted[(known - 1) >> 1];
  if (smallest === undefined || largest === undefined || middle === undefined) return undefined;
  const histogram = histogramOf(sorted, field.filter.kind === 'integer');
  return { kind: 'figures', offers: offers.length, known, smallest, middle, largest, histogram };
};
