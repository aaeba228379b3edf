/** Counts and tells what each part of a filter line keeps of a market, so that it is seen which one keeps an offer away. */

import type { WireValue } from '../catalogue/field.ts';
import type { Offer } from '../catalogue/values.ts';
import { compileLine, isEvaluated, rowValue } from './evaluate.ts';
import type { Condition, FilterLine, Word } from './line.ts';
import { printClause, printWord } from './print.ts';
import { defaultClauses } from './request.ts';

/** Parts that are remembered of the same offers: a byte for each offer. A bound that is moved is another part each time. */
const MOST_PARTS = 50;

const KNOWN = new WeakMap<readonly Offer[], Map<string, Uint8Array>>();

/** 1 for each of `offers` that `part` lets through, and 0 for the others. */
const letThrough = (offers: readonly Offer[], { key, test }: Pick<Part, 'key' | 'test'>): Uint8Array => {
  const known = KNOWN.get(offers) ?? new Map<string, Uint8Array>();
  KNOWN.set(offers, known);
  const column = known.get(key) ?? tested(offers, test);
  // What was asked for last is forgotten last.
  known.delete(key);
  known.set(key, column);
  const [oldest] = known.keys();
  if (known.size > MOST_PARTS && oldest !== undefined) known.delete(oldest);
  return column;
};

const tested = (offers: readonly Offer[], test: Part['test']): Uint8Array => {
  const column = new Uint8Array(offers.length);
  for (const [place, offer] of offers.entries()) if (test(offer)) column[place] = 1;
  return column;
};

/** A part of a line that offers are held against; one that is switched off keeps nothing away. */
export type LinePart = ({ readonly condition: Condition } | { readonly word: Word }) & { readonly isOff?: boolean };

/** One part of a line and what it does to the offers that were counted. */
export type Step = {
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
  /** The parts in the order in which they were given. */
  readonly steps: () => readonly Step[];
};

type Part = {
  readonly text: string;
  /** Tells it from every other part, of other pages too. */
  readonly key: string;
  readonly isEvaluated: boolean;
  readonly isOff: boolean;
  readonly test: (offer: Offer) => boolean;
};

/** Nothing counted yet. The parts of `line` come in the order in which they apply: clauses as typed, words, then the defaults that hold. */
export const createWaterfall = (line: Pick<FilterLine, 'clauses' | 'words'>): Waterfall =>
  createPartsWaterfall([
    ...line.clauses.map((condition) => ({ condition })),
    ...line.words.map((word) => ({ word })),
    ...defaultClauses(line).map((condition) => ({ condition })),
  ]);

/** The same for parts that need not hold together: of one that is switched off, what it lets through alone is counted all the same. */
export const createPartsWaterfall = (given: readonly LinePart[]): Waterfall => {
  const parts = given.map(partOf);
  const alone = parts.map(() => 0);
  const firstMissed = parts.map(() => 0);
  const onlyMissed = parts.map(() => 0);
  let offers = 0;
  let kept = 0;

  const add = (batch: readonly Offer[]): void => {
    // Of each offer, how many parts keep it away, and the first of them.
    const missed = new Uint16Array(batch.length);
    const first = new Uint16Array(batch.length);
    for (const [place, part] of parts.entries()) {
      const column = letThrough(batch, part);
      let passed = 0;
      for (let index = 0; index < column.length; index++) {
        if (column[index] === 1) passed++;
        else if (!part.isOff) {
          if (missed[index] === 0) first[index] = place;
          missed[index] = (missed[index] ?? 0) + 1;
        }
      }
      alone[place] = (alone[place] ?? 0) + passed;
    }
    for (const [index, place] of first.entries()) {
      if (missed[index] === 0) kept++;
      else firstMissed[place] = (firstMissed[place] ?? 0) + 1;
      if (missed[index] === 1) onlyMissed[place] = (onlyMissed[place] ?? 0) + 1;
    }
    offers += batch.length;
  };

  return {
    add,
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

/** How `part` is held against an offer. */
export const partOf = (part: LinePart): Part => {
  const isOff = part.isOff === true;
  return { ...('word' in part ? partOfWord(part.word) : partOfClause(part.condition)), isOff };
};

const partOfClause = (clause: Condition): Omit<Part, 'isOff'> => ({
  text: printClause(clause),
  key: printClause(clause),
  isEvaluated: isEvaluated(clause),
  test: isEvaluated(clause) ? compileLine({ clauses: [clause], words: [] }) : () => true,
});

const partOfWord = (word: Word): Omit<Part, 'isOff'> => ({
  text: printWord(word),
  key: [printWord(word), ...(word.columns ?? [])].join('\n'),
  isEvaluated: true,
  test: compileLine({ clauses: [], words: [word] }),
});

/** What one part says of the offers. */
export type Verdict = {
  /** How many of them it keeps away, also while it is switched off; none where only the service can judge. */
  readonly refused: number;
  /** What they have instead, as a filter line prints it: `num_gpus=2`. Nothing for a word. */
  readonly because: readonly string[];
};

/** The verdicts of `parts` on `offers`, in the order of the parts. */
export const verdictsOn = (parts: readonly LinePart[], offers: readonly Offer[]): readonly Verdict[] =>
  parts.map((part) => {
    if ('word' in part) {
      const keeps = compileLine({ clauses: [], words: [part.word] });
      return { refused: offers.filter((offer) => !keeps(offer)).length, because: [] };
    }
    const { condition } = part;
    if (!isEvaluated(condition)) return { refused: 0, because: [] };
    const keeps = compileLine({ clauses: [condition], words: [] });
    const refused = offers.filter((offer) => !keeps(offer));
    return { refused: refused.length, because: [...new Set(refused.map((offer) => hadInstead(condition, offer)))] };
  });

/** What the offer has in the field of a condition that it does not meet. */
const hadInstead = ({ field }: Condition, offer: Offer): string => {
  const value = rowValue(field)(offer);
  return isValue(value) ? printClause({ field, operator: 'eq', value }) : `${field} unknown`;
};

const isValue = (value: unknown): value is Extract<WireValue, string | number | boolean> =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
