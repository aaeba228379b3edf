/** What is known of one offer's price and of its machine, for the page of the offer. */
import type { SearchType } from '../api/requests.ts';
import type { Offer } from '../catalogue/values.ts';
import { compileLine } from '../filter/evaluate.ts';
import { TARGET } from '../pricing/workload-text.ts';
import { type Asked, clausesOf } from './asked.ts';
import { traitsOf } from './kept-offer.ts';
import { type MachineFigures, machineFigures } from './machine-figures.ts';
import { type Heard, machineTimeline } from './machine-timeline.ts';
import { type PastPrice, type PriceFigures, priceFigures } from './price-figures.ts';
import type { HistoryStore, Interval, Question, Stretch } from './store.ts';

/** Which offer, priced in which way, and over which time. */
export type OfferPastWanted = {
  readonly service: string;
  readonly offerId: number;
  readonly machineId?: number | undefined;
  readonly type: SearchType;
  readonly storageGb: number;
  /** The SLA target that is in the price, if any. */
  readonly slaTarget?: number | undefined;
  /** What it costs now, $/hour; undefined where that is not known. */
  readonly price?: number | undefined;
  readonly stretch: Stretch;
  /** IANA name of the zone whose days are counted. */
  readonly timeZone: string;
};

/** Without `prices` where none are known. */
export type OfferPast = {
  /** What was looked at: no longer than since anything is known, but a day. */
  readonly stretch: Stretch;
  readonly prices?: PriceFigures | undefined;
  /** What became of its machine; `isSeen` where an answer held it, even though no time is known by that. */
  readonly machine: { readonly figures: MachineFigures; readonly isSeen: boolean };
};

/** What `store` knows; undefined where it has nothing of this service. */
export const offerPast = async (store: HistoryStore, wanted: OfferPastWanted): Promise<OfferPast | undefined> => {
  const { service, offerId, machineId, type, storageGb } = wanted;
  const questions = await store.questions(service);
  if (questions.length === 0) return undefined;
  const stretch = sinceKnown(wanted.stretch, await store.intervalsSinceEpochMs(service));
  const alike = questions.filter(({ asked }) => asked.type === type);
  const heard = await heardIn(store, alike, stretch);
  const priced = heard.filter(({ asked }) => asked.storageGb === storageGb && targetOf(asked) === wanted.slaTarget);
  const prices = pricesIn(await store.intervalsOf(service, { offerId }), priced, stretch);
  const ofMachine = machineId === undefined ? [] : await store.intervalsOf(service, { machineId });
  return {
    stretch,
    prices: priceFigures(prices, { ...wanted, stretch }),
    machine: {
      figures: machineFigures(machineTimeline(ofMachine, heard, stretch, letsThrough(ofMachine)), stretch),
      isSeen: ofMachine.some((interval) =>
        heard.some(({ id, rounds }) => id === interval.question && rounds.length > 0),
      ),
    },
  };
};

const DAY_MS = 86_400_000;

const sinceKnown = ({ fromEpochMs, toEpochMs }: Stretch, sinceEpochMs = fromEpochMs): Stretch => ({
  fromEpochMs: Math.max(fromEpochMs, Math.min(sinceEpochMs, toEpochMs - DAY_MS)),
  toEpochMs,
});

/** `questions` with what was answered in `stretch`. */
export const heardIn = (
  store: HistoryStore,
  questions: readonly Question[],
  stretch: Stretch,
): Promise<readonly Heard[]> =>
  Promise.all(questions.map(async (question) => ({ ...question, rounds: await store.rounds(question.id, stretch) })));

const targetOf = ({ filters }: Asked): unknown => filters[TARGET]?.eq;

const pricesIn = (intervals: readonly Interval[], heard: readonly Heard[], stretch: Stretch): readonly PastPrice[] => {
  const lastMs = new Map(heard.map(({ id, rounds }) => [id, rounds.at(-1)?.atEpochMs]));
  return intervals.flatMap(({ question, price, fromEpochMs, untilEpochMs }) => {
    const until = untilEpochMs ?? lastMs.get(question);
    if (price === null || until === undefined || !lastMs.has(question) || until < stretch.fromEpochMs) return [];
    return [
      { price, fromEpochMs: Math.max(fromEpochMs, stretch.fromEpochMs), toEpochMs: Math.max(fromEpochMs, until) },
    ];
  });
};

/** Tells whether a filter of a question lets all offers through that `intervals` are of. */
export const letsThrough = (intervals: readonly Interval[]): ((asked: Asked, name: string) => boolean) => {
  const known: readonly Offer[] = [...new Set(intervals.map(({ traits }) => traits))].map(traitsOf);
  return (asked, name) => known.length > 0 && known.every(compileLine({ clauses: clausesOf(asked, name), words: [] }));
};
