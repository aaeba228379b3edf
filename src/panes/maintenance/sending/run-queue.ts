/** Works the queue off: one announcement after the other, each in its turn, for as long as the queue is running. */
import type { Client } from '../../../api/client.ts';
import type { Clock } from '../../../api/clock.ts';
import { explain } from '../../../api/explain.ts';
import type { MaintenanceRequest } from '../../../api/requests.ts';
import type { Slice } from '../../../state/slice.ts';
import type { JournalAccess, ProfileJournal } from '../../../storage/profile-journal.ts';
import { isSameWindow, isUndecided } from '../review/earlier.ts';
import { historyRead, type MaintenanceState, timePassed } from '../state.ts';
import { type AnnouncementEnd, announce } from './announce.ts';
import {
  callEnded,
  callHeldBack,
  callSent,
  callTurnedAway,
  type Fate,
  nextWaiting,
  type Queue,
  turnSet,
} from './queue.ts';
import { announcementFollowed, queueChanged } from './state.ts';

/** Announcements that the history shows at the most. */
const HISTORY_LENGTH = 500;

/** What the queue is worked off with. */
export type QueueNeeds = {
  readonly slice: Slice<MaintenanceState>;
  readonly client: () => Client | undefined;
  readonly journal: () => JournalAccess;
  readonly clock: Clock;
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

/** Reads what the profile has announced into the pane; what is there stays when the journal cannot be read. */
export const readHistory = ({ slice, journal }: Pick<QueueNeeds, 'slice' | 'journal'>): void => {
  const access = journal();
  if ('problem' in access) return;
  const history = access.announcements.list(HISTORY_LENGTH);
  if (!('problem' in history)) slice.change((state) => historyRead(state, history));
};

/** A runner that has no queue yet. */
export const createQueueRunner = (needs: QueueNeeds): QueueRunner => {
  const { slice, client, journal, clock, tickMs, notify, run } = needs;
  const change = (transition: (queue: Queue) => Queue) => slice.change((state) => queueChanged(state, transition));
  let holding = new AbortController();
  let isAtWork = false;
  let cancelTick = () => {};

  const tick = () => {
    cancelTick();
    cancelTick = clock.after(tickMs(), () => {
      slice.change((state) => timePassed(state, clock.now()));
      tick();
    });
  };

  /** The journal and the client to send with, or why nothing may be sent. */
  const means = (): { readonly client: Client; readonly journal: ProfileJournal } | { readonly problem: string } => {
    const access = journal();
    const service = client();
    if ('problem' in access) return access;
    return service === undefined ? { problem: 'The service is not ready.' } : { client: service, journal: access };
  };

  const send = async (request: MaintenanceRequest, place: number): Promise<void> => {
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
      signal: holding.signal,
      onWait: (untilEpochMs) => {
        slice.change((state) =>
          timePassed(
            queueChanged(state, (queue) => turnSet(queue, untilEpochMs)),
            clock.now(),
          ),
        );
        tick();
      },
      onSending: () => {
        cancelTick();
        settleEarlierTries(request, tools.journal);
        const nowEpochMs = clock.now();
        slice.change((state) => {
          const next = announcementFollowed(timePassed(state, nowEpochMs), place);
          return queueChanged(next, (queue) => callSent(queue, place, nowEpochMs));
        });
      },
      onTurnedAway: () => change((queue) => callTurnedAway(queue, place)),
    });
    cancelTick();
    if (end.kind === 'accepted') machines.remember(request.machineId, end.atEpochMs);
    readHistory(needs);
    noteEnd(end, place);
  };

  const noteEnd = (end: AnnouncementEnd, place: number): void => {
    if (end.kind === 'held-back') {
      change((queue) => callHeldBack(queue, place, end.journalProblem));
      return;
    }
    if (end.journalProblem !== undefined) notify(end.journalProblem);
    change((queue) => callEnded(queue, place, fateOf(end)));
  };

  /** The user has seen that this window was tried before and sends it all the same: that decides about the earlier tries. */
  const settleEarlierTries = (
    { machineId, ...window }: MaintenanceRequest,
    { announcements }: ProfileJournal,
  ): void => {
    for (const earlier of slice.get().history) {
      if (earlier.machineId !== machineId || !isUndecided(earlier) || !isSameWindow(earlier, window)) continue;
      announcements.decide(earlier.id, 'repeated');
    }
  };

  const work = async (): Promise<void> => {
    for (;;) {
      const { queue } = slice.get();
      const place = queue?.mode.kind === 'running' ? nextWaiting(queue) : undefined;
      const item = place === undefined ? undefined : queue?.items[place];
      if (place === undefined || item === undefined) return;
      await send(item.request, place);
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

const fateOf = (end: Exclude<AnnouncementEnd, { kind: 'held-back' }>): Fate => {
  const { atEpochMs } = end;
  switch (end.kind) {
    case 'accepted': {
      const { youSent: sentence, notifications } = end.receipt;
      return { stage: 'announced', sentence, notifications, atEpochMs };
    }
    case 'failed':
    case 'unknown':
      return { stage: end.kind, explanation: explain(end.error), atEpochMs };
  }
};
