/**
 * The store of the history: answers to searches as intervals. What did not change between two answers costs one line for the
 * answer and none for its offers. What goes wrong with it while it is used is a `HistoryTrouble`.
 */
import type { Spread } from '../pricing/spread.ts';
import type { Asked } from './asked.ts';
import type { KeptOffer } from './kept-offer.ts';
import type { PricedMarkets } from './priced-market.ts';
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
  /** Of a recorder: milliseconds until its next answer, 0 where there is none. Absent where somebody asked for reasons of his own. */
  readonly nextInMs?: number;
  /** Nobody gave it: what stood is found by its intervals alone. */
  readonly isGenerated?: true;
};

/** What became of it. */
export type Recorded =
  | { readonly kind: 'recorded'; readonly begun: number; readonly ended: number }
  /** Nothing was kept: an answer of this time or a later one is there already. */
  | { readonly kind: 'overtaken'; readonly lastEpochMs: number }
  /** The store is away: so many answers wait for it now, this one the last. */
  | { readonly kind: 'waiting'; readonly waiting: number };

/** A question of which answers were recorded, by the number that the store knows it by. */
export type Question = {
  readonly id: number;
  readonly asked: Asked;
  /** Until when its recorder will have recorded again if it is still there; absent where it never had one. */
  readonly recorderUntilEpochMs?: number;
};

/** A question, and when it was answered first and last. */
export type AnsweredQuestion = Question & { readonly firstEpochMs: number; readonly lastEpochMs: number };

/** A recorder that has not recorded for so many times as long as it wanted to wait is gone. */
export const RECORDER_PATIENCE = 1.5;

/** Questions of which what stands is remembered: a recorder has four, and whoever types filters asks a new one each time. */
export const MOST_STANDING = 5;

const DAY_MS = 86_400_000;

/** How long single offers are kept after they were seen so. */
export const INTERVALS_KEPT_MS = 31 * DAY_MS;

/** How long the figures of hours are. */
export const HOURS_KEPT_MS = 2 * 366 * DAY_MS;

/** An answer that was recorded: when, how many offers it held, whether it was whole. */
export type RecordedRound = { readonly atEpochMs: number; readonly offers: number; readonly isWhole: boolean };

/** A time in which an offer was seen the same: from an answer that held it so up to one that did not, or on (`undefined`). */
export type Interval = KeptOffer & {
  readonly question: number;
  readonly fromEpochMs: number;
  readonly untilEpochMs: number | undefined;
  readonly ending: Ending | undefined;
};

/** The same, of a machine; 0 where the offer names none. */
export type MachineInterval = Interval & { readonly machineId: number };

/** Figures of the offers of one model, $/hour for one GPU, at the last whole answer of an hour. */
export type HourFigures = {
  readonly question: number;
  readonly atEpochMs: number;
  readonly gpuName: string | null;
  readonly spread: Spread;
};

/** A stretch of time, Unix epoch milliseconds: from the first up to but without the second. */
export type Stretch = { readonly fromEpochMs: number; readonly toEpochMs: number };

/** Something that is to be known once, whoever notes it: a firing of an alert, say. */
type NewEvent = {
  readonly service: string;
  /** What it is: a word of the program's own. */
  readonly kind: string;
  /** What makes it once, beside service and kind. */
  readonly id: string;
  readonly atEpochMs: number;
  /** JSON, of `LONGEST_BODY` characters at the most. */
  readonly body: string;
};

/** An event of the store. Numbers grow in the order in which events can be seen: who has read up to one misses none below it. */
export type StoredEvent = NewEvent & { readonly number: number };

/** Which events are meant: those of a kind, whose id begins so, after a number. */
type EventsWanted = {
  readonly service: string;
  readonly kind: string;
  readonly idBegins?: string;
  readonly afterNumber?: number;
  /** Of more than so many the newest. */
  readonly most: number;
};

/** UTF-16 units that the body of an event has at the most. */
export const LONGEST_BODY = 64_000;

/** Of each service and kind the newest so many events are kept, and some more: they are taken out now and then. */
export const EVENTS_KEPT = 2000;

/** The right to do something that one program at a time may do, as the store keeps it. */
type BatonWish = {
  readonly service: string;
  /** What it is the right to: a word of the program's own. */
  readonly name: string;
  /** Who asks: a text that no other program has. */
  readonly holder: string;
  readonly nowEpochMs: number;
  /** How long it holds without being asked for again, milliseconds. */
  readonly forMs: number;
};

/** What of a store has nothing to do with offers. */
export type EventStore = {
  /** Notes an event; false where it is there already, which stays as it was. Rejects for a body that is too long. */
  readonly noteEvent: (event: NewEvent) => Promise<boolean>;
  /** By their numbers, ascending. */
  readonly events: (wanted: EventsWanted) => Promise<readonly StoredEvent[]>;
  /**
   * Takes the baton or keeps it on; resolves to what its last holder has left in it, empty at first, or to undefined where another
   * program holds it. One that would hold longer than `forMs` from now is void: the clock was set back.
   */
  readonly takeBaton: (wish: BatonWish) => Promise<string | undefined>;
  /** Leaves `content` in a baton, for whoever has it next; false, and nothing is left, where `holder` has it no more. */
  readonly writeBaton: (baton: Pick<BatonWish, 'service' | 'name' | 'holder'>, content: string) => Promise<boolean>;
  /** Gives it back, if it is this holder's. */
  readonly endBaton: (baton: Pick<BatonWish, 'service' | 'name' | 'holder'>) => Promise<void>;
};

/** $/hour of an offer of so many GPUs of a machine; one that stands is known up to the last answer. */
type MachinePrice = Stretch & { readonly machineId: number; readonly gpus: number; readonly price: number };

/** Which intervals are enough. Of those that stood at none of the moments (ascending) some may come too. */
type OnlyThose = { readonly models?: readonly string[]; readonly moments?: readonly number[] };

/** What is read of the market at single moments. */
type MarketReads = {
  /**
   * The moment of the last whole answer in each bucket of the stretch that has one, ascending; or of the last hour of which figures are
   * kept, which is such a moment too. Buckets begin at whole multiples of `stepMs` since the Unix epoch.
   */
  readonly lastMoments: (
    question: number,
    stretch: Stretch,
    stepMs: number,
    of: 'answers' | 'hours',
  ) => Promise<readonly number[]>;
  /** The figures of those of the moments of which they are kept, by moment and model. */
  readonly hours: (question: number, moments: readonly number[]) => Promise<readonly HourFigures[]>;
  /** What stood at each of the moments, ascending, which are those of answers: offers with a price. Of models that are not named some may lack. */
  readonly markets: (
    question: number,
    moments: readonly number[],
    only?: Pick<OnlyThose, 'models'>,
  ) => Promise<PricedMarkets>;
};

/** A store. What it cannot do fails with an Error whose message is a sentence that says what to do. */
export type HistoryStore = EventStore &
  MarketReads & {
    readonly record: (round: Round) => Promise<Recorded>;
    /** True where no answer of any service is known. */
    readonly isEmpty: () => Promise<boolean>;
    /** What was asked of `service`. */
    readonly questions: (service: string) => Promise<readonly Question[]>;
    readonly rounds: (question: number, stretch: Stretch) => Promise<readonly RecordedRound[]>;
    /** Intervals of the question that reach into the stretch: by their beginning, but in no order where moments are named. */
    readonly intervals: (question: number, stretch: Stretch, only?: OnlyThose) => Promise<readonly Interval[]>;
    /**
     * Intervals of the questions that began before the stretch ends, and ended after it begins; of those, where `isEndedWithin`, those that
     * ended in it. By machine, beginning, offer and question, some thousands at a time, however many there are.
     */
    readonly intervalsByMachine: (
      questions: readonly number[],
      stretch: Stretch,
      isEndedWithin: boolean,
    ) => AsyncIterable<readonly MachineInterval[]>;
    /** The times of the first and the last answer to each question of the service, of those that are kept. */
    readonly answered: (service: string) => Promise<readonly AnsweredQuestion[]>;
    /** Intervals of one offer, or of all offers of one machine, whatever was asked, by their beginning. */
    readonly intervalsOf: (
      service: string,
      whose: { readonly offerId: number } | { readonly machineId: number },
    ) => Promise<readonly Interval[]>;
    /** What offers of those machines cost in answers to those questions, in the stretch and around it, in no order. */
    readonly pricesOfMachines: (
      questions: readonly number[],
      machineIds: readonly number[],
      stretch: Stretch,
    ) => Promise<readonly MachinePrice[]>;
    /** Since when single offers are known; figures may reach further back. */
    readonly intervalsSinceEpochMs: (service: string) => Promise<number | undefined>;
    readonly close: () => Promise<void>;
  };

/**
 * `away`: it will be back, and what was to be recorded can be recorded then. `failed`: this one thing could not be done.
 * `refused`: nothing will go until somebody mends it. `missing`: there is no history to be read.
 */
type TroubleKind = 'away' | 'failed' | 'refused' | 'missing';

/** True where it passes by itself. */
export const isAway = (error: unknown): error is HistoryTrouble =>
  error instanceof HistoryTrouble && error.kind === 'away';

/** Its message is a sentence that says what to do, and holds no secret. */
export class HistoryTrouble extends Error {
  readonly kind: TroubleKind;
  constructor(kind: TroubleKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HistoryTrouble';
    this.kind = kind;
  }
}

/** Reads what is new, and resolves to what is known by then: the very same value where nothing is new. */
type Following<Known> = (store: Pick<EventStore, 'events'>) => Promise<Known>;

/** Begins with nothing; `came` adds events, ascending, to what is known. Of more than `most` at once the newest are read. */
export const followEvents = <Known>(
  wanted: { readonly service: string; readonly kind: string; readonly most: number },
  start: Known,
  came: (known: Known, events: readonly StoredEvent[]) => Known,
): Following<Known> => {
  let known = start;
  let afterNumber = 0;
  return async (store) => {
    const events = await store.events({ ...wanted, afterNumber });
    // What another reading has brought meanwhile is not new any more.
    const news = events.filter(({ number }) => number > afterNumber);
    const last = news.at(-1);
    if (last === undefined) return known;
    afterNumber = last.number;
    known = came(known, news);
    return known;
  };
};
