/** Works the queue off: one announcement after the other, each in its turn, for as long as the queue is running. */
import type { Client } from '../api/client.ts';
import { explain } from '../api/errors/explain.ts';
import type { QuestionParts } from '../api/question.ts';
import type { JournalAccess, ProfileJournal } from '../storage/journal/profile-journal.ts';
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

/** What a queue is worked off with. */
type QueueMeans = QuestionParts & {
  readonly journal: () => JournalAccess;
  /** IANA name of the zone in which times are told. */
  readonly timeZone: string;
  readonly notify: (text: string) => void;
};

/** Where the queue is kept, and who follows it. */
type QueueHome = {
  readonly queue: () => Queue | undefined;
  readonly change: (transition: (queue: Queue) => Queue) => void;
  /** Told that a call has ended and the journal knows of it. */
  readonly onNoted: () => void;
};

/** The one that works it off. */
type QueueRunner = {
  /** Goes on with the queue; does nothing while that is already so. */
  readonly goOn: () => void;
  /** Keeps the next call from being sent; one that is out is waited for. */
  readonly hold: () => void;
};

/** A runner that is not at work yet. */
export const createQueueRunner = (means: QueueMeans, home: QueueHome): QueueRunner => {
  const { clock, random, tickMs, notify, run } = means;
  const { change } = home;
  let holding = new AbortController();
  let isAtWork = false;
  let cancelTick = () => {};

  /** Counts the wait until `untilMs`, a moment of the clock's ticks, now and from time to time. */
  const count = (untilMs: number) => {
    cancelTick();
    change((queue) => turnCounted(queue, untilMs - clock.ticks()));
    cancelTick = clock.after(tickMs(), () => count(untilMs));
  };

  const send = async ({ request, known }: Item, place: number): Promise<void> => {
    const tools = toolsOf(means);
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
        change((queue) => callSent(queue, place, clock.ticks()));
      },
      onTurnedAway: ({ attempt }) => change((queue) => callTurnedAway(queue, place, attempt)),
    });
    cancelTick();
    if (end.kind === 'accepted') machines.remember(request.machineId, end.atEpochMs);
    home.onNoted();
    noteEnd(end, request, place);
  };

  const noteEnd = (end: AnnouncementEnd, request: Window, place: number): void => {
    if (end.kind === 'held-back') {
      change((queue) => callHeldBack(queue, place, end.journalProblem));
      return;
    }
    if (end.journalProblem !== undefined) notify(end.journalProblem);
    change((queue) => callEnded(queue, place, fateOf(end, request, means.timeZone)));
  };

  const work = async (): Promise<void> => {
    for (;;) {
      const queue = home.queue();
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

/** The journal and the client to send with, or why nothing may be sent. */
const toolsOf = ({
  client,
  journal,
}: QueueMeans): { readonly client: Client; readonly journal: ProfileJournal } | { readonly problem: string } => {
  const access = journal();
  const service = client();
  if ('problem' in access) return access;
  return service === undefined ? { problem: 'The service is not ready.' } : { client: service, journal: access };
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
