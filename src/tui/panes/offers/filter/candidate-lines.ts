/** The candidates for the place of the cursor, what the first or the chosen one means, and what offers have in a field, as pieces of a line. Pure. */
import { counted, grouped } from '../../../../base/figures.ts';
import { cellWidth, printableStart } from '../../../../base/text.ts';
import { countriesOf, countryName, regionNamed } from '../../../../catalogue/countries.ts';
import { formatValue, unitOf } from '../../../../catalogue/format.ts';
import { type FilterField, findFilterField } from '../../../../catalogue/lookup.ts';

import { GROUP_TITLES } from '../../../../catalogue/sections.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import type { Offered, Offering, Walk } from '../../../../filter/complete.ts';
import type { Comparison, SetMember } from '../../../../filter/line.ts';
import { spelling } from '../../../../filter/operators.ts';
import { hasNamedValues, type Seen, type SeenFigures } from '../../../../filter/seen.ts';
import { BARS } from '../../../ui/chart.ts';
import { dim, plain, type Segment } from '../../../ui/segments.ts';
import { CANDIDATE_MAXIMUM } from '../../list-pane/completing.ts';
import { seenHere } from './completing.ts';

/** `0.1012 ▁▅█▃▂ 12.4000 $/h`; where few figures reach far beyond the others, these are one bar behind the figure that it begins at. */
export const picture = (field: FilterField, { smallest, largest, histogram }: SeenFigures): string => {
  const { counts, tailFrom } = histogram;
  const bars = barsOf(counts);
  const drawn =
    tailFrom === undefined ? bars : `${bars.slice(0, -1)} ${formatValue(field, tailFrom)} ${bars.slice(-1)}`;
  return `${formatValue(field, smallest)} ${drawn} ${withUnit(field, formatValue(field, largest))}`;
};

/** One character for each count, the largest one as high as a line; nothing at all is a dot. */
const barsOf = (counts: readonly number[]): string => {
  const most = Math.max(...counts);
  return counts
    .map((count) => (count === 0 ? '·' : (BARS[Math.ceil((count / most) * BARS.length) - 1] ?? BARS[0])))
    .join('');
};

/** `0.1012 to 12.4000 $/h`. */
export const rangeWords = (field: FilterField, { smallest, largest }: SeenFigures): string => {
  const low = formatValue(field, smallest);
  const high = formatValue(field, largest);
  return low === high ? withUnit(field, low) : `${low} to ${withUnit(field, high)}`;
};

/** What was seen, in a few words; `offers` names what it was seen in. */
const seenWords = (field: FilterField, seen: Seen, offers: string): string => {
  if (seen.kind === 'figures') return `${rangeWords(field, seen)} in ${offers}`;
  if (field.filter.kind === 'boolean') {
    const yes = seen.values.find(([value]) => value === 'true')?.[1] ?? 0;
    return `yes in ${grouped(yes)} of ${offers}`;
  }
  const { length } = seen.values;
  return `${counted(length, 'value')} in ${offers}`;
};

/** The figure with its unit, as a line may have it. */
const withUnit = (field: FilterField, figure: string): string => {
  const unit = unitOf(field);
  return unit === '' ? figure : unit === '%' ? `${figure}%` : `${figure} ${unit}`;
};

/** The offers that were counted: all that are here, which may be only the first of a longer list. */
export type OffersAtHand = { readonly rows: readonly Offer[]; readonly isCut: boolean };

/** What each operator says of the value behind it. */
const MEANINGS: Readonly<Record<Comparison, string>> = {
  eq: 'equal to',
  neq: 'other than',
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
  in: 'one of a list: in [a, b]',
  notin: 'none of a list: notin [a, b]',
  contains: 'holds this part, in any letter case',
};

/** Of a field of figures whose value is typed: the range seen and how it spreads, in words alone with `isPlain`. */
export const figureSegments = (
  { valueField }: Offering,
  { rows, isCut }: OffersAtHand,
  width: number,
  isPlain: boolean,
): readonly Segment[] => {
  const field = valueField === undefined ? undefined : findFilterField(valueField);
  const seen = field && seenHere(rows, field);
  if (field === undefined || seen?.kind !== 'figures') return [];
  const { smallest, middle, largest, known } = seen;
  const offers = knownWords(known, rows.length, isCut);
  const half = `half of them at most ${withUnit(field, formatValue(field, middle))}`;
  if (isPlain || smallest === largest) {
    const range = `${MARGIN}${field.name}: ${rangeWords(field, seen)} in ${offers}`;
    return fitting([range, ...(smallest === largest ? [] : [`, ${half}`])], width).map(dim);
  }
  const [first = '', ...more] = fitting(
    [`${MARGIN}${field.name}  ${picture(field, seen)}`, `   ${offers}`, `   ${half}`],
    width,
  );
  return [plain(first), ...more.map(dim)];
};

/** What the first or the chosen candidate is, or the field whose figure is typed, in `width` cells; phrases that do not fit are left out. */
export const meaningSegments = (offering: Offering | Walk, atHand: OffersAtHand, width: number): readonly Segment[] => {
  const item = offering.items['chosen' in offering ? offering.chosen : 0];
  const field = findFilterField(item?.field ?? offering.valueField ?? '');
  if (field === undefined) return [];
  const [first = '', ...more] = item === undefined ? [ofField(field)] : phrasesOf(item, field, offering, atHand);
  return fitting(
    [MARGIN + printableStart(first, CANDIDATE_MAXIMUM), ...more.map((phrase) => ` · ${phrase}`)],
    width,
  ).map(dim);
};

const phrasesOf = (
  item: Offered,
  field: FilterField,
  { offers }: Offering,
  { rows, isCut }: OffersAtHand,
): readonly string[] => {
  const seen = seenHere(rows, field);
  const countWords = (count: number): string => `${grouped(count)} of ${offersWords(offers, isCut)}`;
  const notHere = `not among the ${isCut ? 'first ' : ''}${grouped(offers)} here`;
  const seenPhrase = seen === undefined ? [] : [seenWords(field, seen, knownWords(seen.known, rows.length, isCut))];
  switch (item.kind) {
    case 'field':
      return [ofField(field), ...seenPhrase, ...initialPhrase(field)];
    case 'operator':
      return [
        `${spelling(item.operator).trim()}  ${operatorWords(field, item.operator)}`,
        meaningOf(field),
        ...seenPhrase,
      ];
    case 'set': {
      const here = item.count === undefined ? notHere : countWords(item.count);
      return [`${item.text.split(' ').at(-1)}: ${setStart(item.members)}`, ...(hasNamedValues(field) ? [here] : [])];
    }
    case 'value': {
      if (item.value === undefined) return [`any: lifts the default of ${field.name}`];
      const count = item.count === undefined ? notHere : countWords(item.count);
      return [`${placeWords(field, item.value) ?? `${field.name}=${item.text.split('=').at(-1)}`}`, count];
    }
  }
};

/** The first values of a set: `8207, 11843, 6541 and 9 more`. */
const setStart = (members: readonly SetMember[]): string => {
  const more = members.length - MEMBERS_SHOWN;
  const start = members.slice(0, MEMBERS_SHOWN).join(', ');
  return more > 0 ? `${start} and ${grouped(more)} more` : start;
};

const MEMBERS_SHOWN = 3;

const ofField = (field: FilterField): string => `${field.name}  ${meaningOf(field)}`;

/** `GPU: VRAM per GPU, in GB`. */
const meaningOf = (field: FilterField): string => {
  const unit = unitOf(field);
  return `${GROUP_TITLES[field.group]}: ${field.label}${unit === '' ? '' : `, in ${unit}`}`;
};

const initialPhrase = ({ filter: { initial } }: FilterField): readonly string[] =>
  initial === undefined ? [] : [`${String(initial.value)} unless you say otherwise`];

const operatorWords = (field: FilterField, operator: Comparison): string =>
  field.name === 'duration' && operator === 'eq' ? 'at least, as the service reads it' : MEANINGS[operator];

/** A country or a region by its name. */
const placeWords = (field: FilterField, value: string): string | undefined => {
  if (field.filter.kind !== 'country') return undefined;
  const region = regionNamed(value);
  return region === undefined
    ? `${value}: ${countryName(value) ?? 'a country'}`
    : `${region}: ${countriesOf(region).length} countries`;
};

const offersWords = (count: number, isCut: boolean): string => `${isCut ? 'the first ' : ''}${counted(count, 'offer')}`;

/** The offers that have a value, of those that are here. */
export const knownWords = (known: number, all: number, isCut: boolean): string =>
  known === all ? offersWords(all, isCut) : `${grouped(known)} of ${offersWords(all, isCut)}`;

/** The first of `phrases`, and of the others those that fit behind it. */
const fitting = (phrases: readonly string[], width: number): readonly string[] => {
  const kept: string[] = [];
  let free = width;
  for (const [place, phrase] of phrases.entries()) {
    const cells = cellWidth(phrase);
    if (place > 0 && cells > free) break;
    kept.push(phrase);
    free -= cells;
  }
  return kept;
};

const MARGIN = '   ';
