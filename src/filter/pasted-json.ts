/** Reads the JSON of a search, as API clients and `curl` write it: `{"num_gpus":{"gte":4}}`. Pure. */
import { parseJson } from '../base/json.ts';
import type { Operator, WireValue } from '../catalogue/field.ts';
import { findFilterField } from '../catalogue/lookup.ts';
import type { Condition } from './line.ts';

/** What the JSON says as conditions, and the names in it that are no filters. */
type PastedSearch = { readonly conditions: readonly Condition[]; readonly others: readonly string[] };

const OPERATORS: readonly Operator[] = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'notin'];

/** Undefined for a text that is no object of JSON, or that filters by nothing. */
export const pastedSearch = (text: string): PastedSearch | undefined => {
  if (!text.trimStart().startsWith('{')) return undefined;
  const pasted = parseJson(text);
  if (!isObject(pasted)) return undefined;
  const named = Object.entries(pasted).map(([name, value]) => ({ name, conditions: conditionsOf(name, value) }));
  const conditions = named.flatMap((entry) => entry.conditions);
  const others = named.flatMap((entry) => (entry.conditions.length === 0 ? [entry.name] : []));
  return conditions.length === 0 ? undefined : { conditions, others };
};

/** A filter by its wire name: `{"gte":4}`, or a value that is meant to be equal. None for what is no filter. */
const conditionsOf = (name: string, value: unknown): readonly Condition[] => {
  const field = findFilterField(name);
  if (field === undefined) return [];
  const lifting = field.filter.initial?.any;
  if (lifting?.eq === undefined && lifting !== undefined && JSON.stringify(lifting) === JSON.stringify(value))
    return [{ field: field.name, operator: 'any' }];
  if (isSingle(value)) return [{ field: field.name, operator: 'eq', value }];
  if (!isObject(value)) return [];
  const compared = Object.entries(value).map(([sign, against]) => {
    const operator = OPERATORS.find((known) => known === sign);
    return operator === undefined || !isWireValue(against)
      ? undefined
      : { field: field.name, operator, value: against };
  });
  // What is not understood in part is not understood.
  return compared.every((condition) => condition !== undefined) ? compared : [];
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSingle = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const isWireValue = (value: unknown): value is WireValue =>
  isSingle(value) || (Array.isArray(value) && value.every(isSingle));
