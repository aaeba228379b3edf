/**
 * What offers have in one field: its values with how often each is there, or of figures the range and how they spread; and in
 * which order operators of the field are offered. Pure.
 */
import { betterOf } from '../catalogue/field.ts';
import type { FilterField } from '../catalogue/lookup.ts';
import type { Offer } from '../catalogue/values.ts';
import { rowValue } from './evaluate.ts';
import type { Comparison } from './line.ts';
import { comparisonsOf } from './operators.ts';

/** How many figures fall on each step from the smallest to the largest. With `tailFrom` the equal steps end there, and the last one is all above. */
type Histogram = { readonly counts: readonly number[]; readonly tailFrom?: number };

/** Steps at the most; whole numbers that are at most so many apart have one each. */
const STEPS = 12;

/** The share of the figures that the equal steps are for where few others reach far beyond. */
const MOST = 0.95;

/** How many times as far as most figures the others have to reach for all of them to get one step. */
const FAR = 1.5;

/** The histogram of `sorted` (ascending, not empty); `isWhole` where all of them are whole numbers. */
export const histogramOf = (sorted: ArrayLike<number>, isWhole: boolean): Histogram => {
  const smallest = sorted[0] ?? 0;
  const largest = sorted[sorted.length - 1] ?? smallest;
  if (smallest === largest) return { counts: [sorted.length] };
  if (isWhole && largest - smallest < STEPS) {
    return { counts: counted(sorted, largest - smallest + 1, (figure) => figure - smallest) };
  }
  const most = sorted[Math.floor(MOST * (sorted.length - 1))] ?? largest;
  const hasTail = most > smallest && largest - smallest > FAR * (most - smallest);
  const end = hasTail ? most : largest;
  const steps = hasTail ? STEPS - 1 : STEPS;
  const stepOf = (figure: number): number =>
    figure > end ? steps : Math.min(steps - 1, Math.floor(((figure - smallest) / (end - smallest)) * steps));
  return { counts: counted(sorted, hasTail ? steps + 1 : steps, stepOf), ...(hasTail && { tailFrom: most }) };
};

const counted = (figures: ArrayLike<number>, length: number, stepOf: (figure: number) => number): readonly number[] => {
  const counts = new Array<number>(length).fill(0);
  for (let index = 0; index < figures.length; index++) {
    const step = stepOf(figures[index] ?? 0);
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
};

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

/** What `offers` have in `field`, as `valueIn` tells it; undefined where none of them has anything. */
export const seenIn = (
  offers: readonly Offer[],
  field: FilterField,
  valueIn = rowValue(field.name),
): Seen | undefined => {
  if (isOnlyAsked(field)) return undefined;
  return hasNamedValues(field) ? valuesIn(offers, valueIn) : figuresIn(offers, field, valueIn);
};

type ValueIn = ReturnType<typeof rowValue>;

const valuesIn = (offers: readonly Offer[], valueIn: ValueIn): SeenValues | undefined => {
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

const figuresIn = (offers: readonly Offer[], field: FilterField, valueIn: ValueIn): SeenFigures | undefined => {
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

/** Every way to compare `field`, the one first that people want: prices at most, sizes at least. */
export const usualOperators = (field: FilterField): readonly Comparison[] => {
  const all = comparisonsOf(field);
  const first: readonly Comparison[] =
    hasNamedValues(field) && field.filter.kind !== 'version' ? [] : (FIRST[betterOf(field)] ?? []);
  return [
    ...first.filter((operator) => all.includes(operator)),
    ...all.filter((operator) => !first.includes(operator)),
  ];
};

const FIRST: Readonly<Record<ReturnType<typeof betterOf>, readonly Comparison[]>> = {
  less: ['lte', 'lt', 'gte', 'gt', 'eq'],
  more: ['gte', 'gt', 'lte', 'lt', 'eq'],
  neither: ['eq', 'gte', 'gt', 'lte', 'lt'],
};
