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
  Object.fromEntries(TEXTS.map(({ name, valueIn }) => [name, withKnown(countsOf(offers, valueIn), before[name])]));

/** The texts seen in `field`, the most frequent first. */
export const textsOf = (seen: SeenTexts, field: string): readonly string[] =>
  [...(seen[field] ?? [])].sort(([, a], [, b]) => b - a).map(([text]) => text);

const countsOf = (offers: readonly Offer[], valueIn: (offer: Offer) => unknown): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const offer of offers) {
    const value = valueIn(offer);
    if (typeof value === 'string' && value.length <= LONGEST_TEXT) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
};

const withKnown = (counts: Map<string, number>, known: readonly SeenText[] = []): readonly SeenText[] => {
  for (const [text, count] of known) {
    if (counts.size >= KNOWN_TEXTS) break;
    if (!counts.has(text)) counts.set(text, count);
  }
  return [...counts];
};
