/** What an alert waits for, as a sentence: `when gpu_name=RTX_4090 dph_gpu<0.25 appears` (docs/alerts.md, Sentences). Pure. */
import type { Condition, Problem } from '../filter/line.ts';
import { printLine } from '../filter/print.ts';
import type { Spread } from '../pricing/spread.ts';

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

/** A sentence, read. A filter is its conditions without the defaults, of which those that it does not mention hold. */
export type Sentence =
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
  }
};

const printFilter = (clauses: readonly Condition[]): string => printLine({ clauses, words: [] });

const printMove = (move: Move): string =>
  'price' in move
    ? `${move.direction} ${move.direction === 'falls' ? 'below' : 'above'} ${move.price}`
    : `${move.direction} ${move.percent}% in ${spanText(move.withinMs)}`;

/** A time in the largest unit of which it is a whole number: `90m`, `1d`. Whole minutes. */
const spanText = (ms: number): string => {
  for (const [unit, unitMs] of UNITS) if (ms % unitMs === 0) return `${ms / unitMs}${unit}`;
  return `${ms / 60_000}m`;
};

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
] as const;
