/**
 * The session of one program on one profile: keeps in the journal what stands on screen, as it happens, and resumes what an
 * earlier run has left when the user says so.
 */
import type { Clock } from '../../base/clock.ts';
import { clockTimeAndDay } from '../../base/time.ts';
import type { LastLook } from '../../storage/journal/remembered.ts';
import type { Sessions } from '../../storage/journal/sessions.ts';
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

/** A session that can be resumed, as it is shown: when it was, where that is elsewhere, and what it holds. */
type ResumableSession = { readonly id: string; readonly when: string; readonly words: string };

/** What the session is made with. */
type SessionParts = {
  readonly store: DeckStore;
  /** Absent where no journal can be kept. */
  readonly sessions: Sessions | undefined;
  /** Where the look is kept; absent where no journal can be kept. */
  readonly lastLook: LastLook | undefined;
  readonly clock: Clock;
  readonly timeZone: string;
  /** Reads the journal into the panes; what is resumed is seen in its light. */
  readonly readJournal: () => void;
  /** Told that the user has decided, and that the panes may hold something else now. */
  readonly onResumed: () => void;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
};

/** The session's actions. */
export type Session = {
  /** What earlier runs have left, the newest first. */
  readonly lost: () => readonly ResumableSession[];
  /** Goes on with a lost session: it is this run's own from now on. */
  readonly resume: (id: string) => void;
  /** Goes on with what `leave` has given. */
  readonly goOnWith: (left: string) => void;
  /** Writes what is not in the journal yet. */
  readonly flush: () => void;
  /**
   * Writes it for the last time, and gives it; undefined when there is nothing to resume. Who leaves by choice is asked about it
   * later only where something was typed, marked or half done.
   */
  readonly leave: () => string | undefined;
  /** The user quits: what was left is offered by the next start, but not the sessions `ids` that were offered and not wanted. */
  readonly quit: (ids: readonly string[]) => void;
};

/** Begins to keep the session. */
export const createSession = (parts: SessionParts): Session => {
  const { store, sessions, clock, timeZone, refuse } = parts;
  const start = store.getState();
  const initial = partsText(start);
  const initiallyOffered = offeredText(start);
  let keptLook = lookText(start);
  let kept: string | undefined;
  let hasProblem = false;
  let isOver = false;
  let cancelPause: (() => void) | undefined;

  const present = () => textToOffer(store.getState(), initiallyOffered);

  const flush = () => {
    cancelPause?.();
    cancelPause = undefined;
    if (isOver) return;
    const text = present();
    const look = lookText(store.getState());
    const unkept = look === keptLook ? undefined : parts.lastLook?.keep(look);
    if (unkept === undefined) keptLook = look;
    const unsaved =
      text === kept ? undefined : text === undefined ? sessions?.drop() : sessions?.keep(text, clock.now());
    if (unsaved === undefined) kept = text;
    const problem = unsaved ?? unkept;
    if (problem !== undefined && !hasProblem) refuse(`${problem} What you type now may be lost when the program ends.`);
    hasProblem = problem !== undefined;
  };

  const unsubscribe = store.subscribe((state, before) => {
    if (isStep(state, before)) flush();
    // A timer only where there is something to be written: nothing shall wake up an idle program.
    else if (cancelPause === undefined && (present() !== kept || lookText(state) !== keptLook))
      cancelPause = clock.after(KEEPING_PAUSE_MS, flush);
  });

  const goOnWith = ({ resumed, unread }: Resumption) => {
    parts.readJournal();
    store.setState(resumed(store.getState()));
    parts.onResumed();
    if (unread.length > 0) refuse(`These parts of that session could not be read: ${unread.join(', ')}.`);
  };

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
    lost: () =>
      lost().map(({ id, host, writtenAtEpochMs, content }) => ({
        id,
        when: clockTimeAndDay(writtenAtEpochMs, clock.now(), timeZone) + (host === undefined ? '' : ` on ${host}`),
        words: readSaved(content).words.join('; ') || 'the pane that was open',
      })),
    resume: (id) => {
      const session = lost().find((other) => other.id === id);
      if (session === undefined || !sessions?.adopt(id)) {
        parts.onResumed();
        refuse('Another gpudeck has resumed that session.');
        return;
      }
      kept = session.content;
      goOnWith(readSaved(session.content));
    },
    goOnWith: (left) => goOnWith(readSaved(left)),
    flush,
    leave,
    quit: (ids) => {
      leave();
      sessions?.forget(ids);
    },
  };
};
