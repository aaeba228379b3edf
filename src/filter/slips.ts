/** Words that were mistyped: near to what says something of an offer, and in no text that offers are known to have. Pure. */
import { nearestWords } from '../base/nearest-words.ts';
import { FILTER_FIELDS, TEXT_FIELDS } from '../catalogue/lookup.ts';
import { PHRASES } from './phrases.ts';
import type { SeenTexts } from './value.ts';

/** Of fewer letters too much is near. */
const SHORTEST_SLIP = 5;

/** From so many letters on two may be wrong: of fewer, `tested` would be `rented`. */
const LONG = 10;

const MEANT = [
  ...FILTER_FIELDS.filter(({ filter }) => filter.kind === 'boolean').map(({ name }) => name),
  ...Object.keys(PHRASES),
];

const KNOWN = new Map<string, string | undefined>();

/** Words that are remembered: a long line is read again at each key. */
const MOST_KNOWN = 5000;

/** What `word` was probably meant to be: `verfied`, `statc_ip`, `datacentre`; undefined where nothing is near. A part of it is no slip. */
export const slipOf = (word: string): string | undefined => {
  if (word.length < SHORTEST_SLIP || KNOWN.has(word)) return KNOWN.get(word);
  const part = word.toLowerCase();
  const [meant] = nearestWords(
    word,
    MEANT.filter((name) => !name.includes(part)),
    1,
    word.length < LONG ? 1 : 2,
  );
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  KNOWN.set(word, meant);
  return meant;
};

/** The same for a word that no text holds which the catalogue or an answer has. */
export const slipAmong = (word: string, seen: SeenTexts): string | undefined => {
  const meant = slipOf(word);
  if (meant === undefined) return undefined;
  const part = word.toLowerCase().replaceAll('_', ' ');
  const isHeld = TEXT_FIELDS.some((field) =>
    [...(field.known ?? []), ...seen(field)].some((text) => text.toLowerCase().includes(part)),
  );
  return isHeld ? undefined : meant;
};
