/** What is known of one offer's price and of its machine, for the page of the offer. */

import { zonedTime } from '../base/time.ts';
import type { Offer } from '../catalogue/values.ts';
import { compileLine } from '../filter/evaluate.ts';
import { TARGET } from '../pricing/workload-text.ts';
import { type Asked, clausesOf } from './asked.ts';
import { traitsOf } from './kept-offer.ts';
import { type Heard, type MachineFigures, machineFigures, machineTimeline } from './machine-timeline.ts';
import type { HistoryStore, Interval, Question, Stretch } from './store.ts';

/** A price in $/hour and when it was seen; one answer alone has no length. */
type PastPrice = Stretch & { readonly price: number };

/** A price, and when it was seen first. */
type PriceAt = { readonly price: number; readonly atEpochMs: number };

/** Figures of the prices in a stretch. */
type PriceFigures = {
  /** When one was known first, and last: the same where one answer alone had it. */
  readonly sinceEpochMs: number;
  readonly untilEpochMs: number;
  readonly lowest: PriceAt;
  readonly highest: PriceAt;
  /** Days before today of which a price is known, and those whose mean price is above the present one. */
  readonly days: { readonly known: number; readonly dearer: number };
  /** Parts of the stretch, ascending, each with the last price that is known of it; undefined where none is. */
  readonly parts: readonly (number | undefined)[];
  /** When the price became another one, the newest first, a few at most. */
  readonly changes: readonly (PriceAt & { readonly before: number })[];
};

/** How many changes are told. */
const MOST_CHANGES = 8;

/** How many parts a stretch has. */
const PRICE_PARTS = 120;

/** An error of computing is no difference. */
const SAME = 1e-9;

/** The figures of `prices`; undefined where there are none. `price` is the present one. */
export const priceFigures = (
  prices: readonly PastPrice[],
  terms: { readonly stretch: Stretch; readonly timeZone: string; readonly price?: number | undefined },
): PriceFigures | undefined => {
  const sorted = prices.toSorted((one, other) => one.fromEpochMs - other.fromEpochMs);
  const [first] = sorted;
  if (first === undefined) return undefined;
  let [lowest, highest] = [first, first];
  for (const it of sorted) {
    if (it.price < lowest.price) lowest = it;
    if (it.price > highest.price) highest = it;
  }
  return {
    sinceEpochMs: first.fromEpochMs,
    untilEpochMs: Math.max(...sorted.map(({ toEpochMs }) => toEpochMs)),
    lowest: { price: lowest.price, atEpochMs: lowest.fromEpochMs },
    highest: { price: highest.price, atEpochMs: highest.fromEpochMs },
    days: daysOf(sorted, terms),
    parts: partsOf(sorted, terms.stretch),
    changes: changesOf(sorted),
  };
};

const changesOf = (sorted: readonly PastPrice[]): PriceFigures['changes'] =>
  sorted
    .flatMap(({ price, fromEpochMs }, place) => {
      const before = sorted[place - 1]?.price ?? price;
      return Math.abs(price - before) > SAME ? [{ price, before, atEpochMs: fromEpochMs }] : [];
    })
    .slice(-MOST_CHANGES)
    .reverse();

const partsOf = (
  sorted: readonly PastPrice[],
  { fromEpochMs, toEpochMs }: Stretch,
): readonly (number | undefined)[] => {
  const parts: { price: number; atMs: number }[] = [];
  const partMs = (toEpochMs - fromEpochMs) / PRICE_PARTS;
  for (const { price, fromEpochMs: from, toEpochMs: to } of sorted) {
    const begin = Math.max(0, Math.floor((from - fromEpochMs) / partMs));
    // A price that ends with a part is none of the next one.
    const end = Math.min(PRICE_PARTS - 1, Math.max(begin, Math.ceil((to - fromEpochMs) / partMs) - 1));
    for (let part = begin; part <= end; part++) {
      const atMs = Math.min(to, fromEpochMs + (part + 1) * partMs);
      if (atMs >= (parts[part]?.atMs ?? atMs)) parts[part] = { price, atMs };
    }
  }
  return Array.from({ length: PRICE_PARTS }, (_, part) => parts[part]?.price);
};

const daysOf = (
  sorted: readonly PastPrice[],
  {
    stretch,
    timeZone,
    price,
  }: { readonly stretch: Stretch; readonly timeZone: string; readonly price?: number | undefined },
): PriceFigures['days'] => {
  let known = 0;
  let dearer = 0;
  let day = zonedTime(stretch.fromEpochMs, timeZone).startOfDay();
  for (let next = day.add({ days: 1 }); next.epochMilliseconds < stretch.toEpochMs; next = day.add({ days: 1 })) {
    const mean = meanIn(sorted, day.epochMilliseconds, next.epochMilliseconds);
    day = next;
    if (mean === undefined) continue;
    known++;
    if (price !== undefined && mean > price + SAME) dearer++;
  }
  return { known, dearer };
};

/** The mean of the time from `fromMs` up to `toMs` that is known of; an answer alone counts for a moment. */
export const meanIn = (sorted: readonly PastPrice[], fromMs: number, toMs: number): number | undefined => {
  let sum = 0;
  let length = 0;
  for (const { price, fromEpochMs, toEpochMs } of sorted) {
    if (fromEpochMs >= toMs || toEpochMs < fromMs || (toEpochMs === fromMs && fromEpochMs < fromMs)) continue;
    const known = Math.max(1, Math.min(toMs, toEpochMs) - Math.max(fromMs, fromEpochMs));
    sum += price * known;
    length += known;
  }
  return length === 0 ? undefined : sum / length;
};

/** Which offer, priced in which way, and over which time. */
export type OfferPastWanted = {
  readonly service: string;
  readonly offerId: number;
  readonly machineId?: number | undefined;
  readonly type: Asked['type'];
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
  /** What was looked at: no longer than since anything is known, but a minute. */
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
  const ofMachine = (machineId === undefined ? [] : await store.intervalsOf(service, { machineId })).filter(
    ({ question }) => heard.some(({ id }) => id === question),
  );
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

const MINUTE_MS = 60_000;

const sinceKnown = ({ fromEpochMs, toEpochMs }: Stretch, sinceEpochMs = fromEpochMs): Stretch => ({
  fromEpochMs: Math.max(fromEpochMs, Math.min(sinceEpochMs, toEpochMs - MINUTE_MS)),
  toEpochMs,
});

/** `questions` with what was answered in `stretch`. */
export const heardIn = (
  store: HistoryStore,
  questions: readonly Question[],
  stretch: Stretch,
): Promise<readonly Heard[]> =>
  Promise.all(questions.map(async (question) => ({ ...question, rounds: await store.rounds(question.id, stretch) })));

/** The SLA target that is in the prices of answers to it. */
export const targetOf = ({ filters }: Asked): unknown => filters[TARGET]?.eq;

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
