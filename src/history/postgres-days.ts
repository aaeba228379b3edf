/** The partitions of the intervals that ended, a day each (UTC): made when one is needed, dropped when it is too old. */
import type { Connection, Query } from './postgres-connection.ts';
import { ONE_AT_A_TIME } from './postgres-tables.ts';
import { HOURS_KEPT_MS, INTERVALS_KEPT_MS } from './prune.ts';
import { HistoryTrouble } from './store.ts';

const DAY_MS = 86_400_000;

const PREFIX = 'ended_';

/**
 * Makes sure that there are partitions for `momentsMs`, unless an engine keeps the table in its own way. `known` are the days of which that
 * is known.
 */
export const addDays = async (query: Query, known: Set<number>, momentsMs: readonly number[]): Promise<void> => {
  for (const day of new Set(momentsMs.map((ms) => Math.floor(ms / DAY_MS)))) {
    if (known.has(day)) continue;
    const table = `gpudeck.${PREFIX}${day}`;
    const [[isNeeded] = []] = await query(
      `SELECT relkind = 'p' AND to_regclass($1) IS NULL FROM pg_class WHERE oid = 'gpudeck.ended'::regclass`,
      [table],
    );
    if (isNeeded === true) {
      // Two programs that begin a day at once would hinder each other.
      await query(ONE_AT_A_TIME);
      await query(
        `CREATE TABLE IF NOT EXISTS ${table} PARTITION OF gpudeck.ended FOR VALUES FROM (${day * DAY_MS}) TO (${(day + 1) * DAY_MS})`,
      );
    }
    known.add(day);
  }
};

/**
 * Takes out what is too old at `nowMs`: tells whether there was something. It can be done by the next one who records where somebody is in
 * the way.
 */
export const pruneShared = async ({ query, change }: Connection, nowMs: number): Promise<boolean> => {
  const beforeMs = nowMs - INTERVALS_KEPT_MS;
  try {
    const days = await query(
      `SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'gpudeck.ended'::regclass`,
    );
    const old = days.flatMap(([name]) => {
      const day = Number(String(name).slice(PREFIX.length));
      return (day + 1) * DAY_MS <= beforeMs ? [day] : [];
    });
    const forgotten = await query('SELECT question FROM gpudeck.rounds GROUP BY question HAVING max(at_ms) < $1', [
      beforeMs,
    ]);
    // Without days of ours it is the rows that tell.
    const others = await query(
      `SELECT 1 FROM gpudeck.ended WHERE until_ms < $1
       AND (SELECT relkind FROM pg_class WHERE oid = 'gpudeck.ended'::regclass) <> 'p' LIMIT 1`,
      [beforeMs],
    );
    if (old.length + forgotten.length + others.length === 0) return false;
    for (const day of old)
      await change(async (inside) => {
        await inside("SET LOCAL lock_timeout = '5s'");
        await inside(`DROP TABLE IF EXISTS gpudeck.${PREFIX}${day}`);
      });
    await change(async (inside) => {
      // Nobody begins an interval meanwhile, so that no traits go away that one is about to have.
      await inside("SET LOCAL lock_timeout = '5s'");
      await inside('LOCK TABLE gpudeck.standing IN SHARE MODE');
      await inside(
        `DELETE FROM gpudeck.standing WHERE question IN
         (SELECT question FROM gpudeck.rounds GROUP BY question HAVING max(at_ms) < $1)`,
        [beforeMs],
      );
      // In a table without days of its own all of it is still there.
      await inside('DELETE FROM gpudeck.ended WHERE until_ms < $1', [beforeMs]);
      await inside('DELETE FROM gpudeck.rounds WHERE at_ms < $1', [beforeMs]);
      await inside('DELETE FROM gpudeck.markets WHERE at_ms < $1', [beforeMs]);
      await inside('DELETE FROM gpudeck.hours WHERE at_ms < $1', [nowMs - HOURS_KEPT_MS]);
      await inside(
        `DELETE FROM gpudeck.traits t WHERE NOT EXISTS (SELECT 1 FROM gpudeck.standing s WHERE s.traits = t.id)
         AND NOT EXISTS (SELECT 1 FROM gpudeck.ended e WHERE e.traits = t.id)`,
      );
      await inside('DELETE FROM gpudeck.kinds k WHERE NOT EXISTS (SELECT 1 FROM gpudeck.traits t WHERE t.kind = k.id)');
    });
    return true;
  } catch (error) {
    if (error instanceof HistoryTrouble && error.kind !== 'refused') return true;
    throw error;
  }
};
