/**
 * Puts the program together: the store, the frame, every pane of the list, the session, which at the start offers those of earlier
 * runs to be resumed, and the report of being idle.
 */
import { createStore } from 'zustand/vanilla';
import type { ServiceAccess } from '../../access/service-access.ts';
import type { Firing } from '../../alerts/firing.ts';
import { keyQuestion } from '../../api/errors/explain.ts';
import type { Exchange } from '../../api/http/exchange.ts';
import type { Clock } from '../../base/clock.ts';
import { shownPress } from '../../base/press-names.ts';
import { printable } from '../../base/text.ts';
import type { OwnKeys } from '../../own-keys/rebinding.ts';
import type { JournalAccess } from '../../storage/journal/profile-journal.ts';
import { createFrameActions, type FrameActions } from '../frame/actions.ts';
import { type DeckState, type DeckStore, goingAlong, initialDeck } from '../frame/deck-state.ts';
import type { FrameNeeds } from '../frame/keys.ts';
import { frameResized, initialFrame, layoutOf, serviceFailed, serviceReady } from '../frame/state.ts';
import { pasteOf, resolvePress } from '../keys/binding.ts';
import { digitOf } from '../panes/names.ts';
import { startAfter } from '../saved/resume.ts';
import { createSession, type Session } from '../saved/session.ts';
import type { Deck, DeckParts } from './deck.ts';
import { createWork } from './idle.ts';
import { carryOut, createKeysInForce } from './keys-in-force.ts';
import { createMachines, createPaneNeeds, createRunningPanes, type RunningPanes, sliceOf } from './panes.ts';

type OwnSessionParts = {
  readonly store: DeckStore;
  readonly panes: RunningPanes;
  readonly journal: JournalAccess;
  readonly frame: Pick<FrameActions, 'announce' | 'offerSessions'>;
  readonly clock: Clock;
  readonly timeZone: string;
  /** True when the user has named what is to be shown: sessions of earlier runs are then mentioned only. */
  readonly isStartNamed: boolean;
};

type OwnSession = Pick<Session, 'lost' | 'resume' | 'flush' | 'leave'> & {
  /** Resumes what was left on this service earlier in this run; without that, offers the sessions of earlier runs. */
  readonly begin: (left: string | undefined) => void;
  /** The user quits: what was typed, marked or half done is kept. */
  readonly quit: () => void;
};

/** Begins to keep the session. */
const createOwnSession = (parts: OwnSessionParts): OwnSession => {
  const { store, panes, journal, frame, isStartNamed } = parts;
  const session = createSession({
    store,
    sessions: 'problem' in journal ? undefined : journal.sessions,
    lastLook: 'problem' in journal ? undefined : journal.lastLook,
    clock: parts.clock,
    timeZone: parts.timeZone,
    readJournal: () => {
      for (const pane of panes.all) pane.readJournal();
    },
    onResumed: () => {
      for (const pane of panes.all) pane.resumed();
      panes.open(panes.openName());
    },
    refuse: frame.announce,
  });

  const offer = () => {
    frame.offerSessions(!isStartNamed);
    const newest = store.getState().frame.sessions?.listed[0];
    if (newest !== undefined && isStartNamed)
      frame.announce(`A session of ${newest.when} can be resumed: press : and type resume.`);
  };

  return {
    lost: session.lost,
    resume: session.resume,
    flush: session.flush,
    leave: session.leave,
    begin: (left) => {
      if (left === undefined) offer();
      else session.goOnWith(left);
    },
    quit: () => {
      const { sessions } = store.getState().frame;
      // Those that were only mentioned, and those that the user is being asked about, are still to be decided on.
      const isDecided = sessions !== undefined && !sessions.isAsked && !isStartNamed;
      session.quit(isDecided ? sessions.listed.map(({ id }) => id) : []);
    },
  };
};

/** Looks at the calls that were made with the key in use. */
const createRefusedKey = (
  { readKeyFileAgain }: Pick<FrameNeeds['services'], 'readKeyFileAgain'>,
  { askForKey }: Pick<FrameActions, 'askForKey'>,
): { readonly exchanged: (exchange: Exchange) => void; readonly keyChanged: () => void } => {
  /** One question for each key that was refused: who goes on without another is not asked again and again. */
  let wasAsked = false;
  return {
    keyChanged: () => {
      wasAsked = false;
    },
    exchanged: ({ outcome, status }) => {
      if (outcome !== 'key-rejected' && outcome !== 'credentials-missing') return;
      // A key file that was mended meanwhile is the answer, also after the question was put off.
      if (readKeyFileAgain?.() || wasAsked) return;
      wasAsked = true;
      askForKey(keyQuestion(status !== undefined));
    },
  };
};

/** The ways to the user. */
type Ways = {
  /** Shows one line, of so many firings and those that nobody has seen. */
  readonly announce: (count: number, wordsOf: (count: number) => string) => void;
  readonly attract: DeckParts['terminal']['attract'];
};

/** Tells of `firings`, the oldest first: of the last one, and how many came before it. Those of a quiet time are listed only. */
const tellFirings = (firings: readonly Firing[], { announce, attract }: Ways): void => {
  const told = (way: Firing['tell'][number]) => firings.filter(({ tell }) => tell.includes(way));
  const lines = told('line');
  if (lines.length > 0)
    announce(lines.length, (count) => `${wordsOf(lines, count)} ${digitOf('notifications')} lists what fired.`);
  const notices = told('osc');
  const isBellRung = told('bell').length > 0;
  if (isBellRung || notices.length > 0)
    attract?.({ isBellRung, ...(notices.length > 0 && { notice: wordsOf(notices) }) });
};

const wordsOf = (firings: readonly Firing[], count = firings.length): string => {
  const last = firings.at(-1);
  const others = count - 1;
  const more = others === 0 ? '' : ` (and ${others} more)`;
  return printable(`Alert ${last?.alert ?? ''}: ${last?.words ?? ''}${more}.`);
};

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
