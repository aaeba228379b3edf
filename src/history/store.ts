/**
 * The store of the history: answers to searches as intervals. What did not change between two answers costs one line for the
 * answer and none for its offers.
 */
import type { Spread } from '../pricing/spread.ts';
import type { Asked } from './asked.ts';
import type { KeptOffer } from './kept-offer.ts';
import type { Ending } from './round-difference.ts';

/** An answer that is to be recorded. */
export type Round = {
  /** The service by its one name (`serviceAt`). */
  readonly service: string;
  readonly asked: Asked;
  /** When the answer was there, Unix epoch milliseconds. */
  readonly atEpochMs: number;
  /** False for a list that was cut, or of which something could not be read: what it does not hold may be there. */
  readonly isWhole: boolean;
  readonly offers: readonly KeptOffer[];
};

/** What became of it. */
export type Recorded =
  | { readonly kind: 'recorded'; readonly begun: number; readonly ended: number }
  /** Nothing was kept: an answer of this time or a later one is there already. */
  | { readonly kind: 'overtaken'; readonly lastEpochMs: number };

/** A question of which answers were recorded, by the number that the store knows it by. */
export type Question = { readonly id: number; readonly asked: Asked };

/** An answer that was recorded: when, how many offers it held, whether it was whole. */
type RecordedRound = { readonly atEpochMs: number; readonly offers: number; readonly isWhole: boolean };

/** A time in which an offer was seen the same: from an answer that held it so up to one that did not, or on (`undefined`). */
export type Interval = {
  readonly question: number;
  readonly offerId: number;
  readonly fromEpochMs: number;
  readonly untilEpochMs: number | undefined;
  readonly ending: Ending | undefined;
  readonly price: number | null;
  readonly minimumBid: number | null;
  readonly traits: string;
};

/** Figures of the offers of one model, $/hour for one GPU, at the last whole answer of an hour. */
export type HourFigures = {
  readonly question: number;
  readonly atEpochMs: number;
  readonly gpuName: string | null;
  readonly spread: Spread;
};

/** A stretch of time, Unix epoch milliseconds: from the first up to but without the second. */
export type Stretch = { readonly fromEpochMs: number; readonly toEpochMs: number };

/** A store. What it cannot do fails with an Error whose message is a sentence that says what to do. */
export type HistoryStore = {
  readonly record: (round: Round) => Promise<Recorded>;
  /** What was asked of `service`. */
  readonly questions: (service: string) => Promise<readonly Question[]>;
  readonly rounds: (question: number, stretch: Stretch) => Promise<readonly RecordedRound[]>;
  /** Intervals of the question that reach into the stretch, by their beginning; of those models alone where some are named. */
  readonly intervals: (question: number, stretch: Stretch, models?: readonly string[]) => Promise<readonly Interval[]>;
  readonly hours: (question: number, stretch: Stretch) => Promise<readonly HourFigures[]>;
  /** Intervals of one offer, or of all offers of one machine, whatever was asked, by their beginning. */
  readonly intervalsOf: (
    service: string,
    whose: { readonly offerId: number } | { readonly machineId: number },
  ) => Promise<readonly Interval[]>;
  /** Since when single offers are known; figures may reach further back. */
  readonly intervalsSinceEpochMs: (service: string) => Promise<number | undefined>;
  readonly close: () => Promise<void>;
};
