/** What the file of a history is like. Looks at it, and changes nothing: no lock, no file beside it. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { rowsIn, rowsUntouched } from '../storage/files/rows-untouched.ts';
import { isDamage } from '../storage/files/set-aside.ts';
import { SQLITE_STEPS } from './sqlite-tables.ts';

/**
 * A history's file; `newer` is one that a newer gpudeck has changed, and that this one leaves alone; `foreign` a database of another
 * program.
 */
export type HistoryFileFacts = {
  readonly bytes: number;
  /** The permissions, as of `chmod`. */
  readonly mode: number;
  readonly state: 'sound' | 'newer' | 'foreign' | 'damaged';
  /** The first answer of which something is known; absent where there is none, or it cannot be read now. */
  readonly sinceEpochMs?: number;
};

/** The facts of `file`; undefined where there is none. Throws what the file system throws. */
export const historyFileFacts = (file: string): HistoryFileFacts | undefined => {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const facts = { bytes: found.size, mode: found.mode & 0o777 };
  const holder = holderOf(file);
  if (holder === 'foreign' || holder === 'damaged') return { ...facts, state: holder };
  const head = headOf(file);
  if (found.size > 0 && head.readUInt32BE(VERSION_AT) > SQLITE_STEPS.length) return { ...facts, state: 'newer' };
  const sinceEpochMs = sinceOf(file);
  return { ...facts, state: 'sound', ...(sinceEpochMs !== undefined && { sinceEpochMs }) };
};

const SQLITE_HEAD = 'SQLite format 3\0';
const HEAD_BYTES = 100;

/** Where the head of a SQLite file holds `user_version`. */
const VERSION_AT = 60;

const headOf = (file: string): Buffer => {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    readSync(descriptor, bytes, 0, bytes.length, 0);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
};

const sinceOf = (file: string): number | undefined => {
  try {
    const sql =
      'SELECT min(ms) AS ms FROM (SELECT min(at_ms) AS ms FROM rounds UNION ALL SELECT min(at_ms) FROM hours)';
    const ms = rowsUntouched(file, sql)[0]?.ms;
    return typeof ms === 'number' ? ms : undefined;
  } catch {
    return undefined;
  }
};

/** Tables that a history has had from its first version on. */
const OUR_TABLES = ['questions', 'rounds', 'intervals'];

/**
 * Whose `file` is, by its tables; `nobody` where there is none in it yet. `damaged` is what no tables can be read in: damaged, or never a
 * database.
 */
export const holderOf = (file: string): 'nobody' | 'ours' | 'foreign' | 'damaged' => {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined || found.size === 0 || !found.isFile()) return 'nobody';
    if (!headOf(file).toString('latin1').startsWith(SQLITE_HEAD)) return 'damaged';
    const tables = tablesIn(file);
    if (tables.length === 0) return 'nobody';
    return OUR_TABLES.every((name) => tables.includes(name)) ? 'ours' : 'foreign';
  } catch (error) {
    // A file that cannot be read is told of by whoever opens it.
    return isDamage(error) ? 'damaged' : 'nobody';
  }
};

const tablesIn = (file: string): readonly unknown[] => {
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table'";
  const names = (read: typeof rowsUntouched) => read(file, sql).map(({ name }) => name);
  try {
    const found = names(rowsUntouched);
    if (found.length > 0) return found;
  } catch (error) {
    if (!existsSync(`${file}-wal`)) throw error;
  }
  // Of one that was just begun everything may stand beside it.
  return existsSync(`${file}-wal`) ? names(rowsIn) : [];
};
