/** Exports what was recorded as Parquet files, once or hour after hour, and says what was written. */
import { sleep } from '../../../base/clock.ts';
import { counted, sizeWords } from '../../../base/figures.ts';
import { growLess } from '../../../base/memory-saver.ts';
import { messageOf } from '../../../base/message.ts';
import { printable } from '../../../base/printable.ts';
import { exportDays, type WrittenDay } from '../../../history/parquet/export.ts';
import { StrangeDataSet } from '../../../history/parquet/manifest.ts';
import { isAway } from '../../../history/store.ts';
import { LockedFile } from '../../../storage/files/database-file.ts';
import { primaryCodeOf } from '../../../storage/files/set-aside.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { type CommandIo, firstSignal } from '../../io.ts';
import { readLookBack } from '../../look-back.ts';
import { writeText } from '../../record-writer.ts';
import { sayGenerated, withHistory } from '../../with-history.ts';

/** What was asked for; the days as they were typed. */
export type ExportOptions = {
  readonly folder: string;
  readonly from?: string;
  readonly to?: string;
  readonly isFollowed: boolean;
  readonly isJson: boolean;
};

/** From one look at what is due to the next, ms. */
const FOLLOW_EVERY_MS = 3_600_000;

/** Exports it; resolves to the exit code, every message written. Asks no service. */
export const exportHistory = async (options: ExportOptions, io: CommandIo): Promise<ExitCode> => {
  const { folder, from, to, isFollowed } = options;
  const { clock, setup, writeError } = io;
  const momentOf = async (typed: string | undefined, option: string, without: number) => {
    const backMs = typed === undefined ? undefined : await readLookBack(typed, 'history export', io, option);
    if (backMs !== undefined) return clock.now() - backMs;
    return typed === undefined ? without : undefined;
  };
  const fromEpochMs = await momentOf(from, '--from', 0);
  const toEpochMs = await momentOf(to, '--to', Number.MAX_SAFE_INTEGER);
  if (fromEpochMs === undefined || toEpochMs === undefined) return EXIT.badUsage;
  if (fromEpochMs >= toEpochMs) {
    writeError('gpudeck history export: --to is not later than --from.\n');
    return EXIT.badUsage;
  }
  const say = (text: string): void => writeError(`gpudeck: ${printable(text)}\n`);
  growLess();
  const signal = firstSignal(io.signals);
  const stopping = new AbortController();
  void signal.came.then(() => stopping.abort());
  try {
    return await withHistory({ isOnlyRead: true }, io, async (store) => {
      const asked = await store.questions(setup.service);
      if (asked.length === 0 && !isFollowed) {
        say('nothing was recorded of this service: gpudeck record keeps what offers cost');
        return EXIT.done;
      }
      await sayGenerated(store, fromEpochMs, io);
      let said: string | undefined;
      for (;;) {
        let trouble: string | undefined;
        let days = 0;
        try {
          for await (const written of exportDays({
            ...{ store, folder, service: setup.service, nowMs: clock.now(), signal: stopping.signal },
            stretch: { fromEpochMs, toEpochMs },
          })) {
            days++;
            writeError(`${wordsOf(written)}\n`);
            if (options.isJson && !(await writeText(io.stdout, jsonOf(written)))) return EXIT.done;
          }
        } catch (error) {
          trouble = troubleOf(error, folder);
          if (trouble === undefined || (!isFollowed && isAway(error))) throw error;
        }
        if (trouble !== undefined && trouble !== said) say(trouble);
        said = trouble;
        if (!isFollowed) {
          if (trouble !== undefined) return EXIT.failed;
          if (days === 0 && !stopping.signal.aborted) say(`nothing is new: ${folder} has all of it`);
          return EXIT.done;
        }
        if (!(await sleep(clock, FOLLOW_EVERY_MS, stopping.signal))) return EXIT.done;
      }
    });
  } finally {
    signal.forget();
  }
};

const LATE = { day: '', late: ', which came late', running: ' so far' };

const wordsOf = ({ day, kind, files }: WrittenDay): string => {
  const rowsOf = (name: string): number => files.find(({ table }) => table === name)?.rows ?? 0;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${day}  ${counted(rowsOf('observations'), 'answer')}, ${counted(rowsOf('offers'), 'interval')}${LATE[kind]}, ${sizeWords(bytes)}`;
};

const jsonOf = ({ day, kind, files }: WrittenDay): string =>
  `${JSON.stringify({
    day,
    kind,
    rows: Object.fromEntries(files.map(({ table, rows }) => [table, rows])),
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  })}\n`;

const SQLITE_FULL = 13;

/** What is wrong in words that say what to do; undefined for what is a mistake of the program. */
const troubleOf = (error: unknown, folder: string): string | undefined => {
  if (error instanceof LockedFile)
    return `another gpudeck exports into ${folder}: what it writes is there when it has ended`;
  if (error instanceof StrangeDataSet || isAway(error)) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT' || primaryCodeOf(error) === SQLITE_FULL)
    return `no space is left on the disk of ${folder}: the days that were written are whole, and the same command goes on with the others once there is room`;
  return typeof code === 'string' && code.startsWith('E') && !code.startsWith('ERR_')
    ? `${folder} cannot be written (${messageOf(error)}): name a folder that can`
    : undefined;
};
