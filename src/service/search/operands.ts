/** Reads the values in a search body as the field that they stand for takes them. */
import type { FilterField } from '../../catalogue/lookup.ts';
import { versionKey } from '../market/version-key.ts';

/** A value to compare a column with: booleans are 0 and 1, versions are keys that sort by parts. */
export type Operand = number | string;

/** A decimal number, as JSON has them or with a sign before it. */
const NUMBER = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;

/** `value` as a number; numbers written as text count (DESIGN.md section 5). Undefined when it is none. */
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
      if (field.wire === 'flag' && (value === 0 || value === 1)) return value;
      return typeof value === 'boolean' ? Number(value) : undefined;
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'country':
      return typeof value === 'string' ? value.trim().toUpperCase() : undefined;
    case 'version':
      if (typeof value === 'string') return versionKey(value);
      return field.name === 'driver_version' && Number.isInteger(value) ? Number(value) : undefined;
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

const readInRange = (field: FilterField, value: unknown): number | undefined => {
  const number = readNumber(value);
  const { range } = field.filter;
  if (number === undefined || range === undefined) return number;
  const { minimum, maximum, isExclusive } = range;
  const isInside = isExclusive ? number > minimum && number < maximum : number >= minimum && number <= maximum;
  return isInside ? number : undefined;
};
