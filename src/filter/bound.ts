/** Moves a bound of a filter line to where it next keeps more or fewer offers. Pure. */

import { findFilterField } from '../catalogue/lookup.ts';
import type { Offer } from '../catalogue/values.ts';
import { compileLine, isEvaluated, rowValue } from './evaluate.ts';
import type { Condition } from './line.ts';
import { parseLine } from './parse.ts';
import { printClause } from './print.ts';

import type { LinePart } from './waterfall.ts';

/** A condition on a number that is higher or lower than another one. */
type Bound = { readonly field: string; readonly operator: 'lt' | 'lte' | 'gt' | 'gte'; readonly value: number };

/** What becomes of a bound: where it is now, or why it does not move. */
type Moved = { readonly condition: Condition } | { readonly stays: 'no bound' | 'none left' | 'all there' };

/** `part` as a bound; undefined when it is something else, or is not judged here. */
export const boundOf = (part: LinePart | undefined): Bound | undefined => {
  if (part === undefined || !('condition' in part) || !isEvaluated(part.condition)) return undefined;
  const { field, operator } = part.condition;
  switch (operator) {
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return typeof part.condition.value === 'number' ? { field, operator, value: part.condition.value } : undefined;
    default:
      return undefined;
  }
};

/**
 * The bound at `place` moved up or down by one value of the `offers` that the other parts leave. Of the numbers that keep the
 * same offers it gets the shortest one near to that value. One that would leave nothing, or nothing more, stays.
 */
export const boundMoved = (
  parts: readonly LinePart[],
  place: number,
  direction: 1 | -1,
  offers: readonly Offer[],
): Moved => {
  const bound = boundOf(parts[place]);
  if (bound === undefined) return { stays: 'no bound' };
  const values = valuesOf(bound.field, leftWithout(parts, place, offers));
  const isUpper = bound.operator === 'lt' || bound.operator === 'lte';
  const isBehind = bound.operator === 'lte' || bound.operator === 'gt';
  const cut = values.filter((value) => (isBehind ? value <= bound.value : value < bound.value)).length + direction;
  const [fewest, most] = isUpper ? [1, values.length] : [0, values.length - 1];
  if (cut < fewest) return { stays: isUpper ? 'none left' : 'all there' };
  if (cut > most) return { stays: isUpper ? 'all there' : 'none left' };
  const { field, operator } = bound;
  const range = findFilterField(field)?.filter.range;
  const low = values[cut - 1] ?? range?.minimum ?? Number.NEGATIVE_INFINITY;
  const high = values[cut] ?? range?.maximum ?? Number.POSITIVE_INFINITY;
  const value = isBehind ? roundFrom(low, high) : -roundFrom(-high, -low);
  const condition: Condition = { field, operator, value: value + 0 };
  return isTypable(condition) ? { condition } : { stays: isUpper === direction > 0 ? 'all there' : 'none left' };
};

/** The nearest bound that keeps some of `offers`, of which `bound` keeps none; undefined where none can be typed. */
export const boundKeeping = ({ field, operator }: Bound, offers: readonly Offer[]): Condition | undefined => {
  const values = valuesOf(field, offers);
  const isUpper = operator === 'lt' || operator === 'lte';
  const [nearest, next = Number.POSITIVE_INFINITY] = isUpper ? values : values.map((value) => -value).reverse();
  if (nearest === undefined) return undefined;
  const range = findFilterField(field)?.filter.range;
  const end = isUpper ? (range?.maximum ?? next) : -(range?.minimum ?? -next);
  const value = roundFrom(nearest, Math.min(next, end), DIGITS_TOLD);
  const condition: Condition = { field, operator: isUpper ? 'lte' : 'gte', value: (isUpper ? value : -value) + 0 };
  return isTypable(condition) ? condition : undefined;
};

/** What all parts but the one at `place` leave of `offers`. */
export const leftWithout = (parts: readonly LinePart[], place: number, offers: readonly Offer[]): readonly Offer[] => {
  const others = parts.filter((part, index) => index !== place && part.isOff !== true && isJudged(part));
  return offers.filter(compileLine(lineOf(others)));
};

/** True where the condition can be typed: some fields have no number beyond all of their values. */
const isTypable = (condition: Condition): boolean => {
  const text = printClause(condition);
  const { clauses, problems } = parseLine(text, undefined, { hasWorkload: true });
  return problems.length === 0 && clauses.map(printClause).join() === text;
};

const isJudged = (part: LinePart): boolean => !('condition' in part) || isEvaluated(part.condition);

const lineOf = (parts: readonly LinePart[]) => ({
  clauses: parts.flatMap((part) => ('condition' in part ? [part.condition] : [])),
  words: parts.flatMap((part) => ('word' in part ? [part.word] : [])),
});

/** The different numbers that `offers` have in `field`, lowest first. */
const valuesOf = (field: string, offers: readonly Offer[]): readonly number[] => {
  const read = rowValue(field);
  const values = new Set<number>();
  for (const offer of offers) {
    const value = read(offer);
    if (typeof value === 'number') values.add(value);
  }
  return [...values].sort((a, b) => a - b);
};

/** Digits that the shortest number has, and those that every number can be told by. */
const FEWEST_DIGITS = 2;

/** The same where it is told what the nearest offer has. */
const DIGITS_TOLD = 3;
const MOST_DIGITS = 17;

/** A short number from `low` up to but without `high`, as near to `low` as it can be; below `high` where there is no `low`. */
const roundFrom = (low: number, high: number, fewest = FEWEST_DIGITS): number => {
  if (low === Number.NEGATIVE_INFINITY) return Number((high - unitOf(high, 1)).toPrecision(FEWEST_DIGITS));
  for (let digits = fewest; digits < MOST_DIGITS; digits++) {
    const near = Number(low.toPrecision(digits));
    const above = Number((near + unitOf(low, digits)).toPrecision(digits));
    const found = [near, above].find((value) => value >= low && value < high);
    if (found !== undefined) return found;
  }
  return low;
};

/** What the last of so many digits of `value` counts. */
const unitOf = (value: number, digits: number): number =>
  value === 0 ? 1 : 10 ** (Math.floor(Math.log10(Math.abs(value))) - digits + 1);
