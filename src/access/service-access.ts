/** Opens the way to a service: the client for an address, or the local service in its worker thread and a client for that. */
import { createHmac } from 'node:crypto';
import { type Client, createClient } from '../api/client.ts';
import type { Exchange } from '../api/http/exchange.ts';
import { createPacing, type Pacing } from '../api/http/pacing.ts';
import type { TimeLimits } from '../api/http/time-limits.ts';
import { createTransport } from '../api/http/transport.ts';
import type { NetworkUnit } from '../api/network-unit.ts';
import type { Clock } from '../base/clock.ts';
import type { ThreadEntry } from '../base/thread.ts';
import type { MarketOrigin } from '../local-service/market/past.ts';
import { type ServiceWorker, startServiceWorker } from '../local-service/worker/start-worker.ts';
import type { KnownAddress, ServiceAddress } from './setup.ts';

/** A service that can be called. */
export type ServiceAccess = {
  readonly client: Client;
  /** The last four characters of the key in use: enough to tell keys apart, useless to anybody else. Empty for a short key. */
  readonly keyTail: string;
  /** Tells what came with this key from what came with another, and nothing of the key itself. */
  readonly keyMark: string;
  /** Where that key comes from, in a word. */
  readonly keySource: string;
  /** The user whom the key belongs to; known of the local service only. */
  readonly userId?: number;
  /** What the market of the local service was made from, where that is kept. */
  readonly market?: MarketOrigin | undefined;
  /** What the user is to know of how the local service came about; absent when all is well. */
  readonly notice?: string | undefined;
  /** Ends what was opened, and with it the calls that are under way. */
  readonly close: () => Promise<void>;
  /** Ends it as soon as the calls that are under way have ended. */
  readonly retire: () => Promise<void>;
};

/** The mark of the local service's key, whichever it is: it has one user, and what it said last can be shown before it is up. */
export const LOCAL_KEY_MARK = 'local';

/** What is the same for every service access of one run. */
export type AccessParts = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The local service's worker thread. */
  readonly serviceEntry: ThreadEntry;
  /** The local service's database. */
  readonly serviceFile: string;
  /** The local service that was started beforehand, once. */
  readonly takeStarted?: (() => Promise<ServiceWorker> | undefined) | undefined;
  /** Until then the local service is not started where it was not beforehand; absent: it is at once. */
  readonly mayStart?: Promise<void>;
  readonly version: string;
  /** Told, before anything is sent, how to take the key and the secrets that will come with it out of a text. */
  readonly hide?: (take: (text: string) => string) => void;
};

const startLocalService = async ({ serviceEntry, serviceFile, mayStart }: AccessParts): Promise<ServiceWorker> => {
  await mayStart;
  return startServiceWorker({
    ...{ entry: serviceEntry, port: 0, dataFile: serviceFile },
    ...{ still: false, thresholds: true, hasBeginning: true },
  });
};

/** Starts the local service before anything is there to call it; what failed then is told to whoever takes it. */
export const startBeforehand = (parts: AccessParts): NonNullable<AccessParts['takeStarted']> => {
  let started: Promise<ServiceWorker> | undefined = startLocalService(parts);
  started.catch(() => {});
  return () => {
    const taken = started;
    started = undefined;
    return taken;
  };
};

/** Opens the way. Rejects with an Error whose message says what to do. */
export const openServiceAccess = async (
  address: KnownAddress,
  parts: AccessParts & {
    readonly clock: Clock;
    /** Holds calls back until their turn; absent: one that starts from the published thresholds. */
    readonly pacing?: Pacing;
    /** The unit of the service's figures for the network, where its profile says so. */
    readonly networkUnit?: NetworkUnit | undefined;
    /** Time limits in place of the client's usual ones. */
    readonly limits?: Partial<TimeLimits>;
    /** Where the key comes from, in a word; shown to the user. */
    readonly keySource: string;
    /** Told of every call when it has ended. */
    readonly onExchange?: (exchange: Exchange) => void;
    /** What the client is to be put into: one that keeps what comes. Absent: nothing. */
    readonly around?: (client: Client) => Client;
    /** Told when the local service ends by itself. */
    readonly onServiceLost: (error: Error) => void;
  },
): Promise<ServiceAccess> => {
  if (address.kind === 'remote') return createServiceAccess(address.baseUrl, address.apiKey, parts);
  const service = await (parts.takeStarted?.() ?? startLocalService(parts));
  void service.lost.then(parts.onServiceLost);
  const access = createServiceAccess(service.url, service.apiKey, parts);
  return {
    ...access,
    keyMark: LOCAL_KEY_MARK,
    userId: service.userId,
    market: service.market,
    notice: service.notice,
    close: async () => {
      await access.close();
      await service.close();
    },
  };
};

/** The client for a service that listens at `baseUrl`. Throws an Error whose message says what to do. */
export const createServiceAccess = (
  baseUrl: string,
  apiKey: string,
  parts: Omit<Parameters<typeof openServiceAccess>[1], 'serviceEntry' | 'serviceFile' | 'onServiceLost'>,
): ServiceAccess => {
  const {
    environment,
    clock,
    version,
    keySource,
    onExchange,
    limits,
    networkUnit,
    pacing = createPacing({ clock }),
  } = parts;
  const { around = (client) => client } = parts;
  const transport = createTransport(baseUrl, environment);
  if ('problem' in transport) throw new Error(transport.problem);
  const { dispatcher } = transport;
  const bare = createClient({
    baseUrl,
    apiKey,
    dispatcher,
    clock,
    pacing,
    networkUnit,
    userAgent: `gpudeck/${version}`,
    ...(limits && { limits }),
    ...(onExchange && { onExchange }),
  });
  parts.hide?.(bare.redact);
  return {
    client: around(bare),
    keyTail: tailOf(apiKey),
    // Asked for by the panes alone; what makes it takes 4 MB.
    get keyMark() {
      return markOf(apiKey);
    },
    keySource,
    close: () => dispatcher.destroy(),
    retire: () => dispatcher.close(),
  };
};

/** Of a short key four characters would be too much. */
const tailOf = (apiKey: string): string => (apiKey.length < SHORTEST_TO_TELL ? '' : apiKey.slice(-4));

const SHORTEST_TO_TELL = 12;

/** The mark of the key that an address is called with, as a service access has it; empty without one. */
export const knownMark = (address: ServiceAddress): string =>
  address.kind === 'local' ? LOCAL_KEY_MARK : address.apiKey === undefined ? '' : markOf(address.apiKey);

/** 32 bits of a keyed hash: a key has several times as many, so that no search through keys ends at this one. */
const markOf = (apiKey: string): string =>
  createHmac('sha256', apiKey).update('what gpudeck keeps').digest('hex').slice(0, 8);
