/** Keeps the history's file within bounds: single offers for a month, figures of hours for two years, and all of it below a size. */
import type { DatabaseSync } from 'node:sqlite';

const DAY_MS = 86_400_000;

/** How long single offers are kept after they were seen so. */
export const INTERVALS_KEPT_MS = 31 * DAY_MS;

const HOURS_KEPT_MS = 2 * 366 * DAY_MS;

/** Bytes that the file may have in use. */
const MOST_BYTES = 1_000_000_000;

/** Takes out what is too old at `nowMs`, and, as long as the rest is more than `mostBytes`, the oldest day of what is left. */
export const prune = (database: DatabaseSync, nowMs: number, mostBytes = MOST_BYTES): void => {
  const figure = (pragma: string): number =>
    Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0] ?? 0);
  const usedBytes = (): number => (figure('page_count') - figure('freelist_count')) * figure('page_size');
  const oldest = database.prepare('SELECT min(until_ms) AS ms FROM intervals WHERE until_ms IS NOT NULL');

  drop(database, nowMs - INTERVALS_KEPT_MS);
  database.prepare('DELETE FROM hours WHERE at_ms < ?').run(nowMs - HOURS_KEPT_MS);
  while (usedBytes() > mostBytes) {
    const ms = oldest.get()?.ms;
    if (typeof ms !== 'number') return;
    drop(database, Math.min(ms + DAY_MS, (ms + nowMs) / 2 + 1));
  }
};

/**
 * Takes out intervals that ended before `beforeMs`, all of the questions that were last asked before it, the answers of that time, and
 * traits that nothing has any more.
 */
const drop = (database: DatabaseSync, beforeMs: number): void => {
  const forgotten = 'SELECT question FROM rounds GROUP BY question HAVING max(at_ms) < ?';
  database.prepare(`DELETE FROM intervals WHERE until_ms < ? OR question IN (${forgotten})`).run(beforeMs, beforeMs);
  const { changes } = database.prepare('DELETE FROM rounds WHERE at_ms < ?').run(beforeMs);
  if (Number(changes) > 0)
    database.exec('DELETE FROM traits WHERE NOT EXISTS (SELECT 1 FROM intervals WHERE intervals.traits = traits.id)');
};
