/** Reads the filters of a search body and adds the default ones (docs/interface.md, Search offers). */

import { nearestWords } from '../../base/nearest-words.ts';
import { OPERATORS, type Operator } from '../../catalogue/field.ts';
import { FILTER_FIELDS, type FilterField } from '../../catalogue/lookup.ts';
import { describeOperand, type Operand, readOperand } from './operands.ts';
import { isRefusal, type Refusal } from './refusal.ts';
import { SEARCH_FILTERS } from './words.ts';

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
export const readFilters = (filters: Readonly<Record<string, unknown>>): readonly Comparison[] | Refusal => {
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
