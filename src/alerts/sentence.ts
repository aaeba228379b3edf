/**
 * What an alert waits for, as a sentence: `when gpu_name=RTX_4090 dph_gpu<0.25 appears` (docs/alerts.md, Sentences), and what can be wrong with
 * one. Pure.
 */

import type { Condition, Problem } from '../filter/line.ts';
import { printLine } from '../filter/print.ts';
import type { ProblemText } from '../filter/problems.ts';
import type { Spread } from '../pricing/spread.ts';
import { type AccountCondition, printAccountCondition, spanText } from './account-sentence.ts';

/** The figures of prices that a sentence can name, $/hour for one GPU. */
export const FIGURES = [
  'min',
  'p10',
  'p25',
  'median',
  'p75',
  'p90',
  'max',
] as const satisfies readonly (keyof Spread)[];

/** One of them. */
export type Figure = (typeof FIGURES)[number];

/** What may become of a machine. */
export type MachineState = 'gone' | 'back' | 'rented' | 'free';

/** How a figure moves: by a share in a time, or past a price in $/hour for one GPU. */
export type Move =
  | { readonly direction: 'falls' | 'rises'; readonly percent: number; readonly withinMs: number }
  | { readonly direction: 'falls' | 'rises'; readonly price: number };

/** About the account: its money, instances and leases. */
type AccountSentence = { readonly kind: 'account'; readonly condition: AccountCondition };

/** A sentence, read. */
export type Sentence = MarketSentence | AccountSentence;

/** About the market. A filter is its conditions without the defaults, of which those that it does not mention hold. */
export type MarketSentence =
  | { readonly kind: 'offers'; readonly filter: readonly Condition[]; readonly becomes: 'there' | 'gone' }
  | { readonly kind: 'machine'; readonly machineId: number; readonly becomes: MachineState }
  | { readonly kind: 'figure'; readonly figure: Figure; readonly filter: readonly Condition[]; readonly move: Move };

/** What a text says: a sentence and what is to be known of it; or what is wrong, by place. */
export type SentenceReading =
  | { readonly sentence: Sentence; readonly hints: readonly Problem[] }
  | { readonly problems: readonly Problem[] };

/** The sentence as it is read back. */
export const printSentence = (sentence: Sentence): string => {
  switch (sentence.kind) {
    case 'offers':
      return `when ${printFilter(sentence.filter)} ${sentence.becomes === 'there' ? 'appears' : 'is gone'}`;
    case 'machine':
      return `when machine ${sentence.machineId} is ${sentence.becomes}`;
    case 'figure':
      return `when ${sentence.figure}(${printFilter(sentence.filter)}) ${printMove(sentence.move)}`;
    case 'account':
      return `when ${printAccountCondition(sentence.condition)}`;
  }
};

const printFilter = (clauses: readonly Condition[]): string => printLine({ clauses, words: [] });

const printMove = (move: Move): string =>
  'price' in move
    ? `${move.direction} ${move.direction === 'falls' ? 'below' : 'above'} ${move.price}`
    : `${move.direction} ${move.percent}% in ${spanText(move.withinMs)}`;

const problem = (message: string, suggestion?: string): ProblemText =>
  suggestion === undefined ? { message } : { message, suggestion };

const EXAMPLE = 'when gpu_name=RTX_4090 dph_gpu<0.25 appears';

/** Every problem by name. */
export const sentenceProblems = {
  tooLong: () => problem('This is too long for a sentence: shorten it.'),
  needless: () => problem('This says nothing here: remove it.', ''),
  bracketOpen: () => problem('The bracket is not closed: write the closing one behind the filter.', ')'),
  empty: () => problem(`Write what to wait for, such as: ${EXAMPLE}.`),
  nothingMeant: (state: string) =>
    problem(`Nothing is said of what "${state}" is about: write a filter or a machine before it, as in ${EXAMPLE}.`),
  noEnd: () => problem('The sentence does not say what to wait for: did you mean "appears" at its end?', ' appears'),
  mistypedEnd: (typed: string, end: string) => problem(`"${typed}" says nothing here: did you mean "${end}"?`, end),
  machineUnnamed: () => problem('Which machine? Write its id, as in: when machine 8207 is gone.'),
  machineNumber: (typed: string) =>
    problem(`"${typed}" is no id of a machine: write its number, as in: when machine 8207 is gone.`),
  machinesMany: (first: string) =>
    problem('An alert is about one machine: make one for each of them, or name them in a filter.', first),
  machineHow: (id: string) =>
    problem(`A machine is gone, back, rented or free: did you mean "machine ${id} is gone"?`, `machine ${id} is gone`),
  machineAvailable: () =>
    problem(
      'A machine that is listed again is back, one that nobody rents is free: did you mean "is free"?',
      'is free',
    ),
  instance: () =>
    problem(
      'Of instances an alert knows who is idle and who costs while stopped: "instance idle for 2h", "instance costs while stopped for 3d".',
    ),
  offerNumber: (clause: string) => problem(`An offer is named by a clause: did you mean ${clause}?`, clause),
  filterRented: () =>
    problem(
      'An offer that is rented leaves the list: did you mean "is gone"? Of a machine say "machine 8207 is rented".',
      'is gone',
    ),
  filterFree: () => problem('Of offers one says that they appear: did you mean "appears"?', 'appears'),
  wordMeant: (word: string, clause: string) => problem(`"${word}" stands alone: did you mean ${clause}?`, clause),
  wordAlone: (word: string) =>
    problem(`"${word}" stands alone, and an alert looks at fields only: write a clause, such as gpu_name=RTX_4090.`),
  wordNeedless: (word: string) => problem(`"${word}" says nothing of an offer: remove it.`, ''),
  endEarly: (typed: string) => problem(`"${typed}" belongs at the end of the sentence: move it there.`, ''),
  unkept: (field: string) =>
    problem(`The history does not keep ${field}, so an alert cannot compare it this way: remove this clause.`),
  figureMissing: (figure: string) => problem(`A figure rises and falls: did you mean ${figure}?`, figure),
  figureUnknown: (typed: string, near: string) =>
    problem(`There is no figure "${typed}": did you mean ${near}? The figures are ${FIGURES.join(', ')}.`, near),
  figureOfNothing: (figure: string) => problem(`Of which offers? Write a filter, as in ${figure}(gpu_name=RTX_4090).`),
  moveMissing: (figure: string) =>
    problem(`Say how it moves, as in: when ${figure} falls 10% in 1d, or: when ${figure} falls below 0.30.`),
  percentMissing: (typed: string, percent: string, below: string) =>
    problem(`"${typed}" is no share: did you mean ${percent}? For a price write "${below}".`, percent),
  percentRange: (typed: string, most: number) =>
    problem(`"${typed}" is out of range: write more than 0% and less than ${most}%.`),
  timeMissing: (better: string) => problem(`In which time? Did you mean "${better}"?`, better),
  timeUnknown: (typed: string) => problem(`"${typed}" is no time: write one such as 6h or 1d.`),
  timeRange: () =>
    problem('The time is too short or too long: write one from 1m to 31d, as single prices are kept for a month.'),
  priceUnknown: (typed: string) => problem(`"${typed}" is no price: write $/h for one GPU, such as 0.30.`),
  priceMissing: () => problem('Below or above which price? Write $/h for one GPU, such as 0.30.'),
  priceCents: (dollars: string) => problem(`Prices are in dollars: did you mean ${dollars}?`, `${dollars}`),
} as const;
