/** The filters that rows of the catalogue are made with: which operators each kind of value takes (docs/filter-line.md, Operators). */
import { type FieldFilter, OPERATORS } from './field.ts';

const LISTABLE = ['eq', 'neq', 'in', 'notin'] as const;

/** Any number; all eight operators. */
export const number = { kind: 'number', operators: OPERATORS } as const satisfies FieldFilter;

/** A whole number; all eight operators. */
export const integer = { kind: 'integer', operators: OPERATORS } as const satisfies FieldFilter;

/** Memory in MB; a bare number is GB and may be at most `bareMaximum`. */
export const memory = (bareMaximum: number) => ({ ...integer, bareMaximum }) satisfies FieldFilter;

/** A fraction from 0 to 1, both included (docs/interface.md, Limits). */
export const fraction = {
  ...number,
  range: { minimum: 0, maximum: 1, isExclusive: false },
} as const satisfies FieldFilter;

/** The SLA coverage target: strictly between 0 and 1, one value only (docs/interface.md, Limits). */
export const target = {
  kind: 'number',
  operators: ['eq'],
  range: { minimum: 0, maximum: 1, isExclusive: true },
} as const satisfies FieldFilter;

/** Yes or no, sent as `eq`. */
export const boolean = { kind: 'boolean', operators: ['eq', 'neq'] } as const satisfies FieldFilter;

/** Exact text. */
export const text = { kind: 'text', operators: LISTABLE } as const satisfies FieldFilter;

/** A dotted version, compared part by part; all eight operators. */
export const version = { kind: 'version', operators: OPERATORS } as const satisfies FieldFilter;

/** A two-letter country code, sent as a list. */
export const country = { kind: 'country', operators: LISTABLE } as const satisfies FieldFilter;
