/** Puts the program together: the store, the actions of every pane, the key layers, and the report of being idle. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createAnswerCaches } from '../access/answer-cache.ts';
import type { ServiceAccess } from '../access/service-access.ts';
import { CALLS } from '../api/calls.ts';
import type { Exchange } from '../api/http/exchange.ts';
import type { QuestionParts } from '../api/question.ts';
import type { Clock } from '../base/clock.ts';
import { printable, printableJson } from '../base/printable.ts';
import type { AnswerAccess } from '../storage/files/answer-files.ts';
import { type FilterLines, filterLinesInMemory } from '../storage/journal/filter-lines.ts';
import type { FilteredList, JournalAccess } from '../storage/journal/profile-journal.ts';
import { createFrameActions, type FrameNeeds } from './frame/actions.ts';
import { helpLines } from './frame/help.ts';
import type { PaletteEntry } from './frame/palette.ts';
import { screenWordsOf } from './frame/screen-words.ts';
import { type FrameState, initialFrame, serviceFailed, serviceReady } from './frame/state.ts';
import { createWork } from './idle.ts';
import { type Binding, type Layer, reachableBindings, resolvePress } from './keys/binding.ts';
import { type Press, pasteOf, shownPress } from './keys/press.ts';
import { isTooSmall, layoutOf, type ScreenSize } from './layout.ts';
import { createConnectionsActions } from './panes/connections/actions.ts';
import { type ConnectionsState, initialConnections } from './panes/connections/state.ts';
import { createLedgerActions } from './panes/ledger/actions.ts';
import { initialLedger, type LedgerState } from './panes/ledger/state.ts';
import { createMaintenanceActions } from './panes/maintenance/actions.ts';
import { initialMaintenance, type MaintenanceState } from './panes/maintenance/state.ts';
import { PANES, type PaneName } from './panes/names.ts';
import { createNotificationsActions, type NotificationsActions } from './panes/notifications/actions.ts';
import { savedUser } from './panes/notifications/preferences/read-journal.ts';
import { initialNotifications, type NotificationsState } from './panes/notifications/state.ts';
import { createOffersActions } from './panes/offers/actions.ts';
import { machineWords } from './panes/offers/machine-words.ts';
import { initialOffers, type OffersStart, type OffersState } from './panes/offers/state.ts';
import { createVolumesActions } from './panes/volumes/actions.ts';
import { initialVolumes, machinesOf, type VolumesState } from './panes/volumes/state.ts';
import { createSession, type Session } from './saved/session.ts';
import { onOneLine } from './state/line.ts';
import type { Slice } from './state/slice.ts';

/** Everything the panes share. */
export type DeckState = {
  readonly frame: FrameState;
  readonly offers: OffersState;
  readonly volumes: VolumesState;
  readonly connections: ConnectionsState;
  readonly maintenance: MaintenanceState;
  readonly notifications: NotificationsState;
  readonly requests: LedgerState;
};

/** What the program is put together from. */
export type DeckParts = {
  readonly pane: PaneName;
  readonly offers: OffersStart;
  /** What the header calls the service. */
  readonly serviceName: string;
  readonly clock: Clock;
  /** A random number, at least 0 and below 1. */
  readonly random: () => number;
  /** IANA name of the zone in which times are shown. */
  readonly timeZone: string;
  /** What the profile in use keeps on this machine; without it nothing can be announced. */
  readonly journal?: JournalAccess;
  /** Where answers are kept for a later run; absent: nowhere, and nothing is said of it. */
  readonly answers?: AnswerAccess;
  /** Why nothing that notifies or changes anything may be sent; absent when it may. */
  readonly readOnlyReason?: string;
  /** The user whom the key belongs to, where profile or environment say. */
  readonly userId?: number;
  /** The user's home folder, where it is known. */
  readonly homeFolder?: string;
  readonly terminal: FrameNeeds['terminal'] & {
    /** Sends a text to the user's clipboard; undefined when there is no way, and it has to be shown instead. */
    readonly copy: (text: string) => Promise<'sent' | undefined>;
  };
  readonly services: FrameNeeds['services'];
  /** Tells when what is typed is to be noted, apart from what the program waits for; absent: the clock. */
  readonly sessionClock?: Clock;
  /** What was left here earlier in this run, to be gone on with; absent when there is nothing. */
  readonly left?: string;
  /** True when the user has named what is to be shown: sessions of earlier runs are then mentioned only. */
  readonly isStartNamed?: boolean;
  readonly size: ScreenSize;
};

/** The program without its screen. */
export type Deck = {
  readonly store: StoreApi<DeckState>;
  readonly timeZone: string;
  /** One key press, or one paste. */
  readonly press: (press: Press) => void;
  /** True while what is typed is text: several characters are then one press. */
  readonly isTyping: () => boolean;
  /** The layers in force, innermost first. */
  readonly layers: () => readonly Layer[];
  /** The bindings that can be reached when nothing lies over the pane: what help and palette list. */
  readonly bindingsBehind: () => readonly Binding[];
  /** What the palette can run, and the lines of the help page. */
  readonly paletteEntries: () => readonly PaletteEntry[];
  readonly helpLines: () => ReturnType<typeof helpLines>;
  readonly notifications: Pick<NotificationsActions, 'revealedSecret'>;
  /** What is known here of a machine, in a few words. */
  readonly describeMachine: (machineId: number) => string | undefined;
  readonly readOnlyReason: string | undefined;
  /** Why no maintenance can be announced; undefined when it can. */
  readonly announcementRefusal: string | undefined;
  /** Why the service in use must not be left for another one now; undefined when it may. */
  readonly refusalToLeave: () => string | undefined;
  readonly resize: (size: ScreenSize) => void;
  /** The service is known: asks what the open pane shows. */
  readonly connect: (access: ServiceAccess) => void;
  /** A call has ended, well or not. */
  readonly exchanged: (exchange: Exchange, isOfKeyInUse?: boolean) => void;
  /** Says why something could not be done. */
  readonly say: (text: string) => void;
  /** Asks for an API key, saying why. */
  readonly askForKey: (reason: string) => void;
  /** The service cannot be used, for this reason. */
  readonly fail: (reason: string) => void;
  /** The program goes on without this service: nothing that failed is tried again. */
  readonly leave: () => void;
  /** What is kept of this run for a later one. */
  readonly session: Pick<Session, 'flush' | 'leave'> & {
    /** The user quits: what was typed, marked or half done is kept. */
    readonly quit: () => void;
  };
  /** Resolves when nothing is under way that the program waits for. */
  readonly idle: () => Promise<void>;
};

/**
 * Least time between two repaints that no key was pressed for, ms (docs/promises.md, 6): on a usual line to the
 * terminal, and on a slow one.
 */
const TICK_MS = 1000;
const SLOW_TICK_MS = 10_000;

/** Rows that are looked through at once for whose machines they are: a few milliseconds. */
const ROWS_A_TURN = 5000;

/** Groups of keys that mean nothing away from the screen they move on: the palette leaves those of other panes out. */
const GROUPS_OF_HANDS: readonly string[] = ['Move', 'Editing text'];

/** Builds the program. Nothing is asked of the service before `connect`. */
export const compose = (parts: DeckParts): Deck => {
  const store = createStore<DeckState>(() => ({
    frame: initialFrame(parts.pane, parts.serviceName, parts.readOnlyReason !== undefined),
    offers: initialOffers(parts.offers),
    volumes: initialVolumes,
    connections: initialConnections,
    maintenance: initialMaintenance(parts.timeZone),
    notifications: initialNotifications,
    requests: initialLedger,
  }));
  const work = createWork(parts.clock);
  const journal = parts.journal ?? { problem: 'No journal is kept.' };
  const announcementRefusal = parts.readOnlyReason ?? ('problem' in journal ? journal.problem : undefined);
  let access: ServiceAccess | undefined;
  /** One question for each key that was refused: who goes on without another is not asked again and again. */
  let wasKeyAsked = false;
  let size = parts.size;

  const frame = createFrameActions({
    slice: sliceOf(store, 'frame'),
    listHeight: () => layoutOf(size).overlayListHeight,
    width: () => size.columns,
    entries: () => paletteEntries(),
    helpLines: () => helpPage(),
    perform: (entry) => performThere(entry),
    onPaneOpened: (pane) => openPane(pane),
    sessions: {
      lost: () => session.lost(),
      resume: (id) => goAway(() => session.resume(id)),
      onPutOff: () => openPane(store.getState().frame.pane),
    },
    services: { ...parts.services, switchTo: (name) => goAway(() => parts.services.switchTo(name)) },
    terminal: { ...parts.terminal, quit: () => goAway(parts.terminal.quit) },
  });
  /** Everything that panes copy is JSON, or a command that holds some. Who pastes it into a terminal gets text and no more. */
  const copy = (received: string, what: string) =>
    work.run(async () => {
      const text = printableJson(received);
      if ((await parts.terminal.copy(text)) === 'sent')
        frame.notify(`Sent to the clipboard of your terminal: ${what}.`);
      else frame.showText(`There is no clipboard: select ${what} here`, text);
    });
  /** Earlier lines of a list; one that holds the key is not kept. */
  const linesOf = (list: FilteredList): FilterLines => {
    const kept = 'problem' in journal ? filterLinesInMemory() : journal.filterLines[list];
    const isSecret = (line: string) => access !== undefined && access.client.redact(line) !== line;
    return { list: kept.list, keep: (line) => (isSecret(line) ? undefined : kept.keep(line)) };
  };
  const isLinkSlow = () => parts.terminal.link?.().isSlow ?? false;
  const tickMs = () => (isLinkSlow() ? SLOW_TICK_MS : TICK_MS);
  const caches =
    parts.answers &&
    createAnswerCaches({
      access: parts.answers,
      clock: parts.clock,
      keyInUse: () => access && { keyMark: access.keyMark, redact: access.client.redact },
      run: work.run,
      say: (text) => {
        if (store.getState().frame.notice !== undefined) return false;
        frame.refuse(text);
        return true;
      },
    });
  const questions: QuestionParts = {
    client: () => access?.client,
    clock: work.clock,
    random: parts.random,
    tickMs,
    run: work.run,
  };
  const lists = { ...questions, screen: () => layoutOf(size).list, copy };
  const offers = createOffersActions({
    ...questions,
    slice: sliceOf(store, 'offers'),
    cache: caches?.offers,
    lines: linesOf('offers'),
    screen: () => layoutOf(size).offers,
    isLinkSlow,
    copy,
    notify: frame.notify,
    planMaintenance: (machineIds) => maintenance.planFor(machineIds, 'offers'),
  });
  const volumes = createVolumesActions({
    ...lists,
    lines: linesOf('volumes'),
    slice: sliceOf(store, 'volumes'),
    cache: caches?.of(CALLS.volumes),
    planMaintenance: (machineIds) => maintenance.planFor(machineIds, 'volumes'),
  });
  const connections = createConnectionsActions({
    ...lists,
    lines: linesOf('connections'),
    slice: sliceOf(store, 'connections'),
    cache: caches?.of(CALLS.connections),
  });
  const requests = createLedgerActions({
    ...lists,
    lines: linesOf('requests'),
    slice: sliceOf(store, 'requests'),
    timeZone: parts.timeZone,
    notify: frame.notify,
  });
  const describeMachine = createMachineLookup(() => store.getState().offers.offers);
  const userId = () => parts.userId ?? access?.userId;
  const maintenance = createMaintenanceActions({
    slice: sliceOf(store, 'maintenance'),
    client: () => access?.client,
    clock: work.clock,
    random: parts.random,
    journal: () => journal,
    tickMs,
    screen: () => layoutOf(size).maintenance,
    refusal: () => announcementRefusal,
    notify: frame.notify,
    refuse: frame.refuse,
    run: work.run,
    volumeMachines: () => machinesOf(store.getState().volumes.list.rows),
    userId: () => userId() ?? savedUser(journal),
    describe: describeMachine,
    openPane: () => frame.openPane('maintenance'),
  });
  const notifications = createNotificationsActions({
    ...questions,
    slice: sliceOf(store, 'notifications'),
    journal: () => journal,
    timeZone: parts.timeZone,
    screen: () => layoutOf(size).notifications,
    userId,
    refusal: () => parts.readOnlyReason,
    copy: parts.terminal.copy,
    homeFolder: parts.homeFolder,
    notify: frame.notify,
    refuse: frame.refuse,
  });
  /** A whole market is gone through in parts, a turn of the event loop for each, so that no key waits for it. */
  const learnHosts = (rows: Parameters<typeof maintenance.rowsCame>[0]) =>
    work.run(async () => {
      for (let from = 0; from < rows.length; from += ROWS_A_TURN) {
        await nextTurn();
        maintenance.rowsCame(rows.slice(from, from + ROWS_A_TURN));
      }
    });
  store.subscribe((state, before) => {
    if (state.offers.offers !== before.offers.offers) learnHosts(state.offers.offers);
    const { rows } = state.volumes.list;
    if (rows !== before.volumes.list.rows) maintenance.rowsCame(rows.map(({ volume }) => volume));
  });
  const goAway = (go: () => void) => {
    if (!notifications.holdBack()) go();
  };
  const isSearched = () => store.getState().offers.search.stage !== 'idle';
  const reading = { offers, volumes, connections, notifications };
  const leavePanes = (but?: PaneName) => {
    for (const [name, { leave }] of Object.entries(reading)) if (name !== but) leave();
  };
  const openPane = (pane: PaneName) => {
    // What is asked of the service depends on whether a session is resumed.
    if (store.getState().frame.sessions?.isAsked) return;
    leavePanes(pane);
    switch (pane) {
      case 'volumes':
        return volumes.open();
      case 'connections':
        return connections.open();
      case 'maintenance':
        return maintenance.open();
      case 'notifications':
        return notifications.open();
      case 'offers':
        return offers.open();
      case 'requests':
        return;
    }
  };

  const session = createSession({
    store,
    sessions: 'problem' in journal ? undefined : journal.sessions,
    clock: parts.sessionClock ?? parts.clock,
    timeZone: parts.timeZone,
    readJournal: () => {
      maintenance.open();
      notifications.readJournal();
    },
    onResumed: () => {
      if (isSearched()) offers.search();
      openPane(store.getState().frame.pane);
      // The settings of the user that is asked about now.
      notifications.readJournal();
    },
    refuse: frame.refuse,
  });

  const layersOf = (pane: PaneName): readonly Layer[] => {
    switch (pane) {
      case 'offers':
        return offers.layers();
      case 'volumes':
        return volumes.layers();
      case 'connections':
        return connections.layers();
      case 'maintenance':
        return maintenance.layers();
      case 'notifications':
        return notifications.layers();
      case 'requests':
        return requests.layers();
    }
  };
  const layersBehind = () => [
    ...layersOf(store.getState().frame.pane),
    ...maintenance.quitLayers(),
    frame.globalLayer,
    ...frame.sessionLayers(),
  ];
  const layers = () => [
    ...maintenance.stopLayers(),
    // Where nothing is shown, no key may change what is there, nor be typed into it.
    ...(isTooSmall(size) ? [...maintenance.quitLayers(), frame.unseenLayer] : frame.overlayLayers()),
    ...layersBehind(),
  ];
  const bindingsBehind = () => reachableBindings(layersBehind());
  const helpPage = () => helpLines(bindingsBehind(), screenWordsOf(store.getState().frame.pane), size.columns);
  const paletteEntries = (): readonly PaletteEntry[] => [
    ...bindingsBehind().map((binding) => ({ binding, group: binding.group })),
    ...PANES.filter(({ name }) => name !== store.getState().frame.pane).flatMap(({ name, title }) =>
      reachableBindings(layersOf(name))
        .filter(({ group }) => !GROUPS_OF_HANDS.includes(group))
        .map((binding) => ({ binding, group: title, pane: name })),
    ),
  ];

  const offerLostSessions = () => {
    frame.offerSessions(!parts.isStartNamed);
    const newest = store.getState().frame.sessions?.listed[0];
    if (newest !== undefined && parts.isStartNamed)
      frame.notify(`There is a session of ${newest.when} to resume: press : and type resume.`);
  };

  /** Opens the entry's pane first; there the key may mean something else by now. */
  const performThere = ({ binding, pane }: PaletteEntry) => {
    if (pane === undefined) {
      perform(binding);
      return;
    }
    frame.openPane(pane);
    const there = reachableBindings(layersOf(pane)).find(({ id }) => id === binding.id);
    if (there === undefined) frame.refuse(`"${binding.label}" cannot be done here now.`);
    else perform(there);
  };

  const perform = (binding: Binding) => {
    const reason = binding.refusal?.();
    if (reason === undefined) binding.run();
    else frame.refuse(reason);
  };

  if (parts.left !== undefined) session.goOnWith(parts.left);
  else offerLostSessions();

  return {
    store,
    timeZone: parts.timeZone,
    layers,
    bindingsBehind,
    paletteEntries,
    helpLines: helpPage,
    notifications,
    describeMachine,
    readOnlyReason: parts.readOnlyReason,
    announcementRefusal,
    idle: work.idle,
    session: {
      flush: session.flush,
      leave: session.leave,
      quit: () => {
        const { sessions } = store.getState().frame;
        // Those that were only mentioned, and those that the user is being asked about, are still to be decided on.
        const isDecided = sessions !== undefined && !sessions.isAsked && !parts.isStartNamed;
        session.quit(isDecided ? sessions.listed.map(({ id }) => id) : []);
      },
    },
    refusalToLeave: maintenance.refusalToLeave,
    press: (press) => {
      frame.keyPressed();
      const meaning = resolvePress(press, layers());
      if (meaning.kind === 'binding') perform(meaning.binding);
      if (meaning.kind === 'none' && press.name !== '') frame.notify(unknownWords(press, layers()));
      if (meaning.kind === 'text') {
        const words = meaning.type(press.name === '' ? printable(onOneLine(press.text)) : press.text);
        if (words !== undefined) frame.refuse(words);
      }
    },
    isTyping: () => resolvePress(pasteOf('a'), layers()).kind === 'text',
    resize: (next) => {
      size = next;
      offers.resize();
      volumes.resize();
      connections.resize();
      requests.resize();
    },
    connect: (next) => {
      access = next;
      if (!('problem' in journal)) journal.hide(next.client.redact);
      wasKeyAsked = false;
      volumes.serviceChanged();
      connections.serviceChanged();
      notifications.serviceChanged();
      sliceOf(store, 'frame').change((state) => serviceReady(state, next.keyTail, next.keySource));
      if (isSearched()) offers.search();
      openPane(store.getState().frame.pane);
    },
    exchanged: (exchange, isOfKeyInUse = true) => {
      requests.noteExchange(exchange);
      if (!isKeyRefused(exchange) || !isOfKeyInUse) return;
      // A key file that was mended meanwhile is the answer, also after the question was put off.
      if (parts.services.readKeyFileAgain?.() || wasKeyAsked) return;
      wasKeyAsked = true;
      frame.askForKey(
        exchange.status === undefined
          ? 'That API key cannot be sent: no header carries it. Enter the key alone:'
          : 'The service did not accept the API key. Enter one that it knows:',
      );
    },
    say: frame.refuse,
    askForKey: frame.askForKey,
    fail: (reason) => {
      leavePanes();
      sliceOf(store, 'frame').change((state) => serviceFailed(state, reason));
    },
    leave: () => leavePanes(),
  };
};

/** What is said of a key that nothing listens to; pressed again and again it is said once, for the words stay as they are. */
const unknownWords = ({ name }: Press, layers: readonly Layer[]): string => {
  const help = resolvePress({ name: '?', text: '?' }, layers);
  const isHelpNear = help.kind === 'binding' && help.binding.id === 'frame.help';
  return `${shownPress(name)} does nothing here${isHelpNear ? '; ? shows the keys' : ''}.`;
};

const isKeyRefused = ({ outcome }: Exchange): boolean =>
  outcome === 'key-rejected' || outcome === 'credentials-missing';

/** Looks a machine up among the offers that are here; they are gone through once for each answer, and kept by nobody here. */
const createMachineLookup = (offers: () => DeckState['offers']['offers']) => {
  const wordsOf = new WeakMap<DeckState['offers']['offers'], ReturnType<typeof machineWords>>();
  return (machineId: number): string | undefined => {
    const answer = offers();
    const words = wordsOf.get(answer) ?? machineWords(answer);
    wordsOf.set(answer, words);
    return words.get(machineId);
  };
};

const sliceOf = <Name extends keyof DeckState>(store: StoreApi<DeckState>, name: Name): Slice<DeckState[Name]> => ({
  get: () => store.getState()[name],
  change: (transition) => {
    const before = store.getState()[name];
    const after = transition(before);
    if (after !== before) store.setState({ [name]: after } as Pick<DeckState, Name>);
  },
});
