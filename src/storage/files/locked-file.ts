/** Lets one program at a time read a file, change it and write it. */
import { DatabaseSync } from 'node:sqlite';
import { ensurePrivateDatabase } from './private-file.ts';
import { primaryCodeOf } from './set-aside.ts';
import { inTransaction } from './transaction.ts';

/** So long a program waits for another one, ms. A change takes some milliseconds. */
const PATIENCE_MS = 3000;

/** SQLITE_BUSY. */
const BUSY = 5;

/** Another program has had the file for too long. The message says what to do. */
export class LockedFile extends Error {}

/**
 * What `work` gives, while no other program does its own with `file`. The lock is one of SQLite's on a small file beside it, which stays
 * there: it ends with its program, however that ends. Throws a LockedFile, what the file system throws, or what `work` throws.
 */
export const whileLocked = <Result>(file: string, work: () => Result): Result => {
  const lock = `${file}.lock`;
  ensurePrivateDatabase(lock);
  const database = new DatabaseSync(lock, { timeout: PATIENCE_MS });
  try {
    return inTransaction(database, work);
  } catch (error) {
    if (primaryCodeOf(error) !== BUSY) throw error;
    throw new LockedFile(`Another gpudeck is changing ${file}: try again.`);
  } finally {
    database.close();
  }
};
