/** What the program says of a recorded history: the answers that engines are to give. */
import { systemClock } from '../../src/base/clock.ts';
import { parseLine } from '../../src/filter/parse.ts';
import { wireFilters } from '../../src/filter/request.ts';
import { askedText } from '../../src/history/asked.ts';
import { traitsOf } from '../../src/history/kept-offer.ts';
import { holdsRented } from '../../src/history/machine-timeline.ts';
import { type NamedQuestion, namedQuestion } from '../../src/history/parquet/day-plan.ts';
import { rentedShares } from '../../src/history/rented-shares.ts';
import type { HistoryStore, Interval } from '../../src/history/store.ts';
import { USUAL_LIKENESS } from '../../src/pricing/likeness.ts';
import type { Row } from './engine.ts';
import { type Program, recordsOf } from './program.ts';
import { DAY_MS, fullDays, openStore, type Recorder } from './recorded-market.ts';
import type { Question } from './statements.ts';

/** Machines whose price changes are counted, of each recorder. */
const MACHINES = 8;

/** Rows that an engine's answers are to hold. */
export type Expected = Readonly<Partial<Record<Question, readonly Row[]>>>;

const HOUR_MS = 3_600_000;
const ALL_TIME = { fromEpochMs: 0, toEpochMs: systemClock.now() };
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, DAY_LENGTH);

/** What is expected of what `recorder` recorded. */
export const expectedOf = async (program: Program, recorder: Recorder): Promise<Expected> => {
  const store = await openStore(recorder.file);
  try {
    const questions = await namedIn(store, recorder);
    const [firstMs] = fullDays();
    const told = (step: string): readonly Row[] =>
      recorder.asks.flatMap((text) =>
        recordsOf(program, recorder, 'history', text, '--from', dayAt(firstMs), '--step', step).map((row) => ({
          ...row,
          question: nameOf(questions, text),
          day: String(row.from).slice(0, DAY_LENGTH),
        })),
      );
    const intervals = (await Promise.all(questions.map(({ id }) => store.intervals(id, ALL_TIME)))).flat();
    const names = new Map(questions.map(({ id, name }) => [id, name]));
    return {
      percentiles: told('1d'),
      'offers at noon': told('12h').flatMap((row) =>
        String(row.from).includes('T00:') && String(row.day) < dayAt(fullDays()[1]) ? [{ ...row, offers: row.n }] : [],
      ),
      'rented share': await sharesOf(store, recorder, questions, intervals),
      'price changes': changesOf(program, recorder, names, intervals),
      'hours and price': hoursOf(names, intervals),
    };
  } finally {
    await store.close();
  }
};

const namedIn = async (store: HistoryStore, { service }: Recorder) =>
  (await store.answered(service)).map((question) => namedQuestion(service, question));

/** What the data set calls the question that the filter line `text` asks. */
const nameOf = (questions: readonly NamedQuestion[], text: string): string | undefined => {
  const asked = askedText({ type: 'ondemand', storageGb: 8, filters: wireFilters(parseLine(text)).filters });
  return questions.find((question) => askedText(question.asked) === asked)?.name;
};

/** What `gpudeck market` says of the service as it is, which the last answer to the first question of `recorder` holds. */
export const marketNow = async (program: Program, recorder: Recorder): Promise<Expected> => {
  const [text = ''] = recorder.asks;
  const store = await openStore(recorder.file);
  const question = nameOf(await namedIn(store, recorder), text);
  await store.close();
  const [, endMs] = fullDays();
  const rows = recordsOf(program, recorder, 'market', text, '--by', 'gpu_name');
  return { percentiles: rows.map((row) => ({ ...row, question, day: dayAt(endMs) })) };
};

/** By model, of what the page of own machines says of each host. */
const sharesOf = async (
  store: HistoryStore,
  { service }: Recorder,
  questions: readonly NamedQuestion[],
  intervals: readonly Interval[],
): Promise<readonly Row[]> => {
  const offers = intervals.map(({ traits }) => traitsOf(traits));
  const models = new Map(offers.map(({ machine_id: id, gpu_name: model }) => [id, model]));
  const question = questions.find(({ asked }) => holdsRented(asked))?.name;
  const sums = new Map<unknown, { rentedMs: number; listedMs: number }>();
  for (const hostId of new Set(offers.flatMap(({ host_id: id }) => id ?? []))) {
    const shares = await rentedShares(store, {
      ...{ service, hostId, type: 'ondemand', likeness: USUAL_LIKENESS },
      models: [...new Set(models.values())].flatMap((model) => model ?? []),
      stretch: ALL_TIME,
    });
    for (const { machineId, own } of shares?.machines ?? []) {
      const sum = sums.getOrInsertComputed(models.get(machineId), () => ({ rentedMs: 0, listedMs: 0 }));
      sum.rentedMs += own.rentedMs;
      sum.listedMs += own.listedMs;
    }
  }
  return [...sums].map(([gpu_name, { rentedMs, listedMs }]) => ({
    ...{ question, gpu_name },
    known_hours: (rentedMs + listedMs) / HOUR_MS,
    rented: rentedMs / (rentedMs + listedMs),
  }));
};

/** Of some machines, of what `gpudeck history machine` prints: an interval that begins where the one before ends, at another price. */
const changesOf = (
  program: Program,
  recorder: Recorder,
  names: ReadonlyMap<number, string>,
  intervals: readonly Interval[],
): readonly Row[] => {
  const machines = new Set(intervals.map(({ traits }) => traitsOf(traits).machine_id));
  return [...machines].slice(0, MACHINES).flatMap((machine_id) => {
    const told = recordsOf(program, recorder, 'history', 'machine', String(machine_id));
    const own = Map.groupBy(told, ({ question, id }) => JSON.stringify([question, id]));
    const changes = new Map<unknown, number>(told.map(({ question }) => [question, 0]));
    for (const rows of own.values())
      for (const [place, { to, dph_total, question }] of rows.entries()) {
        const next = rows[place + 1];
        if (next?.from === to && next?.dph_total !== dph_total) changes.set(question, (changes.get(question) ?? 0) + 1);
      }
    return [...changes].map(([question, count]) => ({
      question: names.get(Number(question)),
      machine_id,
      changes: count,
    }));
  });
};

/** By model and day: intervals are cut at midnight here too, but that is all that is alike. */
const hoursOf = (names: ReadonlyMap<number, string>, intervals: readonly Interval[]): readonly Row[] => {
  const [firstMs, endMs] = fullDays();
  const sums = new Map<string, { readonly row: Row; gpuHours: number; dollars: number }>();
  for (const { question: id, traits, price, fromEpochMs, untilEpochMs = endMs } of intervals) {
    const { gpu_name, num_gpus: gpus } = traitsOf(traits);
    if (price === null || typeof gpus !== 'number') continue;
    for (let ms = firstMs; ms < endMs; ms += DAY_MS) {
      const hours = (Math.min(untilEpochMs, ms + DAY_MS) - Math.max(fromEpochMs, ms)) / HOUR_MS;
      if (hours <= 0) continue;
      const row = { question: names.get(id), day: dayAt(ms), gpu_name };
      const sum = sums.getOrInsertComputed(JSON.stringify(row), () => ({ row, gpuHours: 0, dollars: 0 }));
      sum.gpuHours += gpus * hours;
      sum.dollars += price * hours;
    }
  }
  return [...sums.values()].map(({ row, gpuHours, dollars }) => ({
    ...row,
    gpu_hours: gpuHours,
    price: dollars / gpuHours,
  }));
};
