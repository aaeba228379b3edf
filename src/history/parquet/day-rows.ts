/** The rows of the data set that a day has: what intervals are in it, and what they tell of machines and models. Pure. */
import type { Offer } from '../../catalogue/values.ts';
import { printLine } from '../../filter/print.ts';
import { askedText, clausesOf } from '../asked.ts';
import { traitsOf } from '../kept-offer.ts';
import { holdsRented, type MachineSpan, merged, seenStateOf } from '../machine-timeline.ts';
import type { MachineInterval, RecordedRound, Stretch } from '../store.ts';
import { TABLES, type TableName, TRAIT_COLUMNS } from './columns.ts';
import { DAY_MS, type NamedQuestion } from './day-plan.ts';
import { type FileValue, fileValue } from './table-file.ts';

/** Takes rows of the tables. */
export type RowSink = (table: TableName, row: readonly FileValue[], more?: readonly FileValue[]) => void;

/** What is told, and of which day. */
type DayTold = {
  readonly dayMs: number;
  readonly questions: ReadonlyMap<number, NamedQuestion>;
  readonly windows: ReadonlyMap<number, Stretch>;
  /** True of a day that is not over: what stands at the last answer goes on. */
  readonly isRunning: boolean;
};

/** An interval as far as it lies in its window. */
type Part = MachineSpan & { readonly question: NamedQuestion; readonly offerId: number; readonly offer: Offer };

type KnownTraits = {
  readonly offer: Offer;
  readonly machine_id: FileValue;
  readonly values: readonly FileValue[];
};

/** The row of a table from what is said by name. */
const rowOf = (table: TableName, values: Readonly<Record<string, unknown>>): readonly FileValue[] =>
  TABLES[table].map(({ name, kind }) => fileValue(kind, values[name]));

const wordsOf = ({ name, asked: { type, storageGb } }: NamedQuestion) => ({ question: name, type, storage: storageGb });

/** Puts a row for each answer into `sink`. */
export const answersCame = (
  question: NamedQuestion,
  service: string,
  rounds: readonly RecordedRound[],
  sink: RowSink,
) => {
  const { asked } = question;
  const filter = printLine({ clauses: clausesOf(asked), words: [] });
  for (const { atEpochMs: observed_at, offers, isWhole: whole } of rounds) {
    const of = { ...wordsOf(question), service, filter, asked: askedText(asked) };
    sink('observations', rowOf('observations', { ...of, observed_at, offers, whole }));
  }
};

/** Takes the intervals of a day, machine by machine, and puts what they tell into `sink`; `end` what is known at the end. */
export const createDayRows = ({ dayMs, questions, windows, isRunning }: DayTold, sink: RowSink) => {
  const known = new Map<string, KnownTraits>();
  const shares = createShares();
  let machine: Part[] = [];
  let machineId = 0;

  const traitsIn = (text: string) => {
    if (known.size >= MOST_TRAITS) known.clear();
    return known.getOrInsertComputed(text, () => {
      const offer = traitsOf(text);
      const machine_id = fileValue('id', offer.machine_id);
      return {
        offer,
        machine_id,
        values: TRAIT_COLUMNS.map(({ name, kind }) => fileValue(kind, Reflect.get(offer, name))),
      };
    });
  };
  const machineEnded = (): void => {
    for (const parts of Map.groupBy(machine, ({ question }) => question).values()) {
      const summary = machineOf(parts);
      sink('machines', rowOf('machines', { ...wordsOf(summary.question), ...summary.offer, ...summary.figures }));
      if (holdsRented(summary.question.asked)) shares.add(summary);
    }
    machine = [];
  };

  return {
    add: (interval: MachineInterval): void => {
      const question = questions.get(interval.question);
      const window = windows.get(interval.question);
      if (question === undefined || window === undefined) return;
      const fromEpochMs = Math.max(interval.fromEpochMs, window.fromEpochMs);
      const toEpochMs = Math.min(interval.untilEpochMs ?? window.toEpochMs, window.toEpochMs);
      if (fromEpochMs >= toEpochMs) return;
      const isEnded = interval.untilEpochMs !== undefined && interval.untilEpochMs <= window.toEpochMs;
      const continues = !isEnded && (isRunning || window.toEpochMs === dayMs + DAY_MS);
      const { offer, machine_id, values } = traitsIn(interval.traits);
      const { offerId, price, minimumBid } = interval;
      const { name, asked } = question;
      // biome-ignore format: in the order of the table
      const row = [
        name, asked.type, asked.storageGb, machine_id, BigInt(offerId),
        BigInt(fromEpochMs), BigInt(toEpochMs), interval.fromEpochMs < fromEpochMs, continues,
        isEnded ? interval.ending : continues ? undefined : 'unseen',
        fileValue('money', price), fileValue('money', minimumBid),
      ];
      sink('offers', row, values);
      if (interval.machineId !== machineId) machineEnded();
      ({ machineId } = interval);
      if (machineId !== 0)
        machine.push({ fromEpochMs, toEpochMs, state: seenStateOf(offer), question, offerId, offer });
    },
    end: (): void => {
      machineEnded();
      for (const share of shares.all()) sink('rented_share', rowOf('rented_share', share));
    },
  };
};

/** Sets of traits that are remembered: those of one machine come one after the other. */
const MOST_TRAITS = 2000;

type MachineSummary = ReturnType<typeof machineOf>;

/** What its parts tell of a machine: it is what its newest offer of the most GPUs says. */
const machineOf = (parts: readonly Part[]) => {
  const newest = Math.max(...parts.map(({ fromEpochMs }) => fromEpochMs));
  const { question, offer } = parts
    .filter(({ fromEpochMs }) => fromEpochMs === newest)
    .reduce((most, part) => ((part.offer.num_gpus ?? 0) > (most.offer.num_gpus ?? 0) ? part : most));
  const times = { listed: 0, rented: 0, gone: 0, away: 0 };
  for (const { fromEpochMs, toEpochMs, state } of merged(parts)) times[state] += toEpochMs - fromEpochMs;
  const figures = {
    seen_from: Math.min(...parts.map(({ fromEpochMs }) => fromEpochMs)),
    seen_until: Math.max(...parts.map(({ toEpochMs }) => toEpochMs)),
    offers: new Set(parts.map(({ offerId }) => offerId)).size,
    listed_ms: times.listed,
    rented_ms: times.rented,
  };
  return { question, offer, figures };
};

/** Adds up machines by question, model and verification. */
const createShares = () => {
  const shares = new Map<string, { machines: number; listed_ms: number; rented_ms: number; of: MachineSummary }>();
  return {
    add: (summary: MachineSummary): void => {
      const { question, offer, figures } = summary;
      const key = JSON.stringify([question.name, offer.gpu_name, offer.verification]);
      const share = shares.getOrInsertComputed(key, () => ({ machines: 0, listed_ms: 0, rented_ms: 0, of: summary }));
      share.machines++;
      share.listed_ms += figures.listed_ms;
      share.rented_ms += figures.rented_ms;
    },
    all: () =>
      [...shares.values()].map(({ of: { question, offer }, ...sums }) => ({
        ...{ ...wordsOf(question), gpu_name: offer.gpu_name, verification: offer.verification },
        ...sums,
      })),
  };
};
