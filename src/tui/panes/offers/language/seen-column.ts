/** What the offers at hand have in a field, in few cells: for a column of all fields. It is found once for the offers and the field. */
import { counted, grouped } from '../../../../base/figures.ts';
import { formatValue } from '../../../../catalogue/format.ts';
import { type FilterField, findFilterField } from '../../../../catalogue/lookup.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { rowValue } from '../../../../filter/row-value.ts';
import { hasNamedValues, isOnlyAsked } from '../../../../filter/seen.ts';

const KNOWN = new WeakMap<readonly Offer[], Map<string, string>>();

/** `0.0252 to 5.7842`, `38 values`, `yes in 347`; empty where no offer has anything, or `name` is no field. */
export const seenBriefly = (offers: readonly Offer[], name: string): string => {
  const field = findFilterField(name);
  if (field === undefined || isOnlyAsked(field)) return '';
  const byField = KNOWN.get(offers) ?? new Map<string, string>();
  KNOWN.set(offers, byField);
  const known =
    byField.get(name) ?? (hasNamedValues(field) ? valuesBriefly(offers, field) : figuresBriefly(offers, field));
  byField.set(name, known);
  return known;
};

/** One look at each offer, where the whole picture of a field sorts all figures. */
const figuresBriefly = (offers: readonly Offer[], field: FilterField): string => {
  const valueIn = rowValue(field.name);
  let [smallest, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const offer of offers) {
    const value = valueIn(offer);
    if (typeof value !== 'number' || !Number.isFinite(value)) continue;
    if (value < smallest) smallest = value;
    if (value > largest) largest = value;
  }
  if (smallest > largest) return '';
  const [low, high] = [formatValue(field, smallest), formatValue(field, largest)];
  return low === high ? low : `${low} to ${high}`;
};

const valuesBriefly = (offers: readonly Offer[], field: FilterField): string => {
  const valueIn = rowValue(field.name);
  const values = new Set<unknown>();
  let yes = 0;
  for (const offer of offers) {
    const value = valueIn(offer);
    if (value === null || value === undefined || value === '' || typeof value === 'object') continue;
    if (value === true) yes++;
    values.add(value);
  }
  if (values.size === 0) return '';
  if (field.filter.kind === 'boolean') return `yes in ${grouped(yes)}`;
  return counted(values.size, 'value');
};
