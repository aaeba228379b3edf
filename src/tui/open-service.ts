/**
 * Opens one service with everything that the program shows of it, and goes on with another key for it, or with another service:
 * what was left on each is found there again.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Journals } from '../access/journals.ts';
import { type AccessParts, LOCAL_KEY_MARK, openServiceAccess, type ServiceAccess } from '../access/service-access.ts';
import { type KnownAddress, knownAddress, readSetup, type Setup, type SetupWishes } from '../access/setup.ts';

import { alertsFile } from '../alerts/alerts-file.ts';
import { createAlertDesk } from '../alerts/desk.ts';
import { type Firing, firingsTogether } from '../alerts/firing.ts';
import type { Client } from '../api/client.ts';
import type { NetworkUnit } from '../api/network-unit.ts';
import { systemClock } from '../base/clock.ts';
import { once } from '../base/once.ts';
import type { ThreadEntry } from '../base/thread.ts';
import { systemTimeZone } from '../base/time.ts';
import { historyOf, sayingOnce } from '../history/history.ts';
import { keepingClient } from '../history-thread/keeping-client.ts';
import { createHistoryThread } from '../history-thread/start-history.ts';
import { createGpuSamples, watchingClient } from '../money/gpu-samples.ts';
import { openKeptDays } from '../money/kept-days.ts';
import { homeFolder } from '../storage/files/home-folder.ts';
import { chargesFolder, gpuSamplesFile, historyFile } from '../storage/files/places.ts';

import { readPresets } from '../storage/files/presets.ts';
import { readSets } from '../storage/files/sets.ts';
import { viewFiles } from '../storage/files/view-files.ts';
import { createViews } from '../views/views.ts';

import { createAccountAlerts } from './account-alerts.ts';
import { compose, type Deck } from './deck/compose.ts';
import type { DeckParts } from './deck/deck.ts';
import { createLocalPast } from './local-past.ts';
import { lookAfterLeases } from './look-after-leases.ts';

/** A service in use. */
type OpenService = {
  readonly cacheName: string;
  readonly deck: Deck;
  readonly close: () => Promise<void>;
};

/** What every service of one run is opened with. */
type OpeningParts = Pick<DeckParts, 'pane' | 'terminal' | 'ownKeys'> & {
  readonly wishes: SetupWishes;
  readonly accessParts: AccessParts;
  /** The history's worker thread. */
  readonly historyEntry: ThreadEntry;
  /** False where the user wants no history: none is read and none is kept. */
  readonly keepsHistory: boolean;
  readonly journals: Journals;
  readonly size: () => DeckParts['size'];
  /** Told that a call has ended. */
  readonly onExchange: () => void;
};

/** Opens it. Where no key is known, the user is asked for one. */
const openService = (
  parts: OpeningParts,
  setup: Setup,
  own: Pick<DeckParts, 'search' | 'named' | 'left' | 'isStartNamed'> & {
    readonly services: Pick<DeckParts['services'], 'others' | 'switchTo'>;
  },
): OpenService => {
  const { wishes, journals } = parts;
  const { address, cacheName } = setup;
  let known = knownAddress(address);

  const readKeyFileAgain = (): boolean => {
    const now = readSetup(
      { ...wishes, address: { kind: 'profile', name: setup.profileName } },
      systemTimeZone(process.env.TZ).timeZone,
    );
    const found = 'problem' in now ? undefined : knownAddress(now.address);
    if (found?.kind !== 'remote' || known?.kind !== 'remote') return false;
    // A profile that leads elsewhere by now is another service.
    if (found.baseUrl !== known.baseUrl || found.apiKey === known.apiKey) return false;
    known = found;
    way.connect(found, 'key file');
    return true;
  };

  const samples = createGpuSamples(gpuSamplesFile(setup.places));
  const journal = journals.of(setup);
  const ofAccount = createAccountAlerts(setup, {
    seen: () => samples.of(setup.service),
    leases: () => ('problem' in journal ? undefined : journal.leases),
    environment: parts.accessParts.environment,
    say: (text) => deck.announce(text),
    fired: (firings) => deck.fired(firings),
  });
  const history = openHistory(parts, setup, {
    ofAccount,
    say: (text) => deck.announce(text),
    fired: (firings) => deck.fired(firings),
  });

  const sets = () => readSets(setup.places);
  const { pane, terminal, ownKeys } = parts;
  const { serviceName, timeZone, readOnlyReason, userId } = setup;
  const deck = compose({
    ...own,
    isPaneFree: own.isStartNamed !== true,
    asksMoney: true,
    ...{ pane, terminal, ownKeys, serviceName, timeZone, readOnlyReason, userId },
    clock: systemClock,
    random: Math.random,
    journal,
    ...journals.answersOf(setup),
    history: history?.read,
    alerts: history?.alerts,
    views: createViews(viewFiles(setup.places), sets),
    sets,
    renting: {
      rentWith: setup.rentWith,
      presets: () => readPresets(setup.places),
      places: { variables: parts.accessParts.environment, folder: process.cwd(), home: homeFolder() },
    },
    homeFolder: homeFolder(),
    seen: () => samples.of(setup.service),
    keptDays: (account) => openKeptDays(chargesFolder(setup.places), setup.service, account),
    ...(address.kind === 'local' && { keyMark: LOCAL_KEY_MARK }),
    size: parts.size(),
    services: {
      ...own.services,
      useKey: address.kind === 'local' ? undefined : (apiKey) => way.connect({ ...address, apiKey }, 'typed'),
      ...(setup.keySource === 'key file' && { readKeyFileAgain }),
    },
  });
  const leases = lookAfterLeases(journal, setup, deck);
  const way = createWay(deck, parts, setup.networkUnit, {
    leases,
    past: history?.past,
    opened: (client) => ofAccount.connect(client),
    around: (client, isRemote) => {
      const kept = isRemote && history !== undefined ? history.around(client) : client;
      return watchingClient(kept, samples, setup.service, systemClock.now);
    },
  });
  if (known?.kind === 'local') deck.showKept();
  if (known !== undefined) way.connect(known, setup.keySource);
  else deck.askForKey(`There is no key for ${serviceName} yet. Enter one:`);
  return {
    cacheName,
    deck,
    close: async () => {
      deck.leave();
      await leases?.close();
      await way.close();
      await ofAccount.close();
      await samples.settled();
      await history?.close();
    },
  };
};

/** The history in its thread, read by the panes and kept by the client; undefined where the user wants none. */
const openHistory = (
  { historyEntry, keepsHistory, accessParts }: OpeningParts,
  setup: Setup,
  {
    say,
    fired,
    ofAccount,
  }: {
    readonly say: (text: string) => void;
    readonly fired: (firings: readonly Firing[]) => void;
    readonly ofAccount: Pick<ReturnType<typeof createAccountAlerts>, 'look' | 'firings'>;
  },
) => {
  const { service, history = { kind: 'sqlite', file: historyFile(setup.places), isUsual: true } } = setup;
  if (!keepsHistory || history === false) return undefined;
  const tell = sayingOnce(say);
  const thread = createHistoryThread({
    entry: historyEntry,
    name: history,
    environment: history.kind === 'postgres' ? accessParts.environment : {},
    onNotice: tell,
    onFired: fired,
    after: systemClock.after,
  });
  const { places, timeZone, address } = setup;
  const keepsAsked = address.kind !== 'local';
  const holder = once(() => randomUUID());
  const watch = (): void => {
    // Nothing is kept of the local service, and nothing of it fires.
    if (!keepsAsked || !existsSync(alertsFile(places))) return;
    thread
      .watchAlerts({
        service,
        holder: holder(),
        places,
        timeZone,
        environment: accessParts.environment,
      })
      .catch((error: unknown) => tell(error instanceof Error ? error.message : String(error)));
  };
  const asked = historyOf(service, thread, tell, keepsAsked);
  const past =
    keepsAsked || history.kind !== 'sqlite' || !history.isUsual
      ? undefined
      : createLocalPast({ history: asked, write: thread.writePast, clock: systemClock, tell });
  const read = past?.history ?? asked;
  const desk = createAlertDesk({
    service,
    keepsAsked,
    places,
    sets: () => readSets(places),
    firings: async (most) => {
      const told = await read.read(() => thread.firings(service, most));
      return 'problem' in told ? told : { value: firingsTogether(told.value, await ofAccount.firings(), most) };
    },
    backTest: (rule, span) => read.read(() => thread.backTested(rule, span)),
  });
  watch();
  return {
    read,
    alerts: {
      ...desk,
      change: (edit: Parameters<typeof desk.change>[0]) => {
        const problem = desk.change(edit);
        watch();
        ofAccount.look();
        return problem;
      },
    },
    around: (client: Client) =>
      keepingClient(client, { service, hostId: setup.userId, thread, now: systemClock.now, tell }),
    past,
    close: () => {
      past?.close();
      return thread.close();
    },
  };
};

/** The way to the service: one access at a time, another one for each key. */
const createWay = (
  deck: Deck,
  { accessParts, journals, onExchange }: Pick<OpeningParts, 'accessParts' | 'journals' | 'onExchange'>,
  networkUnit: NetworkUnit | undefined,
  {
    around,
    opened: onOpened,
    past,
    leases,
  }: {
    readonly leases: ReturnType<typeof lookAfterLeases>;
    /** Told of each client once it can be used. */
    readonly opened: (client: Client) => void;
    readonly around: (client: Client, isRemote: boolean) => Client;
    readonly past: NonNullable<ReturnType<typeof openHistory>>['past'];
  },
) => {
  let opened: Promise<ServiceAccess> | undefined;
  return {
    connect: (address: KnownAddress, keySource: string): void => {
      const before = opened;
      const own = openServiceAccess(address, {
        ...accessParts,
        keySource,
        networkUnit,
        around: (client) => around(client, address.kind === 'remote'),
        clock: systemClock,
        onExchange: (exchange) => {
          onExchange();
          past?.answered();
          if (opened === own) leases?.exchanged(exchange);
          deck.exchanged(exchange, opened === own);
        },
        onServiceLost: (error) => deck.fail(error.message),
      });
      opened = own;
      own.then(
        (access) => {
          past?.opened(access.market);
          if (opened === own) leases?.connected(access);
          deck.connect(access);
          onOpened(access.client);
          // That nothing at all is kept has been said.
          if (access.notice !== undefined && journals.isKept) deck.announce(access.notice);
        },
        (error: unknown) => deck.fail(error instanceof Error ? error.message : String(error)),
      );
      // A call that notifies somebody may be out: it keeps its access, with the key that it was sent with.
      void before?.then((old) => old.retire());
    },
    close: async (): Promise<void> => (await opened?.catch(() => undefined))?.close(),
  };
};

/** What the program calls its own service where a profile's name could stand. */
const LOCAL = 'local service';

/** Where calls go now. */
export type ServiceInUse = {
  /** Undefined before the first one is open. */
  readonly current: () => OpenService | undefined;
  /** Opens the first one. */
  readonly open: (setup: Setup, isStartNamed: boolean) => OpenService;
};

/** `search` is what the first one starts with; `onSwitched` is told of each later one. */
export const createServiceInUse = (
  parts: OpeningParts & Pick<DeckParts, 'search' | 'named'> & { readonly onSwitched: (deck: Deck) => void },
): ServiceInUse => {
  let current: OpenService | undefined;
  /** What was left on each service that was gone away from. */
  const left = new Map<string, string>();

  const open = (
    setup: Setup,
    { search, named }: Pick<DeckParts, 'search' | 'named'>,
    isStartNamed: boolean,
  ): OpenService => {
    current = openService(parts, setup, {
      search,
      named,
      isStartNamed,
      left: left.get(setup.cacheName),
      services: { others: otherServices(setup), switchTo },
    });
    return current;
  };

  /** Goes on with another service: with what was left there, else with what goes along from here. */
  const switchTo = (name: string) => {
    if (current === undefined) return;
    const { cacheName, deck, close } = current;
    const refusal = deck.refusalToLeave();
    if (refusal !== undefined) {
      deck.say(refusal);
      return;
    }
    const address = name === LOCAL ? ({ kind: 'local' } as const) : ({ kind: 'profile', name } as const);
    const next = readSetup({ ...parts.wishes, address }, systemTimeZone(process.env.TZ).timeZone);
    if ('problem' in next) {
      deck.say(next.problem);
      return;
    }
    const { search = parts.search } = deck.goesAlong();
    const leaving = deck.session.leave();
    if (leaving === undefined) left.delete(cacheName);
    else left.set(cacheName, leaving);
    // What goes along is named, all of it.
    parts.onSwitched(open(next, { search }, false).deck);
    void close();
  };

  return {
    current: () => current,
    open: (setup, isStartNamed) => open(setup, parts, isStartNamed),
  };
};

/** The services besides the one in use, with where each leads. */
const otherServices = ({ profiles, serviceName }: Setup) =>
  [
    ...profiles.map(({ name, baseUrl, isReadOnly }) => ({
      name,
      detail: `${baseUrl}${isReadOnly ? ', read-only' : ''}`,
    })),
    { name: LOCAL, detail: 'on this machine' },
  ].filter(({ name }) => name !== serviceName);
