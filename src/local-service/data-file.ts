/**
 * Opens the local service's database with every table that it needs: the market's, the account's, those of what it rents and of deliveries. Times
 * are Unix epoch seconds unless they are named otherwise (`_ms`: milliseconds), money is $, `dph_*` is $/hour.
 */
import { type Database, openDatabase } from './database.ts';
import { createMarketTables } from './market/tables.ts';

/**
 * The account: keys, the writes that were made with them (without what may be a secret), maintenance windows, webhooks, preferences, and when a key's last call to an endpoint with a threshold was accepted. A window
 * without a category has an empty one, and one that was withdrawn says when.
 */
const ACCOUNT_TABLES = `
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

  CREATE TABLE IF NOT EXISTS made_calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    key_id INTEGER NOT NULL,
    route TEXT NOT NULL,
    args TEXT NOT NULL,
    from_address TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS accepted_calls (
    key_id INTEGER NOT NULL,
    endpoint TEXT NOT NULL,
    accepted_at_ms INTEGER NOT NULL,
    PRIMARY KEY (key_id, endpoint)
  ) STRICT, WITHOUT ROWID;
`;

/**
 * What hosts set: what the caller's machines are listed with; when what gone renters left was deleted; and what is asked of renters for what they
 * rent, in dollars before and after, with the renter's answer (`pending`, `accepted`, `rejected`, and `begun` once it is paid).
 */
const HOSTING_TABLES = `
  CREATE TABLE IF NOT EXISTS machine_listings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    machine_id INTEGER NOT NULL,
    listing TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS machine_listings_by_machine ON machine_listings (machine_id);

  CREATE TABLE IF NOT EXISTS clean_ups (
    machine_id INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS raised_prices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    contract_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    host_id INTEGER NOT NULL,
    old TEXT NOT NULL,
    asked TEXT NOT NULL,
    contract_end REAL NOT NULL,
    ask_end REAL NOT NULL,
    created_at INTEGER NOT NULL,
    answer TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS raised_prices_by_contract ON raised_prices (contract_id);
`;

/** Templates of callers, their content as JSON without a login. */
const TEMPLATE_TABLES = `
  CREATE TABLE IF NOT EXISTS templates (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    hash_id TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
`;

/** Columns that came later: files of older versions lack them. */
const LATER_COLUMNS = [
  ['maintenance_windows', 'cancelled_at', 'INTEGER'],
  ['webhooks', 'secret_seed', 'TEXT'],
  // Whether a card pays when nothing is left (null: yes), whether there is nothing since, and whether its market stands still (null: no).
  ['accounts', 'has_card', 'INTEGER'],
  ['accounts', 'is_out', 'INTEGER'],
  ['accounts', 'is_still', 'INTEGER'],
  // When a contract ends (null: with its offer), and what its disk and traffic cost (null: as the offer says).
  ['contracts', 'ends_at', 'REAL'],
  ['contracts', 'disk_price', 'REAL'],
  ['contracts', 'down_price', 'REAL'],
  ['contracts', 'up_price', 'REAL'],
  // As of a contract's disk.
  ['volume_meters', 'disk_price', 'REAL'],
  // What its renter calls it, and when what it is cloned from has been copied (null: there is nothing to copy).
  ['volume_meters', 'label', 'TEXT'],
  ['volume_meters', 'ready_at', 'INTEGER'],
] as const;

/** Adds the account's tables, and columns that came later, to a database that lacks them; leaves those that are there alone. */
export const createAccountTables = (database: Database): void => {
  database.exec(ACCOUNT_TABLES + INSTANCE_TABLES + MONEY_TABLES + HOSTING_TABLES + TEMPLATE_TABLES);
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

/** Copies of files: whose, from where to where as JSON, the files of each, how many came, and when it was over, one way or the other. */
const COPY_TABLES = `
  CREATE TABLE IF NOT EXISTS copies (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    words TEXT NOT NULL,
    steps TEXT NOT NULL,
    moved INTEGER NOT NULL,
    begun_at_ms INTEGER NOT NULL,
    ended_at_ms INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS copies_by_user ON copies (user_id, id);
`;

/** What is to be sent to each webhook, and what came of each attempt. A delivery goes with its webhook. */
const DELIVERY_TABLES = `
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

/** The first contract has the next number: above those that a market is made with. */
const LAST_ID_OF_MARKETS = 40_000_000;

/**
 * What the caller rents: contracts, how each has fared, what was paid, whom it notified, and SSH keys. They are kept when the market is made
 * anew; a contract is tied to it by its row in `instances`.
 */
const INSTANCE_TABLES = `
  CREATE TABLE IF NOT EXISTS contracts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    ask_id INTEGER NOT NULL,
    machine_id INTEGER NOT NULL,
    offer_place INTEGER NOT NULL,
    num_gpus INTEGER NOT NULL,
    label TEXT,
    request TEXT NOT NULL,
    disk_gb REAL NOT NULL,
    is_bid INTEGER NOT NULL,
    dph_base REAL NOT NULL,
    target_reliability REAL,
    dph_sla REAL NOT NULL,
    created_at INTEGER NOT NULL,
    phase TEXT NOT NULL,
    phase_began_at INTEGER NOT NULL,
    intended TEXT NOT NULL,
    has_run INTEGER NOT NULL,
    message TEXT,
    charged REAL NOT NULL,
    charged_until INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS contracts_by_user ON contracts (user_id);
  INSERT INTO sqlite_sequence (name, seq)
    SELECT 'contracts', ${LAST_ID_OF_MARKETS} WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'contracts');

  CREATE TABLE IF NOT EXISTS contract_phases (
    contract_id INTEGER NOT NULL REFERENCES contracts (id) ON DELETE CASCADE,
    phase TEXT NOT NULL,
    began_at INTEGER NOT NULL,
    message TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS contract_phases_by_contract ON contract_phases (contract_id);

  CREATE TABLE IF NOT EXISTS accounts (
    user_id INTEGER PRIMARY KEY,
    credit REAL NOT NULL,
    is_low INTEGER NOT NULL,
    settled_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS notifications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    type TEXT NOT NULL,
    contract_id INTEGER,
    message TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS notifications_by_user ON notifications (user_id);

  CREATE TABLE IF NOT EXISTS ssh_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    public_key TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS contract_ssh_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    contract_id INTEGER NOT NULL REFERENCES contracts (id) ON DELETE CASCADE,
    public_key TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS contract_ssh_keys_by_contract ON contract_ssh_keys (contract_id);

  CREATE TABLE IF NOT EXISTS log_results (
    token_hash TEXT PRIMARY KEY,
    contract_id INTEGER NOT NULL REFERENCES contracts (id) ON DELETE CASCADE,
    wanted TEXT NOT NULL,
    asked_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS log_results_by_contract ON log_results (contract_id);
`;

/**
 * Money. `charges` has what an instance or a volume cost while nothing about it changed; what it costs since its last change stands in
 * `contracts` and `volume_meters`. `payments` have the signs of the wire. Earnings of a machine are those of whole days of UTC, since 1970.
 */
const MONEY_TABLES = `
  CREATE TABLE IF NOT EXISTS charges (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    type TEXT NOT NULL,
    source_id INTEGER NOT NULL,
    label TEXT,
    began_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    gpu REAL NOT NULL,
    disk REAL NOT NULL,
    sla REAL NOT NULL,
    bwd REAL NOT NULL,
    bwu REAL NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS charges_by_user ON charges (user_id, ended_at);

  CREATE TABLE IF NOT EXISTS volume_meters (
    volume_id INTEGER PRIMARY KEY,
    user_id INTEGER NOT NULL,
    charged REAL NOT NULL,
    charged_until INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE IF NOT EXISTS payments (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL,
    type TEXT NOT NULL,
    service TEXT NOT NULL,
    source TEXT NOT NULL,
    description TEXT NOT NULL,
    amount REAL NOT NULL,
    made_at INTEGER NOT NULL,
    paid_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS payments_by_user ON payments (user_id, made_at);

  CREATE TABLE IF NOT EXISTS machine_earnings (
    machine_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    gpu REAL NOT NULL,
    sto REAL NOT NULL,
    bwu REAL NOT NULL,
    bwd REAL NOT NULL,
    PRIMARY KEY (machine_id, day)
  ) STRICT, WITHOUT ROWID;
`;

/** The database in `dataFile`, made when it is missing. Throws an Error that names the file when it cannot be used. */
export const openDataFile = (dataFile: string): Database => {
  try {
    return openDatabase(dataFile, (database) => {
      createMarketTables(database);
      createAccountTables(database);
      database.exec(DELIVERY_TABLES + COPY_TABLES);
    });
  } catch (error) {
    throw new Error(`${dataFile} cannot be used: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
};
