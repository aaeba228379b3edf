/** Events and leases of a history in SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../storage/files/transaction.ts';
import { EVENTS_KEPT, type EventStore, LONGEST_BODY } from './store.ts';

/** Events from one look for what is too old to the next. */
const FORGETTING_EVERY = 100;

/** Those of `database`. */
export const createEvents = (database: DatabaseSync): EventStore => {
  const insert = database.prepare(
    'INSERT INTO events (service, kind, id, at_ms, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const forget = database.prepare(
    `DELETE FROM events WHERE service = ?1 AND kind = ?2 AND number <= (
       SELECT number FROM events WHERE service = ?1 AND kind = ?2 ORDER BY number DESC LIMIT 1 OFFSET ${EVENTS_KEPT})`,
  );
  const newest = database.prepare(
    `SELECT number, id, at_ms AS atMs, body FROM events
     WHERE service = ? AND kind = ? AND number > ? AND substr(id, 1, length(?4)) = ?4 ORDER BY number DESC LIMIT ?5`,
  );
  const take = database.prepare(
    `INSERT INTO leases (service, name, holder, until_ms, content) VALUES (?1, ?2, ?3, ?4 + ?5, '')
     ON CONFLICT DO UPDATE SET holder = ?3, until_ms = ?4 + ?5
       WHERE holder = ?3 OR until_ms <= ?4 OR until_ms > ?4 + ?5
     RETURNING content`,
  );
  const write = database.prepare('UPDATE leases SET content = ? WHERE service = ? AND name = ? AND holder = ?');
  const end = database.prepare('UPDATE leases SET until_ms = 0 WHERE service = ? AND name = ? AND holder = ?');
  return {
    noteEvent: async ({ service, kind, id, atEpochMs, body }) => {
      if (body.length > LONGEST_BODY) throw new Error(`An event has ${LONGEST_BODY} characters at most.`);
      return inTransaction(database, () => {
        const { changes, lastInsertRowid } = insert.run(service, kind, id, atEpochMs, body);
        if (changes === 0) return false;
        if (Number(lastInsertRowid) % FORGETTING_EVERY === 0) forget.run(service, kind);
        return true;
      });
    },
    events: async ({ service, kind, idBegins = '', afterNumber = 0, most }) =>
      newest
        .all(service, kind, afterNumber, idBegins, most)
        .reverse()
        .map(({ number, id, atMs, body }) => ({
          number: Number(number),
          service,
          kind,
          id: String(id),
          atEpochMs: Number(atMs),
          body: String(body),
        })),
    takeLease: async ({ service, name, holder, nowEpochMs, forMs }) =>
      take.get(service, name, holder, nowEpochMs, forMs)?.content as string | undefined,
    writeLease: async ({ service, name, holder }, content) => write.run(content, service, name, holder).changes === 1,
    endLease: async ({ service, name, holder }) => void end.run(service, name, holder),
  };
};
