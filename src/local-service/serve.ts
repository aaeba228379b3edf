/**
 * Starts the local service (docs/interface.md, Endpoints) on a database: fills the market once, keeps the own key, listens.
 * A program that needs one whatever its file is like has it anyway (`startAnyway`): a damaged file is put aside and a new one begins, and where
 * no file can be used at all the service runs in memory. Nothing is deleted, and what happened is told.
 */
import { basename } from 'node:path';
import { once } from '../base/once.ts';
import { inTransaction } from '../storage/files/database-file.ts';
import { identityOf, isDamage, setAside } from '../storage/files/set-aside.ts';
import { createDeliverer, type Deliverer } from './account/deliverer.ts';
import type { Reach } from './account/delivery-attempt.ts';
import { ensureOwnKey, ensureSeal } from './account/secret-files.ts';
import { openDataFile } from './data-file.ts';
import { type Database, neverWait, unlessLocked, whenUnlocked } from './database.ts';
import { createTrees } from './files/trees.ts';
import type { Backend } from './http/endpoint.ts';
import { listen } from './http/listen.ts';
import { createRoutes } from './http/routes.ts';
import { createQuota, createThresholds } from './http/thresholds.ts';
import { settle } from './instances/account.ts';
import { adoptInstances, hasAccount } from './instances/adopt.ts';
import { startWaiting } from './instances/commands.ts';
import { CALLER_USER_ID } from './market/caller.ts';
import { fillMarket } from './market/fill.ts';
import { moveMarket } from './market/move.ts';
import type { MarketOrigin } from './market/past.ts';
import { type MarketRow, readMarketRow } from './market/tables.ts';
import { billBeginning, placeBeginning } from './money/beginning.ts';
import { closeDays } from './money/earnings.ts';
import { keepAccount } from './money/top-up.ts';

/** How the service is to run. */
export type ServiceOptions = {
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
  /** Whether a card pays when nothing is left; absent: as the file has it, or with one. */
  readonly hasCard?: boolean | undefined;
  /** True when a new market begins with a month behind it: bills, and three cheap instances in place of those that it gives. */
  readonly hasBeginning?: boolean | undefined;
  /** True when calls that come too early are refused (docs/interface.md, Limits). */
  readonly thresholds: boolean;
  /** Rows of searches that a key may have in a day; absent: any number. */
  readonly rowsADay?: number | undefined;
  /** `now` is in epoch milliseconds. */
  readonly clock: { readonly now: () => number };
  /** Where webhooks are delivered to; absent: to this machine alone. */
  readonly deliveries?: Reach | undefined;
  /** How long a write waits while another program writes to the file, in milliseconds; absent: 10 s. */
  readonly lockPatienceMs?: number | undefined;
};

/** A service that listens. */
export type Service = {
  /** Base address, without a slash at its end. */
  readonly url: string;
  /** The own key's value: full access. */
  readonly apiKey: string;
  readonly userId: number;
  readonly market: MarketOrigin;
  /** Ends every connection and closes the database. */
  readonly close: () => Promise<void>;
};

/** So often it is looked whether something is to be delivered: a retry is no later than that. */
const TICK_MS = 1000;

/**
 * Starts the service. Rejects with an Error whose message says what to do: the port is taken, the file is no database, or
 * the file holds a market of another size or seed than was asked for.
 */
export const startService = async (options: ServiceOptions): Promise<Service> => {
  const { dataFile, clock } = options;
  const database = openDataFile(dataFile);
  try {
    const market = openMarket(database, options);
    const userId = CALLER_USER_ID;
    const nowS = Math.floor(clock.now() / 1000);
    const { apiKey, seal } = inTransaction(database, () => {
      const begins = options.hasBeginning === true && !hasAccount(database);
      if (begins) placeBeginning(database, nowS);
      adoptInstances(database, market, nowS);
      if (begins) billBeginning(database, { ...market, isStill: options.still }, nowS);
      keepAccount(database, nowS, { isStill: options.still, hasCard: options.hasCard });
      return { apiKey: ensureOwnKey(database, { dataFile, userId, nowS }), seal: ensureSeal(dataFile) };
    });
    // From here on everybody would stand still with it.
    neverWait(database);
    const reach = options.deliveries ?? 'loopback';
    const deliverer = createDeliverer({ database, seal, clock, reach });
    const trees = createTrees(dataFile);
    const backend = createBackend(database, options, { seal, deliverer, trees });
    const { url, stop } = await listen(createRoutes(backend).fetch, options.port);
    const timer = setInterval(() => passTime(backend), TICK_MS);
    timer.unref();
    const close = once(async () => {
      clearInterval(timer);
      await Promise.all([stop(), deliverer.stop()]);
      database.close();
      trees.close();
    });
    return { url, apiKey, userId, market, close };
  } catch (error) {
    database.close();
    throw error;
  }
};

/** Fills a new market. One that is there is kept as it is, because other programs may be showing it. */
const openMarket = (database: Database, { dataFile, offers, seed, clock }: ServiceOptions): MarketRow => {
  const stored = readMarketRow(database);
  const isOther = (asked: number | undefined, has: number) => asked !== undefined && asked !== has;
  if (stored !== undefined && (isOther(offers, stored.offers) || isOther(seed, stored.seed))) {
    const held = `${stored.offers} offers from seed ${stored.seed}`;
    throw new Error(
      `${dataFile} holds ${held}: leave out --offers and --seed to use them, or name another file with --data`,
    );
  }
  fillMarket(database, { offers, seed, nowEpochMs: clock.now() });
  return marketOf(database);
};

const marketOf = (database: Database): MarketRow => {
  const market = readMarketRow(database);
  if (market === undefined) throw new Error('the market was filled and is not there');
  return market;
};

const createBackend = (
  database: Database,
  options: ServiceOptions,
  { seal, deliverer, trees }: Pick<Backend, 'seal' | 'trees'> & { readonly deliverer: Deliverer },
): Backend => {
  const { clock, still, thresholds, lockPatienceMs: patienceMs } = options;
  const world = () => ({ ...marketOf(database), isStill: still });
  const moment = () => ({ userId: CALLER_USER_ID, nowS: Math.floor(clock.now() / 1000), world: world() });
  return {
    database,
    clock,
    world,
    seal,
    trees,
    settle: () => void unlessLocked(() => settle(database, moment())),
    closeDays: () => unlessLocked(() => closeDays(database, moment())),
    quota: createQuota(options.rowsADay, clock),
    thresholds: createThresholds({ isOn: thresholds, clock, database, patienceMs }),
    catchUp: () => {
      if (still) return;
      unlessLocked(() => {
        if (moveMarket(database, clock.now())) inTransaction(database, () => startWaiting(database, moment()));
      });
    },
    write: (work, signal) => whenUnlocked(work, { signal, patienceMs }),
    deliver: () => void deliverer.run().catch(() => undefined),
  };
};

/** Where somebody wants to be told, what happens is found out without anybody asking, and is sent. */
const passTime = ({ database, catchUp, settle, deliver }: Backend): void => {
  try {
    if (database.prepare('SELECT 1 FROM webhooks LIMIT 1').get() === undefined) return;
    catchUp();
    settle();
    deliver();
  } catch {
    // What a full disk keeps from being done is done by a later tick.
  }
};

/** A service, and what the user is to know of its file; absent when all is well. */
type StartedService = { readonly service: Service; readonly notice?: string };

/** Starts it. Rejects as `startService` does, where that is not for the file's sake. */
export const startAnyway = async (options: ServiceOptions): Promise<StartedService> => {
  const { dataFile, clock } = options;
  const identity = identityOf(dataFile);
  try {
    return { service: await startService(options) };
  } catch (error) {
    if (!isDamaged(error)) return startInMemory(options, error);
  }
  try {
    const target = setAside(dataFile, identity, clock.now());
    const service = await startService(options);
    if (target === undefined) return { service };
    const name = basename(dataFile);
    return { service, notice: `${name} was damaged and was moved to ${basename(target)}: the market was made anew.` };
  } catch (error) {
    return startInMemory(options, error);
  }
};

/** The opening wraps what SQLite says. */
const isDamaged = (error: unknown): boolean => isDamage(error) || (error instanceof Error && isDamage(error.cause));

const startInMemory = async (options: ServiceOptions, error: unknown): Promise<StartedService> => {
  const reason = error instanceof Error ? error.message : String(error);
  const service = await startService({ ...options, dataFile: ':memory:' });
  return { service, notice: `The local service saves nothing: ${reason}.` };
};
