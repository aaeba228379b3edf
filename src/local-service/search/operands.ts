/** Reads the values in a search body as the field that they stand for takes them. */
import type { FilterField } from '../../catalogue/lookup.ts';
import { driverVersionKey, versionKey } from '../market/version-key.ts';

/** A value to compare a column with: booleans are 0 and 1, versions are keys that sort by parts. */
export type Operand = number | string;

/** A decimal number, as JSON has them or with a sign before it. */
const NUMBER = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;

/** `value` as a number; numbers written as text count (docs/interface.md, Decisions). Undefined when it is none. */
export const readNumber = (value: unknown): number | undefined => {
  if (typeof value === 'string' && !NUMBER.test(value)) return undefined;
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
};

/** `value` as `field` takes it, within its range; undefined when it is of another kind or out of range. */
export const readOperand = (field: FilterField, value: unknown): Operand | undefined => {
  switch (field.filter.kind) {
    case 'number':
    case 'integer':
      return readInRange(field, value);
    case 'boolean':
      return readTruth(field, value);
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'country':
      return typeof value === 'string' ? value.trim().toUpperCase() : undefined;
    case 'version':
      if (field.name === 'driver_version') return driverVersionKey(Number.isInteger(value) ? String(value) : value);
      return typeof value === 'string' ? versionKey(value) : undefined;
  }
};

/** What `field` takes, in words for a refusal. */
export const describeOperand = (field: FilterField): string => {
  const { kind, range } = field.filter;
  switch (kind) {
    case 'number':
    case 'integer':
      if (range === undefined) return 'a number';
      return `a number from ${range.minimum} to ${range.maximum}${range.isExclusive ? ', both excluded' : ''}`;
    case 'boolean':
      return 'true or false';
    case 'text':
      return 'text';
    case 'country':
      return 'a two-letter country code';
    case 'version':
      return field.name === 'driver_version' ? 'a version such as "535.86.05"' : 'a version such as "22.04"';
  }
};

/** Booleans may be written as text, and those that are 0 or 1 in a reply as that too (docs/interface.md, Decisions). */
const readTruth = (field: FilterField, value: unknown): number | undefined => {
  const word = String(value).trim().toLowerCase();
  if (typeof value === 'boolean' || typeof value === 'string') {
    if (word === 'true' || word === 'false') return Number(word === 'true');
  }
  const isFlag = field.wire === 'flag' && (typeof value === 'number' || typeof value === 'string');
  return isFlag && (word === '0' || word === '1') ? Number(word) : undefined;
};

const readInRange = (field: FilterField, value: unknown): number | undefined => {
  const number = readNumber(value);
  const { range } = field.filter;
  if (number === undefined || range === undefined) return number;
  const { minimum, maximum, isExclusive } = range;
  const isInside = isExclusive ? number > minimum && number < maximum : number >= minimum && number <= maximum;
  return isInside ? number : undefined;
};
