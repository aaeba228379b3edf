/** By what offers are grouped in the table: fields with few values. */
import { countryName, countryOfPlace } from '../../../catalogue/countries.ts';
import { displayText } from '../../../catalogue/format.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { DATACENTER } from '../../../pricing/likeness.ts';

/** What is said of an offer of which that is not known. */
const NOT_KNOWN = 'not known';

type Grouping = {
  readonly label: string;
  /** What offers of a group have in common, in words, by their value of the field. */
  readonly of: (value: unknown) => string;
  /** The figure by which groups stand in an order of their own; absent where they stand as their first offers do. */
  readonly rank?: (offer: Offer) => number;
};

/** By the field, in the order in which the key takes them. */
const GROUPINGS: ReadonlyMap<string, Grouping> = new Map<string, Grouping>([
  ['gpu_name', { label: 'GPU', of: (model) => displayText(textOf(model) || NOT_KNOWN) }],
  [
    'num_gpus',
    {
      label: 'count',
      of: (count) => (count == null ? NOT_KNOWN : `${count}×`),
      rank: ({ num_gpus: count }) => count ?? Number.POSITIVE_INFINITY,
    },
  ],
  ['geolocation', { label: 'country', of: (place) => countryIn(textOf(place)) }],
  ['verification', { label: 'verification', of: (word) => displayText(textOf(word) || NOT_KNOWN) }],
  ['hosting_type', { label: 'datacenter', of: (hosting) => hostingWords(hosting) }],
]);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const countryIn = (place: string): string => {
  const code = countryOfPlace(place);
  return code === undefined ? NOT_KNOWN : `${countryName(code) ?? ''} ${code}`.trim();
};

const hostingWords = (hosting: unknown): string =>
  hosting == null ? NOT_KNOWN : hosting === DATACENTER ? 'in a datacenter' : 'not in a datacenter';

/** True for a field that offers can be grouped by. */
export const isGrouping = (by: string): boolean => GROUPINGS.has(by);

/** What an offer has in common with those that it is grouped with, written once for each value. */
export const groupOf = (by: string): ((offer: Offer) => string) => {
  const known = new Map<unknown, string>();
  const wordsOf = (value: unknown) => GROUPINGS.get(by)?.of(value) ?? NOT_KNOWN;
  return (offer) => known.getOrInsertComputed(offer[by], wordsOf);
};

/** The place of the group of `offer` before others; the same for all where the order of the offers decides. */
export const groupRank = (offer: Offer, by: string): number => GROUPINGS.get(by)?.rank?.(offer) ?? 0;

/** What a grouping is called. */
export const groupingLabel = (by: string): string => GROUPINGS.get(by)?.label ?? by;

/** The grouping behind `by`, the first one behind none, and none behind the last. */
export const nextGrouping = (by: string | undefined): string | undefined =>
  [...GROUPINGS.keys()][by === undefined ? 0 : [...GROUPINGS.keys()].indexOf(by) + 1];
