/** Puts the program together: the store, the frame, every pane of the list, the session, and the report of being idle. */

import { createStore } from 'zustand/vanilla';
import type { ServiceAccess } from '../../access/service-access.ts';
import { shownPress } from '../../base/press-names.ts';
import type { OwnKeys } from '../../own-keys/rebinding.ts';
import { createFrameActions } from '../frame/actions.ts';
import { type DeckState, goingAlong, initialDeck } from '../frame/deck-state.ts';
import { layoutOf } from '../frame/layout.ts';
import { frameResized, initialFrame, serviceFailed, serviceReady } from '../frame/state.ts';
import { pasteOf, resolvePress } from '../keys/binding.ts';

import { startAfter } from '../saved/look.ts';
import type { Deck, DeckParts } from './deck.ts';
import { createWork } from './idle.ts';
import { createKeysInForce } from './keys-in-force.ts';
import { createMachines } from './machines.ts';
import { createOwnSession } from './own-session.ts';
import { createPaneNeeds } from './pane-needs.ts';
import { carryOut } from './press.ts';
import { createRefusedKey } from './refused-key.ts';
import { createRunningPanes } from './running-panes.ts';
import { sliceOf } from './slice-of.ts';
import { tellFirings } from './tell-firings.ts';

/** Builds the program. Nothing is asked of the service before `connect`. */
export const compose = (parts: DeckParts): Deck => {
  const { timeZone, isStartNamed = false } = parts;
  const ownKeys: OwnKeys = parts.ownKeys ?? new Map();
  const journal = parts.journal ?? { problem: 'No journal is kept.' };
  const look = 'problem' in journal || parts.named === undefined ? undefined : journal.lastLook.read();
  const store = createStore<DeckState>(() =>
    initialDeck(initialFrame(parts.pane, parts.size, parts.serviceName, parts.readOnlyReason !== undefined), {
      search: startAfter(parts.search, look, parts.named ?? []),
      timeZone,
    }),
  );
  const work = createWork(parts.clock);
  let access: ServiceAccess | undefined;
  const size = () => store.getState().frame.size;

  // What the frame is given is called by keys, when all that follows is there.
  const frame = createFrameActions({
    slice: sliceOf(store, 'frame'),
    listHeight: () => layoutOf(size()).overlayListHeight,
    width: () => size().columns,
    entries: () => keys.paletteEntries(),
    helpLines: () => keys.helpLines(),
    perform: (entry) => keys.performEntry(entry),
    onPaneOpened: (pane) => panes.open(pane),
    sessions: {
      lost: () => session.lost(),
      resume: (id) => panes.goAway(() => session.resume(id)),
      onPutOff: () => panes.open(panes.openName()),
    },
    services: { ...parts.services, switchTo: (name) => panes.goAway(() => parts.services.switchTo(name)) },
    terminal: { ...parts.terminal, quit: () => panes.goAway(parts.terminal.quit) },
  });
  const machines = createMachines({ store, run: work.run, hearing: () => panes.all.map(({ hears }) => hears) });
  const needsOf = createPaneNeeds({
    parts,
    store,
    work,
    journal,
    machines,
    frame,
    access: () => access,
    size,
  });
  const panes = createRunningPanes(store, needsOf);
  const keys = createKeysInForce(panes, frame, size, ownKeys);
  const session = createOwnSession({
    store,
    panes,
    journal,
    frame,
    clock: parts.sessionClock ?? parts.clock,
    timeZone,
    isStartNamed,
  });
  const refusedKey = createRefusedKey(parts.services, frame);
  session.begin(parts.left);

  return {
    store,
    timeZone,
    layers: keys.layers,
    bindingsBehind: keys.bindingsBehind,
    paletteEntries: keys.paletteEntries,
    helpLines: keys.helpLines,
    named: keys.named,
    keyFor: (id, usual) => {
      const [own] = ownKeys.get(id) ?? [];
      return own === undefined ? usual : shownPress(own);
    },
    shown: () => ({
      describeMachine: machines.describe,
      readOnlyReason: parts.readOnlyReason,
      journalProblem: 'problem' in journal ? journal.problem : undefined,
      revealedSecret: panes.byName[panes.openName()].revealedSecret(),
    }),
    idle: work.idle,
    session,
    goesAlong: () => goingAlong(store.getState()),
    refusalToLeave: panes.refusalToLeave,
    press: (press) => {
      frame.keyPressed();
      carryOut(press, keys.layers(), frame, keys.movedFrom);
    },
    isTyping: () => resolvePress(pasteOf('a'), keys.layers()).kind === 'text',
    resize: (next) => {
      // What is drawn from the size is drawn anew for it, whether or not a pane changes with it.
      sliceOf(store, 'frame').change((state) => frameResized(state, next));
      for (const pane of panes.all) pane.resize();
    },
    connect: (next) => {
      access = next;
      if (!('problem' in journal)) journal.hide(next.client.redact);
      refusedKey.keyChanged();
      for (const pane of panes.all) pane.serviceChanged();
      sliceOf(store, 'frame').change((state) => serviceReady(state, next.keyTail, next.keySource));
      panes.open(panes.openName());
    },
    exchanged: (exchange, isOfKeyInUse = true) => {
      for (const { hears } of panes.all) hears.callEnded?.(exchange);
      if (isOfKeyInUse) refusedKey.exchanged(exchange);
    },
    say: frame.refuse,
    fired: (firings) => {
      tellFirings(firings, { announce: frame.announceFirings, attract: parts.terminal.attract });
      for (const { hears } of panes.all) hears.alertsFired?.();
    },
    announce: frame.announce,
    askForKey: frame.askForKey,
    fail: (reason) => {
      panes.leave();
      sliceOf(store, 'frame').change((state) => serviceFailed(state, reason));
    },
    leave: panes.leave,
  };
};
