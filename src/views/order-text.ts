/** An order as text, as the command line and the file of a view have it: `dph_total:asc,dlperf:desc`. Pure. */
import type { SortKey } from '../api/requests.ts';
import { nearestWords } from '../base/nearest-words.ts';
import { COMPUTED_FIELDS, findComputedField } from '../catalogue/computed-fields.ts';
import { type Field, isSortable } from '../catalogue/field.ts';
import { findFilterField, findOfferField } from '../catalogue/lookup.ts';
import { OFFER_FIELDS } from '../catalogue/offer-fields.ts';

/** What is written for the order in which the service answers. */
const NO_ORDER = 'none';

/** `order` as `readOrder` reads it. */
export const orderText = (order: readonly SortKey[]): string =>
  order.length === 0 ? NO_ORDER : order.map((key) => key.join(':')).join(',');

/** The order that a text means: `none`, or what `readSortKeys` reads. */
export const readOrder = (text: string): { readonly order: readonly SortKey[] } | { readonly problem: string } =>
  text.trim() === NO_ORDER ? { order: [] } : readSortKeys(text);

/** `FIELD[:asc|desc][,...]` or `FIELD-` for descending, each field once, aliases resolved; else ascending. */
export const readSortKeys = (text: string): { readonly order: readonly SortKey[] } | { readonly problem: string } => {
  const words = text.split(',').map((word) => word.trim());
  if (words.includes('')) return { problem: 'Expected words separated by single commas.' };
  const order: SortKey[] = [];
  for (const word of words) {
    const reading = readSortKey(word);
    if ('problem' in reading) return reading;
    const [name] = reading.key;
    if (order.some(([before]) => before === name)) return { problem: `${name} is given twice: remove one.` };
    order.push(reading.key);
  }
  return { order };
};

const readSortKey = (text: string): { readonly key: SortKey } | { readonly problem: string } => {
  const [word = '', direction = 'asc', ...rest] = (text.endsWith('-') ? `${text.slice(0, -1)}:desc` : text).split(':');
  if ((direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
    return { problem: `Write asc or desc after the colon, as in ${word}:desc.` };
  }
  const field = offerField(word);
  if (field !== undefined && isSortable(field)) return { key: [field.name, direction] };
  if (word.startsWith('-')) {
    const meant = offerField(word.slice(1));
    if (meant !== undefined && isSortable(meant))
      return { problem: `For the largest first write ${word.slice(1)}:desc.` };
  }
  const problem = field === undefined ? 'is not an offer field' : 'cannot be used for sorting';
  const near = nearestWords(word, SORTABLE);
  return { problem: `${word} ${problem}.${near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`}` };
};

/** The field of an offer, received or computed, that has the wire name or alias `word`. */
export const offerField = (word: string): Field | undefined => {
  const name = findFilterField(word)?.name ?? word;
  return findOfferField(word) ?? findOfferField(name) ?? findComputedField(name);
};

const SORTABLE: readonly string[] = [...OFFER_FIELDS.filter(isSortable), ...COMPUTED_FIELDS].map(({ name }) => name);
