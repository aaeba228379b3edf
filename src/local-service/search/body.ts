/** Reads the body of a search (docs/interface.md, Search offers): what is asked, or which field is wrong. Trouble is a value, never thrown. */
import { nearestWords } from '../../base/nearest-words.ts';
import { type Field, fraction, number, OPERATORS, type Operator } from '../../catalogue/field.ts';

import { FILTER_FIELDS, type FilterField, findOfferField } from '../../catalogue/lookup.ts';
import { isScalar } from '../market/tables.ts';
import { describeOperand, type Operand, readNumber, readOperand } from './operands.ts';

/** The reason in words that name the field of the request. */
type Refusal = { readonly refusal: string };

/** True when reading a part of the request ended in a refusal. */
export const isRefusal = (read: object): read is Refusal => 'refusal' in read;

/** Fields of an offer that are no published filter. */
const MORE_FILTERS: readonly FilterField[] = [
  { name: 'cluster_id', group: 'identity', label: 'Cluster', filter: number },
  { name: 'reliability2', group: 'reliability', label: 'Reliability, second score', filter: fraction },
];

/** Every filter of a search. */
const SEARCH_FILTERS: readonly FilterField[] = [...FILTER_FIELDS, ...MORE_FILTERS];

/** Words that offers can be ordered by though no field of an offer has that name. */
const MORE_ORDERS: readonly string[] = ['verified', 'datacenter', 'ubuntu_version'];

/** True for a word that offers can be ordered by: every field with one value, and what follows from one. */
const isOrder = (name: string): boolean => {
  const field: Field | undefined = findOfferField(name);
  return MORE_ORDERS.includes(name) || (field !== undefined && isScalar(field));
};

/** One operator of one filter: all comparisons of a search must hold. */
export type Comparison = {
  /** The filter's name on the wire. */
  readonly name: string;
  readonly operator: Operator;
  /** One value, or any number of them for `in` and `notin`. */
  readonly operands: readonly Operand[];
};

const fieldsByName: ReadonlyMap<string, FilterField> = new Map(SEARCH_FILTERS.map((field) => [field.name, field]));

/** Beyond this SQLite takes no more values in a statement. */
const MOST_OPERANDS = 30_000;

/**
 * The comparisons of `filters`, the filter parameters of a body by name, together with the default ones for fields that
 * are not mentioned; or why there are none.
 */
const readFilters = (filters: Readonly<Record<string, unknown>>): readonly Comparison[] | Refusal => {
  const comparisons: Comparison[] = [];
  for (const [name, filter] of Object.entries(filters)) {
    const read = readFilter(name, filter);
    if (isRefusal(read)) return read;
    comparisons.push(...read);
  }
  const operands = comparisons.reduce((sum, comparison) => sum + comparison.operands.length, 0);
  if (operands > MOST_OPERANDS)
    return { refusal: `the lists hold ${operands} values; at most ${MOST_OPERANDS} are allowed` };
  return [...comparisons, ...defaultComparisons(filters)];
};

const readFilter = (name: string, filter: unknown): readonly Comparison[] | Refusal => {
  const field = fieldsByName.get(name);
  if (field === undefined) return { refusal: `${name} is not a search field${suggestName(name)}` };
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) {
    return { refusal: `${name} must be an object with an operator, such as {"eq": ...}` };
  }
  const entries = Object.entries(filter);
  if (entries.length === 0) return { refusal: `${name} has no operator; use one of ${OPERATORS.join(', ')}` };
  const comparisons: Comparison[] = [];
  for (const [word, value] of entries) {
    const comparison = readComparison(field, word, value);
    if (isRefusal(comparison)) return comparison;
    comparisons.push(comparison);
  }
  return comparisons;
};

const suggestName = (name: string): string => {
  const [nearest] = nearestWords(name, [...fieldsByName.keys()], 1);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
};

const readComparison = (field: FilterField, word: string, value: unknown): Comparison | Refusal => {
  const operator = OPERATORS.find((known) => known === word);
  // The target is no condition on offers: there is nothing that it could be greater than.
  const operators = field.name === 'target_reliability' ? field.filter.operators : OPERATORS;
  if (operator === undefined || !operators.includes(operator)) {
    return { refusal: `${field.name}: "${word}" is not one of its operators: ${operators.join(', ')}` };
  }
  if (operator !== 'in' && operator !== 'notin') {
    const operand = readOperand(field, value);
    if (operand === undefined) return { refusal: `${field.name}: "${operator}" takes ${describeOperand(field)}` };
    return { name: field.name, operator, operands: [operand] };
  }
  const operands = Array.isArray(value) ? value.map((item) => readOperand(field, item)) : [undefined];
  if (operands.includes(undefined)) {
    return { refusal: `${field.name}: "${operator}" takes a list; each item is ${describeOperand(field)}` };
  }
  return { name: field.name, operator, operands: operands.filter((operand) => operand !== undefined) };
};

/** The clauses in force for fields that a search does not mention (docs/interface.md, filter parameters). */
const defaultComparisons = (filters: Readonly<Record<string, unknown>>): readonly Comparison[] =>
  FILTER_FIELDS.flatMap(({ name, filter }) =>
    filter.initial === undefined || Object.hasOwn(filters, name)
      ? []
      : [{ name, operator: 'eq' as const, operands: [initialOperand(filter.initial.value)] }],
  );

const initialOperand = (value: string | boolean): Operand => (typeof value === 'boolean' ? Number(value) : value);

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

/** Most offers of a search. */
export const LARGEST_LIMIT = 100_000;

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
