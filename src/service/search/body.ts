/** Reads the body of a search (API.md, Search offers): what is asked, or which field is wrong. */
import { isSortable } from '../../catalogue/field.ts';
import { findOfferField } from '../../catalogue/lookup.ts';
import { type Comparison, readFilters } from './filters.ts';
import { readNumber } from './operands.ts';
import { isRefusal, type Refusal } from './refusal.ts';

/** How offers are priced (API.md, Search offers, type). */
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
  /** Disk of the instance that is to be created, in GB. */
  readonly allocatedStorageGb: number;
  /** The SLA coverage asked for, between 0 and 1; undefined when none is. */
  readonly targetReliability: number | undefined;
};

const DEFAULT_LIMIT = 64;
const LARGEST_LIMIT = 100_000;
const DEFAULT_STORAGE_GB = 8;

const PRICINGS: Readonly<Record<string, Pricing>> = {
  ondemand: 'ondemand',
  'on-demand': 'ondemand',
  bid: 'bid',
  reserved: 'reserved',
};

/** The search that `body`, parsed from JSON, asks for; or why it cannot be answered. */
export const readSearch = (body: unknown): Search | Refusal => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { refusal: 'the body must be a JSON object' };
  }
  const {
    limit = DEFAULT_LIMIT,
    type = 'ondemand',
    order = [],
    allocated_storage: storage,
    ...filters
  } = {
    allocated_storage: DEFAULT_STORAGE_GB,
    ...body,
  } as Readonly<Record<string, unknown>>;
  const limitRead = readLimit(limit);
  const pricing = typeof type === 'string' && Object.hasOwn(PRICINGS, type) ? PRICINGS[type] : undefined;
  const orderRead = readOrder(order);
  const allocatedStorageGb = readNumber(storage);
  const comparisons = readFilters(filters);

  if (limitRead === undefined) return { refusal: `limit must be a whole number from 1 to ${LARGEST_LIMIT}` };
  if (pricing === undefined) return { refusal: 'type must be ondemand, bid or reserved' };
  if (isRefusal(orderRead)) return orderRead;
  if (allocatedStorageGb === undefined || allocatedStorageGb < 0) {
    return { refusal: 'allocated_storage must be a number of GB, 0 or more' };
  }
  if (isRefusal(comparisons)) return comparisons;
  const target = comparisons.find(({ name }) => name === 'target_reliability')?.operands[0];
  return {
    comparisons: comparisons.filter(({ name }) => name !== 'target_reliability'),
    pricing,
    limit: limitRead,
    order: orderRead,
    allocatedStorageGb,
    targetReliability: target === undefined ? undefined : Number(target),
  };
};

const readLimit = (value: unknown): number | undefined => {
  const limit = readNumber(value);
  return Number.isInteger(limit) && limit !== undefined && limit >= 1 && limit <= LARGEST_LIMIT ? limit : undefined;
};

const readOrder = (value: unknown): readonly OrderKey[] | Refusal => {
  if (!Array.isArray(value)) return { refusal: 'order must be a list of ["field", "asc" or "desc"]' };
  const keys: OrderKey[] = [];
  for (const entry of value) {
    const [name, direction, ...rest]: readonly unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof name !== 'string' || rest.length > 0) {
      return { refusal: 'order: each entry is a list of two texts, the field and asc or desc' };
    }
    const field = findOfferField(name);
    if (field === undefined || !isSortable(field)) return { refusal: `order: offers cannot be ordered by ${name}` };
    if (direction !== 'asc' && direction !== 'desc') return { refusal: `order: ${name} goes asc or desc` };
    keys.push({ name, isDescending: direction === 'desc' });
  }
  return keys;
};
