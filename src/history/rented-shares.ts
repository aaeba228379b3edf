/** How long machines were rented while they were offered: those of one host, and others that are alike. */
import type { SearchType } from '../api/requests.ts';
import { type Likeness, likenessKey, type Subject, subjectOf } from '../pricing/likeness.ts';

import { holdsRented, seenTimeline } from './machine-timeline.ts';
import { offerOf } from './market-at.ts';
import { heardIn } from './offer-past.ts';
import type { HistoryStore, Interval, Stretch } from './store.ts';

/** Of which host, in which way of pricing, and in what the others are alike. */
export type SharesWanted = {
  readonly service: string;
  readonly hostId: number;
  readonly type: SearchType;
  readonly models: readonly string[];
  readonly likeness: Likeness;
  readonly stretch: Stretch;
};

/** How long machines were rented, and for rent, ms; the time of each counts. */
export type RentedTimes = { readonly rentedMs: number; readonly listedMs: number };

/** What is known; no times where nobody asked for what is rented. */
export type RentedShares = {
  readonly own: RentedTimes;
  /** Machines of others that are alike to one of those. */
  readonly others: RentedTimes;
  readonly machines: readonly {
    readonly machineId: number;
    readonly own: RentedTimes;
    readonly others: RentedTimes;
  }[];
};

/** What `store` knows; undefined where it has nothing of this service. */
export const rentedShares = async (store: HistoryStore, wanted: SharesWanted): Promise<RentedShares | undefined> => {
  const { service, hostId, type, models, likeness, stretch } = wanted;
  const questions = await store.questions(service);
  if (questions.length === 0) return undefined;
  const asked = questions.filter((question) => question.asked.type === type && holdsRented(question.asked));
  const heard = await heardIn(store, asked, stretch);
  const read = await Promise.all(asked.map(({ id }) => store.intervals(id, stretch, models && { models })));
  const machines = [...byMachine(read.flat())].flatMap(([machineId, intervals]) => {
    const subject = subjectIn(intervals);
    if (subject === undefined) return [];
    const times = timesOf(seenTimeline(intervals, heard, stretch));
    return [{ machineId, hostId: subject.hostId, key: likenessKey(subject, likeness), times }];
  });
  const own = machines.filter((machine) => machine.hostId === hostId);
  const othersIn = (keys: readonly string[]) =>
    sum(machines.filter((it) => it.hostId !== hostId && keys.includes(it.key)).map(({ times }) => times));
  return {
    own: sum(own.map(({ times }) => times)),
    others: othersIn(own.map(({ key }) => key)),
    machines: own.map(({ machineId, key, times }) => ({ machineId, own: times, others: othersIn([key]) })),
  };
};

const byMachine = (intervals: readonly Interval[]): ReadonlyMap<number, readonly Interval[]> => {
  const ids = new Map<string, number | undefined>();
  const machineOf = (interval: Interval) => offerOf(interval).machine_id ?? undefined;
  const machines = new Map<number, Interval[]>();
  for (const interval of intervals) {
    const id = ids.getOrInsertComputed(interval.traits, () => machineOf(interval));
    if (id !== undefined) machines.getOrInsertComputed(id, () => []).push(interval);
  }
  return machines;
};

/** What a machine is compared by: its newest offer of the most GPUs. */
const subjectIn = (intervals: readonly Interval[]): Subject | undefined => {
  const newest = intervals.reduce((last, it) => (it.fromEpochMs >= last.fromEpochMs ? it : last));
  const offers = intervals.filter(({ fromEpochMs }) => fromEpochMs === newest.fromEpochMs).map(offerOf);
  const [first] = offers.toSorted((one, other) => (other.num_gpus ?? 0) - (one.num_gpus ?? 0));
  return first === undefined ? undefined : subjectOf(first);
};

const timesOf = (spans: ReturnType<typeof seenTimeline>): RentedTimes => {
  const lengthOf = (state: string): number =>
    spans.reduce((all, span) => (span.state === state ? all + span.toEpochMs - span.fromEpochMs : all), 0);
  return { rentedMs: lengthOf('rented'), listedMs: lengthOf('listed') };
};

const sum = (times: readonly RentedTimes[]): RentedTimes => ({
  rentedMs: times.reduce((all, { rentedMs }) => all + rentedMs, 0),
  listedMs: times.reduce((all, { listedMs }) => all + listedMs, 0),
});
