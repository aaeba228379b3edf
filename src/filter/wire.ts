/** How one condition is sent: the object that a filter parameter is in a search (docs/interface.md, Search offers). */
import type { WireFilter } from '../catalogue/field.ts';
import { findFilterField } from '../catalogue/lookup.ts';
import { countriesOf } from '../catalogue/regions.ts';
import type { Condition } from './line.ts';

/**
 * The filter object of `condition`. Yes-or-no fields are sent with `eq`, countries and regions as a list of codes, and what
 * lifts a default as the catalogue says, because leaving the field out would bring the default back (docs/filter-line.md,
 * Defaults). Empty for what only this program can apply.
 */
export const wireFilter = (condition: Condition): WireFilter => {
  const filter = findFilterField(condition.field)?.filter;
  if (condition.operator === 'any') return filter?.initial?.any ?? {};
  if (condition.operator === 'contains') return {};
  const { operator, value } = condition;
  if (typeof value === 'boolean' && operator === 'neq') return { eq: !value };
  if (filter?.kind === 'country') {
    const places = typeof value === 'object' ? value : [value];
    const countries = [...new Set(places.flatMap((place) => countriesOf(String(place))))];
    return operator === 'neq' || operator === 'notin' ? { notin: countries } : { in: countries };
  }
  return { [operator]: value };
};
