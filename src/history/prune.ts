/** Keeps the history's file within bounds: single offers for a month, figures of hours for two years, and all of it below a size. */
import type { DatabaseSync } from 'node:sqlite';

const DAY_MS = 86_400_000;

/** How long single offers are kept after they were seen so. */
export const INTERVALS_KEPT_MS = 31 * DAY_MS;

/** How long the figures of hours are. */
export const HOURS_KEPT_MS = 2 * 366 * DAY_MS;

/** Bytes that the file may have in use. */
const MOST_BYTES = 1_000_000_000;

/** The same where no recorder wrote: with what one answer brings the file stays below 100 MB. */
const MOST_BYTES_UNRECORDED = 80_000_000;

/** Takes out what is too old at `nowMs`, and, as long as the rest is more than `mostBytes`, the oldest day of what is left. */
export const prune = (database: DatabaseSync, nowMs: number, mostBytes = mostBytesAt(database, nowMs)): void => {
  const oldest = database.prepare(
    'SELECT min(ms) AS ms FROM (SELECT min(until_ms) AS ms FROM intervals WHERE until_ms IS NOT NULL UNION ALL SELECT min(at_ms) FROM rounds)',
  );

  drop(database, nowMs - INTERVALS_KEPT_MS);
  database.prepare('DELETE FROM hours WHERE at_ms < ?').run(nowMs - HOURS_KEPT_MS);
  while (usedBytes(database) > mostBytes) {
    const ms = oldest.get()?.ms;
    if (typeof ms !== 'number' || ms >= nowMs) return;
    drop(database, Math.min(ms + DAY_MS, Math.ceil((ms + nowMs) / 2)));
  }
};

/** The same once the file is full, and nothing before; true where something was taken out. */
export const pruneFull = (database: DatabaseSync, nowMs: number): boolean => {
  const mostBytes = mostBytesAt(database, nowMs);
  if (usedBytes(database) <= mostBytes) return false;
  prune(database, nowMs, mostBytes);
  return true;
};

const usedBytes = (database: DatabaseSync): number => {
  const figure = (pragma: string): number =>
    Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0] ?? 0);
  return (figure('page_count') - figure('freelist_count')) * figure('page_size');
};

/** Bytes that the file may have at `nowMs`: as long as something of a recorder's may be there, its room. */
export const mostBytesAt = (database: DatabaseSync, nowMs: number): number => {
  const untilMs = database.prepare('SELECT max(recorder_until_ms) AS ms FROM questions').get()?.ms;
  return typeof untilMs === 'number' && untilMs > nowMs - INTERVALS_KEPT_MS ? MOST_BYTES : MOST_BYTES_UNRECORDED;
};

/**
 * Takes out intervals that ended before `beforeMs`, all of the questions that were last asked before it, the answers and markets of that time,
 * and traits and kinds that nothing has any more. What stood at a moment had traits that an interval of a later end has.
 */
const drop = (database: DatabaseSync, beforeMs: number): void => {
  const forgotten = 'SELECT question FROM rounds GROUP BY question HAVING max(at_ms) < ?';
  database.prepare(`DELETE FROM intervals WHERE until_ms < ? OR question IN (${forgotten})`).run(beforeMs, beforeMs);
  database.prepare('DELETE FROM markets WHERE at_ms < ?').run(beforeMs);
  const { changes } = database.prepare('DELETE FROM rounds WHERE at_ms < ?').run(beforeMs);
  if (Number(changes) > 0)
    database.exec(`
      DELETE FROM traits WHERE NOT EXISTS (SELECT 1 FROM intervals WHERE intervals.traits = traits.id);
      DELETE FROM kinds WHERE NOT EXISTS (SELECT 1 FROM traits WHERE traits.kind = kinds.id)`);
};
