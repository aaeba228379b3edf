/** The queue of announcements: what became of each, and whether the next one may go out by itself. Pure. */
import { ENDPOINTS } from '../../../api/endpoints.ts';
import type { Explanation } from '../../../api/explain.ts';
import type { MaintenanceRequest } from '../../../api/requests.ts';
import { bodyTextOf, type Plan, requestsOf } from '../plan.ts';

/** What became of one announcement. Times are Unix epoch milliseconds. */
export type Fate =
  | { readonly stage: 'waiting' }
  | { readonly stage: 'sending' }
  | {
      readonly stage: 'announced';
      /** The service's sentence and the number in it (API.md, `you_sent`). */
      readonly sentence: string | undefined;
      readonly notifications: number | undefined;
      readonly atEpochMs: number;
    }
  /** It was certainly not announced. */
  | { readonly stage: 'failed'; readonly explanation: Explanation; readonly atEpochMs: number }
  /** It may have been announced. */
  | { readonly stage: 'unknown'; readonly explanation: Explanation; readonly atEpochMs: number };

/** One announcement of the queue; `body` is the JSON text that is sent. */
export type Item = { readonly request: MaintenanceRequest; readonly body: string; readonly fate: Fate };

/**
 * What the queue does: it goes on by itself, rests until the user resumes it, asks what to do about the item at `about`,
 * or has nothing left to do. `stopped` differs from `paused` in that the user is done with it.
 */
export type Mode =
  | { readonly kind: 'running' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'asking'; readonly about: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'done' };

/** The queue. */
export type Queue = {
  readonly items: readonly Item[];
  readonly mode: Mode;
  /** When it was confirmed, Unix epoch milliseconds: announcements of before are no part of it. */
  readonly begunAtEpochMs: number;
  /** When the next call may go out, Unix epoch milliseconds; present while it waits for its turn. */
  readonly turnAtEpochMs?: number;
  /** Milliseconds from one call to the next, as last observed. */
  readonly paceMs: number;
  /** When the newest call went out. */
  readonly sentAtEpochMs?: number;
  /** Why the queue rests, when the user did not ask for that. */
  readonly problem?: string;
};

/** How many items are at each stage. */
type Tally = { readonly [stage in Fate['stage']]: number };

/** The queue of a plan that was confirmed at `nowEpochMs`. */
export const queueOf = (plan: Plan, nowEpochMs: number): Queue => ({
  items: requestsOf(plan).map((request) => ({ request, body: bodyTextOf(request), fate: { stage: 'waiting' } })),
  mode: { kind: 'running' },
  begunAtEpochMs: nowEpochMs,
  paceMs: ENDPOINTS.maintenance.minimumSeconds * 1000,
});

/** The place of the item to send next, or undefined when none waits. */
export const nextWaiting = ({ items }: Queue): number | undefined => {
  const place = items.findIndex(({ fate }) => fate.stage === 'waiting');
  return place < 0 ? undefined : place;
};

/** True while a call is out whose answer is not here. */
export const isCallOut = ({ items }: Queue): boolean => items.some(({ fate }) => fate.stage === 'sending');

/** True while the queue works by itself: it sends, waits for a turn, or waits for an answer. */
export const isWorking = (queue: Queue): boolean => queue.mode.kind === 'running' || isCallOut(queue);

/** True until the user or its end has closed the queue. */
export const isOpen = (queue: Queue): boolean =>
  queue.mode.kind === 'running' || queue.mode.kind === 'paused' || queue.mode.kind === 'asking' || isCallOut(queue);

/** Counts the items by stage. */
export const tallyOf = ({ items }: Queue): Tally => {
  const tally = { waiting: 0, sending: 0, announced: 0, failed: 0, unknown: 0 };
  for (const { fate } of items) tally[fate.stage]++;
  return tally;
};

/** Milliseconds that the rest will take, seen from `nowEpochMs`, when nothing comes in between. */
export const timeLeftMs = (queue: Queue, nowEpochMs: number): number => {
  const { waiting } = tallyOf(queue);
  if (waiting === 0) return 0;
  const firstMs = queue.turnAtEpochMs === undefined ? 0 : Math.max(0, queue.turnAtEpochMs - nowEpochMs);
  return firstMs + (waiting - 1) * queue.paceMs;
};

/** The next call has to wait for its turn. */
export const turnSet = (queue: Queue, turnAtEpochMs: number): Queue => ({ ...queue, turnAtEpochMs });

/** The call for the item at `place` is going out. */
export const callSent = (queue: Queue, place: number, atEpochMs: number): Queue => {
  const { sentAtEpochMs, turnAtEpochMs: _, ...rest } = withFate(queue, place, { stage: 'sending' });
  const paceMs = sentAtEpochMs === undefined ? rest.paceMs : atEpochMs - sentAtEpochMs;
  return { ...rest, paceMs, sentAtEpochMs: atEpochMs };
};

/** The call was turned away by the rate limit, so that it was not accepted, and waits for its turn again. */
export const callTurnedAway = (queue: Queue, place: number): Queue => withFate(queue, place, { stage: 'waiting' });

/** The call for the item at `place` has ended: anything but a yes makes a running queue ask. */
export const callEnded = (queue: Queue, place: number, fate: Fate): Queue => {
  const next = withFate(queue, place, fate);
  if (fate.stage === 'failed' || fate.stage === 'unknown') {
    return next.mode.kind === 'stopped' ? next : { ...next, mode: { kind: 'asking', about: place } };
  }
  return next.mode.kind === 'stopped' ? next : closedWhenDone(next);
};

/** The call was held back before it was sent; with a `problem` the queue rests because of that. */
export const callHeldBack = (queue: Queue, place: number, problem?: string): Queue => {
  const { turnAtEpochMs: _, ...next } = withFate(queue, place, { stage: 'waiting' });
  return problem === undefined ? next : { ...next, mode: { kind: 'paused' }, problem };
};

/** The user wants no further call for now. */
export const queuePaused = (queue: Queue): Queue => ({ ...queue, mode: { kind: 'paused' } });

/** The user wants no further call. */
export const queueStopped = (queue: Queue): Queue => ({ ...queue, mode: { kind: 'stopped' } });

/** The user wants the rest to be sent; an item that the queue asked about stays what it became. */
export const queueResumed = ({ problem: _, ...queue }: Queue): Queue =>
  closedWhenDone({ ...queue, mode: { kind: 'running' } });

/** The user wants the item that the queue asks about to be sent once more, and the rest after it. */
export const itemRepeated = (queue: Queue): Queue =>
  queue.mode.kind === 'asking'
    ? { ...withFate(queue, queue.mode.about, { stage: 'waiting' }), mode: { kind: 'running' } }
    : queue;

const withFate = (queue: Queue, place: number, fate: Fate): Queue => ({
  ...queue,
  items: queue.items.map((item, index) => (index === place ? { ...item, fate } : item)),
});

const closedWhenDone = (queue: Queue): Queue =>
  nextWaiting(queue) === undefined && !isCallOut(queue) ? { ...queue, mode: { kind: 'done' } } : queue;
