/** Reads options that name fields of an offer, by wire name or alias. */
import { InvalidArgumentError } from 'commander';
import type { SortKey } from '../../api/requests.ts';
import { nearestWords } from '../../base/nearest-words.ts';
import { BREAKDOWN_FIGURES } from '../../catalogue/breakdown.ts';
import { COMPUTED_FIELDS } from '../../catalogue/computed-fields.ts';
import { isSortable } from '../../catalogue/field.ts';
import { OFFER_FIELDS } from '../../catalogue/offer-fields.ts';
import { offerField, readSortKeys } from '../../views/order-text.ts';
import { commaList } from './values.ts';

/** The order that `text` means (`readSortKeys`). */
export const orderKeys = (text: string): readonly SortKey[] => {
  const reading = readSortKeys(text);
  if ('order' in reading) return reading.order;
  throw new InvalidArgumentError(reading.problem);
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
const figureNames: readonly string[] = ['search', 'instance'].flatMap((view) =>
  BREAKDOWN_FIGURES.map(({ name }) => `${view}.${name}`),
);

const suggestion = (word: string, names: readonly string[]): string => {
  const near = nearestWords(word, names);
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
};
