/**
 * What the open page shows of the past, and reading it of the history. One reading at a time: of those that are wanted meanwhile only the
 * newest is made.
 */

import { ARM_MODELS } from '../../../../catalogue/gpu-models.ts';
import type { Condition } from '../../../../filter/line.ts';
import { defaultClauses, wireFilters } from '../../../../filter/request.ts';
import { generatedUntil } from '../../../../history/generated.ts';
import type { History, HistoryReads } from '../../../../history/history.ts';
import { boundsOf, type Likeness, type Subject } from '../../../../pricing/likeness.ts';
import { PERCENTILES_FROM } from '../../../../pricing/spread.ts';
import { lastArrived } from '../../../state/remote.ts';
import type { Slice } from '../../../state/slice.ts';
import type { PaneNeeds } from '../../pane.ts';
import type {
  CohortWanted,
  MarketPage,
  MarketWanted,
  OwnMachinesPage,
  PastBucket,
  PastReadState,
  PastValue,
  PastWanted,
} from '../pages.ts';
import { shownPricing } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { lastOfType } from './asked-market.ts';

/** What the page of `state` shows, and the answer that it shows beside it: with a newer one, more may be known. */
const pastWanted = (
  state: OffersState,
): { readonly wanted: PastWanted; readonly answeredEpochMs: number | undefined } | undefined => {
  const { page } = state;
  if (page === undefined) return offerWanted(state);
  if (page.kind === 'own-machines') return machinesWanted(state, page);
  if (page.kind === 'market') return marketWanted(state, page);
  if (page.kind !== 'position' || page.span === undefined) return undefined;
  const { subject, likeness, type, span } = page;
  return {
    wanted: { kind: 'cohort', conditions: cohortConditions(subject, likeness), type, storageGb: state.storageGb, span },
    answeredEpochMs: lastOfType(state.market, type)?.atEpochMs,
  };
};

/** Of its groups, where what they are made by is kept as it is: of bands and regions no medians are put together. */
const marketWanted = (
  { market }: OffersState,
  { type, storageGb, likeness: { gpus, verification, ...others } }: MarketPage,
): ReturnType<typeof pastWanted> =>
  Object.values(others).some((way) => way !== 'any')
    ? undefined
    : {
        wanted: { kind: 'market', byGpus: gpus === 'same', isOfAll: verification === 'any', type, storageGb },
        answeredEpochMs: lastOfType(market, type)?.atEpochMs,
      };

/** Of the machines that the page has rows of. */
const machinesWanted = (
  { market }: OffersState,
  { hostId, type, likeness, rows = [] }: OwnMachinesPage,
): ReturnType<typeof pastWanted> => {
  const models = [...new Set(rows.map(({ subject }) => subject.model))].sort();
  if (models.length === 0) return undefined;
  return {
    wanted: { kind: 'machines', hostId, type, likeness, models },
    answeredEpochMs: lastOfType(market, type)?.atEpochMs,
  };
};

/** Of the offer that is open, where it has an id to know it by. */
const offerWanted = (state: OffersState): ReturnType<typeof pastWanted> => {
  const { id: offerId, machine_id: machineId, dph_total: price } = state.list.opened?.row ?? {};
  if (typeof offerId !== 'number') return undefined;
  const { type, storageGb, slaTarget } = shownPricing(state);
  return {
    wanted: {
      kind: 'offer',
      offerId,
      machineId: machineId ?? undefined,
      type,
      storageGb,
      slaTarget,
      price: price ?? undefined,
    },
    answeredEpochMs: lastArrived(state.answer)?.atEpochMs,
  };
};

/** The filter that finds the offers that are alike to `subject`; undefined where it is not known itself what they have to be alike in. */
export const cohortConditions = (subject: Subject, likeness: Likeness): readonly Condition[] | undefined => {
  const { model, gpus, country, continent, reliability, isInDatacenter } = subject;
  const place = likeness.place === 'country' ? country : continent;
  const parts: readonly (readonly Condition[] | undefined)[] = [
    [equal('gpu_name', model)],
    likeness.gpus === 'any' ? [] : asKnown(gpus, (value) => [equal('num_gpus', value)]),
    verificationConditions(subject, likeness),
    likeness.place === 'any' ? [] : asKnown(place, (value) => [equal('geolocation', value)]),
    likeness.reliability === 'any' ? [] : asKnown(reliability, bandConditions),
    likeness.datacenter === 'any' ? [] : asKnown(isInDatacenter, (value) => [equal('datacenter', value)]),
    ARM_MODELS.includes(model) ? [{ field: 'cpu_arch', operator: 'any' }] : [],
  ];
  const conditions = parts.flatMap((part) => part ?? []);
  return parts.includes(undefined) ? undefined : conditions;
};

const equal = (field: string, value: string | number | boolean): Condition => ({ field, operator: 'eq', value });

const asKnown = <Value>(value: Value | undefined, conditionsOf: (value: Value) => readonly Condition[]) =>
  value === undefined ? undefined : conditionsOf(value);

/** Verified offers are what is asked for unless one says otherwise. */
const verificationConditions = ({ verification }: Subject, likeness: Likeness): readonly Condition[] | undefined => {
  if (likeness.verification === 'any') return [LIFTED];
  return asKnown(verification, (value) => (value === 'verified' ? [] : [LIFTED, equal('verification', value)]));
};

const LIFTED: Condition = { field: 'verified', operator: 'any' };

const bandConditions = (reliability: number): readonly Condition[] => {
  const { from, to } = boundsOf(reliability);
  return [
    ...(from > 0 ? [{ field: 'reliability', operator: 'gte', value: from } as const] : []),
    ...(to === undefined ? [] : [{ field: 'reliability', operator: 'lt', value: to } as const]),
  ];
};

/** `state` with what its page wants of the past: it is to be read where it is not there, and dropped where nobody looks. */
const pastFollowed = (state: OffersState): OffersState => {
  const next = pastWanted(state);
  const { past, ...rest } = state;
  if (next === undefined) return past === undefined ? state : rest;
  const isSame = past !== undefined && isSameWanted(past.wanted, next.wanted);
  if (isSame && past.answeredEpochMs === next.answeredEpochMs) return state;
  return { ...state, past: { ...next, stage: 'reading', ...(isSame && { value: past.value }) } };
};

/** It was read, or in words why not; nothing changes where something else is wanted by now. */
const pastRead = (
  state: OffersState,
  asked: PastReadState,
  result: Pick<PastReadState, 'value' | 'generatedUntilEpochMs' | 'problem'>,
): OffersState =>
  state.past === asked
    ? { ...state, past: { wanted: asked.wanted, answeredEpochMs: asked.answeredEpochMs, stage: 'read', ...result } }
    : state;

const isSameWanted = (one: PastWanted, other: PastWanted): boolean => JSON.stringify(one) === JSON.stringify(other);

/** How many times as long they become, at most. */
const MOST_TIMES = 8;

/**
 * `buckets` (ascending, of `stepMs`) or longer ones where most of them stand alone, as those of answers that came less often. The figures
 * of a longer one are those of the last in it: both are of the last answer.
 */
const joinedBuckets = (
  buckets: readonly PastBucket[],
  stepMs: number,
): { readonly buckets: readonly PastBucket[]; readonly stepMs: number } => {
  for (let times = 1; times < MOST_TIMES; times *= 2) {
    const joined = times === 1 ? buckets : longer(buckets, stepMs * times);
    const followed = joined.filter(({ toEpochMs }, place) => joined[place + 1]?.fromEpochMs === toEpochMs).length;
    if (followed * 2 >= joined.length - 1) return { buckets: joined, stepMs: stepMs * times };
  }
  return { buckets: longer(buckets, stepMs * MOST_TIMES), stepMs: stepMs * MOST_TIMES };
};

const longer = (buckets: readonly PastBucket[], stepMs: number): readonly PastBucket[] => {
  const last = new Map(buckets.map((bucket) => [Math.floor(bucket.fromEpochMs / stepMs) * stepMs, bucket]));
  return [...last].map(([fromEpochMs, bucket]) => ({ ...bucket, fromEpochMs, toEpochMs: fromEpochMs + stepMs }));
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Each of them, the shortest first: its words, its length, also as `gpudeck history` takes it, and that of the shortest buckets in it. */
const SPANS = [
  { name: 'day', words: 'a day', lengthMs: DAY_MS, stepMs: 15 * MINUTE_MS, from: '1d' },
  { name: 'week', words: 'a week', lengthMs: 7 * DAY_MS, stepMs: 2 * HOUR_MS, from: '7d' },
  { name: 'month', words: 'a month', lengthMs: 30 * DAY_MS, stepMs: 8 * HOUR_MS, from: '30d' },
] as const;

/** Their names. */
export const SPAN_NAMES = SPANS.map(({ name }) => name);

/** The name of one. */
export type Span = (typeof SPANS)[number]['name'];

export const spanNamed = (name: Span): (typeof SPANS)[number] => SPANS.find((span) => span.name === name) ?? SPANS[0];

/** The next one; behind the longest, and before the first, there is the present (undefined). */
export const spanAfter = (name: Span | undefined): (typeof SPANS)[number] | undefined =>
  SPANS[SPANS.findIndex((span) => span.name === name) + 1];

/** The slice with each change followed by what it wants of the past. */
export const pastFollowing = ({ slice, history, clock, timeZone, run }: PaneNeeds<OffersState>): Slice<OffersState> => {
  if (history === undefined) return slice;
  let isReading = false;

  const readOn = async (): Promise<void> => {
    for (let asked = slice.get().past; asked?.stage === 'reading'; asked = slice.get().past) {
      const answered = asked;
      const result = await history.read(async (reads) => ({
        value: await pastOf({ ...history, reads, timeZone }, answered.wanted, clock.now()),
        generatedUntilEpochMs: await generatedUntil(reads, history.service),
      }));
      slice.change((state) => pastRead(state, answered, 'problem' in result ? result : result.value));
    }
  };

  return {
    get: slice.get,
    change: (transition) => {
      slice.change((state) => {
        const changed = transition(state);
        return changed === state ? state : pastFollowed(changed);
      });
      if (isReading || slice.get().past?.stage !== 'reading') return;
      isReading = true;
      run(() =>
        readOn().finally(() => {
          isReading = false;
        }),
      );
    },
  };
};

type Access = Pick<History, 'service' | 'keepsAsked'> & { readonly reads: HistoryReads; readonly timeZone: string };

const pastOf = async (access: Access, wanted: PastWanted, nowEpochMs: number): Promise<PastValue> => {
  if (wanted.kind === 'cohort') return cohortPast(access, wanted, nowEpochMs);
  if (wanted.kind === 'market') return marketPast(access, wanted, nowEpochMs);
  const { service, keepsAsked, reads, timeZone } = access;
  const nothing: PastValue = { kind: 'nothing', isEmpty: true, unkept: [], keepsAsked };
  const stretch = { fromEpochMs: nowEpochMs - DAYS_MS, toEpochMs: nowEpochMs + 1 };
  if (wanted.kind === 'offer') {
    const past = await reads.offer({ ...wanted, service, stretch, timeZone });
    return past === undefined ? nothing : { kind: 'offer', past };
  }
  const shares = await reads.shares({ ...wanted, service, stretch });
  return shares === undefined ? nothing : { kind: 'machines', shares };
};

/** How far back the page of an offer, and that of the user's machines, look. */
const DAYS_MS = 30 * 86_400_000;

/** What is asked of the history for the offers that meet `conditions`. */
const questionOf = (
  service: string,
  terms: Pick<CohortWanted, 'type' | 'storageGb'>,
  conditions: readonly Condition[],
) => {
  const clauses = conditions.map((condition) => ({ ...condition, from: 0, to: 0 }));
  const { filters, local } = wireFilters({ clauses });
  return { service, asked: { ...terms, filters }, conditions: [...clauses, ...defaultClauses({ clauses })], local };
};

const cohortPast = async (
  { service, keepsAsked, reads }: Access,
  { conditions, type, storageGb, span }: CohortWanted,
  nowEpochMs: number,
): Promise<PastValue> => {
  const nothing = async (unkept: readonly string[] = []): Promise<PastValue> => ({
    kind: 'nothing',
    isEmpty: (await reads.questions(service)).length === 0,
    unkept,
    keepsAsked,
  });
  if (conditions === undefined) return nothing();
  const { lengthMs, stepMs } = spanNamed(span);
  const question = questionOf(service, { type, storageGb }, conditions);
  const readSince = async (sinceEpochMs: number, bucketMs: number) => {
    const range = { fromEpochMs: Math.floor(sinceEpochMs / bucketMs) * bucketMs, toEpochMs: nowEpochMs + 1 };
    const figures = await reads.figures({ ...question, by: ['gpu_name'], stretch: range, stepMs: bucketMs });
    return { range, bucketMs, figures };
  };
  const whole = await readSince(nowEpochMs - lengthMs, stepMs);
  if ('unkept' in whole.figures) return nothing(whole.figures.unkept);
  const [first] = whole.figures.buckets;
  if (first === undefined) return nothing();
  // Where nothing is known of most of it, what is known has all of the width.
  const knownMs = nowEpochMs - first.fromEpochMs;
  const isShort = knownMs * 2 < lengthMs;
  const { range, bucketMs, figures } = isShort ? await readSince(first.fromEpochMs, bucketOf(knownMs)) : whole;
  if ('unkept' in figures) return nothing(figures.unkept);
  const buckets = figures.buckets.flatMap(({ fromEpochMs, toEpochMs, cohorts: [cohort] }) => {
    if (cohort === undefined) return [];
    const { n, min, p25, median, p75, max } = cohort.spread;
    const [low, high] = n < PERCENTILES_FROM ? [min, max] : [p25, p75];
    return [{ fromEpochMs, toEpochMs, n, low, median, high }];
  });
  const fromEpochMs = isShort ? (buckets[0]?.fromEpochMs ?? range.fromEpochMs) : range.fromEpochMs;
  return { kind: 'cohort', range: { ...range, fromEpochMs }, ...joinedBuckets(buckets, bucketMs) };
};

const marketPast = async (
  { service, keepsAsked, reads }: Access,
  { byGpus, isOfAll, type, storageGb }: MarketWanted,
  nowEpochMs: number,
): Promise<PastValue> => {
  const medians = await reads.medianWeeks({
    ...questionOf(service, { type, storageGb }, isOfAll ? [LIFTED] : []),
    by: byGpus ? ['gpu_name', 'num_gpus'] : ['gpu_name'],
    nowEpochMs,
  });
  if ('unkept' in medians) return { kind: 'nothing', isEmpty: false, unkept: medians.unkept, keepsAsked };
  return {
    kind: 'market',
    weeks: Object.fromEntries(medians.weeks.map(({ like, week }) => [JSON.stringify(Object.values(like)), week])),
  };
};

/** Buckets of a time that is shorter than any span: about as many as a span has. */
const bucketOf = (lengthMs: number): number =>
  [MINUTE_MS, 5 * MINUTE_MS, ...SPANS.map(({ stepMs }) => stepMs)].find((stepMs) => lengthMs / stepMs <= 96) ?? HOUR_MS;
