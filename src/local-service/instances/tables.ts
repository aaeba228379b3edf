/**
 * The tables of what the caller rents: contracts, how each has fared, what was paid, whom it notified, and SSH keys. Times are
 * Unix epoch seconds unless they are named otherwise, money is $, `dph_*` is $/hour. They are kept when the market is made anew;
 * a contract is tied to it by its row in `instances`.
 */
import type { Database } from '../database/database.ts';

/** The first contract has the next number: above those that a market is made with. */
const LAST_ID_OF_MARKETS = 40_000_000;

const SCHEMA = `
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

/** Adds the tables to a database that lacks them; leaves those that are there alone. */
export const createInstanceTables = (database: Database): void => database.exec(SCHEMA);
