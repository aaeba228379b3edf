/** How prices spread in the past: stretch by stretch, as of the last whole answer in each. */
import { byLikeness, type Cohort, createCohorts } from '../pricing/cohorts.ts';
import { covers, isMeantBy, modelsIn, openConditions, unkeptFilters, unkeptOf, type WhatIsMeant } from './asked.ts';
import { fieldsOf } from './kept-offer.ts';
import { marketAt } from './market-at.ts';
import { cohortsOfMarkets, HOUR_FIELD, isTold } from './priced-market.ts';
import { LONGEST_GAP_MS } from './round-difference.ts';
import type { HistoryStore, HourFigures, Question, Stretch } from './store.ts';

/** What is to be known of the past. */
export type Wanted = WhatIsMeant & {
  readonly service: string;
  /** Names of the fields that offers of one cohort agree in. */
  readonly by: readonly string[];
  readonly stretch: Stretch;
  /** Length of a bucket in milliseconds; buckets begin at whole multiples of it since the Unix epoch. */
  readonly stepMs: number;
};

/** A bucket that has an answer in it. */
type Bucket = Stretch & { readonly cohorts: readonly Cohort[] };

/**
 * The buckets that have an answer, or the names of filters that cannot be applied to what is kept. `isBegunWithin` where nothing had been known for
 * long when the first bucket began.
 */
export type PastFigures =
  | { readonly buckets: readonly Bucket[]; readonly isBegunWithin: boolean }
  | { readonly unkept: readonly string[] };

/** The figures of `wanted`, from the answers in `store` that hold what is wanted. */
export const pastFigures = async (store: HistoryStore, wanted: Wanted): Promise<PastFigures> => {
  const covering = (await store.questions(wanted.service)).filter(({ asked }) => covers(asked, wanted.asked));
  const usable = covering.filter(({ asked }) => unkeptOf(asked, wanted).length === 0);
  if (usable.length === 0) {
    const unkept =
      covering.length === 0
        ? unkeptFilters(wanted.conditions)
        : covering.flatMap(({ asked }) => unkeptOf(asked, wanted));
    return unkept.length === 0 ? { buckets: [], isBegunWithin: false } : { unkept: [...new Set(unkept)] };
  }
  const lastAnswers = new Map<number, Answer>();
  for (const question of usable) {
    for (const atEpochMs of await lastMomentsIn(wanted.stretch, { store, question, wanted })) {
      const bucket = Math.floor(atEpochMs / wanted.stepMs);
      if (atEpochMs >= (lastAnswers.get(bucket)?.atEpochMs ?? atEpochMs))
        lastAnswers.set(bucket, { question, atEpochMs });
    }
  }
  const answers = [...lastAnswers.values()];
  const buckets: Bucket[] = [];
  for (const question of usable) {
    const moments = answers
      .flatMap((answer) => (answer.question === question ? [answer.atEpochMs] : []))
      .sort(ascending);
    const hours = isToldByHours(question, wanted) ? await hourCohorts(store, question, moments) : new Map();
    const counted = await countedAt(
      store,
      question,
      moments.filter((moment) => !hours.has(moment)),
      wanted,
    );
    for (const moment of moments) {
      const fromEpochMs = Math.floor(moment / wanted.stepMs) * wanted.stepMs;
      const cohorts = hours.get(moment) ?? counted.get(moment) ?? [];
      buckets.push({ fromEpochMs, toEpochMs: fromEpochMs + wanted.stepMs, cohorts });
    }
  }
  const [first] = buckets.sort((one, other) => one.fromEpochMs - other.fromEpochMs);
  if (first === undefined) return { buckets, isBegunWithin: false };
  const before = { fromEpochMs: first.fromEpochMs - LONGEST_GAP_MS, toEpochMs: first.fromEpochMs + 1 };
  const known = await Promise.all(usable.map((question) => lastMomentsIn(before, { store, question, wanted })));
  return { buckets, isBegunWithin: known.flat().length === 0 };
};

/** The moment of the last whole answer to `question` in each bucket of `stretch`. The answers of long ago are no longer kept, but what they said of an hour is. */
const lastMomentsIn = async (
  stretch: Stretch,
  { store, question, wanted }: { readonly store: HistoryStore; readonly question: Question; readonly wanted: Wanted },
): Promise<readonly number[]> => {
  const moments = (of: 'answers' | 'hours') => store.lastMoments(question.id, stretch, wanted.stepMs, of);
  return [...(isToldByHours(question, wanted) ? await moments('hours') : []), ...(await moments('answers'))];
};

/** An answer that a bucket's figures are taken from. */
type Answer = { readonly question: Question; readonly atEpochMs: number };

const ascending = (one: number, other: number): number => one - other;

/** The cohorts at each of `moments` (ascending), counted from single offers. */
const countedAt = async (
  store: HistoryStore,
  question: Question,
  moments: readonly number[],
  wanted: Wanted,
): Promise<ReadonlyMap<number, readonly Cohort[]>> => {
  const at = new Map<number, readonly Cohort[]>();
  const [first] = moments;
  const last = moments.at(-1);
  if (first === undefined || last === undefined) return at;
  const conditions = openConditions(question.asked, wanted).filter(({ operator }) => operator !== 'any');
  if (isTold(wanted.by, conditions))
    return cohortsOfMarkets(await store.markets(question.id, moments, modelsIn(conditions)), wanted.by, conditions);
  const fields = ['num_gpus', ...wanted.by, ...conditions.flatMap(({ field }) => fieldsOf(field))];
  const stretch = { fromEpochMs: first, toEpochMs: last + 1 };
  const intervals = await store.intervals(question.id, stretch, { ...modelsIn(conditions), moments });
  for (const { atEpochMs, offers } of marketAt(intervals, moments, isMeantBy(conditions), fields)) {
    const cohorts = createCohorts(wanted.by, () => false);
    cohorts.add(offers);
    at.set(atEpochMs, cohorts.all());
  }
  return at;
};

/** True where the figures that are kept of hours are what is wanted. */
const isToldByHours = (question: Question, wanted: Wanted): boolean =>
  wanted.by.length === 1 && wanted.by[0] === HOUR_FIELD && openConditions(question.asked, wanted).length === 0;

/** The cohorts that are kept of hours, by the moment that they were counted at. */
const hourCohorts = async (
  store: HistoryStore,
  question: Question,
  moments: readonly number[],
): Promise<ReadonlyMap<number, readonly Cohort[]>> => {
  const at = new Map<number, Cohort[]>();
  const figures = await store.hours(question.id, moments);
  const likes = new Map(figures.map(({ gpuName }) => [gpuName, { [HOUR_FIELD]: gpuName }]));
  const places = new Map([...likes.values()].sort(byLikeness).map((like, place) => [like[HOUR_FIELD], place]));
  const placeOf = ({ gpuName }: HourFigures): number => places.get(gpuName) ?? 0;
  for (const hour of figures.toSorted((one, other) => placeOf(one) - placeOf(other))) {
    const like = likes.get(hour.gpuName) ?? {};
    at.getOrInsertComputed(hour.atEpochMs, () => []).push({ like, spread: hour.spread });
  }
  return at;
};
