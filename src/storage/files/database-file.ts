/** Opens a SQLite file of the program's own, alone or beside other programs, and brings its tables up to date. Transactions and locks of files. */

import { DatabaseSync } from 'node:sqlite';
import { messageOf } from '../../base/message.ts';
import { ensurePrivateDatabase, StrangeFile } from './private-file.ts';
import { identityOf, isDamage, primaryCodeOf, setAside } from './set-aside.ts';

/** What is peculiar to a file. */
type DatabaseKind = {
  /** What the file is called in a message: `journal`. */
  readonly name: string;
  /**
   * What brings a file up to date, oldest first. `user_version` of the file is how many of them it has seen, so they are
   * only ever added to: a new subject, or a change to an old one, is a new line at the end.
   */
  readonly steps: readonly (string | ((database: DatabaseSync) => void))[];
  /** Statements that hold for this connection. */
  readonly settings: string;
  /** True for a file that is not put aside where it is damaged: it may not be ours. */
  readonly isLeftDamaged?: boolean;
  /** Throws where a table that is needed is not there. */
  readonly prove: (database: DatabaseSync) => unknown;
  /** How another place is named: `name another folder with --config`. */
  readonly elsewhere: string;
};

/** An open database, or in words why there is none and what mends it. `setAside` is where a damaged one lies now. */
type OpenedDatabase = { readonly database: DatabaseSync; readonly setAside?: string } | { readonly problem: string };

/** Time that a statement waits while another program writes, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Opens `file`; `:memory:` is a database that ends with the program. A damaged one is put aside where it is ours for sure, and a new one begins; one that a
 * newer program has changed is left alone.
 */
export const openDatabaseFile = (file: string, nowEpochMs: number, kind: DatabaseKind): OpenedDatabase => {
  const identity = file === ':memory:' ? undefined : identityOf(file);
  try {
    return { database: openSound(file, kind) };
  } catch (error) {
    if (!isDamage(error) || kind.isLeftDamaged) return { problem: problemOf(file, error, kind) };
  }
  try {
    const target = setAside(file, identity, nowEpochMs);
    return { database: openSound(file, kind), ...(target !== undefined && { setAside: target }) };
  } catch (error) {
    return { problem: problemOf(file, error, kind) };
  }
};

/** Opens a file that is sound. Throws what SQLite and the file system throw, and an Error about one of a newer program. */
const openSound = (file: string, { settings, steps, prove }: DatabaseKind): DatabaseSync => {
  if (file !== ':memory:') ensurePrivateDatabase(file);
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    database.exec(settings);
    // Asked first: a newer program's tables may look like damage to this one.
    if (versionOf(database) > steps.length) throw new NewerFile();
    checkPages(database);
    bringUpToDate(database, steps);
    prove(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** Pages of a file that is looked through as a whole each time that it is opened: 2 MB take 20 ms, and a start waits for them. */
const MOST_CHECKED_PAGES = 512;

/** Throws an error that tells of damage when a page of a small file is not as SQLite wrote it; of a large one that is told by what reads the page. */
const checkPages = (database: DatabaseSync): void => {
  if (Number(database.prepare('PRAGMA page_count').get()?.page_count) > MOST_CHECKED_PAGES) return;
  const problem = String(Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {})[0]);
  if (problem !== 'ok') throw Object.assign(new Error(problem), { errcode: SQLITE_CORRUPT });
};

const SQLITE_CORRUPT = 11;

const problemOf = (file: string, error: unknown, { name, elsewhere }: DatabaseKind): string =>
  `The ${name} ${file} cannot be used: ${messageOf(error)}. ${adviceOn(error, elsewhere)}`;

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/** What to do next. */
const adviceOn = (error: unknown, elsewhere: string): string => {
  if (error instanceof NewerFile) return `Use that version, or ${elsewhere}.`;
  if (error instanceof StrangeFile) return `Remove it, or ${elsewhere}.`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (primaryCodeOf(error) === SQLITE_FULL || code === 'ENOSPC' || code === 'EDQUOT') {
    return `Free some space on that disk, or ${elsewhere}.`;
  }
  if (primaryCodeOf(error) === SQLITE_BUSY) return 'Another program is using it: close that program, then start again.';
  return `Make sure that this file can be written, or ${elsewhere}.`;
};

class NewerFile extends Error {
  constructor() {
    super('it was changed by a newer version of gpudeck');
  }
}

/** Runs the steps that are missing. Throws for a file that has seen more of them than are known here. */
const bringUpToDate = (database: DatabaseSync, steps: DatabaseKind['steps']): void => {
  if (versionOf(database) === steps.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Another program may have been here since.
    const version = versionOf(database);
    if (version > steps.length) throw new NewerFile();
    for (const step of steps.slice(version)) {
      if (typeof step === 'string') database.exec(step);
      else step(database);
    }
    database.exec(`PRAGMA user_version = ${steps.length}`);
    database.exec('COMMIT');
  } catch (error) {
    // A full disk has ended it already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.user_version);

/**
 * Runs `work` in a transaction that takes the write lock first, so that what it reads cannot change under it. Everything
 * is undone when `work` throws, and the error goes on to the caller. Transactions do not nest.
 */
export const inTransaction = <Result>(database: DatabaseSync, work: () => Result): Result => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};

/** So long a program waits for another one, ms. A change takes some milliseconds. */
const PATIENCE_MS = 3000;

/** SQLITE_BUSY. */
const BUSY = 5;

/** Another program has had the file for too long. The message says what to do. */
export class LockedFile extends Error {}

/**
 * What `work` gives, while no other program does its own with `file`. Throws a LockedFile, what the file system throws, or what `work` throws.
 */
export const whileLocked = <Result>(file: string, work: () => Result): Result => {
  const unlock = lockFile(file, PATIENCE_MS);
  try {
    return work();
  } finally {
    unlock();
  }
};

/**
 * Keeps other programs from doing their own with `file` until the lock is given back by what it returns. The lock is one of SQLite's on a small
 * file beside it, which stays there: it ends with its program, however that ends. Throws a LockedFile, or what the file system throws.
 */
export const lockFile = (file: string, patienceMs = 0): (() => void) => {
  const lock = `${file}.lock`;
  ensurePrivateDatabase(lock);
  const database = new DatabaseSync(lock, { timeout: patienceMs });
  try {
    database.exec('BEGIN IMMEDIATE');
    return () => database.close();
  } catch (error) {
    database.close();
    if (primaryCodeOf(error) !== BUSY) throw error;
    throw new LockedFile(`Another gpudeck is changing ${file}: try again.`);
  }
};
