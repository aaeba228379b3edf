/** Fills the market from a seed: machines, their offers, who rents them, and what people keep there. */

import { inTransaction } from '../../storage/files/transaction.ts';
import type { Database } from '../database/database.ts';
import { fillHoldings } from './fill-holdings.ts';
import { insertMachines } from './insert-machines.ts';
import { minuteOf, readMarketRow, writeMarketRow } from './market-row.ts';
import { createMarketIndexes } from './tables.ts';

/** Which market to make, where there is none. */
type MarketOptions = {
  /** Offers visible with every default filter lifted, 1 to 100,000; 5,000 when left out. */
  readonly offers?: number | undefined;
  /** A whole number; the same seed makes the same market. 1 when left out. */
  readonly seed?: number | undefined;
  readonly nowEpochMs: number;
};

/** How much of each thing the market holds. */
type MarketCounts = {
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
 * Fills the market and returns its counts. A market that is there is left as it is, because other programs may be showing
 * it. Throws a RangeError when `offers` or `seed` is out of range.
 */
export const fillMarket = (database: Database, options: MarketOptions): MarketCounts =>
  inTransaction(database, () => {
    if (readMarketRow(database) === undefined) fillTables(database, options);
    return countMarket(database);
  });

const fillTables = (database: Database, options: MarketOptions): void => {
  const { offers = DEFAULT_OFFERS, seed = DEFAULT_SEED, nowEpochMs } = options;
  if (!Number.isInteger(offers) || offers < 1 || offers > LARGEST_OFFERS) {
    throw new RangeError(`A market has 1 to ${LARGEST_OFFERS} offers, not ${offers}`);
  }
  if (!Number.isSafeInteger(seed)) throw new RangeError(`A seed is a whole number, not ${seed}`);
  const minute = minuteOf(nowEpochMs);
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
