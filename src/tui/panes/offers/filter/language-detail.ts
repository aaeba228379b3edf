/** The page of the filter language, with what the offers at hand have in each field: in few cells, and all that is known of one entry. Pure. */
import { counted, grouped } from '../../../../base/figures.ts';
import { cellWidth, printable } from '../../../../base/text.ts';
import { wrappedLines } from '../../../../base/wrap.ts';
import { countriesOf } from '../../../../catalogue/countries.ts';
import { formatValue } from '../../../../catalogue/format.ts';
import { type FilterField, findFilterField } from '../../../../catalogue/lookup.ts';
import { quantityOf } from '../../../../catalogue/quantity.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { rowValue } from '../../../../filter/evaluate.ts';
import { comparisonsOf, spelling } from '../../../../filter/operators.ts';
import { hasNamedValues, isOnlyAsked, type SeenFigures } from '../../../../filter/seen.ts';
import { printValue } from '../../../../filter/value.ts';
import type { LanguageEntry } from '../../../state/language-help.ts';
import { type LanguageText, meaningLines } from '../../../ui/over-list-lines.ts';
import { dim, plain, type Segment } from '../../../ui/segments.ts';
import type { OfferList } from '../list.ts';
import { knownWords, type OffersAtHand, picture, rangeWords } from './candidate-lines.ts';
import { countsHere, seenHere } from './completing.ts';
import { offerLanguage, PLACE, REGION_FIELD } from './language.ts';

const MARGIN = '   ';

/** Values that are named at the most. */
const MOST_NAMED = 40;

/** The lines, in `width` cells each. */
export const languageDetail = (
  entry: LanguageEntry,
  atHand: OffersAtHand,
  width: number,
  isPlain: boolean,
): readonly (readonly Segment[])[] => {
  if (entry.name.startsWith(REGION_FIELD))
    return meaningLines({ ...entry, more: placedWords(entry.name, atHand) }, width);
  const field = findFilterField(entry.name);
  // An example of a form may be the name of a field.
  if (field === undefined || entry.aside === 'boolean-field') return meaningLines(entry, width);
  const { what, typed, units } = fieldFacts(entry, field);
  return [
    [
      { text: `${MARGIN}${printable(entry.name)}`, role: 'strong' },
      dim(`  ${oneLine(what.join(' · '), width - entry.name.length - 2)}`),
    ],
    [dim(MARGIN + oneLine(typed.join(' · '), width))],
    [dim(units.length === 0 ? '' : MARGIN + oneLine(`units: ${units.join(' ')}`, width))],
    seenSegments(field, atHand, width, isPlain),
  ];
};

/** What is known of a field without any offers: what it is, how it is typed, and the units that may stand behind a number. */
export const fieldFacts = ({ meaning }: LanguageEntry, field: FilterField) => ({
  what: [
    meaning,
    ...defaultWords(field),
    ...(field.isComputed ? ['computed here'] : []),
    ...(field.aliases === undefined ? [] : [`also ${field.aliases.join(', ')}`]),
  ],
  typed: [operatorWords(field), ...bareWords(field)],
  units: Object.keys(quantityOf(field)?.suffixes ?? {}),
});

/** How many of the offers are in a region. */
const placedWords = (name: string, { rows, isCut }: OffersAtHand): string => {
  const field = findFilterField(PLACE);
  if (field === undefined || rows.length === 0) return '';
  const counts = countsHere(rows, field);
  const count = countriesOf(name.slice(REGION_FIELD.length)).reduce((sum, code) => sum + (counts.get(code) ?? 0), 0);
  return `${grouped(count)} of ${knownWords(rows.length, rows.length, isCut)}`;
};

/** As many whole words as there is room for behind the margin. */
const oneLine = (text: string, width: number): string => {
  const [first = '', ...others] = wrappedLines(text, Math.max(1, width - MARGIN.length - 2));
  return others.length === 0 ? first : `${first} …`;
};

const defaultWords = ({ name, filter: { initial } }: FilterField): readonly string[] =>
  initial === undefined ? [] : [`default ${String(initial.value)}, ${name}=any lifts it`];

const operatorWords = (field: FilterField): string =>
  field.filter.kind === 'boolean'
    ? `${field.name} or !${field.name}`
    : comparisonsOf(field)
        .map((operator) => spelling(operator).trim())
        .join(' ');

/** What a number without a unit is. */
const bareWords = (field: FilterField): readonly string[] => {
  const quantity = quantityOf(field);
  if (quantity === undefined) return [];
  if (quantity.displayBelow !== undefined) return ['8.6 and 860 mean the same'];
  if (quantity.bare !== quantity.scale) return ['a number without % is a share from 0 to 1'];
  return quantity.unit === '' ? [] : [`a bare number is in ${quantity.unit}`];
};

/** The range and how it spreads, or the most frequent values. */
const seenSegments = (
  field: FilterField,
  { rows, isCut }: OffersAtHand,
  width: number,
  isPlain: boolean,
): readonly Segment[] => {
  const seen = seenHere(rows, field);
  if (isOnlyAsked(field)) return [dim(`${MARGIN}It changes what is asked for; no offer has one.`)];
  if (rows.length === 0) return [dim(`${MARGIN}No offers are here to see values in.`)];
  if (seen === undefined) return [dim(`${MARGIN}No value in ${knownWords(rows.length, rows.length, isCut)}.`)];
  const start = `${MARGIN}in ${knownWords(seen.known, rows.length, isCut)}:`;
  if (seen.kind === 'figures')
    return [dim(start), plain(`  ${figuresShown(field, seen, isPlain, width - cellWidth(start) - 2)}`)];
  const named: string[] = [];
  let free = width - cellWidth(start) - ' +25,000 more'.length;
  for (const [value, count] of seen.values.slice(0, MOST_NAMED)) {
    const shown = `  ${valueText(field, value)} · ${grouped(count)}`;
    free -= cellWidth(shown);
    if (free < 0) break;
    named.push(shown);
  }
  const others = seen.values.length - named.length;
  return [dim(start), plain(named.join('')), ...(others === 0 ? [] : [dim(`  +${grouped(others)} more`)])];
};

/** The picture where there is room for it; one of equal figures would say nothing. */
const figuresShown = (field: FilterField, seen: SeenFigures, isPlain: boolean, room: number): string => {
  const drawn = picture(field, seen);
  const isInWords = isPlain || seen.smallest === seen.largest || cellWidth(drawn) > room;
  return isInWords ? rangeWords(field, seen) : drawn;
};

const valueText = (field: FilterField, value: string): string =>
  printable(field.filter.kind === 'integer' || field.filter.kind === 'boolean' ? value : printValue(field, value));

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

/** The text of the page; `isCut` where the service may have more offers, with `isPlain` in words alone. */
export const offerLanguageText = ({ query, rows }: OfferList, isCut: boolean, isPlain: boolean): LanguageText => ({
  sections: offerLanguage(query),
  detail: (entry, width) => languageDetail(entry, { rows, isCut }, width, isPlain),
  ...(rows.length > 0 && {
    values: {
      heading: `in ${knownWords(rows.length, rows.length, isCut)}`,
      of: (name) => seenBriefly(rows, name),
    },
  }),
});
