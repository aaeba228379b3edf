/** Reads options that name fields of an offer, by wire name or alias. */
import { InvalidArgumentError } from 'commander';
import type { SortKey } from '../../api/requests.ts';
import { nearestWords } from '../../base/nearest-words.ts';
import { BREAKDOWN_FIGURES } from '../../catalogue/breakdown.ts';
import { COMPUTED_FIELDS, findComputedField } from '../../catalogue/computed-fields.ts';
import { type Field, isSortable } from '../../catalogue/field.ts';
import { findFilterField, findOfferField } from '../../catalogue/lookup.ts';
import { OFFER_FIELDS } from '../../catalogue/offer-fields.ts';
import { commaList } from './values.ts';

/** `FIELD[:asc|desc][,...]` or `FIELD-` for descending as sort keys, each field once, aliases resolved; else ascending. */
export const orderKeys = (text: string): readonly SortKey[] => {
  const keys = commaList(text).map(orderKey);
  const again = keys.find(([name], place) => keys.slice(0, place).some(([before]) => before === name));
  if (again === undefined) return keys;
  throw new InvalidArgumentError(`${again[0]} is given twice: remove one.`);
};

const orderKey = (key: string): SortKey => {
  const [word = '', direction = 'asc', ...rest] = key.replace(/-$/, ':desc').split(':');
  if ((direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
    throw new InvalidArgumentError(`Write asc or desc after the colon, as in ${word}:desc.`);
  }
  const field = offerField(word);
  if (field !== undefined && isSortable(field)) return [field.name, direction];
  if (word.startsWith('-')) {
    const meant = offerField(word.slice(1));
    if (meant !== undefined && isSortable(meant))
      throw new InvalidArgumentError(`For the largest first write ${word.slice(1)}:desc.`);
  }
  const problem = field === undefined ? 'is not an offer field' : 'cannot be used for sorting';
  throw new InvalidArgumentError(`${word} ${problem}.${suggestion(word, sortableNames)}`);
};

/** Names of offer fields, aliases resolved, and of breakdown figures such as `search.totalHour`. */
export const offerFieldNames = (text: string): readonly string[] =>
  commaList(text).map((word) => {
    const name = figureNames.includes(word) ? word : offerField(word)?.name;
    if (name !== undefined) return name;
    const near = suggestion(word, [...allNames, ...figureNames]);
    throw new InvalidArgumentError(
      `${word} is not an offer field.${near || ` The fields are ${allNames.join(', ')}.`}`,
    );
  });

/** Names of offer fields whose values offers can be grouped by, aliases resolved, each once. */
export const groupFields = (text: string): readonly string[] => {
  const names = commaList(text).map((word) => {
    const field = offerField(word);
    if (field !== undefined && isSortable(field) && !field.isComputed) return field.name;
    if (field?.isComputed) throw new InvalidArgumentError(`${word} is computed by gpudeck and cannot be grouped by.`);
    const problem = field === undefined ? 'is not a field of an offer' : 'holds no single value to group by';
    throw new InvalidArgumentError(`${word} ${problem}.${suggestion(word, groupNames)}`);
  });
  return [...new Set(names)];
};

const computedNames = COMPUTED_FIELDS.map(({ name }) => name);
const allNames: readonly string[] = [...OFFER_FIELDS.map(({ name }) => name), ...computedNames];
const groupNames: readonly string[] = OFFER_FIELDS.filter(isSortable).map(({ name }) => name);
const sortableNames: readonly string[] = [...groupNames, ...computedNames];
const figureNames: readonly string[] = ['search', 'instance'].flatMap((view) =>
  BREAKDOWN_FIGURES.map(({ name }) => `${view}.${name}`),
);

const offerField = (word: string): Field | undefined => {
  const name = findFilterField(word)?.name ?? word;
  return findOfferField(word) ?? findOfferField(name) ?? findComputedField(name);
};

const suggestion = (word: string, names: readonly string[]): string => {
  const near = nearestWords(word, names);
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
};
