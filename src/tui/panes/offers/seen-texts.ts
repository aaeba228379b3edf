/** The texts that offers were seen to have in filterable fields: what Tab offers as values, also when the newest answer is empty. */
import { FILTER_FIELDS } from '../../../catalogue/lookup.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { rowValue } from '../../../filter/row-value.ts';

/** A text, and the number of offers that had it. */
type SeenText = readonly [text: string, count: number];

/** By filter name, each text with how often it was seen. */
export type SeenTexts = Readonly<Record<string, readonly SeenText[]>>;

/** Texts of one field that are remembered at the most, those of the newest answer not counted: a service may make up new ones. */
const KNOWN_TEXTS = 1000;

/** Longest text that is offered, in characters: nobody looks for a longer one. */
const LONGEST_TEXT = 200;

const TEXTS = FILTER_FIELDS.filter(({ filter }) => ['text', 'version', 'country'].includes(filter.kind)).map(
  ({ name }) => ({ name, valueIn: rowValue(name) }),
);

/** The texts in `offers`, and those of `before` that are not among them, up to a bound. */
export const textsSeen = (offers: readonly Offer[], before: SeenTexts): SeenTexts =>
  Object.fromEntries(TEXTS.map(({ name }) => [name, withKnown(countsOf(offers).get(name), before[name])]));

/** The texts seen in `field`, the most frequent first. */
export const textsOf = (seen: SeenTexts, field: string): readonly string[] =>
  [...(seen[field] ?? [])].sort(([, a], [, b]) => b - a).map(([text]) => text);

const COUNTED = new WeakMap<readonly Offer[], ReadonlyMap<string, ReadonlyMap<string, number>>>();

/** How often `offers` have each text, by field. It is counted once: a line may be opened many times over the same offers. */
const countsOf = (offers: readonly Offer[]): ReadonlyMap<string, ReadonlyMap<string, number>> => {
  const known = COUNTED.get(offers);
  if (known !== undefined) return known;
  const counts = new Map(TEXTS.map(({ name, valueIn }) => [name, textsIn(offers, valueIn)]));
  COUNTED.set(offers, counts);
  return counts;
};

const textsIn = (offers: readonly Offer[], valueIn: (offer: Offer) => unknown): ReadonlyMap<string, number> => {
  // A count is changed in its place: to look its text up once more takes as long as all the rest.
  const counts = new Map<string, { count: number }>();
  for (const offer of offers) {
    const value = valueIn(offer);
    if (typeof value !== 'string' || value.length > LONGEST_TEXT) continue;
    const known = counts.get(value);
    if (known === undefined) counts.set(value, { count: 1 });
    else known.count++;
  }
  return new Map([...counts].map(([text, { count }]) => [text, count]));
};

const withKnown = (
  here: ReadonlyMap<string, number> = new Map(),
  known: readonly SeenText[] = [],
): readonly SeenText[] => {
  const counts = new Map(here);
  for (const [text, count] of known) {
    if (counts.size >= KNOWN_TEXTS) break;
    if (!counts.has(text)) counts.set(text, count);
  }
  return [...counts];
};
