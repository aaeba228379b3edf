/** Finds out which part of a filter line leaves nothing of the offers at hand. */
import type { Offer } from '../catalogue/values.ts';
import { compileLine } from './evaluate.ts';
import type { Condition, Word } from './line.ts';
import { printClause, printWord } from './print.ts';

/** Offers go through it one by one; it remembers which of its parts kept any. */
type Sieve = {
  /** True when every part keeps `offer`. */
  readonly keeps: (offer: Offer) => boolean;
  /** What each part that kept no offer is, in words; at most three. */
  readonly barren: () => readonly string[];
};

const MOST = 3;

/** The sieve whose parts are the clauses and words of `line`. */
export const createSieve = ({
  clauses,
  words,
}: {
  readonly clauses: readonly Condition[];
  readonly words: readonly Word[];
}): Sieve => {
  const parts = [
    ...words.map((word) => ({
      test: compileLine({ clauses: [], words: [word] }),
      said: wordSaid(word),
      hasKept: false,
    })),
    ...clauses.map((clause) => ({
      test: compileLine({ clauses: [clause], words: [] }),
      said: `none matches ${printClause(clause)}`,
      hasKept: false,
    })),
  ];
  return {
    keeps: (offer) => {
      let isKept = true;
      for (const part of parts) {
        if (part.test(offer)) part.hasKept = true;
        else isKept = false;
      }
      return isKept;
    },
    barren: () =>
      parts
        .filter(({ hasKept }) => !hasKept)
        .map(({ said }) => said)
        .slice(0, MOST),
  };
};

const wordSaid = (word: Word): string => {
  if (word.isExcluded) return `${printWord(word)} excludes all of them`;
  return word.isEverywhere
    ? `${printWord(word)} is in no field`
    : `${printWord(word)} is in no column; ${printWord({ ...word, isEverywhere: true })} looks in every field`;
};
