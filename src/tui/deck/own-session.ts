/** The session of this run: kept as the user works, and at the start those of earlier runs are offered to be resumed. */
import type { Clock } from '../../base/clock.ts';
import type { JournalAccess } from '../../storage/journal/profile-journal.ts';
import type { FrameActions } from '../frame/actions.ts';
import type { DeckStore } from '../frame/deck-state.ts';
import { createSession, type Session } from '../saved/session.ts';
import type { RunningPanes } from './running-panes.ts';

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
export const createOwnSession = (parts: OwnSessionParts): OwnSession => {
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
