/** What a line leaves of offers that go through it one by one, and why that is nothing. */
import { grouped } from '../base/figures.ts';
import { TEXT_FIELDS } from '../catalogue/lookup.ts';
import type { Offer } from '../catalogue/values.ts';
import { insteadWords, tellingPlace } from './cause.ts';
import { rowValue } from './evaluate.ts';
import type { Condition, Word } from './line.ts';
import { printClause, printWord } from './print.ts';
import { slipOf } from './slips.ts';
import { nearTexts } from './value.ts';
import { type LinePart, partOf } from './waterfall.ts';

/** Offers go through it one by one; it remembers which of its parts kept any, and which alone kept one away. */
type Sieve = {
  /** True when every part keeps `offer`. */
  readonly keeps: (offer: Offer) => boolean;
  /** What each part that kept no offer is, in words; at most three. */
  readonly barren: () => readonly string[];
  /** The part that alone kept most offers away, and what in its place would keep some, in words; undefined where none did. */
  readonly cause: () => string | undefined;
};

const MOST = 3;

/** Offers that one part alone kept away which are remembered, to tell the nearest of them. */
const MOST_REMEMBERED = 10_000;

/** A part, whether it has kept any offer, and those that it alone kept away. */
type Holding = ReturnType<typeof partOf> & {
  readonly part: LinePart;
  hasKept: boolean;
  readonly keptAway: Offer[];
  count: number;
};

/** The sieve whose parts are the clauses and words of `line`. */
export const createSieve = ({
  clauses,
  words,
}: {
  readonly clauses: readonly Condition[];
  readonly words: readonly Word[];
}): Sieve => {
  const lineParts: readonly LinePart[] = [
    ...words.map((word) => ({ word })),
    ...clauses.map((condition) => ({ condition })),
  ];
  const parts = lineParts.map((part): Holding => ({ ...partOf(part), part, hasKept: false, keptAway: [], count: 0 }));
  const texts = new Map<string, Set<string>>();
  let seen = 0;
  return {
    keeps: (offer) => {
      if (words.length > 0 && seen++ < MOST_REMEMBERED) textsRemembered(offer, texts);
      let misses = 0;
      let missing: Holding | undefined;
      for (const part of parts) {
        if (part.test(offer)) part.hasKept = true;
        else {
          misses++;
          missing = part;
        }
      }
      if (misses === 1 && missing !== undefined) {
        missing.count++;
        if (missing.keptAway.length < MOST_REMEMBERED) missing.keptAway.push(offer);
      }
      return misses === 0;
    },
    cause: () => {
      const place = tellingPlace(
        lineParts,
        parts.map(({ count }) => count),
      );
      const part = place === undefined ? undefined : parts[place];
      if (place === undefined || part === undefined) return undefined;
      return `${grouped(part.count)} would match without ${part.text}${insteadWords(lineParts, place, part.keptAway)}`;
    },
    barren: () =>
      parts
        .filter(({ hasKept }) => !hasKept)
        .map(({ part }) =>
          'word' in part ? wordSaid(part.word, texts) : `none matches ${printClause(part.condition)}`,
        )
        .slice(0, MOST),
  };
};

/** The texts of an offer, by field. */
const textsRemembered = (offer: Offer, texts: Map<string, Set<string>>): void => {
  for (const { name, valueIn } of TEXTS) {
    const value = valueIn(offer);
    if (typeof value !== 'string') continue;
    const known = texts.get(name) ?? new Set();
    texts.set(name, known.add(value));
  }
};

const TEXTS = TEXT_FIELDS.map(({ name }) => ({ name, valueIn: rowValue(name) }));

const wordSaid = (word: Word, texts: ReadonlyMap<string, ReadonlySet<string>>): string => {
  if (word.isExcluded) return `${printWord(word)} excludes all of them`;
  const meant = (word.isExact ? undefined : slipOf(word.text)) ?? clauseMeant(word, texts);
  if (meant !== undefined) return `${printWord(word)} is in no column: did you mean ${meant}`;
  return word.isEverywhere
    ? `${printWord(word)} is in no field`
    : `${printWord(word)} is in no column; ${printWord({ ...word, isEverywhere: true })} looks in every field`;
};

/** Two letters side by side: figures are near to many others. */
const LETTERS = /\p{L}{2}/u;

/** The clause on a text that the word is near to; undefined where a text holds it as it is, or none is near. */
const clauseMeant = ({ text }: Word, texts: ReadonlyMap<string, ReadonlySet<string>>): string | undefined => {
  const part = text.toLowerCase().replaceAll('_', ' ');
  const known = [...texts].map(([field, values]) => [field, [...values]] as const);
  if (!LETTERS.test(text) || known.some(([, values]) => values.some((value) => value.toLowerCase().includes(part))))
    return undefined;
  const [clause] = known.flatMap(([field, values]) =>
    nearTexts(text, values).map((value) => printClause({ field, operator: 'eq', value })),
  );
  return clause;
};
