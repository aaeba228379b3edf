/**
 * Puts the program together: the store, the frame, every pane of the list, the session, which at the start offers those of earlier
 * runs to be resumed, and the report of being idle.
 */

import { createStore } from 'zustand/vanilla';
import type { ServiceAccess } from '../../access/service-access.ts';
import type { Firing } from '../../alerts/firing.ts';
import { keyQuestion } from '../../api/errors/explain.ts';
import type { Exchange } from '../../api/http/exchange.ts';
import { MONEY_CALLS } from '../../api/money-calls.ts';
import { keyName } from '../../base/named-keys.ts';
import { printable } from '../../base/text.ts';
import type { OwnKeys } from '../../own-keys/rebinding.ts';
import { createFrameActions, type FrameActions } from '../frame/actions.ts';
import { type DeckState, goingAlong, initialDeck } from '../frame/deck-state.ts';
import type { FrameNeeds } from '../frame/keys.ts';
import { previewIn, roomOf } from '../frame/preview-room.ts';
import type { ScreenSize } from '../frame/state.ts';
import { frameResized, initialFrame, layoutOf, serviceFailed, serviceReady } from '../frame/state.ts';
import type { Press } from '../keys/binding.ts';
import { pasteOf, reachableBindings, resolvePress } from '../keys/binding.ts';

import type { Hearing } from '../panes/pane.ts';
import { frameAfter, startAfter } from '../saved/resume.ts';
import { createSession } from '../saved/session.ts';
import type { DeckParts } from './deck.ts';
import { createWork } from './idle.ts';
import { carryOut, createKeysInForce } from './keys-in-force.ts';
import { createMoney } from './money.ts';
import { createMouse } from './mouse.ts';
import { createCaches, createMachines, createPaneNeeds, createRunningPanes, sliceOf } from './panes.ts';
import { watchPreview } from './preview.ts';

/** Looks at the calls that were made with the key in use. */
const createRefusedKey = (
  { readKeyFileAgain }: Pick<FrameNeeds['services'], 'readKeyFileAgain'>,
  { askForKey }: Pick<FrameActions, 'askForKey'>,
): { readonly exchanged: (exchange: Exchange) => void; readonly keyChanged: () => void } => {
  /** One question for each key that was refused: who goes on without another is not asked again and again. */
  let wasAsked = false;
  let wasTaken = false;
  return {
    keyChanged: () => {
      wasAsked = false;
      wasTaken = false;
    },
    exchanged: ({ outcome, status, endpoint }) => {
      if (outcome === 'answered') wasTaken = true;
      // A key that is good for other calls may not be allowed to see the money, which nobody has asked for.
      if (wasTaken && Object.hasOwn(MONEY_CALLS, endpoint)) return;
      if (outcome !== 'key-rejected' && outcome !== 'credentials-missing') return;
      // A key file that was mended meanwhile is the answer, also after the question was put off.
      if (readKeyFileAgain?.() || wasAsked) return;
      wasAsked = true;
      askForKey(keyQuestion(status !== undefined));
    },
  };
};

/** Tells of `firings`, the oldest first: of the last one, and how many came before it. Those of a quiet time are listed only. */
const PASTE_WORDS = {
  stalled: 'The paste has not ended: its end may be lost. Ctrl-C drops it; no other key is heard until then.',
  dropped: 'The paste was dropped.',
} as const;

const tellFirings = (
  firings: readonly Firing[],
  { announceFirings }: FrameActions,
  attract: DeckParts['terminal']['attract'],
): void => {
  const told = (way: Firing['tell'][number]) => firings.filter(({ tell }) => tell.includes(way));
  const lines = told('line');
  if (lines.length > 0)
    announceFirings(
      lines.length,
      (count) => `${wordsOf(lines, count)} ${keyName('frame.notifications')} lists what fired.`,
    );
  const notices = told('osc');
  const isBellRung = told('bell').length > 0;
  if (isBellRung || notices.length > 0)
    attract?.({ isBellRung, ...(notices.length > 0 && { notice: wordsOf(notices) }) });
};

/** What the user and the panes are told of leases. */
const tellingOfLeases = (
  { announcePressing }: FrameActions,
  attract: DeckParts['terminal']['attract'],
  hearing: () => readonly Hearing[],
) => ({
  /** A lease ends, or something came of one: said in front of what the last key led to, and the user is called for. */
  leaseTold: (text: string): void => {
    announcePressing(printable(text));
    attract?.({ isBellRung: true });
  },
  /** Leases have changed, in the journal; `hasActed` where one has sent something. */
  leasesChanged: (hasActed: boolean): void => {
    for (const { leasesChanged } of hearing()) leasesChanged?.(hasActed);
  },
});

const wordsOf = (firings: readonly Firing[], count = firings.length): string => {
  const last = firings.at(-1);
  const others = count - 1;
  const more = others === 0 ? '' : ` (and ${others} more)`;
  return printable(`Alert ${last?.alert ?? ''}: ${last?.words ?? ''}${more}.`);
};

/** Builds the program. Nothing is asked of the service before `connect`. */
export const compose = (parts: DeckParts) => {
  const { timeZone, isStartNamed = false } = parts;
  const ownKeys: OwnKeys = parts.ownKeys ?? new Map();
  const journal = parts.journal ?? { problem: 'No journal is kept.' };
  const look = 'problem' in journal || parts.named === undefined ? undefined : journal.lastLook.read();
  const store = createStore<DeckState>(() =>
    initialDeck(
      initialFrame(
        parts.pane,
        parts.size,
        parts.serviceName,
        parts.readOnlyReason !== undefined,
        frameAfter(look, !('problem' in journal) && (parts.terminal.hasTips ?? false), parts.isPaneFree ?? false),
      ),
      { search: startAfter(parts.search, look, parts.named ?? []), timeZone },
    ),
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
    isListInFront: () => previewIn(store.getState(), panes.openName()) !== undefined,
    perform: (entry) => keys.performEntry(entry),
    inForce: () => reachableBindings(keys.layers()),
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
  const sources = { parts, store, work, frame, access: () => access };
  const caches = createCaches(sources);
  const money = createMoney(sources, store);
  const needsOf = createPaneNeeds({ ...sources, journal, machines, money, caches, keys: () => keys });
  const panes = createRunningPanes(store, needsOf);
  const keys = createKeysInForce(panes, frame, size, ownKeys);
  const session = createSession({
    store,
    journal,
    clock: parts.sessionClock ?? parts.clock,
    timeZone,
    isStartNamed,
    readJournal: () => {
      for (const pane of panes.all) pane.readJournal();
    },
    onResumed: () => {
      for (const pane of panes.all) pane.resumed();
      panes.open(panes.openName());
    },
    frame,
  });
  const refusedKey = createRefusedKey(parts.services, frame);
  const isTyping = () => resolvePress(pasteOf('a'), keys.layers()).kind === 'text';
  watchPreview(store, work, { isTyping, resize: (name) => panes.byName[name].resize() });
  const press = (one: Press): void => {
    frame.keyPressed();
    carryOut(one, keys.layers(), frame, keys.movedFrom);
    frame.tips.keyPressed(isTyping());
  };
  session.begin(parts.left);

  return {
    store,
    timeZone,
    ...keys,
    /** What the open pane may show that is in no state. */
    shown: () => ({
      ...{ describeMachine: machines.describe, money: money.now() },
      readOnlyReason: parts.readOnlyReason,
      journalProblem: 'problem' in journal ? journal.problem : undefined,
      revealedSecret: panes.byName[panes.openName()].revealedSecret(),
    }),
    /** Resolves when nothing is under way that the program waits for. */
    idle: work.idle,
    /** What is kept of this run for a later one. */
    session,
    /** What another service is to be started with, so that the user goes on there as here. */
    goesAlong: () => goingAlong(store.getState()),
    /** Why the service in use must not be left for another one now; undefined when it may. */
    refusalToLeave: panes.refusalToLeave,
    /** One key press, or one paste. */
    press,
    /** The wheel was turned, or a cell of the screen was clicked. */
    mouse: createMouse({ ...keys, isTyping, press, pane: () => roomOf(store.getState(), panes.openName()).pane }),
    /** True while what is typed is text: several characters are then one press. */
    isTyping,
    resize: (next: ScreenSize) => {
      // What is drawn from the size is drawn anew for it, whether or not a pane changes with it.
      sliceOf(store, 'frame').change((state) => frameResized(state, next));
      for (const pane of panes.all) pane.resize();
    },
    /** Shows what an earlier run has kept of what the open pane shows, before the service is there to be asked. */
    showKept: () => {
      money.showKept();
      panes.open(panes.openName());
    },
    /** Resolves when that is read, for the service that is known or will be. */
    keptRead: async () => void (await caches?.looked()),
    /** The service is known: asks what the open pane shows. */
    connect: (next: ServiceAccess) => {
      access = next;
      if (!('problem' in journal)) journal.hide(next.client.redact);
      refusedKey.keyChanged();
      for (const part of [money, ...panes.all]) part.serviceChanged();
      sliceOf(store, 'frame').change((state) => serviceReady(state, next.keyTail, next.keySource));
      panes.open(panes.openName());
    },
    /** A call has ended, well or not. */
    exchanged: (exchange: Exchange, isOfKeyInUse = true) => {
      // What has come is drawn in the look that the line allows by now.
      frame.judgeLink();
      for (const { callEnded } of [money, ...panes.all.map(({ hears }) => hears)]) callEnded?.(exchange);
      if (isOfKeyInUse) refusedKey.exchanged(exchange);
    },
    /** Says why something could not be done. */
    say: frame.refuse,
    /** Alerts have fired, here or in another program: the user is told as they say. */
    fired: (firings: readonly Firing[]) => {
      tellFirings(firings, frame, parts.terminal.attract);
      for (const { hears } of panes.all) hears.alertsFired?.();
    },
    ...tellingOfLeases(frame, parts.terminal.attract, () => panes.all.map(({ hears }) => hears)),
    /** Says that the end of a paste has not come, and that the paste is dropped. */
    pasteEnds: (state: 'stalled' | 'dropped') => frame.notify(PASTE_WORDS[state]),
    /** Says something that no key has led to, such as what is wrong with a file; several wait for each other. */
    announce: frame.announce,
    /** Asks for an API key, saying why. */
    askForKey: frame.askForKey,
    /** The service cannot be used, for this reason. */
    fail: (reason: string) => {
      panes.leave();
      sliceOf(store, 'frame').change((state) => serviceFailed(state, reason));
    },
    /** The program goes on without this service: nothing that failed is tried again. */
    leave: () => {
      money.leave();
      panes.leave();
    },
  };
};

/** The program without its screen. */
export type Deck = ReturnType<typeof compose>;
