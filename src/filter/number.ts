/** Numbers of a filter line: read with their units into wire units, and printed so that they are read the same. */
import type { FieldFilter } from '../catalogue/field.ts';
import type { FilterField } from '../catalogue/lookup.ts';
import { type Quantity, quantityOf } from '../catalogue/quantity.ts';
import { scaledDecimal } from './decimal.ts';
import { type Fault, faults } from './faults.ts';

/** What a value turned out to be. When it is wrong, `canGrow` tells whether more letters could make it right. */
export type Reading<Value> = { readonly value: Value } | { readonly fault: Fault; readonly canGrow: boolean };

/** A number with what may stand around it: `$`, and whatever follows as its unit. */
const NUMBER = /^(\$?)([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(.*)$/is;

const BEGINNING = /^\$?[+-]?\.?$/;

/** The wire value of the number that `text` is for `field`: scaled exactly, rounded to a whole number where a unit scales into one. */
export const readNumber = (field: FilterField, text: string): Reading<number> => {
  const [, dollar, digits, unit = ''] = NUMBER.exec(text) ?? [];
  if (digits === undefined) return wrong(faults.notANumber(field, text), BEGINNING.test(text));
  const quantity = quantityOf(field);
  if (dollar && !quantity?.unit.startsWith('$')) return wrong(faults.notMoney(field, digits + unit));
  if (unit === '') {
    if (Math.abs(Number(digits)) > (field.filter.bareMaximum ?? Infinity))
      return wrong(faults.unitNeeded(field, digits));
    return scaled(field, text, digits, bareFactor(quantity, Number(digits)));
  }
  const matches = unitsLike(quantity, unit);
  const [match, other] = matches;
  if (match === undefined) return wrong(faults.unknownUnit(field, unit), beginsUnit(quantity, unit));
  if (other !== undefined)
    return wrong(
      faults.doubtfulUnit(
        digits,
        unit,
        matches.map(([name]) => name),
      ),
    );
  return scaled(field, text, digits, match[1]);
};

/** `value` of `field` as a filter line writes it: in the largest unit that leaves it whole, else as a bare number. */
export const printNumber = (field: FilterField, value: number): string => {
  const quantity = quantityOf(field);
  if (quantity?.displayBelow !== undefined && Math.abs(value) < quantity.displayBelow * quantity.scale) {
    return String(scaledDecimal(String(value), 1 / quantity.scale));
  }
  const units = quantity?.written?.map((unit) => [unit, quantity.suffixes[unit] ?? 1] as const) ?? [];
  const whole = units.find(([, factor]) => Number.isSafeInteger(value / factor) && (value / factor) * factor === value);
  if (whole !== undefined) return `${value / whole[1]}${whole[0]}`;
  const [unit, factor] = units.at(-1) ?? ['', 1];
  return `${scaledDecimal(String(value), 1 / factor)}${unit}`;
};

/** True when `text` is a number of `field` without a unit and `unit` is one that could stand behind it. */
export const isDetachedUnit = (field: FilterField, text: string, unit: string): boolean =>
  NUMBER.exec(text)?.[3] === '' && unitsLike(quantityOf(field), unit).length > 0;

const wrong = (fault: Fault, canGrow = false) => ({ fault, canGrow });

const scaled = (field: FilterField, text: string, digits: string, factor: number): Reading<number> => {
  const exact = scaledDecimal(digits, factor);
  const isWhole = field.filter.kind === 'integer';
  const value = isWhole && factor !== 1 ? Math.round(exact) + 0 : exact;
  if (isWhole && !Number.isInteger(exact) && factor === 1 && Number.isFinite(exact)) {
    return wrong(faults.notWhole(field, text));
  }
  if (!(isWhole ? Number.isSafeInteger(value) : Number.isFinite(value))) return wrong(faults.tooLarge(field, text));
  if (isWithin(field.filter.range, value)) return { value };
  const isPercent = factor === 1 && value > 1 && isWithin(field.filter.range, scaledDecimal(digits, 0.01));
  return wrong(faults.outOfRange(field, text, isPercent ? `${digits}%` : undefined));
};

const isWithin = (range: FieldFilter['range'], value: number): boolean => {
  if (range === undefined) return true;
  const { minimum, maximum, isExclusive } = range;
  return isExclusive ? minimum < value && value < maximum : minimum <= value && value <= maximum;
};

const bareFactor = (quantity: Quantity | undefined, amount: number): number =>
  quantity?.displayBelow !== undefined && Math.abs(amount) < quantity.displayBelow
    ? quantity.scale
    : (quantity?.bare ?? 1);

/** The units that `unit` can mean: itself, or in other letter case those that differ from one another. */
const unitsLike = (
  quantity: Quantity | undefined,
  unit: string,
): readonly (readonly [name: string, factor: number])[] => {
  const suffixes = Object.entries(quantity?.suffixes ?? {});
  const exact = suffixes.filter(([name]) => name === unit);
  const alike = exact.length > 0 ? exact : suffixes.filter(([name]) => name.toLowerCase() === unit.toLowerCase());
  return alike.filter(([, factor], index) => alike.findIndex(([, other]) => other === factor) === index);
};

const beginsUnit = (quantity: Quantity | undefined, unit: string): boolean =>
  Object.keys(quantity?.suffixes ?? {}).some((name) => name.toLowerCase().startsWith(unit.toLowerCase()));
