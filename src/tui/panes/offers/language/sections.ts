/** What a filter of offers can say, as the page of it lists that: forms with examples, every field, and regions. Pure. */
import { counted } from '../../../../base/figures.ts';
import { countryName } from '../../../../catalogue/countries.ts';
import { unitOf } from '../../../../catalogue/format.ts';
import type { FilterField } from '../../../../catalogue/lookup.ts';
import { REGIONS } from '../../../../catalogue/regions.ts';
import { GROUP_TITLES } from '../../../../catalogue/sections.ts';
import { fieldsInOrder } from '../../../../filter/field-order.ts';
import type { SetMember } from '../../../../filter/line.ts';
import type { OwnSets } from '../../../../filter/own-sets.ts';
import { SET_SIGN } from '../../../../filter/tokens.ts';
import type { LanguageEntry, LanguageSection } from '../../../state/language-help.ts';
import type { FilterQuery } from '../filter-query.ts';
import { GRAMMAR } from './grammar.ts';

const FORMS: LanguageSection = {
  title: 'A filter is conditions and words, with spaces between them',
  entries: GRAMMAR,
};

/** The field that regions are values of. */
export const PLACE = 'geolocation';

/** What stands before the name of a region. */
export const REGION_FIELD = `${PLACE}=`;

const REGION_SECTION: LanguageSection = {
  title: 'Regions, which stand for their countries',
  entries: Object.entries(REGIONS).map(([name, codes]) => ({
    name: REGION_FIELD + name,
    aside: `${codes.length} countries`,
    meaning: codes.join(' '),
    words: codes.map((code) => countryName(code) ?? ''),
  })),
};

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
  REGION_SECTION,
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

const fieldEntry = (field: FilterField): LanguageEntry => ({
  name: field.name,
  aside: unitOf(field),
  meaning: `${GROUP_TITLES[field.group]}: ${field.label}`,
  words: [...(field.aliases ?? []), ...(field.known ?? []), ...(field.isComputed ? ['computed here'] : [])],
});

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
export const setClause = (name: string, [first]: readonly SetMember[]): string =>
  `${typeof first === 'string' ? 'gpu_name' : 'host_id'} in ${name}`;
