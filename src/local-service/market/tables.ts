/**
 * The market's tables: who hosts and rents what, every offer with the columns that a search needs, and the one
 * row that says what the market was made from and how far it has moved.
 */
import type { Field } from '../../catalogue/field.ts';
import { OFFER_FIELDS } from '../../catalogue/offer-fields.ts';
import { inTransaction } from '../../storage/files/database-file.ts';
import type { Database } from '../database.ts';

/** One column that holds an offer's field under its wire name. */
type OfferColumn = { readonly name: string; readonly type: 'INTEGER' | 'REAL' | 'TEXT' | 'ANY' };

/** Fields that follow from others, from the request, from the caller or from the clock, and so are never stored. */
const COMPUTED_FIELDS: ReadonlySet<string> = new Set([
  'ask_contract_id',
  'discounted_dph_total',
  'discounted_hourly',
  'dlperf_per_dphtotal',
  'dph_total',
  'dph_total_adj',
  'duration',
  'flops_per_dphtotal',
  'is_bid',
  'rented',
  'score',
  'storage_total_cost',
  'vram_costperhour',
]);

/** Fields that other tables refer to. */
const KEY_FIELDS: ReadonlySet<string> = new Set(['id', 'machine_id', 'host_id']);

const fields: readonly Field[] = OFFER_FIELDS;

/** True when a reply holds one value in the field, which others can be compared with. */
export const isScalar = ({ wire }: Field): boolean =>
  wire !== undefined && wire !== 'integers' && wire !== 'objects' && wire !== 'breakdown';

/** `REAL` also where an integer is published, because what is on the wire has fractions there; `ANY` where it gives no type. */
const columnType = (field: Field): OfferColumn['type'] => {
  if (field.wire === 'string') return 'TEXT';
  if (field.wire === 'boolean' || field.wire === 'flag' || field.filter?.kind === 'boolean') return 'INTEGER';
  if (field.wire === 'nullable') return 'ANY';
  return KEY_FIELDS.has(field.name) ? 'INTEGER' : 'REAL';
};

/** The stored fields of an offer, in the catalogue's order. */
export const OFFER_COLUMNS: readonly OfferColumn[] = fields
  .filter((field) => isScalar(field) && !COMPUTED_FIELDS.has(field.name))
  .map((field) => ({ name: field.name, type: columnType(field) }));

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

/** What a market was made from, and how far it has moved. */
export type MarketRow = {
  readonly seed: number;
  readonly offers: number;
  readonly machines: number;
  /** The minute (since 1970) in which it was filled, and the last one to which it has moved. */
  readonly filledMinute: number;
  readonly minute: number;
};

/** The whole minute since 1970 that holds a moment. */
export const minuteOf = (epochMs: number): number => Math.floor(epochMs / 60_000);

/** The market in `database`; undefined while it is not filled. */
export const readMarketRow = (database: Database): MarketRow | undefined => {
  const row = database.prepare('SELECT seed, offers, machines, filled_minute, minute FROM market').get();
  return (
    row && {
      seed: Number(row.seed),
      offers: Number(row.offers),
      machines: Number(row.machines),
      filledMinute: Number(row.filled_minute),
      minute: Number(row.minute),
    }
  );
};

/** Writes down what the market was made from and how far it has moved. */
export const writeMarketRow = (database: Database, row: MarketRow): void => {
  database
    .prepare(
      'INSERT OR REPLACE INTO market (only, seed, offers, machines, filled_minute, minute) VALUES (1, ?, ?, ?, ?, ?)',
    )
    .run(row.seed, row.offers, row.machines, row.filledMinute, row.minute);
};
