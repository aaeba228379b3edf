/** Reads which part of the list of instances is asked for (docs/interface.md, List instances). */
import * as z from 'zod';
import { type Refusal, refused } from '../answer.ts';

/** A part of the list. */
export type ListQuery = {
  /** Most records of a page. */
  readonly limit: number;
  /** First key first. */
  readonly order: readonly { readonly col: string; readonly isDescending: boolean }[];
  /** Fields of the records; absent: all. */
  readonly cols: readonly string[] | undefined;
  /** Values that a record must have one of, by field. */
  readonly filters: readonly (readonly [field: string, values: readonly (string | null)[]])[];
  readonly afterToken: string | undefined;
};

const LARGEST_LIMIT = 25;

/** Fields that the list can be filtered by. */
const FILTERED = ['actual_status', 'label', 'gpu_name', 'verification'] as const;

/** Fields that cannot be ordered by: they hold no single value. */
const COMPOUND: readonly string[] = ['ports', 'extra_env', 'volume_info', 'search', 'instance'];

/** The part that a query asks for, of records that have these `fields`; or a 400 that names the parameter. */
export const readListQuery = (
  query: Readonly<Record<string, string>>,
  fields: readonly string[],
): { ok: true; value: ListQuery } | Refusal => {
  const limit = query.limit === undefined ? LARGEST_LIMIT : Number(query.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_LIMIT || query.limit?.trim() === '') {
    return invalid('limit', `must be a whole number from 1 to ${LARGEST_LIMIT}`);
  }
  const order = readJson(query.order_by, orderBy);
  if (order === undefined) return invalid('order_by', 'must be a list such as [{"col":"start_date","dir":"desc"}]');
  const unordered = order.find(({ col }) => !fields.includes(col) || COMPOUND.includes(col));
  if (unordered !== undefined) return invalid('order_by', `instances cannot be ordered by ${unordered.col}`);
  const cols = readJson(query.select_cols, selectCols);
  if (cols === undefined) return invalid('select_cols', 'must be a list of fields such as ["id","label"]');
  const unknown = cols.find((col) => col !== '*' && !fields.includes(col));
  if (unknown !== undefined) return invalid('select_cols', `instances have no ${unknown}`);
  const filters = readJson(query.select_filters, selectFilters);
  if (filters === undefined) {
    const words = `must be an object such as {"actual_status":{"in":["running"]}} of ${FILTERED.join(', ')}`;
    return invalid('select_filters', words);
  }
  return {
    ok: true,
    value: {
      limit,
      order: order.map(({ col, dir }) => ({ col, isDescending: dir === 'desc' })),
      cols: cols.length === 0 || cols.includes('*') ? undefined : cols,
      filters: Object.entries(filters).flatMap(([field, filter]) => (filter ? [[field, filter.in] as const] : [])),
      afterToken: query.after_token || undefined,
    },
  };
};

const invalid = (parameter: string, problem: string): Refusal =>
  refused(400, 'invalid_request', `${parameter}: ${problem}`);

/** The value in a parameter, what stands for an absent one, or undefined when it is none. */
const readJson = <Value>(text: string | undefined, schema: z.ZodType<Value>): Value | undefined => {
  try {
    return schema.safeParse(text === undefined || text === '' ? undefined : JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

const orderBy = z.array(z.strictObject({ col: z.string(), dir: z.enum(['asc', 'desc']).default('asc') })).default([]);
const selectCols = z.array(z.string()).default([]);
const selectFilters = z
  .partialRecord(z.enum(FILTERED), z.strictObject({ in: z.array(z.string().nullable()) }))
  .default({});
