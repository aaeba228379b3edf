/** The conditions that hold when a filter line does not mention their field (API.md, filter parameters, Default). */
import { FILTER_FIELDS } from '../catalogue/lookup.ts';
import type { Condition, FilterLine } from './line.ts';

type Default = { readonly field: string; readonly operator: 'eq'; readonly value: string | boolean };

/** All of them; those that are said in one word come first. */
const DEFAULTS: readonly Default[] = FILTER_FIELDS.flatMap(({ name, filter: { initial } }) =>
  initial === undefined ? [] : [{ field: name, operator: 'eq', value: initial.value } as const],
).sort((a, b) => Number(typeof a.value === 'string') - Number(typeof b.value === 'string'));

/** The default conditions that `line` leaves in force: `verified rentable !rented cpu_arch=amd64` for an empty one. */
export const defaultClauses = (line: Pick<FilterLine, 'clauses'>): readonly Condition[] =>
  DEFAULTS.filter((initial) => line.clauses.every(({ field }) => field !== initial.field));
