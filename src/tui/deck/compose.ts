/** Puts the program together: the store, the frame, every pane of the list, the session, and the report of being idle. */
import { createStore } from 'zustand/vanilla';
import type { ServiceAccess } from '../../access/service-access.ts';
import { createFrameActions } from '../frame/actions.ts';
import { byPane, type DeckState, goingAlong, initialDeck } from '../frame/deck-state.ts';
import { helpLines } from '../frame/help.ts';
import { isTooSmall, layoutOf } from '../frame/layout.ts';
import type { PaletteEntry } from '../frame/palette.ts';
import { HEADER_WORDS } from '../frame/screen-words.ts';
import { initialFrame, serviceFailed, serviceReady } from '../frame/state.ts';
import { reachableBindings, resolvePress } from '../keys/binding.ts';
import { pasteOf } from '../keys/press.ts';
import { PANES } from '../panes/index.ts';
import { PANE_NAMES, type PaneName } from '../panes/names.ts';
import type { RunningPane } from '../panes/pane.ts';
import { createSession } from '../saved/session.ts';
import type { Deck, DeckParts } from './deck.ts';
import { createWork } from './idle.ts';
import { createMachines } from './machines.ts';
import { paletteEntriesOf } from './palette-entries.ts';
import { createPaneNeeds } from './pane-needs.ts';
import { carryOut, perform } from './press.ts';
import { createRefusedKey } from './refused-key.ts';
import { sliceOf } from './slice-of.ts';

/** Builds the program. Nothing is asked of the service before `connect`. */
export const compose = (parts: DeckParts): Deck => {
  const store = createStore<DeckState>(() =>
    initialDeck(initialFrame(parts.pane, parts.serviceName, parts.readOnlyReason !== undefined), {
      search: parts.search,
      timeZone: parts.timeZone,
    }),
  );
  const work = createWork(parts.clock);
  const journal = parts.journal ?? { problem: 'No journal is kept.' };
  let access: ServiceAccess | undefined;
  let size = parts.size;
  const openName = () => store.getState().frame.pane;

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
      onPutOff: () => openPane(openName()),
    },
    services: { ...parts.services, switchTo: (name) => goAway(() => parts.services.switchTo(name)) },
    terminal: { ...parts.terminal, quit: () => goAway(parts.terminal.quit) },
  });
  const machines = createMachines({ store, run: work.run, hearing: () => all.map(({ hears }) => hears) });
  const needsOf = createPaneNeeds({
    parts,
    store,
    work,
    journal,
    machines,
    frame,
    access: () => access,
    size: () => size,
  });
  const panes: Readonly<Record<PaneName, RunningPane>> = byPane((name) => PANES[name].create(needsOf(name)));
  const all = PANE_NAMES.map(({ name }) => panes[name]);
  const guards = all.map((pane) => pane.guards);
  const refusedKey = createRefusedKey(parts.services, frame);

  const goAway = (go: () => void) => {
    if (!guards.some(({ holdBack }) => holdBack())) go();
  };
  const leavePanes = (but?: PaneName) => {
    for (const { name } of PANE_NAMES) if (name !== but) panes[name].leave();
  };
  const openPane = (pane: PaneName) => {
    // What is asked of the service depends on whether a session is resumed.
    if (store.getState().frame.sessions?.isAsked) return;
    leavePanes(pane);
    panes[pane].open();
  };
  const session = createSession({
    store,
    sessions: 'problem' in journal ? undefined : journal.sessions,
    clock: parts.sessionClock ?? parts.clock,
    timeZone: parts.timeZone,
    readJournal: () => {
      for (const pane of all) pane.readJournal();
    },
    onResumed: () => {
      for (const pane of all) pane.resumed();
      openPane(openName());
    },
    refuse: frame.refuse,
  });

  const layersBehind = () => [
    ...panes[openName()].layers(),
    ...guards.flatMap((guard) => guard.layersBehind()),
    frame.globalLayer,
    ...frame.sessionLayers(),
  ];
  const layers = () => [
    ...guards.flatMap((guard) => guard.layersInFront()),
    // Where nothing is shown, no key may change what is there, nor be typed into it.
    ...(isTooSmall(size)
      ? [...guards.flatMap((guard) => guard.layersBehind()), frame.unseenLayer]
      : frame.overlayLayers()),
    ...layersBehind(),
  ];
  const bindingsBehind = () => reachableBindings(layersBehind());
  const helpPage = () => helpLines(bindingsBehind(), [...PANES[openName()].face.words, ...HEADER_WORDS], size.columns);
  const paletteEntries = () => paletteEntriesOf(panes, openName(), bindingsBehind());

  /** Opens the entry's pane first; there the key may mean something else by now. */
  const performThere = ({ binding, pane }: PaletteEntry) => {
    if (pane === undefined) {
      perform(binding, frame);
      return;
    }
    frame.openPane(pane);
    const there = reachableBindings(panes[pane].layers()).find(({ id }) => id === binding.id);
    if (there === undefined) frame.refuse(`"${binding.label}" cannot be done here now.`);
    else perform(there, frame);
  };

  const offerLostSessions = () => {
    frame.offerSessions(!parts.isStartNamed);
    const newest = store.getState().frame.sessions?.listed[0];
    if (newest !== undefined && parts.isStartNamed)
      frame.notify(`There is a session of ${newest.when} to resume: press : and type resume.`);
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
    shown: () => ({
      describeMachine: machines.describe,
      readOnlyReason: parts.readOnlyReason,
      journalProblem: 'problem' in journal ? journal.problem : undefined,
      revealedSecret: panes[openName()].revealedSecret(),
    }),
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
    goesAlong: () => goingAlong(store.getState()),
    refusalToLeave: () => guards.map(({ refusalToLeave }) => refusalToLeave()).find((reason) => reason !== undefined),
    press: (press) => {
      frame.keyPressed();
      carryOut(press, layers(), frame);
    },
    isTyping: () => resolvePress(pasteOf('a'), layers()).kind === 'text',
    resize: (next) => {
      if (next.columns === size.columns && next.rows === size.rows) return;
      size = next;
      for (const pane of all) pane.resize();
      // Keys and help follow the size, which is not in the store: all is drawn again, whatever the panes changed.
      sliceOf(store, 'frame').change((state) => ({ ...state }));
    },
    connect: (next) => {
      access = next;
      if (!('problem' in journal)) journal.hide(next.client.redact);
      refusedKey.keyChanged();
      for (const pane of all) pane.serviceChanged();
      sliceOf(store, 'frame').change((state) => serviceReady(state, next.keyTail, next.keySource));
      openPane(openName());
    },
    exchanged: (exchange, isOfKeyInUse = true) => {
      for (const { hears } of all) hears.callEnded?.(exchange);
      if (isOfKeyInUse) refusedKey.exchanged(exchange);
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
