/** Reads the value of one command-line option. A value that cannot be meant throws commander's error with what is allowed. */
import { InvalidArgumentError } from 'commander';
import { SEARCH_TYPES, type SearchType, type SortKey } from '../api/requests.ts';
import { BREAKDOWN_FIGURES } from '../catalogue/breakdown.ts';
import { type Field, isSortable } from '../catalogue/field.ts';
import { findFilterField, findOfferField, nearestWords } from '../catalogue/lookup.ts';
import { OFFER_FIELDS } from '../catalogue/offer-fields.ts';
import { readStorageGb } from '../filter/storage-size.ts';

/** A whole number from `minimum` to `maximum`. */
export const wholeNumber =
  (minimum: number, maximum = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    const end = maximum === Number.MAX_SAFE_INTEGER ? 'up' : `to ${maximum}`;
    throw new InvalidArgumentError(`It takes a whole number from ${minimum} ${end}.`);
  };

/** Gigabytes of disk to rent with the instance: a number above 0, with a unit or without. */
export const gigabytes = (text: string): number => {
  const value = readStorageGb(text);
  if (value !== undefined) return value;
  throw new InvalidArgumentError('It takes a size above 0, such as 200, 500GB or 2TB.');
};

/** A name or a path: an empty one, as of a variable that is not set, would mean another service or place than the one meant. */
export const notEmpty = (text: string): string => {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
  return text;
};

/** How offers are priced, by the name in the service's interface or the one that people know. */
export const searchType = (text: string): SearchType => {
  const known = { 'on-demand': 'ondemand', interruptible: 'bid' } as const;
  const type =
    SEARCH_TYPES.find((name) => name === text) ??
    (Object.hasOwn(known, text) ? known[text as keyof typeof known] : undefined);
  if (type !== undefined) return type;
  throw new InvalidArgumentError('It takes ondemand (or on-demand), bid (or interruptible), or reserved.');
};

/** `on` as true, `off` as false. */
export const onOrOff = (text: string): boolean => {
  if (text === 'on') return true;
  if (text === 'off') return false;
  throw new InvalidArgumentError('It takes on or off.');
};

/** Words between commas, spaces around them dropped; at least one. */
export const commaList = (text: string): readonly string[] => {
  const words = text.split(',').map((word) => word.trim());
  if (words.includes('')) throw new InvalidArgumentError('It takes words with single commas between them.');
  return words;
};

/** `FIELD[:asc|desc][,...]` or `FIELD-` for descending as sort keys, each field once, aliases resolved; else ascending. */
export const orderKeys = (text: string): readonly SortKey[] => {
  const keys = commaList(text).map(orderKey);
  const again = keys.find(([name], place) => keys.slice(0, place).some(([before]) => before === name));
  if (again === undefined) return keys;
  throw new InvalidArgumentError(`${again[0]} is named twice: the first one decides, so leave the other out.`);
};

const orderKey = (key: string): SortKey => {
  const [word = '', direction = 'asc', ...rest] = key.replace(/-$/, ':desc').split(':');
  if ((direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
    throw new InvalidArgumentError(`After a field and a colon comes asc or desc, as in ${word}:desc.`);
  }
  const field = offerField(word);
  if (field !== undefined && isSortable(field)) return [field.name, direction];
  const fault = field === undefined ? 'is not a field of an offer' : 'cannot be sorted by';
  throw new InvalidArgumentError(`${word} ${fault}.${suggestion(word, sortableNames)}`);
};

/** Names of offer fields, aliases resolved, and of breakdown figures such as `search.totalHour`. */
export const offerFieldNames = (text: string): readonly string[] =>
  commaList(text).map((word) => {
    const name = figureNames.includes(word) ? word : offerField(word)?.name;
    if (name !== undefined) return name;
    const near = suggestion(word, [...allNames, ...figureNames]);
    throw new InvalidArgumentError(
      `${word} is not a field of an offer.${near || ` The fields are ${allNames.join(', ')}.`}`,
    );
  });

/** Names out of `fields`. */
export const namesOf =
  (fields: readonly Field[]) =>
  (text: string): readonly string[] =>
    commaList(text).map((word) => {
      const names = fields.map(({ name }) => name);
      if (names.includes(word)) return word;
      throw new InvalidArgumentError(`There is no field ${word}. The fields are ${names.join(', ')}.`);
    });

const allNames: readonly string[] = OFFER_FIELDS.map(({ name }) => name);
const sortableNames: readonly string[] = OFFER_FIELDS.filter(isSortable).map(({ name }) => name);
const figureNames: readonly string[] = ['search', 'instance'].flatMap((view) =>
  BREAKDOWN_FIGURES.map(({ name }) => `${view}.${name}`),
);

const offerField = (word: string): Field | undefined =>
  findOfferField(word) ?? findOfferField(findFilterField(word)?.name ?? '');

const suggestion = (word: string, names: readonly string[]): string => {
  const near = nearestWords(word, names);
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
};
