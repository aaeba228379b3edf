/**
 * Other programs write to the same file. SQLite would wait for them with the whole service standing still, so here it does not
 * wait at all, and what needs the lock is tried again while everybody else is served.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { primaryCodeOf } from '../../storage/files/set-aside.ts';
import type { Database } from './database.ts';

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
