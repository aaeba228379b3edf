/**
 * Applies a filter line to offers that are already here, with the meaning that the local service gives it
 * (docs/interface.md, Decisions). A line is compiled once, so that thousands of rows narrow within a key press.
 */
import type { FilterKind, Operator, WireValue } from '../catalogue/field.ts';
import { OPERATORS } from '../catalogue/field.ts';
import { findFilterField } from '../catalogue/lookup.ts';
import type { Offer } from '../catalogue/values.ts';
import type { Condition, Word } from './line.ts';
import { rowValue } from './row-value.ts';
import { compileWords } from './row-words.ts';
import { wireFilter } from './wire.ts';

/**
 * Tells of an offer whether it meets every clause and holds every word. A null value meets no clause; a clause on something
 * that is not in the offer at all is the service's alone and met here (docs/filter-line.md, What is sent). What includes offers rather than
 * restricting them (`any`, `rented`, `external`) is met by every offer.
 */
export const compileLine = (line: {
  readonly clauses: readonly Condition[];
  readonly words: readonly Word[];
}): ((offer: Offer) => boolean) => {
  const tests = line.clauses.filter(isRestriction).map(compileCondition);
  return allOf(line.words.length === 0 ? tests : [...tests, compileWords(line.words)]);
};

/** Met by what meets each of `tests`. A single one is not called through another: it is asked of every row at each key. */
const allOf = <Value>(tests: readonly ((value: Value) => boolean)[]): ((value: Value) => boolean) => {
  const [first, ...rest] = tests;
  if (first === undefined) return () => true;
  return rest.length === 0 ? first : (value) => tests.every((test) => test(value));
};

/** Below 0 when version `a` is older than `b`, 0 when they are the same: by their parts, of which missing ones are 0. */
export const compareVersions = (a: string, b: string): number => {
  const left = a.split('.');
  const right = b.split('.');
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const difference = versionPart(left[place]) - versionPart(right[place]);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** Order of two values: below 0, 0, above 0, or not a number when they cannot be compared. */
type Compare = (actual: unknown, wanted: WireValue) => number;

const VERSION = /^\s*\d+(?:\.\d+)*\s*$/;

const versionPart = (part = '0'): number => Number.parseInt(part, 10) || 0;

/** The filters whose value is the least that will do. */
const LEAST: ReadonlySet<string> = new Set(['duration', 'target_reliability']);

/**
 * True for a condition that an offer's own fields can be held against: not for what includes offers rather than restricting
 * them, nor for a coverage target, which the service turns into a price.
 */
export const isEvaluated = (condition: Condition): boolean =>
  isRestriction(condition) && condition.field !== 'target_reliability';

const isRestriction = (condition: Condition): boolean => {
  if (condition.operator === 'any') return false;
  const isIncluding = condition.field === 'rented' || condition.field === 'external';
  return !(isIncluding && wireFilter(condition).eq === true);
};

const compileCondition = (condition: Condition): ((offer: Offer) => boolean) => {
  const read = rowValue(condition.field);
  if (condition.operator === 'contains') return compilePart(read, condition.value);
  const compare = comparison(findFilterField(condition.field)?.filter.kind);
  const filter = wireFilter(condition);
  const isMet = allOf(
    OPERATORS.flatMap((operator) => {
      const wanted = filter[operator];
      const meant = LEAST.has(condition.field) && operator === 'eq' ? 'gte' : operator;
      return wanted === undefined ? [] : [compileTest(meant, wanted, compare)];
    }),
  );
  return (offer) => {
    const actual = read(offer);
    return actual === undefined || isMet(actual);
  };
};

/** A null text holds no part, and what is no text at all is not judged here. */
const compilePart = (read: (offer: Offer) => unknown, value: string): ((offer: Offer) => boolean) => {
  const part = value.toLowerCase();
  return (offer) => {
    const actual = read(offer);
    return actual === undefined || (typeof actual === 'string' && actual.toLowerCase().includes(part));
  };
};

const compileTest = (operator: Operator, wanted: WireValue, compare: Compare): ((actual: unknown) => boolean) => {
  const isEqual = (actual: unknown, single: WireValue): boolean => compare(actual, single) === 0;
  const differs = (actual: unknown, single: WireValue): boolean => Math.abs(compare(actual, single)) > 0;
  const list = typeof wanted === 'object' ? wanted : [wanted];
  const index = compare === compareValues ? indexOf(list) : undefined;
  switch (operator) {
    case 'eq':
      return (actual) => isEqual(actual, wanted);
    case 'neq':
      return (actual) => differs(actual, wanted);
    case 'gt':
      return (actual) => compare(actual, wanted) > 0;
    case 'lt':
      return (actual) => compare(actual, wanted) < 0;
    case 'gte':
      return (actual) => compare(actual, wanted) >= 0;
    case 'lte':
      return (actual) => compare(actual, wanted) <= 0;
    case 'in':
      return index === undefined
        ? (actual) => list.some((single) => isEqual(actual, single))
        : (actual) => index.values.has(actual);
    case 'notin':
      return index === undefined
        ? (actual) => list.every((single) => differs(actual, single))
        : // What cannot be compared with the values is left out, as what is among them.
          (actual) => typeof actual === index.type && !index.values.has(actual);
  }
};

const comparison = (kind: FilterKind | undefined): Compare => (kind === 'version' ? compareParts : compareValues);

const compareParts: Compare = (actual, wanted) => {
  if (typeof actual !== 'string' || typeof wanted !== 'string') return compareValues(actual, wanted);
  return VERSION.test(actual) ? compareVersions(actual, wanted) : Number.NaN;
};

const compareValues: Compare = (actual, wanted) => {
  if (typeof actual === 'string' && typeof wanted === 'string') return actual === wanted ? 0 : actual < wanted ? -1 : 1;
  if (typeof actual === 'number' && typeof wanted === 'number') return actual - wanted;
  return typeof actual === 'boolean' && typeof wanted === 'boolean' ? Number(actual) - Number(wanted) : Number.NaN;
};

/** Shorter lists are looked through value by value. */
const LONG_LIST = 16;

/** A long list of values of one type, to be looked up in. */
const indexOf = (
  list: readonly WireValue[],
): { readonly values: ReadonlySet<unknown>; readonly type: string } | undefined => {
  const type = typeof list[0];
  const isOneType = list.every((value) => typeof value === type);
  return list.length < LONG_LIST || !isOneType ? undefined : { values: new Set(list), type };
};
