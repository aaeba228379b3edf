/** Numbers of a filter line: read with their units into wire units, and printed so that they are read the same. */
import type { FieldFilter } from '../catalogue/field.ts';
import type { FilterField } from '../catalogue/lookup.ts';
import { quantityOf } from '../catalogue/quantity.ts';
import { scaledDecimal } from './decimal.ts';
import { type ProblemText, problemTexts } from './problems.ts';

/** What is wrong with a value; `canGrow` tells whether more letters could make it right. */
export type NumberProblem = { readonly problem: ProblemText; readonly canGrow: boolean };

/** What a value turned out to be; `hint` says what is to be known of a good one. */
export type Reading<Value> = { readonly value: Value; readonly hint?: ProblemText } | NumberProblem;

/** A number with what may stand around it: `$`, and whatever follows as its unit. */
const NUMBER = /^(\$?)([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(.*)$/is;

const FOREIGN_CURRENCY = /[€£¥]|\b(?:eur|gbp)\b/i;

const BEGINNING = /^\$?[+-]?\.?$/;

/** The wire value of the number that `text` is for `field`. Units scale exactly; an integer field rounds what they make of it. */
export const readNumber = (field: FilterField, text: string): Reading<number> => {
  const [, dollar, digits, unit = ''] = NUMBER.exec(text) ?? [];
  const currency = FOREIGN_CURRENCY.exec(text)?.[0];
  if (currency !== undefined) return wrong(problemTexts.notDollars(currency, text.replaceAll(currency, '').trim()));
  if (digits === undefined) return wrong(problemTexts.notANumber(field, text), BEGINNING.test(text));
  if (dollar && !quantityOf(field)?.unit.startsWith('$')) return wrong(problemTexts.notMoney(field, digits + unit));
  const factor = unit === '' ? bareFactor(field, digits) : unitFactor(field, digits, unit);
  if (typeof factor === 'object') return factor;
  const exact = scaledDecimal(digits, factor);
  const isWhole = field.filter.kind === 'integer';
  if (isWhole && unit === '' && factor === 1 && !Number.isInteger(exact))
    return wrong(problemTexts.notWhole(field, text));
  const value = isWhole ? Math.round(exact) + 0 : exact;
  if (isWhole ? !Number.isSafeInteger(value) : !Number.isFinite(value))
    return wrong(problemTexts.tooLarge(field, text));
  if (unit === '%' && isTinyShare(field.filter.range, value)) {
    return wrong(problemTexts.tinyPercent(text, value, `${scaledDecimal(digits, 100)}%`));
  }
  if (isWithin(field.filter.range, value)) return { value };
  const isPercent = unit === '' && value > 1 && isWithin(field.filter.range, scaledDecimal(digits, 0.01));
  return wrong(problemTexts.outOfRange(field, text, isPercent ? `${digits}%` : undefined));
};

/** `value` of `field` as a filter line writes it: in the largest unit that leaves it whole, else in the smallest. */
export const printNumber = (field: FilterField, value: number): string => {
  const quantity = quantityOf(field);
  if (quantity?.displayBelow !== undefined && Math.abs(value) < quantity.displayBelow * quantity.scale) {
    return String(scaledDecimal(String(value), 1 / quantity.scale));
  }
  const units = quantity?.written?.map((unit) => [unit, quantity.suffixes[unit] ?? 1] as const) ?? [];
  const whole = units.find(([, factor]) => Number.isSafeInteger(value / factor) && (value / factor) * factor === value);
  if (isTinyShare(field.filter.range, value)) return String(value);
  if (whole !== undefined) return `${value / whole[1]}${whole[0]}`;
  const [unit, factor] = units.at(-1) ?? ['', 1];
  const amount = String(scaledDecimal(String(value), 1 / factor));
  // Of the 17 digits that a number may have, scaling can lose the last; a bare number keeps it.
  return scaledDecimal(amount, factor) === value ? amount + unit : String(value);
};

/** True when `text` is a number of `field` without a unit and `unit` is one that could stand behind it. */
export const isDetachedUnit = (field: FilterField, text: string, unit: string): boolean =>
  NUMBER.exec(text)?.[3] === '' && unitsLike(field, unit).length > 0;

const wrong = (problem: ProblemText, canGrow = false): NumberProblem => ({ problem, canGrow });

const bareFactor = (field: FilterField, digits: string): number | NumberProblem => {
  const { bare = 1, scale = 1, displayBelow = 0, doubtful: [first, end] = [0, 0] } = quantityOf(field) ?? {};
  const amount = Math.abs(Number(digits));
  if (first <= amount && amount < end && Number.isInteger(amount)) {
    return wrong(problemTexts.doubtfulVersion(digits, (amount / 10).toFixed(1), String(amount * 10)), true);
  }
  if (amount > (field.filter.bareMaximum ?? Number.POSITIVE_INFINITY))
    return wrong(problemTexts.unitNeeded(field, digits));
  return amount < displayBelow ? scale : bare;
};

const unitFactor = (field: FilterField, digits: string, unit: string): number | NumberProblem => {
  const [meant, ...others] = unitsLike(field, unit);
  if (meant === undefined) return wrong(problemTexts.unknownUnit(field, unit), beginsUnit(field, unit));
  if (others.length === 0) return meant.factor;
  const names = [meant, ...others].map(({ name }) => name);
  return wrong(problemTexts.doubtfulUnit(digits, unit, names));
};

type Unit = { readonly name: string; readonly factor: number };

const unitsOf = (field: FilterField): readonly Unit[] =>
  Object.entries(quantityOf(field)?.suffixes ?? {}).map(([name, factor]) => ({ name, factor }));

/** The units that `unit` can mean: itself, or in other letter case those that differ from one another. */
const unitsLike = (field: FilterField, unit: string): readonly Unit[] => {
  const wanted = unit.toLowerCase();
  const exact = unitsOf(field).filter(({ name }) => name === unit);
  const alike = exact.length > 0 ? exact : unitsOf(field).filter(({ name }) => name.toLowerCase() === wanted);
  return alike.filter(({ factor }, index) => alike.findIndex((other) => other.factor === factor) === index);
};

const beginsUnit = (field: FilterField, unit: string): boolean => {
  const begun = unit.toLowerCase();
  return unitsOf(field).some(({ name }) => name.toLowerCase().startsWith(begun));
};

/** True for what is less than a hundredth of the whole: with a % sign behind it, a share was surely meant for a percentage. */
const isTinyShare = (range: FieldFilter['range'], value: number): boolean =>
  range !== undefined && 0 < value && value < 0.01;

const isWithin = (range: FieldFilter['range'], value: number): boolean => {
  if (range === undefined) return true;
  const { minimum, maximum, isExclusive } = range;
  return isExclusive ? minimum < value && value < maximum : minimum <= value && value <= maximum;
};
