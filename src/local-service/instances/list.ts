/** Reads which part of the list of instances is asked for, and cuts that page out of it (docs/interface.md, List instances). */
import * as z from 'zod';
import { OPERATORS, type Operator } from '../../catalogue/field.ts';
import { type Refusal, refused } from '../answer.ts';
import { readNumber } from '../search/operands.ts';

/** A part of the list. */
type ListQuery = {
  /** Most records of a page. */
  readonly limit: number;
  /** First key first. */
  readonly order: readonly { readonly col: string; readonly isDescending: boolean }[];
  /** Fields of the records; absent: all. */
  readonly cols: readonly string[] | undefined;
  /** What a record must hold, by field. */
  readonly filters: readonly Filter[];
  readonly afterToken: string | undefined;
};

/** What a list is of, and how long its pages are: at most, when nothing is said, and where the limit is 0 or less. */
type ListKind = { readonly noun: string; readonly most: number; readonly usual: number; readonly least: number };

const INSTANCES: ListKind = { noun: 'instances', most: 25, usual: 25, least: 5 };

/** Fields that cannot be ordered or filtered by: they hold no single value. */
const COMPOUND: readonly string[] = ['ports', 'extra_env', 'volume_info', 'search', 'instance'];

/** The part that a query asks for, of records that have these `fields`; or a 400 that names the parameter. */
export const readListQuery = (
  query: Readonly<Record<string, string>>,
  fields: readonly string[],
  { noun, most, usual, least } = INSTANCES,
): { ok: true; value: ListQuery } | Refusal => {
  const limit = query.limit === undefined ? usual : Number(query.limit);
  if (!Number.isInteger(limit) || limit > most || query.limit?.trim() === '') {
    return invalid('limit', `must be a whole number up to ${most}`);
  }
  const order = readJson(query.order_by, orderBy);
  if (order === undefined) return invalid('order_by', 'must be a list such as [{"col":"start_date","dir":"desc"}]');
  const unordered = order.find(({ col }) => !fields.includes(col) || COMPOUND.includes(col));
  if (unordered !== undefined) return invalid('order_by', `${noun} cannot be ordered by ${unordered.col}`);
  const cols = readJson(query.select_cols, selectCols);
  if (cols === undefined) return invalid('select_cols', 'must be a list of fields such as ["id","label"]');
  const filters = readJson(query.select_filters, selectFilters);
  if (filters === undefined) {
    const words = `must be an object such as {"actual_status":{"in":["running"]}}, with ${OPERATORS.join(', ')}`;
    return invalid('select_filters', words);
  }
  const unfiltered = filters.find(({ field }) => !fields.includes(field) || COMPOUND.includes(field));
  if (unfiltered !== undefined) return invalid('select_filters', `${noun} cannot be filtered by ${unfiltered.field}`);
  return {
    ok: true,
    value: {
      limit: limit < 1 ? least : limit,
      order: order.map(({ col, dir }) => ({ col, isDescending: dir === 'desc' })),
      cols: cols.length === 0 || cols.includes('*') ? undefined : cols,
      filters,
      afterToken: query.after_token || undefined,
    },
  };
};

const invalid = (parameter: string, problem: string): Refusal =>
  refused(400, 'invalid_request', `${parameter}: ${problem}`);

/** The value in a parameter, what stands for an absent one, or undefined when it is none. */
export const readJson = <Value>(text: string | undefined, schema: z.ZodType<Value>): Value | undefined => {
  try {
    return schema.safeParse(text === undefined || text === '' ? undefined : JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

const orderBy = z.array(z.strictObject({ col: z.string(), dir: z.enum(['asc', 'desc']).default('asc') })).default([]);
const selectCols = z.array(z.string()).default([]);

/** A value that records are ordered and filtered by. */
type Key = string | number | boolean | null;

const key = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One comparison of one field. */
type Filter = { readonly field: string; readonly operator: Operator; readonly operands: readonly Key[] };

const LISTS: readonly string[] = ['in', 'notin'];

const selectFilters = z
  .unknown()
  // zod leaves this name out of a record without a word, and the list would not be filtered by it.
  .refine((value) => typeof value !== 'object' || value === null || !Object.hasOwn(value, '__proto__'))
  .pipe(z.record(z.string(), z.partialRecord(z.enum(OPERATORS), z.union([key, z.array(key)]))).default({}))
  .transform((filters) =>
    Object.entries(filters).flatMap(([field, comparisons]) =>
      Object.entries(comparisons).map(([operator, value]) => ({ field, operator: operator as Operator, value })),
    ),
  )
  .refine((all) => all.every(({ operator, value }) => LISTS.includes(operator) === Array.isArray(value)))
  .transform((all) => all.map(({ value, ...rest }): Filter => ({ ...rest, operands: [value].flat() })));

/** True for a record whose value passes. Null passes only where it is named; figures and truths may be written as text. */
const passes = (value: Key, { operator, operands }: Filter): boolean => {
  const alike = operands.map((operand) =>
    typeof operand === typeof value || operand === null ? operand : (readAs(value, operand) ?? operand),
  );
  const isAmong = alike.includes(value);
  if (operator === 'in' || operator === 'eq') return isAmong;
  const [wanted = null] = alike;
  if (operator === 'notin') return operands.length === 0 || (value !== null && !isAmong);
  if (operator === 'neq') return value !== null && !isAmong;
  if (value === null || typeof wanted !== typeof value || wanted === null) return false;
  return { gt: value > wanted, lt: value < wanted, gte: value >= wanted, lte: value <= wanted }[operator];
};

/** `operand` as a value of the kind of `value`. */
const readAs = (value: Key, operand: Key): Key | undefined => {
  if (typeof value === 'number') return readNumber(operand);
  if (typeof value === 'string') return String(operand);
  return { true: true, false: false, 1: true, 0: false }[String(operand).toLowerCase()];
};

/** One entry of the list. */
type Listed = Readonly<Record<string, unknown>> & { readonly id: number };

/** One page, and what tells where the next one begins. */
type Page = {
  readonly instances: readonly Readonly<Record<string, unknown>>[];
  /** How many pass the filters, on all pages. */
  readonly found: number;
  /** Absent on the last page. */
  readonly nextToken?: string;
};

/**
 * The page of `records` that `query` asks for; a 400 for a token that is none or belongs to another order or filter. A token holds the
 * last record's own values, so that what is rented or destroyed between two pages neither repeats nor hides others.
 */
export const pageOf = (records: readonly Listed[], query: ListQuery): { ok: true; page: Page } | Refusal => {
  const passing = records.filter((record) =>
    query.filters.every((filter) => passes(keyOf(record[filter.field]), filter)),
  );
  const keysOf = (record: Listed): readonly Key[] => [...query.order.map(({ col }) => keyOf(record[col])), record.id];
  const compare = (one: readonly Key[], other: readonly Key[]): number => {
    for (const [place, key] of one.entries()) {
      const difference = compareKeys(key, other[place] ?? null, query.order[place]?.isDescending ?? false);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const ordered = passing
    .map((record) => ({ record, keys: keysOf(record) }))
    .sort((one, other) => compare(one.keys, other.keys));
  const last = query.afterToken === undefined ? undefined : readToken(query.afterToken, query);
  if (query.afterToken !== undefined && last === undefined) {
    return refused(400, 'invalid_token', 'after_token: is not the next_token of a reply to this very query');
  }
  const first = last === undefined ? 0 : ordered.findIndex(({ keys }) => compare(keys, last) > 0);
  const rest = first < 0 ? [] : ordered.slice(first);
  const shown = rest.slice(0, query.limit);
  const end = shown.at(-1);
  const page: Page = {
    instances: shown.map(({ record }) => selected(record, query.cols)),
    found: passing.length,
    ...(end !== undefined && rest.length > shown.length && { nextToken: tokenOf(end.keys, query) }),
  };
  return { ok: true, page };
};

/** Null comes last in either direction; values of different kinds stand apart, so that any two records have an order. */
const compareKeys = (one: Key, other: Key, isDescending: boolean): number => {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  const isBefore = typeof one === typeof other ? one < other : typeof one < typeof other;
  return isBefore === isDescending ? 1 : -1;
};

const keyOf = (value: unknown): Key =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;

const selected = (record: Listed, cols: readonly string[] | undefined): Readonly<Record<string, unknown>> =>
  cols === undefined ? record : Object.fromEntries(cols.map((col) => [col, record[col] ?? null]));

const tokenOf = (keys: readonly Key[], query: ListQuery): string =>
  Buffer.from(JSON.stringify([questionOf(query), keys])).toString('base64url');

const readToken = (text: string, query: ListQuery): readonly Key[] | undefined => {
  try {
    const [question, keys] = token.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return question === questionOf(query) && keys.length === query.order.length + 1 ? keys : undefined;
  } catch {
    return undefined;
  }
};

const questionOf = ({ order, filters }: ListQuery): string => JSON.stringify([order, filters]);

const token = z.tuple([z.string(), z.array(key)]);
