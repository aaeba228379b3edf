/** Works the queue off: one announcement after the other, each in its turn, for as long as the queue is running. */
import { explain } from '../api/errors/explain.ts';
import type { QuestionParts } from '../api/question.ts';
import type { JournalAccess } from '../storage/journal/profile-journal.ts';
import { type AnnouncementEnd, announce, explainEarlier } from './announcement.ts';
import type { Window } from './plan.ts';
import {
  callEnded,
  callHeldBack,
  callSent,
  callTurnedAway,
  type Fate,
  type Item,
  nextWaiting,
  type Queue,
  turnCounted,
} from './queue.ts';

/**
 * Builds what works it off, which is not at work yet. `queue` and `change` are where it is kept; `onNoted` is told that a call has
 * ended and the journal knows of it.
 */
export const createQueueRunner = (
  {
    client,
    journal,
    clock,
    random,
    tickMs,
    timeZone,
    notify,
    run,
  }: QuestionParts & {
    readonly journal: () => JournalAccess;
    /** IANA name of the zone in which times are told. */
    readonly timeZone: string;
    readonly notify: (text: string) => void;
  },
  {
    queue,
    change,
    onNoted,
  }: {
    readonly queue: () => Queue | undefined;
    readonly change: (transition: (queue: Queue) => Queue) => void;
    readonly onNoted: () => void;
  },
) => {
  let holding = new AbortController();
  let isAtWork = false;
  let cancelTick = () => {};

  /** Counts the wait until `untilMs`, a moment of the clock's ticks, now and from time to time. */
  const count = (untilMs: number) => {
    cancelTick();
    change((before) => turnCounted(before, untilMs - clock.ticks()));
    cancelTick = clock.after(tickMs(), () => count(untilMs));
  };

  const send = async ({ request, known }: Item, place: number): Promise<void> => {
    const access = journal();
    const service = client();
    if ('problem' in access || service === undefined) {
      const problem = 'problem' in access ? access.problem : 'The service is not ready.';
      change((before) => callHeldBack(before, place, problem));
      return;
    }
    const { announcements, machines } = access;
    holding = new AbortController();
    const end = await announce(request, {
      client: service,
      announcements,
      clock,
      random,
      known,
      signal: holding.signal,
      onWait: count,
      onSending: () => {
        cancelTick();
        change((before) => callSent(before, place, clock.ticks()));
      },
      onTurnedAway: ({ attempt }) => change((before) => callTurnedAway(before, place, attempt)),
    });
    cancelTick();
    if (end.kind === 'accepted') machines.remember(request.machineId, end.atEpochMs);
    onNoted();
    if (end.kind === 'held-back') {
      change((before) => callHeldBack(before, place, end.journalProblem));
      return;
    }
    if (end.journalProblem !== undefined) notify(end.journalProblem);
    change((before) => callEnded(before, place, fateOf(end, request, timeZone)));
  };

  const work = async (): Promise<void> => {
    for (;;) {
      const now = queue();
      const place = now?.mode.kind === 'running' ? nextWaiting(now) : undefined;
      const item = place === undefined ? undefined : now?.items[place];
      if (place === undefined || item === undefined) return;
      await send(item, place);
    }
  };

  return {
    /** Goes on with the queue; does nothing while that is already so. */
    goOn: (): void => {
      if (isAtWork) return;
      isAtWork = true;
      run(async () => {
        try {
          await work();
        } finally {
          isAtWork = false;
          cancelTick();
        }
      });
    },
    /** Keeps the next call from being sent; one that is out is waited for. */
    hold: (): void => holding.abort(),
  };
};

const fateOf = (end: Exclude<AnnouncementEnd, { kind: 'held-back' }>, window: Window, timeZone: string): Fate => {
  const { atEpochMs } = end;
  switch (end.kind) {
    case 'accepted': {
      const { youSent: sentence, notifications } = end.reply;
      return { stage: 'announced', sentence, notifications, atEpochMs };
    }
    case 'refused':
      return { stage: 'failed', explanation: explain(end.error), atEpochMs };
    case 'unknown': {
      const ids = end.id === undefined ? [] : [end.id];
      return { stage: 'unknown', explanation: explain(end.error), atEpochMs, ids };
    }
    case 'overtaken': {
      const ids = end.standing.map(({ id }) => id);
      return { stage: 'before', explanation: explainEarlier(end.standing, window, timeZone), atEpochMs, ids };
    }
  }
};
