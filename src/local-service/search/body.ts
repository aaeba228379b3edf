/** Reads the body of a search (docs/interface.md, Search offers): what is asked, or which field is wrong. */
import { type Comparison, readFilters } from './filters.ts';
import { readNumber } from './operands.ts';
import { isRefusal, type Refusal } from './refusal.ts';
import { isOrder } from './words.ts';

/** How offers are priced (docs/interface.md, Search offers, `type`). */
export type Pricing = 'ondemand' | 'bid' | 'reserved';

/** One key to order by: the name of an offer's field, and whether the largest come first. */
export type OrderKey = { readonly name: string; readonly isDescending: boolean };

/** A search that can be carried out. */
export type Search = {
  readonly comparisons: readonly Comparison[];
  readonly pricing: Pricing;
  /** Highest number of offers, 1 to 100,000. */
  readonly limit: number;
  /** First key first; empty when the search leaves the order to the service. */
  readonly order: readonly OrderKey[];
  /** Disk of the instance that is to be created, in GB; offers with less are left out. */
  readonly allocatedStorageGb: number;
  /** The SLA coverage asked for, between 0 and 1; undefined when none is. */
  readonly targetReliability: number | undefined;
};

const LARGEST_LIMIT = 100_000;

const PRICINGS: ReadonlyMap<unknown, Pricing> = new Map([
  ['ondemand', 'ondemand'],
  ['on-demand', 'ondemand'],
  ['bid', 'bid'],
  ['reserved', 'reserved'],
]);

/** The search that `body`, parsed from JSON, asks for; or why it cannot be answered. */
export const readSearch = (body: unknown): Search | Refusal => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { refusal: 'the body must be a JSON object' };
  }
  const fields: Readonly<Record<string, unknown>> = { ...body };
  // The published defaults (docs/interface.md, Search offers), and a limit of its own (docs/interface.md, Decisions).
  const { limit = 64, type = 'ondemand', order = [], allocated_storage = 8, disable_bundling, ...filters } = fields;
  const rowLimit = readLimit(limit);
  if (rowLimit === undefined) return { refusal: `limit must be a whole number from 1 to ${LARGEST_LIMIT}` };
  const pricing = PRICINGS.get(type);
  if (pricing === undefined) return { refusal: 'type must be ondemand, bid or reserved' };
  const allocatedStorageGb = readNumber(allocated_storage);
  if (allocatedStorageGb === undefined || allocatedStorageGb < 0) {
    return { refusal: 'allocated_storage must be a number of GB, 0 or more' };
  }
  // Other markets put like offers together unless this is set; here they never are.
  if (disable_bundling !== undefined && !/^(?:true|false)$/i.test(String(disable_bundling))) {
    return { refusal: 'disable_bundling must be true or false' };
  }
  const orderKeys = readOrder(order);
  if (isRefusal(orderKeys)) return orderKeys;
  const comparisons = readFilters(filters);
  if (isRefusal(comparisons)) return comparisons;
  // The target stands among the filters (docs/interface.md, filter parameters) and is one, but prices follow it too.
  const target = comparisons.find(({ name }) => name === 'target_reliability')?.operands[0];
  return {
    comparisons,
    pricing,
    limit: rowLimit,
    order: orderKeys,
    allocatedStorageGb,
    targetReliability: target === undefined ? undefined : Number(target),
  };
};

const readLimit = (value: unknown): number | undefined => {
  const limit = readNumber(value);
  if (limit === undefined || !Number.isInteger(limit)) return undefined;
  return limit >= 1 && limit <= LARGEST_LIMIT ? limit : undefined;
};

const readOrder = (value: unknown): readonly OrderKey[] | Refusal => {
  if (!Array.isArray(value)) return { refusal: 'order must be a list of ["field", "asc" or "desc"]' };
  const keys = new Map<string, OrderKey>();
  for (const entry of value) {
    const [name, direction, ...rest]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof name !== 'string' || rest.length > 0) {
      return { refusal: 'order: each entry must be a list of two texts, a field and asc or desc' };
    }
    if (!isOrder(name)) return { refusal: `order: offers cannot be ordered by ${name}` };
    if (direction !== 'asc' && direction !== 'desc') return { refusal: `order: ${name} must be asc or desc` };
    // What is equal by a field stays so when it comes up again; the database takes only so many terms.
    if (!keys.has(name)) keys.set(name, { name, isDescending: direction === 'desc' });
  }
  return [...keys.values()];
};
