/** Fills the market from a seed: machines, their offers, who rents them, and what people keep there. */
import type { Database } from '../database.ts';
import { inTransaction } from '../transaction.ts';
import { fillHoldings } from './fill-holdings.ts';
import { insertMachines } from './insert-machines.ts';
import { minuteOf, readMarketRow, writeMarketRow } from './market-row.ts';
import { createMarketIndexes, emptyMarketTables } from './tables.ts';

/** Which market to make. */
export type MarketOptions = {
  /** Offers visible with every default filter lifted, 1 to 100,000; as many as are there, or 5,000, when left out. */
  readonly offers?: number | undefined;
  /** A whole number; the same seed makes the same market. The one that is there, or 1, when left out. */
  readonly seed?: number | undefined;
  readonly nowEpochMs: number;
};

/** How much of each thing the market holds. */
export type MarketCounts = {
  readonly offers: number;
  readonly machines: number;
  readonly users: number;
  readonly instances: number;
  readonly volumes: number;
  readonly connections: number;
};

const DEFAULT_OFFERS = 5000;
const LARGEST_OFFERS = 100_000;
const DEFAULT_SEED = 1;

/**
 * Fills the market and returns its counts. A market that was made from the same seed with as many offers is left as it
 * is; any other is replaced. Throws a RangeError when `offers` or `seed` is out of range.
 */
export const fillMarket = (database: Database, options: MarketOptions): MarketCounts =>
  inTransaction(database, () => {
    const existing = readMarketRow(database);
    const { offers = existing?.offers ?? DEFAULT_OFFERS, seed = existing?.seed ?? DEFAULT_SEED } = options;
    if (!Number.isInteger(offers) || offers < 1 || offers > LARGEST_OFFERS) {
      throw new RangeError(`A market has 1 to ${LARGEST_OFFERS} offers, not ${offers}`);
    }
    if (!Number.isSafeInteger(seed)) throw new RangeError(`A seed is a whole number, not ${seed}`);
    if (existing?.offers !== offers || existing.seed !== seed) {
      replaceMarket(database, offers, seed, minuteOf(options.nowEpochMs));
    }
    return countMarket(database);
  });

const replaceMarket = (database: Database, offers: number, seed: number, minute: number): void => {
  emptyMarketTables(database);
  const machines = insertMachines(database, seed, offers, minute * 60);
  fillHoldings(database, seed, machines, minute * 60);
  createMarketIndexes(database);
  writeMarketRow(database, { seed, offers, machines: machines.length, filledMinute: minute, minute });
};

const countMarket = (database: Database): MarketCounts => {
  const count = (table: string): number =>
    Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows ?? 0);
  return {
    offers: Number(database.prepare('SELECT count(*) AS rows FROM offers WHERE is_listed').get()?.rows ?? 0),
    machines: count('machines'),
    users: count('users'),
    instances: count('instances'),
    volumes: count('volumes'),
    connections: count('connections'),
  };
};
