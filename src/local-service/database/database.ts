/** The local service's database: one SQLite file that only its owner may read, shared by every program on it. */
import { DatabaseSync } from 'node:sqlite';
import { ensurePrivateDatabase } from '../../storage/files/private-file.ts';

/** An open database of the local service. Close it with `close()`. */
export type Database = DatabaseSync;

/** Time that a statement waits while another program writes to the same file. */
const BUSY_TIMEOUT_MS = 10_000;

/** Which tables a file has; one with a higher number was changed by a newer program. */
const VERSION = 1;

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
    // The write-ahead log keeps readers going while another program writes; losing the last commits to a power cut is fine.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
    createTables(database);
    if (version < VERSION) database.exec(`PRAGMA user_version = ${VERSION}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};
