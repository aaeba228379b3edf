/**
 * Finds a secret in a text, and what is left of it where its end was deleted or only a part was pasted. The time it takes grows
 * with the length of the text and of the secret, whatever they are made of: no pattern is made of a secret. Pure.
 */

/** What is looked for. */
export type Wanted = {
  readonly secret: string;
  /** Fewest characters of it in a row that are taken for a part. */
  readonly least: number;
  /** Some characters that are in each such part, and where they begin in the secret. */
  readonly middle: string;
  readonly middleAt: number;
};

/** A part of less would be a word. */
const SHORTEST_WITH_PARTS = 12;

/** Fewest characters at the end of a text that was cut which are taken for the beginning of a secret. */
const SHORTEST_BEGINNING = 8;

/** How `secret`, which is not empty, is looked for: as a whole, and from a certain length on in parts of more than half, by two characters at least. */
export const wantedIn = (secret: string): Wanted => {
  const { length } = secret;
  if (length < SHORTEST_WITH_PARTS) return { secret, least: length, middle: secret, middleAt: 0 };
  const least = Math.ceil(length / 2) + 2;
  return { secret, least, middle: secret.slice(length - least, least), middleAt: length - least };
};

/** Tells `onPart` where each part of the secret begins and ends in `text`; they may overlap. */
export const findParts = (text: string, wanted: Wanted, onPart: (start: number, end: number) => void): void => {
  const { secret, least, middle, middleAt } = wanted;
  // Few characters, so that this takes time for the text alone; and most texts end here.
  if (!text.includes(middle)) return;
  const units = unitsOf(text);
  const before = agreements(unitsOf(secret.slice(0, middleAt)).reverse(), units.toReversed());
  const after = agreements(unitsOf(secret.slice(middleAt)), units);
  for (let at = 0; at < text.length; at++) {
    const there = after(at);
    if (there < middle.length) continue;
    const start = at - (at === 0 ? 0 : before(text.length - at));
    if (at + there - start >= least) onPart(start, at + there);
  }
};

/** Where the beginning of the secret begins with which `text` ends; undefined when it does not end so. */
export const beginningAtEnd = (text: string, { secret }: Wanted): number | undefined => {
  const from = Math.max(0, text.length - secret.length);
  const agreement = agreements(unitsOf(secret), unitsOf(text.slice(from)));
  for (let at = from; at <= text.length - SHORTEST_BEGINNING; at++) {
    if (agreement(at - from) === text.length - at) return at;
  }
  return undefined;
};

const unitsOf = (text: string): Uint16Array => {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint16Array(bytes.buffer, bytes.byteOffset, text.length);
};

/**
 * Tells for each place of `text` how many characters from there on are those that `pattern` begins with. What was compared once
 * tells the lengths of the places in it too (Gusfield, Algorithms on Strings, Trees and Sequences, section 1.3).
 */
const agreements = (pattern: Uint16Array, text: Uint16Array): ((place: number) => number) => {
  const units = new Uint16Array(pattern.length + text.length);
  units.set(pattern);
  units.set(text, pattern.length);
  const lengths = new Int32Array(units.length);
  let from = 0;
  let to = 0;
  for (let at = 1; at < units.length; at++) {
    let length = at < to ? Math.min(to - at, lengths[at - from] ?? 0) : 0;
    while (at + length < units.length && units[length] === units[at + length]) length++;
    lengths[at] = length;
    if (at + length > to) {
      from = at;
      to = at + length;
    }
  }
  return (place) => Math.min(pattern.length, lengths[pattern.length + place] ?? 0);
};
