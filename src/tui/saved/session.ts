/**
 * The session of one program on one profile: keeps in the journal what stands on screen, as it happens, and resumes what an
 * earlier run has left when the user says so.
 */

import type { Clock } from '../../base/clock.ts';
import { keyName } from '../../base/named-keys.ts';
import { clockTimeAndDay } from '../../base/time.ts';
import type { JournalAccess } from '../../storage/journal/profile-journal.ts';
import type { FrameActions } from '../frame/actions.ts';
import type { DeckStore } from '../frame/deck-state.ts';
import {
  isStep,
  lookText,
  offeredText,
  partsText,
  type Resumption,
  readSaved,
  savedText,
  textToOffer,
  workWords,
} from './resume.ts';

/** Longest time for which something that was typed is not yet in the journal, ms. */
const KEEPING_PAUSE_MS = 1000;

type SessionOptions = {
  readonly store: DeckStore;
  readonly journal: JournalAccess;
  readonly clock: Clock;
  readonly timeZone: string;
  /** True when the user has named what is to be shown: sessions of earlier runs are then mentioned only. */
  readonly isStartNamed: boolean;
  /** Reads the journal into the panes; what is resumed is seen in its light. */
  readonly readJournal: () => void;
  /** Told that the user has decided, and that the panes may hold something else now. */
  readonly onResumed: () => void;
  readonly frame: Pick<FrameActions, 'announce' | 'offerSessions'>;
};

/** Begins to keep the session. */
export const createSession = ({
  store,
  journal,
  clock,
  timeZone,
  isStartNamed,
  readJournal,
  onResumed,
  frame: { announce, offerSessions },
}: SessionOptions) => {
  // Where no journal can be kept, nothing is.
  const { sessions, lastLook } = 'problem' in journal ? {} : journal;
  const start = store.getState();
  const initial = partsText(start);
  const initiallyOffered = offeredText(start);
  let keptLook = lookText(start);
  let kept: string | undefined;
  let hasProblem = false;
  let isOver = false;
  /** A session that this run goes on with, and has not made its own yet: with the next writing, since the first picture waits for no disk. */
  let taken: { readonly id: string; readonly content: string } | undefined;
  let cancelPause: (() => void) | undefined;

  const present = () => textToOffer(store.getState(), initiallyOffered);

  const flush = () => {
    cancelPause?.();
    cancelPause = undefined;
    if (isOver) return;
    if (taken !== undefined && sessions?.adopt(taken.id)) kept = taken.content;
    taken = undefined;
    const text = present();
    const look = lookText(store.getState());
    const unkept = look === keptLook ? undefined : lastLook?.keep(look);
    if (unkept === undefined) keptLook = look;
    const unsaved =
      text === kept ? undefined : text === undefined ? sessions?.drop() : sessions?.keep(text, clock.now());
    if (unsaved === undefined) kept = text;
    const problem = unsaved ?? unkept;
    if (problem !== undefined && !hasProblem)
      announce(`${problem} What you type now may be lost when the program ends.`);
    hasProblem = problem !== undefined;
  };

  const unsubscribe = store.subscribe((state, before) => {
    if (isStep(state, before)) flush();
    // A timer only where there is something to be written: nothing shall wake up an idle program.
    else if (cancelPause === undefined && (present() !== kept || lookText(state) !== keptLook))
      cancelPause = clock.after(KEEPING_PAUSE_MS, flush);
  });

  const goOnWith = ({ resumed, unread, work }: Resumption) => {
    // What was sent and is not settled is work; the rest is read when its pane is opened.
    if (work.length > 0) readJournal();
    store.setState(resumed(store.getState()));
    onResumed();
    if (unread.length > 0) announce(`These parts of that session could not be read: ${unread.join(', ')}.`);
  };

  /**
   * Writes it for the last time, and gives it; undefined when there is nothing to resume. Who leaves by choice is asked about it
   * later only where something was typed, marked or half done.
   */
  const leave = () => {
    unsubscribe();
    flush();
    isOver = true;
    const text = savedText(store.getState(), initial);
    const work = workWords(store.getState());
    if (kept !== undefined && (work === '' || work === workWords(start))) sessions?.drop();
    return text;
  };

  const lost = () => sessions?.lost(clock.now()) ?? [];

  return {
    /** What earlier runs have left, the newest first: when that was, where it is elsewhere, and what it holds. */
    lost: () =>
      lost().map(({ id, host, writtenAtEpochMs, content }) => ({
        id,
        when: clockTimeAndDay(writtenAtEpochMs, clock.now(), timeZone) + (host === undefined ? '' : ` on ${host}`),
        words: readSaved(content).words.join('; ') || 'the pane that was open',
      })),
    /** Goes on with a lost session: it is this run's own from now on. */
    resume: (id: string) => {
      const session = lost().find((other) => other.id === id);
      if (session === undefined || !sessions?.adopt(id)) {
        onResumed();
        announce('Another gpudeck has resumed that session.');
        return;
      }
      kept = session.content;
      goOnWith(readSaved(session.content));
    },
    /** Resumes what `leave` has given on this service earlier in this run; without that, offers the sessions of earlier runs. */
    begin: (left: string | undefined) => {
      if (left !== undefined) return goOnWith(readSaved(left));
      const found = lost().map(({ id, content }) => ({ id, content, ...readSaved(content) }));
      const [last, ...others] = found;
      // Where nothing was typed, marked or left unsent, there is nothing to ask: all is where it was.
      if (!isStartNamed && last !== undefined && found.every(({ work, unread }) => work.length + unread.length === 0)) {
        sessions?.forget(others.map(({ id }) => id));
        taken = last;
        return goOnWith(last);
      }
      offerSessions(!isStartNamed);
      const newest = store.getState().frame.sessions?.listed[0];
      if (newest !== undefined && isStartNamed)
        announce(`A session of ${newest.when} can be resumed: press ${keyName('frame.palette')} and type resume.`);
    },
    /** Writes what is not in the journal yet. */
    flush,
    leave,
    /** The user quits: what was typed, marked or half done is offered by the next start, but no session that was offered and not wanted. */
    quit: () => {
      const offered = store.getState().frame.sessions;
      leave();
      // Those that were only mentioned, and those that the user is being asked about, are still to be decided on.
      const isDecided = offered !== undefined && !offered.isAsked && !isStartNamed;
      sessions?.forget(isDecided ? offered.listed.map(({ id }) => id) : []);
    },
  };
};
