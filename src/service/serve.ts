/** Starts the local service (API.md in full) on a database: fills the market once, keeps the own key, listens. */
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { ensureOwnKey } from './account/own-key.ts';
import { createAccountTables } from './account/tables.ts';
import { type Database, openDatabase } from './database.ts';
import { createRoutes } from './http/routes.ts';
import { createThresholds } from './http/thresholds.ts';
import { CALLER_USER_ID } from './market/caller.ts';
import { fillMarket } from './market/fill.ts';
import { type MarketRow, readMarketRow } from './market/market-row.ts';
import { moveMarket } from './market/move.ts';
import { inTransaction } from './transaction.ts';

/** How the service is to run. */
export type ServiceOptions = {
  /** Address to listen on; 127.0.0.1 when absent. */
  readonly host?: string;
  /** Port to listen on; 0 takes any that is free. */
  readonly port: number;
  /** The database's file, or `:memory:`. */
  readonly dataFile: string;
  /** Offers of a new market, 1 to 100,000; absent: as the file has it, or 5,000. */
  readonly offers?: number | undefined;
  /** The number that a new market is made from; absent: as the file has it, or 1. */
  readonly seed?: number | undefined;
  /** True when the market does not move. */
  readonly still: boolean;
  /** True when calls that come too early are refused (API.md, Limits). */
  readonly thresholds: boolean;
  /** `now` is in epoch milliseconds. */
  readonly clock: { readonly now: () => number };
};

/** A service that listens. */
export type Service = {
  /** Base address, without a slash at its end. */
  readonly url: string;
  /** The own key's value: full access. */
  readonly apiKey: string;
  readonly userId: number;
  /** What its market was made from. */
  readonly market: { readonly offers: number; readonly seed: number };
  /** Ends every connection and closes the database. */
  readonly close: () => Promise<void>;
};

/**
 * Starts the service. Rejects with an Error whose message says what to do: the port is taken, the file is no database, or
 * the file holds a market of another size or seed than was asked for.
 */
export const startService = async (options: ServiceOptions): Promise<Service> => {
  const { dataFile, clock } = options;
  const database = openFile(dataFile);
  try {
    createAccountTables(database);
    const market = openMarket(database, options);
    const userId = CALLER_USER_ID;
    const nowS = Math.floor(clock.now() / 1000);
    const apiKey = inTransaction(database, () => ensureOwnKey(database, { dataFile, userId, nowS }));
    const server = createServer(database, options);
    const url = await listen(server, options.host ?? '127.0.0.1', options.port);
    return { url, apiKey, userId, market, close: closing(server, database) };
  } catch (error) {
    database.close();
    throw error;
  }
};

const openFile = (dataFile: string): Database => {
  try {
    return openDatabase(dataFile);
  } catch (error) {
    throw new Error(`${dataFile} cannot be used: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
};

/** Fills a new market. One that is there is kept as it is, because other programs may be showing it. */
const openMarket = (database: Database, { dataFile, offers, seed, clock }: ServiceOptions): MarketRow => {
  const stored = readMarketRow(database);
  const isOther = (asked: number | undefined, has: number) => asked !== undefined && asked !== has;
  if (stored !== undefined && (isOther(offers, stored.offers) || isOther(seed, stored.seed))) {
    const held = `${stored.offers} offers from seed ${stored.seed}`;
    throw new Error(
      `${dataFile} holds ${held}: leave out --offers and --seed to use them, or give another --data FILE`,
    );
  }
  fillMarket(database, { offers, seed, nowEpochMs: clock.now() });
  const filled = readMarketRow(database);
  if (filled === undefined) throw new Error('the market was filled and is not there');
  return filled;
};

const createServer = (database: Database, { clock, still, thresholds }: ServiceOptions): ServerType => {
  const routes = createRoutes({
    database,
    clock,
    thresholds: createThresholds({ isOn: thresholds, clock }),
    catchUp: () => {
      if (!still) moveMarket(database, clock.now());
    },
  });
  return createAdaptorServer({ fetch: routes.fetch, overrideGlobalObjects: false });
};

/** Resolves with the base address once connections are taken. */
const listen = (server: ServerType, host: string, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explained(error, host, port)));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(`http://${host}:${isInternet(address) ? address.port : port}`);
    });
  });

const isInternet = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

const explained = (error: Error, host: string, port: number): Error => {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new Error(`port ${port} of ${host} is in use: give another --port, or --port 0 for any that is free`);
  }
  if (code === 'EACCES') return new Error(`port ${port} needs rights that you do not have: give another --port`);
  return error;
};

/** A function that ends the service once, however often it is called. */
const closing = (server: ServerType, database: Database): Service['close'] => {
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        database.close();
        resolve();
      });
      if ('closeAllConnections' in server) server.closeAllConnections();
    });
  return () => {
    closed ??= close();
    return closed;
  };
};
