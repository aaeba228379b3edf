/** How one condition is sent: the object that a filter parameter is in a search (docs/interface.md, Search offers). */
import type { WireFilter } from '../catalogue/field.ts';
import { findFilterField } from '../catalogue/lookup.ts';
import type { Condition } from './line.ts';

/**
 * The filter object of `condition`. Yes-or-no fields are sent with `eq`, countries as a list, and what lifts a default as the
 * catalogue says, because leaving the field out would bring the default back (docs/filter-line.md, Defaults).
 */
export const wireFilter = (condition: Condition): WireFilter => {
  const filter = findFilterField(condition.field)?.filter;
  if (condition.operator === 'any') return filter?.initial?.any ?? {};
  const { operator, value } = condition;
  if (typeof value === 'boolean' && operator === 'neq') return { eq: !value };
  if (filter?.kind === 'country' && typeof value === 'string') {
    return operator === 'neq' ? { notin: [value] } : { in: [value] };
  }
  return { [operator]: value };
};
