/**
 * The tables of the caller's account: keys, maintenance windows, webhooks, preferences, and when a key's last call to an endpoint
 * with a threshold was accepted. Times are Unix epoch seconds unless they are named otherwise;
 * a window without a category has an empty one, and one that was withdrawn says when.
 */
import type { Database } from '../database/database.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS api_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    permissions TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS api_key_values (
    hash TEXT PRIMARY KEY,
    key_id INTEGER NOT NULL,
    ending TEXT NOT NULL,
    issued_at INTEGER NOT NULL,
    retired_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS api_key_values_by_key ON api_key_values (key_id);

  CREATE TABLE IF NOT EXISTS maintenance_windows (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    machine_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    starts_at INTEGER NOT NULL,
    duration_hours REAL NOT NULL,
    category TEXT NOT NULL,
    reason TEXT NOT NULL,
    notifications_sent INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS webhooks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    webhook_url TEXT NOT NULL,
    address TEXT NOT NULL,
    event_types TEXT NOT NULL,
    secret_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    UNIQUE (user_id, address)
  ) STRICT;

  CREATE TABLE IF NOT EXISTS notification_preferences (
    user_id INTEGER PRIMARY KEY,
    preferences TEXT NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS accepted_calls (
    key_id INTEGER NOT NULL,
    endpoint TEXT NOT NULL,
    accepted_at_ms INTEGER NOT NULL,
    PRIMARY KEY (key_id, endpoint)
  ) STRICT, WITHOUT ROWID;
`;

/** Columns that came later: files of older versions lack them. */
const LATER_COLUMNS = [
  ['maintenance_windows', 'cancelled_at', 'INTEGER'],
  ['webhooks', 'secret_seed', 'TEXT'],
] as const;

/** Adds the account's tables, and columns that came later, to a database that lacks them; leaves those that are there alone. */
export const createAccountTables = (database: Database): void => {
  database.exec(SCHEMA);
  for (const [table, column, type] of LATER_COLUMNS) {
    if (hasColumn(database, table, column)) continue;
    try {
      database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
    } catch (error) {
      // Another program may have added it in the meantime.
      if (!hasColumn(database, table, column)) throw error;
    }
  }
};

const hasColumn = (database: Database, table: string, column: string): boolean =>
  database.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined;
