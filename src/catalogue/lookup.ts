/** Finds catalogue rows by what a person typed or the service wrote. */
import type { Field } from './field.ts';
import { FILTER_ONLY_FIELDS } from './filter-only-fields.ts';
import { OFFER_FIELDS } from './offer-fields.ts';

/** A row that may be used in a search filter. */
export type FilterField = Field & Required<Pick<Field, 'filter'>>;

const isFilterField = (field: Field): field is FilterField => field.filter !== undefined;

const allFields: readonly Field[] = [...OFFER_FIELDS, ...FILTER_ONLY_FIELDS];

/** The 56 filters of API.md, in the catalogue's order. */
export const FILTER_FIELDS: readonly FilterField[] = allFields.filter(isFilterField);

const offerFieldsByName = new Map<string, Field>(OFFER_FIELDS.map((field) => [field.name, field]));

const filterFieldsByWord = new Map<string, FilterField>(
  FILTER_FIELDS.flatMap((field) => [field.name, ...(field.aliases ?? [])].map((word) => [word, field] as const)),
);

/** The row of an offer's field by its wire name; undefined when API.md has no such field. */
export const findOfferField = (name: string): Field | undefined => offerFieldsByName.get(name);

/** The filter that a person means by `word`: a wire name or an alias, in any letter case; undefined when there is none. */
export const findFilterField = (word: string): FilterField | undefined => filterFieldsByWord.get(word.toLowerCase());

/** Every word by which a filter may be called: wire names and aliases. */
export const FILTER_WORDS: readonly string[] = [...filterFieldsByWord.keys()];

/** At most `count` of `words` that are nearest to `word` by edits, nearest first; none when nothing is near. */
export const nearestWords = (word: string, words: readonly string[], count = 3): readonly string[] => {
  const wanted = word.toLowerCase();
  const limit = Math.max(2, Math.floor(wanted.length / 2));
  return words
    .map((candidate) => ({ candidate, distance: closeness(wanted, candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate))
    .slice(0, count)
    .map(({ candidate }) => candidate);
};

/** Edits between two words; a word that contains the other is nearly as near as a single edit. */
const closeness = (wanted: string, candidate: string): number =>
  wanted.length > 2 && candidate.includes(wanted) ? 1 : editDistance(wanted, candidate);

const editDistance = (a: string, b: string): number => {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
};
