/**
 * The local service's database: one SQLite file that only its owner may read, shared by every program on it. SQLite would wait for the others
 * with the whole service standing still, so here it does not wait at all, and what needs the lock is tried again while everybody else is served.
 */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { ensurePrivateDatabase } from '../storage/files/private-file.ts';
import { primaryCodeOf } from '../storage/files/set-aside.ts';

/** An open database of the local service. Close it with `close()`. */
export type Database = DatabaseSync;

/** Time that a statement waits while another program writes to the same file. */
const BUSY_TIMEOUT_MS = 10_000;

/** Which tables a file has; one with a higher number was changed by a newer program. */
const VERSION = 1;

/** Adds a row to `table`, by the names of its columns; gives its number. */
export const insertRow = (
  database: Database,
  table: string,
  row: Readonly<Record<string, string | number | null>>,
): number => {
  const names = Object.keys(row);
  const { lastInsertRowid } = database
    .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(...Object.values(row));
  return Number(lastInsertRowid);
};

/**
 * Opens `file`, or a database that ends with the program for `:memory:`, and has `createTables` make those that are missing.
 * The file and its folder are created when missing and can be read by their owner only. Throws what the file system or
 * SQLite throws when the file cannot be used.
 */
export const openDatabase = (file: string, createTables: (database: Database) => void): Database => {
  // SQLite gives its side files the permissions of the main one, so that one must be private before SQLite sees it.
  if (file !== ':memory:') ensurePrivateDatabase(file);
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
    if (version > VERSION) throw new Error('it was changed by a newer gpudeck');
    // The write-ahead log keeps readers going while another program writes; losing the last commits to a power cut is fine. In pages of
    // this size, which a new file gets, the first market is written once: SQLite empties a log of a thousand of them, and waits for the disk.
    database.exec(
      'PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON',
    );
    createTables(database);
    if (version < VERSION) database.exec(`PRAGMA user_version = ${VERSION}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** How long to go on trying. */
type Patience = {
  /** Milliseconds, 10 s when left out. */
  readonly patienceMs?: number | undefined;
  /** Aborted when nobody waits for the result any more. */
  readonly signal?: AbortSignal;
};

/** Longer than any write of this program takes, and well within what clients wait for an answer. */
const PATIENCE_MS = 10_000;

/** Between two tries. A write holds the lock for a millisecond or two. */
const PAUSE_MS = 10;

/** SQLITE_BUSY and SQLITE_LOCKED. */
const LOCKED_CODES = [5, 6];

/** Makes every statement fail at once while another program holds the lock, instead of standing still. */
export const neverWait = (database: Database): void => database.exec('PRAGMA busy_timeout = 0');

/** True for SQLite's error when another program holds the lock. */
export const isLocked = (error: unknown): boolean => LOCKED_CODES.includes(primaryCodeOf(error) ?? -1);

/** Carries out what can be done later: while another program holds the lock all stays as it is, and whoever looks on need not wait. */
export const unlessLocked = (work: () => void): void => {
  try {
    work();
  } catch (error) {
    if (!isLocked(error)) throw error;
  }
};

/**
 * What `work` gives, which is one statement or one transaction: while another program holds the lock it is tried again. Fails as
 * `work` does, with SQLite's own error when the lock was held all the time.
 */
export const whenUnlocked = async <Result>(
  work: () => Result,
  { patienceMs = PATIENCE_MS, signal }: Patience = {},
): Promise<Result> => {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isLocked(error) || performance.now() >= untilMs) throw error;
    }
    await pause(PAUSE_MS, undefined, { ...(signal && { signal }) });
  }
};
