/** Writes what a filter line says: as a line that is read the same, and as it goes over the wire. */
import { countriesOf } from '../catalogue/countries.ts';
import { OPERATORS, type Operator, type WireFilter, type WireValue } from '../catalogue/field.ts';
import { findFilterField, isAppliedHere } from '../catalogue/lookup.ts';
import { ANYWHERE, type Condition, type FoldedItem, type Word } from './line.ts';
import { spelling } from './operators.ts';
import { isBare, quoted, SET_SIGN } from './tokens.ts';
import { printPart, printValue } from './value.ts';

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

/** `condition` as a clause that is read as the same condition: `gpu_ram>=24GB`, `!static_ip`, `verified=any`. */
export const printClause = (condition: Condition): string => {
  if (condition.operator === 'any') return `${condition.field}=any`;
  const { field, operator, value } = condition;
  if (operator === 'eq' && typeof value === 'boolean') return flag(field, value);
  const row = findFilterField(field);
  if (operator === 'contains')
    return `${field}${spelling(operator)}${row === undefined ? quoted(value) : printPart(row, value)}`;
  const print = (single: Single): string => (row === undefined ? wireText(single) : printValue(row, single));
  return condition.folded === undefined
    ? written(field, operator, value, print)
    : `${field}${spelling(operator)}${foldedText(condition.folded, print)}`;
};

/** `@trusted` alone, else a list. */
const foldedText = (items: readonly FoldedItem[], print: (single: Single) => string): string => {
  const [first = '', ...others] = items.map((item) => (typeof item === 'object' ? SET_SIGN + item.set : print(item)));
  return others.length === 0 && first.startsWith(SET_SIGN) ? first : `[${[first, ...others].join(', ')}]`;
};

/** A line that is read as the words and clauses of `line`; words come first, where nothing can be taken for their value. */
export const printLine = (line: { readonly clauses: readonly Condition[]; readonly words: readonly Word[] }): string =>
  [...line.words.map(printWord), ...line.clauses.map(printClause)].join(' ');

/** Values that are shown of what is sent, of a list with sets and of regions. */
const OF_SETS = 8;
const OF_REGIONS = 2;

/** `condition` as it is sent, in wire units: `gpu_ram>=24000`, `geolocation in [US]`, `cpu_arch notin []` for `cpu_arch=any`; of sets and regions that hold much, the start. */
export const printWire = (condition: Condition): string => {
  // They are never sent.
  if (condition.operator === 'contains' || isAppliedHere(condition.field)) return printClause(condition);
  const filter = wireFilter(condition);
  return OPERATORS.flatMap((operator) => {
    const value = filter[operator];
    if (value === undefined) return [];
    if (operator === 'eq' && typeof value === 'boolean') return [flag(condition.field, value)];
    const most = shownAtMost(condition);
    if (typeof value !== 'object' || value.length <= Math.max(most, OF_SETS))
      return [written(condition.field, operator, value, wireText)];
    const start = value.slice(0, most).map(wireText).join(', ');
    return [`${condition.field}${spelling(operator)}[${start}, and ${value.length - most} more]`];
  }).join(' ');
};

const shownAtMost = (condition: Condition): number => {
  if ('folded' in condition) return OF_SETS;
  const values = 'value' in condition && typeof condition.value === 'object' ? condition.value : [];
  const namesRegion = condition.field === 'geolocation' && values.length < OF_SETS;
  return namesRegion ? OF_REGIONS : Number.POSITIVE_INFINITY;
};

/** `word` as it is typed: `4090`, `"H100 SXM"`, `any:epyc`, `!epyc`. */
export const printWord = ({ text, isExact, isEverywhere, isExcluded }: Word): string =>
  `${isExcluded ? '!' : ''}${isEverywhere ? `${ANYWHERE}:` : ''}${isExact ? quoted(text) : text}`;

type Single = string | number | boolean;

const flag = (field: string, value: boolean): string => (value ? field : `!${field}`);

const written = (field: string, operator: Operator, value: WireValue, print: (single: Single) => string): string =>
  `${field}${spelling(operator)}${typeof value === 'object' ? `[${value.map(print).join(', ')}]` : print(value)}`;

const wireText = (value: Single): string =>
  typeof value !== 'string' || isBare(value) ? String(value) : quoted(value);
