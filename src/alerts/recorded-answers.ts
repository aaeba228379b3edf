/** Which offers a sentence is about, as a question that answers it, and the answers in the history that it is held against. */
import type { SearchType } from '../api/requests.ts';
import type { Offer } from '../catalogue/values.ts';
import { compileLine } from '../filter/evaluate.ts';
import type { Condition } from '../filter/line.ts';
import { defaultClauses, wireFilters } from '../filter/request.ts';
import { type Asked, covers, modelsIn, openConditions, unkeptOf, type WhatIsMeant } from '../history/asked.ts';
import { fieldsOf } from '../history/kept-offer.ts';
import { marketAt } from '../history/market-at.ts';
import type { HistoryStore, Question, Stretch } from '../history/store.ts';
import type { MarketSentence } from './sentence.ts';

/** How offers are priced: pricing, and the disk in GB that is in the prices. */
type Pricing = { readonly type: SearchType; readonly storageGb: number };

/** The offers that `sentence` is about. Of a machine that is every offer of it, rented or not. */
export const whatIsMeant = (sentence: MarketSentence, { type, storageGb }: Pricing): WhatIsMeant => {
  const conditions = sentence.kind === 'machine' ? machineClauses(sentence.machineId) : sentence.filter;
  const clauses = conditions.map((condition) => ({ ...condition, from: 0, to: 0 }));
  const { filters, local } = wireFilters({ clauses });
  return { asked: { type, storageGb, filters }, conditions: [...clauses, ...defaultClauses({ clauses })], local };
};

const machineClauses = (machineId: number): readonly Condition[] => [
  { field: 'machine_id', operator: 'eq', value: machineId },
  ...defaultClauses({ clauses: [] }).map(({ field }) => ({ field, operator: 'any' }) as const),
];

/** True where recorded answers to `asked` answer for what is meant. */
export const isAnsweredBy = (asked: Asked, meant: WhatIsMeant): boolean =>
  covers(asked, meant.asked) && unkeptOf(asked, meant).length === 0;

/** An answer: the offers in it that are meant. One that is not whole says nothing of what it does not hold. */
export type Answer = { readonly atEpochMs: number; readonly isWhole: boolean; readonly offers: readonly Offer[] };

/** What is told of an offer, beside its id and prices. */
const TOLD = [
  'machine_id',
  'host_id',
  'gpu_name',
  'num_gpus',
  'gpu_ram',
  'geolocation',
  'verification',
  'reliability2',
  'dlperf',
  'disk_space',
  'inet_down',
  'inet_up',
  'rentable',
  'rented',
];

/** What is read of a history. */
export type Reads = Pick<HistoryStore, 'questions' | 'rounds' | 'intervals'>;

/** The questions of `service` whose answers answer for what is meant. */
export const answeringQuestions = async (
  store: Reads,
  service: string,
  meant: WhatIsMeant,
): Promise<readonly Question[]> => (await store.questions(service)).filter(({ asked }) => isAnsweredBy(asked, meant));

/** The answers to `questions` in `stretch`, by their times. They are made one by one as they are taken. */
export const recordedAnswers = async (
  store: Reads,
  questions: readonly Question[],
  meant: WhatIsMeant,
  stretch: Stretch,
): Promise<Iterable<Answer>> => {
  const series = await Promise.all(questions.map((question) => answersTo(store, question, meant, stretch)));
  return inOrder(series);
};

const answersTo = async (
  store: Reads,
  { id, asked }: Question,
  meant: WhatIsMeant,
  stretch: Stretch,
): Promise<Iterator<Answer>> => {
  const rounds = await store.rounds(id, stretch);
  const [first, last] = [rounds[0], rounds.at(-1)];
  if (first === undefined || last === undefined) return [].values();
  const conditions = openConditions(asked, meant);
  const reach = { fromEpochMs: first.atEpochMs, toEpochMs: last.atEpochMs + 1 };
  const intervals = await store.intervals(id, reach, modelsIn(conditions));
  const fields = [...TOLD, ...conditions.flatMap(({ field }) => fieldsOf(field))];
  const isMeant = compileLine({ clauses: conditions, words: [] });
  const whole = new Map(rounds.map(({ atEpochMs, isWhole }) => [atEpochMs, isWhole]));
  const standing = marketAt(intervals, [...whole.keys()], isMeant, fields);
  return standing.map(({ atEpochMs, offers }) => ({ atEpochMs, offers, isWhole: whole.get(atEpochMs) ?? false }));
};

/** What several series hold, by time. */
const inOrder = function* (series: readonly Iterator<Answer>[]): Generator<Answer> {
  const heads = series.map((one) => ({ one, next: one.next() }));
  for (;;) {
    let earliest: (typeof heads)[number] | undefined;
    for (const head of heads) {
      if (head.next.done) continue;
      if (earliest === undefined || earliest.next.done || head.next.value.atEpochMs < earliest.next.value.atEpochMs)
        earliest = head;
    }
    if (earliest === undefined || earliest.next.done) return;
    yield earliest.next.value;
    earliest.next = earliest.one.next();
  }
};
