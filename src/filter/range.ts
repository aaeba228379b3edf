/** Reads a range, `2..4`: two bounds in one value, both included (docs/filter-line.md, Ranges and alternatives). */
import type { FilterField } from '../catalogue/lookup.ts';
import { compareVersions } from './evaluate.ts';
import type { KnownTexts } from './known-texts.ts';
import type { Condition } from './line.ts';
import { type ProblemText, problemTexts } from './problems.ts';
import { printValue, readValue, type Single, type TypedText } from './value.ts';

/** The two conditions of a range, or why it is none. `isOpen` says that only its end is missing. */
type RangeReading =
  | { readonly conditions: readonly [Condition, Condition] }
  | { readonly problem: ProblemText; readonly isOpen: boolean };

const DOTS = '..';

/** True when `text` is written as a range, whole or not. */
export const isRange = ({ text, isQuoted }: TypedText): boolean => !isQuoted && text.includes(DOTS);

/** What the range `text` asks of `field`, which has an order. A unit behind the second bound holds for both. */
export const readRange = (field: FilterField, text: string, known: KnownTexts): RangeReading => {
  const at = text.indexOf(DOTS);
  const low = text.slice(0, at);
  // People write three dots too; the third may be a decimal point only where the first bound begins with one.
  const high = text.slice(at + (text[at + 2] === '.' && !low.startsWith('.') ? 3 : 2));
  if (low === '' || high === '') {
    const bound = low === '' ? `<=${high}` : `>=${low}`;
    return { problem: problemTexts.rangeOpen(field, bound), isOpen: high === '' };
  }
  const from = readValue(field, typed(withUnit(low, high)), known);
  const to = readValue(field, typed(high), known);
  if ('problem' in from) return { problem: from.problem, isOpen: false };
  if ('problem' in to) return { problem: to.problem, isOpen: to.canGrow };
  if (isAbove(from.value, to.value)) {
    // `100..1TB`: the first bound was meant in its usual unit.
    const alone = readValue(field, typed(low), known);
    const isUnitOfOne = 'value' in alone && !isAbove(alone.value, to.value);
    const [first, last] = isUnitOfOne ? [alone.value, to.value] : [to.value, from.value];
    const better = `${printValue(field, first)}${DOTS}${printValue(field, last)}`;
    return { problem: problemTexts.rangeReversed(text, better), isOpen: true };
  }
  return {
    conditions: [
      { field: field.name, operator: 'gte', value: from.value },
      { field: field.name, operator: 'lte', value: to.value },
    ],
  };
};

const typed = (text: string): TypedText => ({ text, isQuoted: false });

const LAST_DIGIT = /\d$/;

/** `low` with the unit that `high` has, where it has none of its own. */
const withUnit = (low: string, high: string): string => {
  if (!LAST_DIGIT.test(low) || LAST_DIGIT.test(high)) return low;
  let length = high.length;
  while (length > 0 && !LAST_DIGIT.test(high.slice(0, length))) length--;
  return low + high.slice(length);
};

const isAbove = (low: Single, high: Single): boolean =>
  typeof low === 'number' && typeof high === 'number' ? low > high : compareVersions(String(low), String(high)) > 0;
