/** What a filter line asks of the service, and what is left for the client to do (docs/interface.md, Search offers). */
import { findComputedField } from '../catalogue/computed-fields.ts';
import type { WireFilter } from '../catalogue/field.ts';
import { defaultClauses } from './defaults.ts';
import type { Condition, FilterLine } from './line.ts';
import { wireFilter } from './wire.ts';

/** The filters of a search by wire name, and the conditions that the client must apply to the answer. */
type WireFilters = {
  readonly filters: Readonly<Record<string, WireFilter>>;
  readonly local: readonly Condition[];
};

/**
 * The filters that `line` sends: its clauses and, explicitly, the defaults that it does not mention. A filter has one
 * operator, so of several clauses on a field the first is sent and the others are `local`, as is a part of a text and what the service does not know.
 */
export const wireFilters = (line: Pick<FilterLine, 'clauses'>): WireFilters => {
  const filters: Record<string, WireFilter> = {};
  const local: Condition[] = [];
  for (const condition of [...line.clauses, ...defaultClauses(line)]) {
    const isLocal = condition.operator === 'contains' || findComputedField(condition.field) !== undefined;
    if (isLocal || Object.hasOwn(filters, condition.field)) local.push(condition);
    else filters[condition.field] = wireFilter(condition);
  }
  return { filters, local };
};
