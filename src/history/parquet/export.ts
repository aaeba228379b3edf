/**
 * Exports what was recorded of a service into a folder of Parquet files, day by day, the newest first. A day is written once it is over; what comes
 * later goes into files of its own. Files are written beside, and are there once all of them are whole: whatever ends it, the next run goes on.
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { utcTime } from '../../base/time.ts';
import { lockFile } from '../../storage/files/database-file.ts';
import type { HistoryStore, MachineInterval, Stretch } from '../store.ts';
import { TABLES, type TableName } from './columns.ts';
import { DAY_MS, type DayPlan, dayPlan, type NamedQuestion, namedQuestion, type Told } from './day-plan.ts';
import { answersCame, createDayRows, type RowSink } from './day-rows.ts';
import { type Manifest, type ManifestDay, manifestFile, manifestOf, writeManifest } from './manifest.ts';
import { createTableFile, type TableFile } from './table-file.ts';

/** What is exported, and where to. */
type ExportWish = {
  readonly store: Pick<HistoryStore, 'answered' | 'rounds' | 'intervalsByMachine'>;
  readonly service: string;
  readonly folder: string;
  /** Days that reach into it. */
  readonly stretch: Stretch;
  readonly nowMs: number;
  /** Ends it: what is not whole yet is given up, and nothing is thrown. */
  readonly signal: AbortSignal;
};

/** A part of the data set that was written. */
export type WrittenDay = {
  /** Such as 2026-11-26. */
  readonly day: string;
  /** `late`: what came after the day had been written. `running`: the day is not over. */
  readonly kind: 'day' | 'late' | 'running';
  readonly files: readonly WrittenFile[];
};

/** How much of a table was written. */
type WrittenFile = { readonly table: TableName; readonly rows: number; readonly bytes: number };

const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** Folders that no engine takes for a table: what is being written, and days that are not over. */
const WRITING = '_writing';
const RUNNING = '_running';

/** Writes what is due, and tells of each day that is there. Throws a LockedFile, a StrangeDataSet, and what file system and store throw. */
export const exportDays = async function* (wish: ExportWish): AsyncGenerator<WrittenDay> {
  const { store, service, folder, stretch, nowMs, signal } = wish;
  const unlock = lockFile(manifestFile(folder));
  const cleanUp = (): void => rmSync(join(folder, WRITING), { recursive: true, force: true });
  try {
    let manifest = manifestOf(folder, service);
    // What one that was killed has left.
    cleanUp();
    const questions = (await store.answered(service)).map((question) => namedQuestion(service, question));
    const readDay = createDayReader(
      store,
      questions.map(({ id }) => id),
    );
    for (const dayMs of daysOf(questions, stretch)) {
      if (signal.aborted) return;
      const day = utcTime(dayMs).slice(0, 'YYYY-MM-DD'.length);
      const before = manifest.days[day];
      const plan = dayPlan(dayMs, questions, before?.told ?? {}, nowMs);
      // What came late to a day that is told waits until all of it is there.
      if (plan.windows.size === 0 || (before !== undefined && !plan.isOver)) continue;
      const files = await writeDay(wish, questions, { dayMs, plan }, readDay(dayMs));
      if (plan.isOver) {
        manifest = withDay(manifest, day, placed(folder, day, files, before), toldOf(plan, questions));
        writeManifest(folder, manifest);
        rmSync(join(folder, RUNNING, `day=${day}`), { recursive: true, force: true });
      } else for (const { table } of files) move(folder, table, join(RUNNING, `day=${day}`, `${table}.parquet`));
      yield { day, kind: plan.isOver ? (before === undefined ? 'day' : 'late') : 'running', files };
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    cleanUp();
    unlock();
  }
};

/** The days that have answers and reach into the stretch, the newest first, each by its beginning. */
const daysOf = (questions: readonly NamedQuestion[], { fromEpochMs, toEpochMs }: Stretch): readonly number[] => {
  const first = Math.max(fromEpochMs, Math.min(...questions.map(({ firstEpochMs }) => firstEpochMs)));
  const last = Math.min(toEpochMs - 1, Math.max(...questions.map(({ lastEpochMs }) => lastEpochMs)));
  const days: number[] = [];
  for (let day = Math.floor(last / DAY_MS); day >= Math.floor(first / DAY_MS); day--) days.push(day * DAY_MS);
  return days;
};

/**
 * Reads the intervals that reach into a day, machine by machine. Where the day after it was read before, what reaches over midnight is
 * known: the store would go through all that ended later to find it.
 */
const createDayReader = (store: Pick<HistoryStore, 'intervalsByMachine'>, questions: readonly number[]) => {
  let known: { readonly atMs: number; readonly intervals: readonly MachineInterval[] } | undefined;
  return async function* (dayMs: number): AsyncGenerator<readonly MachineInterval[]> {
    const stretch = { fromEpochMs: dayMs, toEpochMs: dayMs + DAY_MS };
    const later = known?.atMs === stretch.toEpochMs ? known.intervals : undefined;
    const begunBefore: MachineInterval[] = [];
    for await (const some of inOrder(later ?? [], store.intervalsByMachine(questions, stretch, later !== undefined))) {
      for (const interval of some) if (interval.fromEpochMs < dayMs) begunBefore.push(interval);
      yield some;
    }
    known = { atMs: dayMs, intervals: begunBefore };
  };
};

/** Both in their order; of one that is in both, as it was read last. */
const inOrder = async function* (
  known: readonly MachineInterval[],
  read: AsyncIterable<readonly MachineInterval[]>,
): AsyncGenerator<readonly MachineInterval[]> {
  let place = 0;
  for await (const some of read) {
    const both: MachineInterval[] = [];
    for (const interval of some) {
      for (let next = known[place]; next !== undefined; next = known[++place]) {
        const order = compared(next, interval);
        if (order > 0) break;
        if (order < 0) both.push(next);
      }
      both.push(interval);
    }
    yield both;
  }
  yield known.slice(place);
};

/** The order in which the store gives them. */
const compared = (one: MachineInterval, other: MachineInterval): number =>
  one.machineId - other.machineId ||
  one.fromEpochMs - other.fromEpochMs ||
  one.offerId - other.offerId ||
  one.question - other.question;

/** Writes the tables of a day where nobody looks for them. */
const writeDay = async (
  { store, service, folder, signal }: ExportWish,
  questions: readonly NamedQuestion[],
  { dayMs, plan: { windows, isOver } }: { readonly dayMs: number; readonly plan: DayPlan },
  intervals: AsyncIterable<readonly MachineInterval[]>,
): Promise<readonly WrittenFile[]> => {
  mkdirSync(join(folder, WRITING), { recursive: true });
  const files = new Map<TableName, TableFile>();
  try {
    for (const table of TABLE_NAMES) files.set(table, createTableFile(join(folder, writing(table)), table));
    const sink: RowSink = (table, ...values) => files.get(table)?.add(...values);
    const byId = new Map(questions.map((question) => [question.id, question]));
    const rows = createDayRows({ dayMs, questions: byId, windows, isRunning: !isOver }, sink);
    for (const [id, window] of windows) {
      const question = byId.get(id);
      if (question !== undefined) answersCame(question, service, await store.rounds(id, window), sink);
    }
    for await (const some of intervals) {
      for (const interval of some) rows.add(interval);
      // A signal is heard between two pieces of work: a file of SQLite is read in one.
      await nextTurn();
      signal.throwIfAborted();
    }
    rows.end();
    return [...files].map(([table, file]) => ({ table, ...file.finish() }));
  } catch (error) {
    for (const file of files.values()) file.drop();
    throw error;
  }
};

const writing = (table: TableName): string => join(WRITING, `${table}.parquet`);

/** Puts the files of a day to their places: of what came late those that hold something. */
const placed = (
  folder: string,
  day: string,
  files: readonly WrittenFile[],
  before: ManifestDay | undefined,
): ManifestDay['files'] => {
  const late = (before?.files ?? []).map(({ path }) => Number(/late-(\d+)\.parquet$/.exec(path)?.[1] ?? 0));
  const name = before === undefined ? 'data' : `late-${Math.max(0, ...late) + 1}`;
  return files
    .filter(({ rows }) => before === undefined || rows > 0)
    .map((file) => {
      // Web addresses and Windows have this one too.
      const path = `${file.table}/day=${day}/${name}.parquet`;
      move(folder, file.table, path);
      return { ...file, path };
    });
};

const move = (folder: string, table: TableName, path: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  renameSync(join(folder, writing(table)), join(folder, path));
};

/** Up to when the plan tells of its questions, by their names. */
const toldOf = ({ windows }: DayPlan, questions: readonly NamedQuestion[]): Told =>
  Object.fromEntries(
    questions.flatMap(({ id, name }) => {
      const window = windows.get(id);
      return window === undefined ? [] : [[name, window.toEpochMs]];
    }),
  );

const withDay = (manifest: Manifest, day: string, files: ManifestDay['files'], told: Told): Manifest => {
  const before = manifest.days[day];
  const with_ = { told: { ...before?.told, ...told }, files: [...(before?.files ?? []), ...files] };
  return { ...manifest, days: { ...manifest.days, [day]: with_ } };
};
