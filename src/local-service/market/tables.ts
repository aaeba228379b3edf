/** The market's tables: who hosts and rents what, and every offer with the columns that a search needs. */

import { inTransaction } from '../../storage/files/transaction.ts';
import type { Database } from '../database/database.ts';
import { OFFER_COLUMNS } from './offer-columns.ts';

const publishedColumns = OFFER_COLUMNS.map(({ name, type }) => `${name} ${type}`).join(', ');

/**
 * Every table with its definition.
 * - `market` has one row: what the market was made from, and the minute (since 1970) up to which it has moved.
 * - `place` in machines and offers counts from 0 and stays when an offer comes back under another id.
 * - `machines.text` and `offers.text` are the parts of an offer's JSON that never change, without braces.
 * - `offers`: `listed_*` are the prices that drift around; `first_gpu` is the place of the offer's first GPU in its
 *   machine; `country` ends the free-text place; `*_key` order versions by their parts.
 */
const TABLES: Readonly<Record<string, string>> = {
  market:
    'only INTEGER PRIMARY KEY CHECK (only = 1), seed INTEGER NOT NULL, offers INTEGER NOT NULL, machines INTEGER NOT NULL, filled_minute INTEGER NOT NULL, minute INTEGER NOT NULL',
  users: 'id INTEGER PRIMARY KEY, name TEXT NOT NULL',
  machines:
    'id INTEGER PRIMARY KEY, place INTEGER NOT NULL UNIQUE, host_id INTEGER NOT NULL, gpus INTEGER NOT NULL, text TEXT NOT NULL',
  offers: `place INTEGER PRIMARY KEY, ${publishedColumns}, text TEXT NOT NULL, is_listed INTEGER NOT NULL, listed_dph_base REAL NOT NULL, listed_min_bid REAL NOT NULL, first_gpu INTEGER NOT NULL, country TEXT, driver_version_key TEXT, os_version_key TEXT`,
  instances:
    'id INTEGER PRIMARY KEY, machine_id INTEGER NOT NULL, renter_id INTEGER NOT NULL, first_gpu INTEGER NOT NULL, num_gpus INTEGER NOT NULL, actual_status TEXT NOT NULL',
  volumes:
    'id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL, machine_id INTEGER NOT NULL, status TEXT NOT NULL, disk_space REAL NOT NULL, start_date REAL NOT NULL',
  connections: 'id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL, name TEXT NOT NULL, cloud_type TEXT NOT NULL',
};

/** Columns that searches and look-ups choose rows by. */
const INDEXES: readonly (readonly [table: string, columns: string])[] = [
  ['offers', 'id'],
  ['offers', 'machine_id'],
  ['offers', 'host_id'],
  ['offers', 'gpu_name'],
  ['offers', 'country'],
  ['offers', 'num_gpus'],
  ['offers', 'gpu_ram'],
  ['offers', 'min_bid'],
  ['offers', 'end_date'],
  ['instances', 'machine_id, renter_id'],
  ['instances', 'renter_id'],
  ['volumes', 'owner_id'],
  ['connections', 'owner_id'],
];

const definition = (table: string, columns: string): string => `CREATE TABLE ${table} (${columns}) STRICT`;

/**
 * Creates the market's tables where they are missing. Tables of another shape, left by another version of the program,
 * are dropped and made anew: all they hold follows from a seed.
 */
export const createMarketTables = (database: Database): void => {
  if (hasMarketTables(database)) return;
  inTransaction(database, () => {
    // Another program may have made them in the meantime.
    if (hasMarketTables(database)) return;
    for (const [table, columns] of Object.entries(TABLES)) {
      database.exec(`DROP TABLE IF EXISTS ${table}; ${definition(table, columns)}`);
    }
  });
};

const hasMarketTables = (database: Database): boolean => {
  const find = database.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?");
  return Object.entries(TABLES).every(([table, columns]) => find.get(table)?.sql === definition(table, columns));
};

/** Creates the market's indexes; after filling, because that is several times faster than keeping them up row by row. */
export const createMarketIndexes = (database: Database): void => {
  for (const [table, columns] of INDEXES) {
    database.exec(`CREATE INDEX IF NOT EXISTS ${indexName(table, columns)} ON ${table} (${columns})`);
  }
};

const indexName = (table: string, columns: string): string => `${table}_by_${columns.replaceAll(', ', '_and_')}`;
