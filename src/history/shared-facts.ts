/** What a history in a PostgreSQL is like. Looks at it, and changes nothing: tables of an earlier version stay as they are. */

import type { PostgresAddress } from '../storage/files/history-name.ts';
import { createConnection, type Surroundings } from './postgres-connection.ts';
import { versionOf } from './postgres-schema.ts';
import { STEPS } from './postgres-tables.ts';
import { HistoryTrouble } from './trouble.ts';

/** A history as it was found; `newer` is one that a newer gpudeck has changed, and that this one leaves alone. */
type SharedHistoryFacts =
  | { readonly state: 'sound'; readonly bytes: number; readonly sinceEpochMs?: number }
  | { readonly state: 'missing' | 'newer' }
  /** Why nothing is known of it, in a sentence. */
  | { readonly state: 'unreachable'; readonly problem: string };

/** Asks the database at `address`. */
export const sharedHistoryFacts = async (
  address: PostgresAddress,
  surroundings: Surroundings,
): Promise<SharedHistoryFacts> => {
  const { query, close } = createConnection(address, surroundings);
  try {
    const version = await versionOf(query);
    if (version === undefined) return { state: 'missing' };
    if (version > STEPS.length) return { state: 'newer' };
    const [[bytes] = []] = await query(
      `SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = 'gpudeck' AND c.relkind = 'r'`,
    );
    const [[since] = []] = await query(
      'SELECT min(ms) FROM (SELECT min(at_ms) AS ms FROM gpudeck.rounds UNION ALL SELECT min(at_ms) FROM gpudeck.hours) known',
    );
    return { state: 'sound', bytes: Number(bytes), ...(since !== null && { sinceEpochMs: Number(since) }) };
  } catch (error) {
    if (error instanceof HistoryTrouble) return { state: 'unreachable', problem: error.message };
    throw error;
  } finally {
    await close();
  }
};
