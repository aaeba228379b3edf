/**
 * What a filter of offers can say (docs/filter-line.md, Grammar), as the page of it lists that: forms with examples, every field, regions
 * and sets; and where an entry goes into the line. Pure.
 */

import { counted } from '../../../../base/figures.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { once } from '../../../../base/once.ts';
import { countryName, REGIONS } from '../../../../catalogue/countries.ts';
import { findFilterField } from '../../../../catalogue/lookup.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { fieldsInOrder } from '../../../../filter/complete.ts';
import type { SetMember } from '../../../../filter/line.ts';
import { type OwnSets, setsFor } from '../../../../filter/own-sets.ts';
import { SET_SIGN } from '../../../../filter/tokens.ts';
import type { Language } from '../../../keys/list-needs.ts';
import type { LanguageEntry, LanguageSection, Placed } from '../../../state/language-help.ts';
import { fieldEntry } from '../../list-pane/clauses.ts';
import type { OfferList } from '../list.ts';
import { offeringHere } from './completing.ts';
import type { FilterQuery } from './filter-query.ts';

/** The name of an entry is its example; `form` is written as in the document. */
const row = (
  form: string,
  example: string,
  meaning: string,
  words: readonly string[] = [],
  more?: string,
): LanguageEntry => ({
  name: example,
  aside: form,
  meaning,
  words,
  ...(more !== undefined && { more }),
});

/** The forms, each with an example that stands in that document; those that are sent before those that narrow the rows here. */
export const GRAMMAR: readonly LanguageEntry[] = [
  row(
    'field operator value',
    'num_gpus>=4',
    'a field and what it is compared with',
    ['operators', 'number'],
    'operators are = != > >= < <= ~ in notin; below, each field names those that it takes. Spaces around an operator are optional.',
  ),
  row(
    'number [unit]',
    'gpu_ram>=24GiB',
    'a unit stands right behind its number',
    ['units'],
    'without one the number is in the unit that people mean: gpu_ram>=24 is in GB',
  ),
  row('field=low..high', 'num_gpus=2..4', 'a range, both ends included', ['between']),
  row(
    '\'text\' | "text"',
    'gpu_name="RTX 4090"',
    'quotes keep spaces and letter case',
    ['quotes', 'equal'],
    'without quotes a known model is found in any spelling: gpu_name=rtx4090, gpu_name=RTX_4090',
  ),
  row(
    '[a, b]',
    'geolocation in [DACH, US]',
    'one of a list; notin: none of it',
    ['list', 'notin', 'country', 'values'],
    'countries are codes of two letters or English names; regions, and sets of your own (@name), stand below',
  ),
  row('clause | clause', 'gpu_name=RTX_4090 | RTX_5090', 'either value, of one field', ['or', 'alternative']),
  row(
    'field~text',
    'gpu_name~40',
    'the text holds this part',
    ['contains'],
    'in any letter case. It is applied to the offers received, not sent.',
  ),
  row('boolean-field', 'static_ip', 'yes: the same as static_ip=true', ['true']),
  row('!boolean-field', '!static_ip', 'no: the same as static_ip=false', ['false', 'not']),
  row(
    'field=any',
    'rentable=any',
    'lifts a default',
    ['all'],
    'verified, rentable, !rented and cpu_arch=amd64 are sent unless a filter names these fields',
  ),
  row(
    'any other text',
    '4090',
    'read as what it says; else leaves the rows that show it',
    ['word', 'search', 'read'],
    `h100, 8x4090, germany, 24gb and their like say a clause, which stands below the line; ${keyName('offers.filter-complete', 'tab')} and Enter write it. What says none is looked for in the columns of the full table, also as a part, in any letter case, and is not sent`,
  ),
  row('"text"', '"RTX 4090"', 'leaves the rows that show it; not read, not sent', ['word', 'quotes']),
  row('any:text', 'any:epyc', 'leaves the rows that have it in any field', ['word', 'everywhere']),
  row('any:"text"', 'any:"AMD EPYC"', 'the same for a text with spaces', ['word', 'everywhere', 'quotes']),
  row('!text', '!4090', 'leaves out what it says, or the rows that show it', ['word', 'without', 'not', 'exclude']),
  row(
    '!"text"',
    '!"H100 SXM"',
    'the same for a text with spaces',
    ['word', 'quotes', 'without', 'exclude'],
    'without quotes a text that is near the name of a field is a problem',
  ),
];

const FORMS: LanguageSection = {
  title: 'A filter is conditions and words, with spaces between them',
  entries: GRAMMAR,
};

/** The field that regions are values of. */
export const PLACE = 'geolocation';

/** What stands before the name of a region. */
export const REGION_FIELD = `${PLACE}=`;

/** Made when it is first asked for: the system takes milliseconds to say the names of countries. */
const regionSection = once(
  (): LanguageSection => ({
    title: 'Regions, which stand for their countries',
    entries: Object.entries(REGIONS).map(([name, codes]) => ({
      name: REGION_FIELD + name,
      aside: `${codes.length} countries`,
      meaning: codes.join(' '),
      words: codes.map((code) => countryName(code) ?? ''),
    })),
  }),
);

const FIELDS_TITLE = 'Fields, with the unit that they are shown in';

const NEVER_USED: readonly string[] = [];
const FIELDS = new WeakMap<readonly string[], { readonly hasWorkload: boolean; readonly section: LanguageSection }>();

/** All of it; fields in the order in which they are offered while a line is typed. */
export const offerLanguage = ({
  used = NEVER_USED,
  hasWorkload = false,
  sets,
}: Pick<FilterQuery, 'used' | 'hasWorkload' | 'sets'>): readonly LanguageSection[] => [
  FORMS,
  fieldSection(used, hasWorkload),
  regionSection(),
  ...(sets === undefined || Object.keys(sets.members).length === 0 ? [] : [setSection(sets)]),
];

const fieldSection = (used: readonly string[], hasWorkload: boolean): LanguageSection => {
  const known = FIELDS.get(used);
  if (known?.hasWorkload === hasWorkload) return known.section;
  const section = {
    title: FIELDS_TITLE,
    hasValues: true,
    entries: fieldsInOrder(used, hasWorkload).map(fieldEntry),
  } as const;
  FIELDS.set(used, { hasWorkload, section });
  return section;
};

const SETS = new WeakMap<OwnSets, LanguageSection>();

const setSection = (sets: OwnSets): LanguageSection => {
  const section = SETS.get(sets) ?? {
    title: `Your sets, which are written in ${sets.file}`,
    entries: Object.entries(sets.members).map(([name, members]) => setEntry(name, members)),
  };
  SETS.set(sets, section);
  return section;
};

/** Values of a set that are named at the most. */
const MOST_NAMED = 40;

const setEntry = (name: string, members: readonly SetMember[]): LanguageEntry => ({
  name: SET_SIGN + name,
  aside: counted(members.length, 'value'),
  meaning: members.slice(0, MOST_NAMED).join(', ') || 'empty: a filter cannot name it yet',
  more: `as in ${setClause(SET_SIGN + name, members)}`,
  words: ['set', 'own'],
});

/** A clause with the set, whose name has its `@`. */
const setClause = (name: string, [first]: readonly SetMember[]): string =>
  `${typeof first === 'string' ? 'gpu_name' : 'host_id'} in ${name}`;

/** The field that is typed at the cursor, or of which a value is. */
const begunField = (list: OfferList): string | undefined => {
  const { from, items, valueField } = offeringHere(list);
  if (valueField !== undefined) return valueField;
  const begun = list.filter.text.slice(from, list.filter.at);
  return begun === '' ? undefined : (findFilterField(begun)?.name ?? items.find(({ kind }) => kind === 'field')?.field);
};

/** The language of the filter line. A name that is begun at the cursor gives way to the one that is taken. */
export const OFFER_LANGUAGE: Language<Offer, FilterQuery> = {
  sections: ({ query }) => offerLanguage(query),
  begun: begunField,
  placed: (list, { name }) => {
    const { text, at } = list.filter;
    const { from, items, valueField } = offeringHere(list);
    if (valueField === PLACE && name.startsWith(REGION_FIELD)) {
      return { from, put: name.slice(REGION_FIELD.length), isJoined: true };
    }
    const members = name.startsWith(SET_SIGN) ? list.query.sets?.members[name.slice(SET_SIGN.length)] : undefined;
    if (members !== undefined) return setPlaced(list, name, members);
    const begun = text.slice(from, at).toLowerCase();
    const isName = findFilterField(name) !== undefined && items.some(({ kind }) => kind === 'field');
    const isBegun = begun !== '' && valueField === undefined && (isName || name.toLowerCase().startsWith(begun));
    return { from: isBegun ? from : at, put: name };
  },
};

/** A set is a value where one of its kind is typed, elsewhere a clause. */
const setPlaced = (list: OfferList, name: string, members: readonly SetMember[]): Placed => {
  const { from, valueField } = offeringHere(list);
  const field = findFilterField(valueField ?? '');
  const { sets } = list.query;
  const isFit =
    field !== undefined && sets !== undefined && setsFor(field, sets).some(([one]) => SET_SIGN + one === name);
  if (isFit) return { from, put: name, isJoined: list.filter.text.slice(0, from).trimEnd().endsWith('=') };
  return { from: list.filter.at, put: setClause(name, members) };
};
