/** What the file of a history is like. Looks at it, and changes nothing: no lock, no file beside it. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { SQLITE_STEPS } from './sqlite-tables.ts';

/** A history's file; `newer` is one that a newer gpudeck has changed, and that this one leaves alone. */
export type HistoryFileFacts = {
  readonly bytes: number;
  /** The permissions, as of `chmod`. */
  readonly mode: number;
  readonly state: 'sound' | 'newer' | 'damaged';
  /** The first answer of which something is known; absent where there is none, or it cannot be read now. */
  readonly sinceEpochMs?: number;
};

/** The facts of `file`; undefined where there is none. Throws what the file system throws. */
export const historyFileFacts = (file: string): HistoryFileFacts | undefined => {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  const facts = { bytes: found.size, mode: found.mode & 0o777 };
  const head = headOf(file);
  if (found.size > 0 && !head.toString('latin1').startsWith(SQLITE_HEAD)) return { ...facts, state: 'damaged' };
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
    const address = pathToFileURL(file);
    // What a program writes at this moment may be missing.
    address.search = 'immutable=1';
    const database = new DatabaseSync(address, { readOnly: true });
    try {
      const sql =
        'SELECT min(ms) AS ms FROM (SELECT min(at_ms) AS ms FROM rounds UNION ALL SELECT min(at_ms) FROM hours)';
      const ms = database.prepare(sql).get()?.ms;
      return typeof ms === 'number' ? ms : undefined;
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
};
