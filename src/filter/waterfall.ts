/** Counts what each part of a filter line keeps of a market, so that it is seen which one keeps an offer away. */
import type { Offer } from '../catalogue/values.ts';
import { defaultClauses } from './defaults.ts';
import { compileLine, isEvaluated } from './evaluate.ts';
import type { Condition, FilterLine, Word } from './line.ts';
import { printClause, printWord } from './print.ts';

/** One part of a line and what it does to the offers that were counted. */
type Step = {
  /** The part as the filter line prints it: `num_gpus>=4`, `!rented`, `"H100 SXM"`. */
  readonly text: string;
  /** How many offers it lets through by itself. */
  readonly alone: number;
  /** How many are left after it and every part before it. */
  readonly after: number;
  /** How many would be left if it alone were dropped. */
  readonly without: number;
  /** False for what only the service can judge; it passes everything here. */
  readonly isEvaluated: boolean;
};

/** Takes offers batch by batch, and keeps counts alone. */
type Waterfall = {
  readonly add: (offers: readonly Offer[]) => void;
  /** How many offers were counted. */
  readonly offers: () => number;
  /** The parts in the order in which they apply: clauses as typed, words, then the defaults that hold. */
  readonly steps: () => readonly Step[];
};

type Part = { readonly text: string; readonly isEvaluated: boolean; readonly test: (offer: Offer) => boolean };

/** Nothing counted yet. */
export const createWaterfall = (line: Pick<FilterLine, 'clauses' | 'words'>): Waterfall => {
  const parts = [
    ...line.clauses.map(partOfClause),
    ...line.words.map(partOfWord),
    ...defaultClauses(line).map(partOfClause),
  ];
  const alone = parts.map(() => 0);
  const firstMissed = parts.map(() => 0);
  const onlyMissed = parts.map(() => 0);
  let offers = 0;
  let kept = 0;

  const count = (offer: Offer): void => {
    offers++;
    let missed = 0;
    let first = -1;
    for (const [place, { test }] of parts.entries()) {
      if (test(offer)) {
        alone[place] = (alone[place] ?? 0) + 1;
        continue;
      }
      if (missed === 0) first = place;
      missed++;
    }
    if (missed === 0) kept++;
    else firstMissed[first] = (firstMissed[first] ?? 0) + 1;
    if (missed === 1) onlyMissed[first] = (onlyMissed[first] ?? 0) + 1;
  };

  return {
    add: (batch) => {
      for (const offer of batch) count(offer);
    },
    offers: () => offers,
    steps: () => {
      let left = offers;
      return parts.map(({ text, isEvaluated }, place) => {
        left -= firstMissed[place] ?? 0;
        return { text, alone: alone[place] ?? 0, after: left, without: kept + (onlyMissed[place] ?? 0), isEvaluated };
      });
    },
  };
};

const partOfClause = (clause: Condition): Part => ({
  text: printClause(clause),
  isEvaluated: isEvaluated(clause),
  test: isEvaluated(clause) ? compileLine({ clauses: [clause], words: [] }) : () => true,
});

const partOfWord = (word: Word): Part => ({
  text: printWord(word),
  isEvaluated: true,
  test: compileLine({ clauses: [], words: [word] }),
});
