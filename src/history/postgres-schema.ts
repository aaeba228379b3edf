/** Brings the tables of a shared history up to date: one program does it, the others wait. */
import type { Connection, Query } from './postgres-connection.ts';
import { STEPS } from './postgres-tables.ts';
import { HistoryTrouble } from './trouble.ts';

/** Every program of every version that changes the tables asks for this lock; the number has no meaning. */
const LOCK = 4_270_161_116;

/** Fails where the tables are not there and none are to be begun, and where a newer program has changed them. */
export const bringUpToDate = async ({ name, query, change }: Connection, isOnlyRead: boolean): Promise<void> => {
  const [[encoding] = []] = await query("SELECT current_setting('server_encoding')");
  if (encoding !== 'UTF8')
    throw new HistoryTrouble(
      'refused',
      `The history ${name} cannot be kept: that database holds ${String(encoding)}. Create one with createdb --encoding=UTF8 --template=template0.`,
    );
  const version = await versionOf(query);
  if (version === STEPS.length) return;
  if (version === undefined && isOnlyRead)
    throw new HistoryTrouble('missing', `There is no history in ${name}: gpudeck record begins one.`);
  if (version !== undefined && version > STEPS.length) throw newer(name);
  await change(async (inside) => {
    await inside('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    // Another program may have been here since.
    const found = await versionOf(inside);
    if (found !== undefined && found > STEPS.length) throw newer(name);
    if (found === undefined) {
      await inside('CREATE SCHEMA IF NOT EXISTS gpudeck');
      await inside('CREATE TABLE gpudeck.history_version (version integer NOT NULL)');
      await inside('INSERT INTO gpudeck.history_version VALUES (0)');
    }
    for (const step of STEPS.slice(found ?? 0)) await inside(step);
    await inside('UPDATE gpudeck.history_version SET version = $1', [STEPS.length]);
  });
};

/** How many of the steps the tables have seen; undefined where there are none. */
export const versionOf = async (query: Query): Promise<number | undefined> => {
  const [[table] = []] = await query("SELECT to_regclass('gpudeck.history_version')::text");
  if (table === null) return undefined;
  const [[version] = []] = await query('SELECT version FROM gpudeck.history_version');
  return Number(version);
};

const newer = (name: string): HistoryTrouble =>
  new HistoryTrouble(
    'refused',
    `The history ${name} was changed by a newer version of gpudeck. Use that version, or name another history with --history.`,
  );
