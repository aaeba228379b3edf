/** Works the queue off: one announcement after the other, each in its turn, for as long as the queue is running. */
import type { Client } from '../../../../api/client.ts';
import { explain } from '../../../../api/errors/explain.ts';
import type { Clock } from '../../../../base/clock.ts';
import { type AnnouncementEnd, announce } from '../../../../maintenance/announce.ts';
import { explainEarlier } from '../../../../maintenance/earlier-words.ts';
import type { Window } from '../../../../maintenance/plan.ts';
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
} from '../../../../maintenance/queue.ts';
import type { JournalAccess, ProfileJournal } from '../../../../storage/journal/profile-journal.ts';
import type { Slice } from '../../../state/slice.ts';
import { readHistory } from '../read-journal.ts';
import { type MaintenanceState, timePassed } from '../state.ts';
import { announcementFollowed, queueChanged } from './state.ts';

/** What the queue is worked off with. */
export type QueueNeeds = {
  readonly slice: Slice<MaintenanceState>;
  readonly client: () => Client | undefined;
  readonly journal: () => JournalAccess;
  readonly clock: Clock;
  /** A random number, at least 0 and below 1. */
  readonly random: () => number;
  /** Least time between two repaints of the time left, ms. */
  readonly tickMs: () => number;
  readonly notify: (text: string) => void;
  readonly run: (task: () => Promise<void>) => void;
};

/** The one that works it off. */
type QueueRunner = {
  /** Goes on with the queue; does nothing while that is already so. */
  readonly goOn: () => void;
  /** Keeps the next call from being sent; one that is out is waited for. */
  readonly hold: () => void;
};

/** A runner that has no queue yet. */
export const createQueueRunner = (needs: QueueNeeds): QueueRunner => {
  const { slice, client, journal, clock, random, tickMs, notify, run } = needs;
  const change = (transition: (queue: Queue) => Queue) => slice.change((state) => queueChanged(state, transition));
  let holding = new AbortController();
  let isAtWork = false;
  let cancelTick = () => {};

  /** Counts the wait until `untilMs`, a moment of the clock's ticks, now and from time to time. */
  const count = (untilMs: number) => {
    cancelTick();
    slice.change((state) =>
      timePassed(
        queueChanged(state, (queue) => turnCounted(queue, untilMs - clock.ticks())),
        clock.now(),
      ),
    );
    cancelTick = clock.after(tickMs(), () => count(untilMs));
  };

  /** The journal and the client to send with, or why nothing may be sent. */
  const means = (): { readonly client: Client; readonly journal: ProfileJournal } | { readonly problem: string } => {
    const access = journal();
    const service = client();
    if ('problem' in access) return access;
    return service === undefined ? { problem: 'The service is not ready.' } : { client: service, journal: access };
  };

  const send = async ({ request, known }: Item, place: number): Promise<void> => {
    const tools = means();
    if ('problem' in tools) {
      change((queue) => callHeldBack(queue, place, tools.problem));
      return;
    }
    const { announcements, machines } = tools.journal;
    holding = new AbortController();
    const end = await announce(request, {
      client: tools.client,
      announcements,
      clock,
      random,
      known,
      signal: holding.signal,
      onWait: count,
      onSending: () => {
        cancelTick();
        slice.change((state) => {
          const next = announcementFollowed(timePassed(state, clock.now()), place);
          return queueChanged(next, (queue) => callSent(queue, place, clock.ticks()));
        });
      },
      onTurnedAway: ({ attempt }) => change((queue) => callTurnedAway(queue, place, attempt)),
    });
    cancelTick();
    if (end.kind === 'accepted') machines.remember(request.machineId, end.atEpochMs);
    readHistory(needs);
    noteEnd(end, request, place);
  };

  const noteEnd = (end: AnnouncementEnd, request: Window, place: number): void => {
    if (end.kind === 'held-back') {
      change((queue) => callHeldBack(queue, place, end.journalProblem));
      return;
    }
    if (end.journalProblem !== undefined) notify(end.journalProblem);
    change((queue) => callEnded(queue, place, fateOf(end, request, slice.get().timeZone)));
  };

  const work = async (): Promise<void> => {
    for (;;) {
      const { queue } = slice.get();
      const place = queue?.mode.kind === 'running' ? nextWaiting(queue) : undefined;
      const item = place === undefined ? undefined : queue?.items[place];
      if (place === undefined || item === undefined) return;
      await send(item, place);
    }
  };

  const goOn = () => {
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
  };

  return { goOn, hold: () => holding.abort() };
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
