/**
 * The tables of deliveries: what is to be sent to each webhook, and what came of each attempt. A delivery goes with its webhook.
 * `created_at` is Unix epoch seconds; what ends in `_ms` is milliseconds.
 */
import type { Database } from '../database/database.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS webhook_deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook_id INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event_id TEXT NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    note TEXT,
    attempts INTEGER NOT NULL,
    next_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, state);

  CREATE TABLE IF NOT EXISTS webhook_attempts (
    delivery_id INTEGER NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    status INTEGER,
    trouble TEXT,
    PRIMARY KEY (delivery_id, number)
  ) STRICT, WITHOUT ROWID;
`;

/** Adds the tables to a database that lacks them. Those of the account have to be there. */
export const createDeliveryTables = (database: Database): void => database.exec(SCHEMA);
