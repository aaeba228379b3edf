/** Events and leases of a history in PostgreSQL. */
import type { Connection } from './postgres-connection.ts';
import { ONE_AT_A_TIME } from './postgres-tables.ts';
import { EVENTS_KEPT, type EventStore, LONGEST_BODY } from './store.ts';

/** Events from one look for what is too old to the next. */
const FORGETTING_EVERY = 100;

export const createSharedEvents = ({ query }: Connection): EventStore => ({
  noteEvent: async ({ service, kind, id, atEpochMs, body }) => {
    if (body.length > LONGEST_BODY) throw new Error(`An event has ${LONGEST_BODY} characters at most.`);
    // Numbers are given in the order in which they can be seen only where one waits for the other.
    const [[number] = []] = await query(
      `WITH turn AS (${ONE_AT_A_TIME})
       INSERT INTO gpudeck.events (service, kind, id, at_ms, body) SELECT $1, $2, $3, $4, $5 FROM turn
       ON CONFLICT DO NOTHING RETURNING number`,
      [service, kind, id, atEpochMs, body],
    );
    if (typeof number !== 'number') return false;
    if (number % FORGETTING_EVERY === 0)
      await query(
        `DELETE FROM gpudeck.events WHERE service = $1 AND kind = $2 AND number <= (
           SELECT number FROM gpudeck.events WHERE service = $1 AND kind = $2 ORDER BY number DESC LIMIT 1 OFFSET ${EVENTS_KEPT})`,
        [service, kind],
      );
    return true;
  },
  events: async ({ service, kind, idBegins = '', afterNumber = 0, most }) => {
    const rows = await query(
      `SELECT number, id, at_ms, body FROM gpudeck.events
       WHERE service = $1 AND kind = $2 AND number > $3 AND starts_with(id, $4) ORDER BY number DESC LIMIT $5`,
      [service, kind, afterNumber, idBegins, most],
    );
    return [...rows].reverse().map(([number, id, atMs, body]) => ({
      number: Number(number),
      service,
      kind,
      id: String(id),
      atEpochMs: Number(atMs),
      body: String(body),
    }));
  },
  takeLease: async ({ service, name, holder, nowEpochMs, forMs }) => {
    const [[content] = []] = await query(
      `INSERT INTO gpudeck.leases AS l (service, name, holder, until_ms, content) VALUES ($1, $2, $3, $4, '')
       ON CONFLICT (service, name) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
         WHERE l.holder = excluded.holder OR l.until_ms <= $5 OR l.until_ms > excluded.until_ms
       RETURNING content`,
      [service, name, holder, nowEpochMs + forMs, nowEpochMs],
    );
    return content as string | undefined;
  },
  writeLease: async ({ service, name, holder }, content) =>
    (
      await query(
        'UPDATE gpudeck.leases SET content = $1 WHERE service = $2 AND name = $3 AND holder = $4 RETURNING 1',
        [content, service, name, holder],
      )
    ).length === 1,
  endLease: async ({ service, name, holder }) =>
    void (await query('UPDATE gpudeck.leases SET until_ms = 0 WHERE service = $1 AND name = $2 AND holder = $3', [
      service,
      name,
      holder,
    ])),
});
