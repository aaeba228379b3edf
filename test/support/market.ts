/** A filled market for a test, searched without HTTP. */
import { openDataFile } from '../../src/local-service/data-file.ts';
import type { Database } from '../../src/local-service/database.ts';
import { CALLER_USER_ID } from '../../src/local-service/market/caller.ts';
import { fillMarket } from '../../src/local-service/market/fill.ts';
import { searchMarket } from '../../src/local-service/search/search-market.ts';

/** 2026-11-01T12:00:00Z, the start of a minute. */
export const NOON_EPOCH_MS = 1_793_534_400_000;

/** One minute, in milliseconds. */
export const MINUTE_MS = 60_000;

/** What lifts every default filter (docs/filter-line.md, Defaults). */
export const EVERYTHING = {
  verified: { in: [true, false] },
  rentable: { in: [true, false] },
  rented: { eq: true },
  cpu_arch: { notin: [] },
};

/** An offer as it comes out of the reply's JSON. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** A market in memory, which goes away with whoever holds it. */
export const openMarket = ({ offers = 300, seed = 7 } = {}): Database => {
  const database = openDataFile(':memory:');
  fillMarket(database, { offers, seed, nowEpochMs: NOON_EPOCH_MS });
  return database;
};

/** The offers that a search finds for the caller. Throws what the service says when it refuses. */
export const find = (database: Database, body: unknown, userId = CALLER_USER_ID): readonly Row[] => {
  const found = searchMarket(database, userId, body);
  if (!found.ok) throw new Error(found.msg);
  return [...found.offers].map((text) => JSON.parse(text));
};

/** Every offer of the market, by id. */
export const findAll = (database: Database, body: object = {}): readonly Row[] =>
  find(database, { ...EVERYTHING, limit: 100_000, order: [['id', 'asc']], ...body });

/** Why the service refuses a search. Throws when it does not. */
export const refusalOf = (database: Database, body: unknown): string => {
  const found = searchMarket(database, CALLER_USER_ID, body);
  if (found.ok) throw new Error('The service answered a search that it should refuse');
  return `${found.status} ${found.error}: ${found.msg}`;
};
