/** What the history knows of how long machines were rented at which price: the one that is asked about, and those of others that are alike. */
import { HOURS_A_MONTH } from '../base/time.ts';
import type { Offer } from '../catalogue/values.ts';
import { type Advice, adviceOf, type Spell } from '../pricing/advice.ts';
import { likenessKey, type Subject, subjectOf, USUAL_LIKENESS } from '../pricing/likeness.ts';
import { ascending, quantile } from '../pricing/spread.ts';
import type { Asked } from './asked.ts';
import { generatedUntil } from './generated.ts';
import { traitsOf } from './kept-offer.ts';
import { holdsRented } from './machine-timeline.ts';
import { standingIn } from './market-at.ts';
import { heardIn } from './offer-past.ts';
import type { HistoryStore, Interval, Question, Stretch } from './store.ts';

/** The machine that is asked about. */
export type AdviceWanted = {
  /** The service by its one name (`serviceAt`). */
  readonly service: string;
  readonly machineId: number;
  /** What it is compared by, and what it is listed for, $/hour for one GPU. */
  readonly subject: Pick<Subject, 'model' | 'verification' | 'price'>;
  readonly gpus: number;
  readonly nowEpochMs: number;
};

/** What is known; `untilEpochMs` is when the last answer came that tells of it, undefined where there is none. */
export type RecordedAdvice = Advice & {
  readonly untilEpochMs: number | undefined;
  /** Up to when it was generated, if it was. */
  readonly generatedUntilEpochMs: number | undefined;
};

const HOUR_MS = 3_600_000;

/** How far back is looked. */
const LOOK_BACK_MS = 30 * 24 * HOUR_MS;

/** The median of the others is taken as often. */
const MEDIAN_EVERY_MS = 6 * HOUR_MS;

/** Fewer others have no median to go by. */
const LEAST_OTHERS = 3;

/** What an offer tells of its machine. */
type Part = {
  readonly machineId: number;
  readonly key: string | undefined;
  readonly hostId: number | undefined;
  readonly gpus: number;
  /** GPUs of the whole machine; undefined where that is not told. */
  readonly ofGpus: number | undefined;
  readonly isFree: boolean;
  /** $/GB/month. */
  readonly diskPrice: number;
};

/** `price` is that of the GPUs alone, $/hour for one. */
type PartInterval = Pick<Interval, 'fromEpochMs' | 'untilEpochMs'> & { readonly price: number; readonly part: Part };

/** The advice by what `store` knows. */
export const recordedAdvice = async (store: HistoryStore, wanted: AdviceWanted): Promise<RecordedAdvice> => {
  const { service, machineId, subject, nowEpochMs } = wanted;
  const stretch = { fromEpochMs: nowEpochMs - LOOK_BACK_MS, toEpochMs: nowEpochMs + 1 };
  const questions = (await store.questions(service)).filter(
    ({ asked: { type } }) => type === 'ondemand' || type === 'machines',
  );
  const partIn = createParts();
  const read = await Promise.all(
    (await heardIn(store, questions, stretch)).map(async ({ rounds, ...question }) => {
      const lastMs = rounds.at(-1)?.atEpochMs;
      if (lastMs === undefined) return { question, lastMs: 0, intervals: [] };
      const intervals = await store.intervals(question.id, stretch, { models: [subject.model] });
      return { question, lastMs, intervals: intervals.flatMap((it) => partIn(it, question.asked, stretch, lastMs)) };
    }),
  );
  const key = likenessKey(subject, USUAL_LIKENESS);
  const ofMachine = read.flatMap(({ intervals }) => intervals.filter(({ part }) => part.machineId === machineId));
  const hosts = new Set(ofMachine.flatMap(({ part }) => part.hostId ?? []));
  const isOther = ({ part }: PartInterval): boolean =>
    part.machineId !== machineId && part.key === key && (part.hostId === undefined || !hosts.has(part.hostId));
  const medians = mediansIn(
    read.filter(({ question }) => question.asked.type === 'ondemand').map(({ intervals }) => intervals.filter(isOther)),
    stretch,
  );
  const spells = longestOfEach(
    read
      .filter(isOfRented)
      .flatMap(({ intervals }) =>
        [...Map.groupBy(intervals, ({ part }) => part.machineId).values()]
          .filter(([first]) => first !== undefined && (first.part.machineId === machineId || isOther(first)))
          .map((own) => spellsOf(own, medians)),
      ),
  );
  const [, lastMedian] = [...medians].at(-1) ?? [];
  const lastMs = Math.max(...read.filter(isOfRented).map((it) => it.lastMs));
  return {
    ...adviceOf(spells, { machineId, gpus: wanted.gpus, price: subject.price, median: lastMedian }),
    untilEpochMs: lastMs > 0 ? lastMs : undefined,
    generatedUntilEpochMs: await generatedUntil(store, service),
  };
};

/** True where an answer holds machines whether they are rented or not. */
const isOfRented = ({ question: { asked } }: { readonly question: Pick<Question, 'asked'> }): boolean =>
  asked.type === 'machines' || holdsRented(asked);

/** Gives of an interval what it tells, in the stretch and up to the last answer; nothing where machine, GPUs or price are not told. */
const createParts = () => {
  const known = new Map<string, Part | undefined>();
  return (
    interval: Interval,
    { storageGb }: Asked,
    { fromEpochMs, toEpochMs }: Stretch,
    lastMs: number,
  ): readonly PartInterval[] => {
    const part = known.getOrInsertComputed(interval.traits, () => partOf(traitsOf(interval.traits)));
    const from = Math.max(interval.fromEpochMs, fromEpochMs);
    const until = Math.min(interval.untilEpochMs ?? lastMs, toEpochMs);
    if (part === undefined || interval.price === null || until <= from) return [];
    const price = (interval.price - part.diskPrice * (storageGb / HOURS_A_MONTH)) / part.gpus;
    return price > 0 ? [{ part, price, fromEpochMs: from, untilEpochMs: until }] : [];
  };
};

const partOf = (offer: Offer): Part | undefined => {
  const { machine_id: machineId, num_gpus: gpus, gpu_frac: share, rentable, rented, storage_cost: diskPrice } = offer;
  if (typeof machineId !== 'number' || typeof gpus !== 'number' || gpus < 1) return undefined;
  const subject = subjectOf(offer);
  return {
    machineId,
    key: subject && likenessKey(subject, USUAL_LIKENESS),
    hostId: subject?.hostId,
    gpus,
    ofGpus: typeof share === 'number' && share > 0 ? Math.round(gpus / share) : undefined,
    isFree: rentable !== false && rented !== true,
    diskPrice: diskPrice ?? 0,
  };
};

/** The median of what could be rented, by the number of its stretch of time, ascending: of the question that had the most. */
const mediansIn = (
  questions: readonly (readonly PartInterval[])[],
  { fromEpochMs, toEpochMs }: Stretch,
): ReadonlyMap<number, number> => {
  const first = Math.ceil(fromEpochMs / MEDIAN_EVERY_MS);
  const moments = Array.from(
    { length: Math.max(0, Math.ceil(toEpochMs / MEDIAN_EVERY_MS) - first) },
    (_, place) => (first + place) * MEDIAN_EVERY_MS,
  );
  const most = new Map<number, readonly number[]>();
  for (const intervals of questions)
    for (const [moment, prices] of standingIn(intervals, moments, ({ part, price }) =>
      part.isFree ? price : undefined,
    ))
      if (prices.length > (most.get(moment)?.length ?? LEAST_OTHERS - 1)) most.set(moment, prices);
  return new Map(
    moments.flatMap((moment) => {
      const median = quantile(ascending(most.get(moment) ?? []), 0.5);
      return median === undefined ? [] : [[moment / MEDIAN_EVERY_MS, median]];
    }),
  );
};

/** The spells of one machine: its price is that of its cheapest part, and what of it can be rented is free. */
const spellsOf = (intervals: readonly PartInterval[], medians: ReadonlyMap<number, number>): readonly Spell[] => {
  const ends = intervals.flatMap((it) => [it.fromEpochMs, it.untilEpochMs ?? 0]);
  const moments = ascending(new Set([...ends, ...[...medians.keys()].map((place) => place * MEDIAN_EVERY_MS)]));
  const standing = [...standingIn(intervals, moments, (interval) => interval)];
  return standing.flatMap(([fromEpochMs, parts], place): readonly Spell[] => {
    const toEpochMs = moments[place + 1];
    const [first] = parts;
    if (first === undefined || toEpochMs === undefined) return [];
    const sizes = [...Map.groupBy(parts, ({ part }) => part.gpus)].sort(([one], [other]) => one - other);
    const gpusIn = (alike: readonly PartInterval[]): number => alike.reduce((sum, { part }) => sum + part.gpus, 0);
    const gpus =
      Math.max(...parts.map(({ part }) => part.ofGpus ?? 0)) || Math.max(...sizes.map(([, it]) => gpusIn(it)));
    const free = Math.max(...sizes.map(([, alike]) => gpusIn(alike.filter(({ part }) => part.isFree))));
    // Where the smallest parts are not all of it, as many more may be free as no larger part needs: half of that counts.
    const isTold = gpusIn(sizes[0]?.[1] ?? []) >= gpus;
    const [tooMany = gpus] = sizes.flatMap(([size]) => (size > free ? [size] : []));
    const rented = gpus - Math.min(gpus, isTold ? free : (free + Math.max(free, tooMany - 1)) / 2);
    const price = Math.min(...parts.map((it) => it.price));
    return [
      {
        machineId: first.part.machineId,
        fromEpochMs,
        toEpochMs,
        price,
        median: medians.get(Math.floor(fromEpochMs / MEDIAN_EVERY_MS)),
        gpus,
        rented,
      },
    ];
  });
};

/** Of each machine the spells of the question that knows it for longest. */
const longestOfEach = (recorded: readonly (readonly Spell[])[]): readonly Spell[] => {
  const knownMs = (spells: readonly Spell[]): number =>
    spells.reduce((sum, { fromEpochMs, toEpochMs }) => sum + toEpochMs - fromEpochMs, 0);
  return [...Map.groupBy(recorded, ([first]) => first?.machineId).values()].flatMap((same) =>
    same.reduce((longest, spells) => (knownMs(spells) > knownMs(longest) ? spells : longest)),
  );
};
