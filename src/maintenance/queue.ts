/**
 * The queue of announcements: what became of each, and whether the next one may go out by itself. Of one that an earlier run left:
 * what is saved of it, and what became of each by what the journal knows; it never goes on by itself. Pure.
 */
import { z } from 'zod';
import { CALLS } from '../api/calls.ts';
import { MAINTENANCE_CATEGORIES } from '../catalogue/window-fields.ts';
import type { Announcement } from '../storage/journal/announcements.ts';
import { isSameWindow } from './announcement.ts';
import { type Plan, requestsOf } from './plan.ts';

const explanation = z.object({ tried: z.string(), whatCameBack: z.string(), whatToDo: z.string() }).readonly();

/** Places in the journal; earlier versions kept none. */
const ids = z.array(z.int()).readonly().default([]);

/** What became of one announcement, as it is saved too. Times are Unix epoch milliseconds. */
const fate = z
  .discriminatedUnion('stage', [
    /** `attempt`: which try the next call is, where the rate limit has turned earlier ones away. */
    z.object({ stage: z.literal('waiting'), attempt: z.int().optional() }),
    z.object({ stage: z.literal('sending') }),
    z.object({
      stage: z.literal('announced'),
      /** The service's sentence and the number in it (docs/interface.md, Schedule maintenance, `you_sent`). */
      sentence: z.string().optional(),
      notifications: z.number().optional(),
      atEpochMs: z.number(),
    }),
    /** It was certainly not announced. */
    z.object({ stage: z.literal('failed'), explanation, atEpochMs: z.number() }),
    /**
     * It may have been announced; or it was not sent, because the journal knows announcements of which the user does not. `ids` are
     * their places in the journal: whoever sends it all the same knows of these.
     */
    z.object({ stage: z.enum(['unknown', 'before']), explanation, atEpochMs: z.number(), ids }),
  ])
  .readonly();

export type Fate = z.output<typeof fate>;

/** One announcement of the queue; `known` are the announcements that the user has seen before. */
const item = z
  .object({
    request: z.object({
      machineId: z.int().positive(),
      startsAtEpochS: z.int(),
      durationHours: z.number().positive(),
      reason: z.string(),
      category: z.enum(MAINTENANCE_CATEGORIES),
    }),
    known: ids,
    fate,
  })
  .readonly();

export type Item = z.output<typeof item>;

/**
 * What the queue does: it goes on by itself, rests until the user resumes it, asks what to do about the item at `about`,
 * or has nothing left to do. `stopped` differs from `paused` in that the user is done with it.
 */
type Mode =
  | { readonly kind: 'running' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'asking'; readonly about: number }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'done' };

export type Queue = {
  readonly items: readonly Item[];
  readonly mode: Mode;
  /** When it was confirmed, Unix epoch milliseconds: announcements of before are no part of it. */
  readonly begunAtEpochMs: number;
  /** Milliseconds until the next call may go out, when that was counted last; present while it waits for its turn. */
  readonly turnInMs?: number;
  /** Milliseconds from one call to the next, as last observed. */
  readonly paceMs: number;
  /** When the newest call went out, in the clock's ticks. */
  readonly sentAtMs?: number;
  /** Why the queue rests, when the user did not ask for that. */
  readonly problem?: string;
};

/** How many items are at each stage. */
type Tally = { readonly [stage in Fate['stage']]: number };

/** The queue of a plan that was confirmed at `nowEpochMs` in view of the announcements that are `known`. */
export const queueOf = (plan: Plan, nowEpochMs: number, known: readonly Announcement[]): Queue => ({
  items: requestsOf(plan).map((request) => ({
    request,
    known: known.filter(({ machineId }) => machineId === request.machineId).map(({ id }) => id),
    fate: { stage: 'waiting' },
  })),
  mode: { kind: 'running' },
  begunAtEpochMs: nowEpochMs,
  paceMs: CALLS.maintenance.minimumSeconds * 1000,
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
  const tally = { waiting: 0, sending: 0, announced: 0, failed: 0, unknown: 0, before: 0 };
  for (const { fate } of items) tally[fate.stage]++;
  return tally;
};

/** Milliseconds that the rest will take when nothing comes in between. */
export const timeLeftMs = (queue: Queue): number => {
  const { waiting } = tallyOf(queue);
  return waiting === 0 ? 0 : (queue.turnInMs ?? 0) + (waiting - 1) * queue.paceMs;
};

/** The next call has to wait so many milliseconds for its turn. */
export const turnCounted = (queue: Queue, turnInMs: number): Queue => ({ ...queue, turnInMs: Math.max(0, turnInMs) });

/** The call for the item at `place` is going out, at a moment of the clock's ticks. */
export const callSent = (queue: Queue, place: number, atMs: number): Queue => {
  const { sentAtMs, turnInMs: _, ...rest } = withFate(queue, place, { stage: 'sending' });
  const paceMs = sentAtMs === undefined ? rest.paceMs : atMs - sentAtMs;
  return { ...rest, paceMs, sentAtMs: atMs };
};

/** The call was turned away by the rate limit, so that it was not accepted, and waits: the next try is `attempt`. */
export const callTurnedAway = (queue: Queue, place: number, attempt: number): Queue =>
  withFate(queue, place, { stage: 'waiting', attempt });

/** The call for the item at `place` has ended: anything but a yes makes a running queue ask. */
export const callEnded = (queue: Queue, place: number, fate: Fate): Queue => {
  const next = withFate(queue, place, fate);
  if (fate.stage === 'failed' || fate.stage === 'unknown' || fate.stage === 'before') {
    return next.mode.kind === 'stopped' ? next : { ...next, mode: { kind: 'asking', about: place } };
  }
  return next.mode.kind === 'stopped' ? next : closedWhenDone(next);
};

/** The call was held back before it was sent; with a `problem` the queue rests because of that. */
export const callHeldBack = (queue: Queue, place: number, problem?: string): Queue => {
  const { turnInMs: _, ...next } = withFate(queue, place, { stage: 'waiting' });
  return problem === undefined ? next : { ...next, mode: { kind: 'paused' }, problem };
};

/** The user wants no further call for now. */
export const queuePaused = (queue: Queue): Queue => ({ ...queue, mode: { kind: 'paused' } });

/** The user wants no further call. */
export const queueStopped = (queue: Queue): Queue => ({ ...queue, mode: { kind: 'stopped' } });

/** The user wants the rest to be sent; an item that the queue asked about stays what it became. */
export const queueContinued = ({ problem: _, ...queue }: Queue): Queue =>
  closedWhenDone({ ...queue, mode: { kind: 'running' } });

/** The user wants the item that the queue asks about to be sent once more, in view of what it became, and the rest after it. */
export const itemRepeated = (queue: Queue): Queue => {
  if (queue.mode.kind !== 'asking') return queue;
  const { about } = queue.mode;
  const items = queue.items.map(
    (item, place): Item => (place === about ? { ...item, known: [...item.known, ...idsOf(item.fate)] } : item),
  );
  return { ...withFate({ ...queue, items }, about, { stage: 'waiting' }), mode: { kind: 'running' } };
};

const idsOf = (fate: Fate): readonly number[] => ('ids' in fate ? fate.ids : []);

const withFate = (queue: Queue, place: number, fate: Fate): Queue => ({
  ...queue,
  items: queue.items.map((item, index) => (index === place ? { ...item, fate } : item)),
});

const closedWhenDone = (queue: Queue): Queue =>
  nextWaiting(queue) === undefined && !isCallOut(queue) ? { ...queue, mode: { kind: 'done' } } : queue;

/** What is saved. */
export const savedQueue = z.object({
  items: z.array(item).min(1).readonly(),
  mode: z.enum(['open', 'closed']),
  /** The place of the announcement that the queue asked about. */
  about: z.int().min(0).optional(),
  begunAtEpochMs: z.number(),
  paceMs: z.number().positive(),
});

/** What is saved of a queue. */
export const queueSaved = ({ items, mode, begunAtEpochMs, paceMs }: Queue): z.input<typeof savedQueue> => ({
  items,
  mode: mode.kind === 'stopped' || mode.kind === 'done' ? 'closed' : 'open',
  ...(mode.kind === 'asking' && { about: mode.about }),
  begunAtEpochMs,
  paceMs,
});

/**
 * The queue as it is resumed: it rests, or asks about the announcement that nobody knows the outcome of. `newestFirst` is
 * what the journal knows: it was written before each call and after each answer, the rest only now and then.
 */
export const queueResumed = (remembered: z.output<typeof savedQueue>, newestFirst: readonly Announcement[]): Queue => {
  const { items: before, begunAtEpochMs, paceMs } = remembered;
  const byMachine = Map.groupBy(newestFirst, ({ machineId }) => machineId);
  const items = before.map(({ request, known, fate: became }): Item => {
    const line = byMachine
      .get(request.machineId)
      ?.find((announcement) => announcement.sentAtEpochMs >= begunAtEpochMs && isSameWindow(announcement, request));
    const fate = line === undefined ? fateOf(became) : settledFate(became, line);
    return { request, known, fate };
  });
  return { items, mode: modeOf(remembered, items), begunAtEpochMs, paceMs };
};

const modeOf = ({ items: before, mode, about }: z.output<typeof savedQueue>, items: readonly Item[]): Mode => {
  const isWaiting = items.some(({ fate: { stage } }) => stage === 'waiting');
  if (mode === 'closed') return { kind: isWaiting ? 'stopped' : 'done' };
  const isOpenQuestion = ({ fate: { stage } }: Item, place: number) =>
    stage === 'unknown'
      ? place === about || before[place]?.fate.stage !== 'unknown'
      : (stage === 'failed' || stage === 'before') && place === about;
  const asked = items.findIndex(isOpenQuestion);
  if (asked >= 0) return { kind: 'asking', about: asked };
  return { kind: isWaiting ? 'paused' : 'done' };
};

const fateOf = (before: Fate): Fate =>
  before.stage === 'sending' ? unknownFate('No answer was recorded: the program ended first.', 0, []) : before;

const settledFate = (before: Fate, line: Announcement): Fate => {
  if (before.stage === 'announced' || before.stage === 'failed' || before.stage === 'before') return fateOf(before);
  const { id, outcome, sentAtEpochMs, decision } = line;
  switch (outcome.kind) {
    case 'accepted': {
      const { sentence, notifications, atEpochMs } = outcome;
      return { stage: 'announced', sentence, notifications, atEpochMs };
    }
    // It is certain that it was not announced, and the user may send it.
    case 'refused':
      return { stage: 'waiting' };
    case 'sending':
      return unknownFate('This run is sending it.', sentAtEpochMs, [id]);
    case 'unknown':
      if (decision === 'announced') {
        return { stage: 'announced', atEpochMs: sentAtEpochMs };
      }
      if (decision === 'dropped') return { stage: 'waiting' };
      return before.stage === 'unknown'
        ? { ...before, ids: [...before.ids, id] }
        : unknownFate(`${outcome.reason}.`, sentAtEpochMs, [id]);
  }
};

const unknownFate = (whatCameBack: string, atEpochMs: number, places: readonly number[]): Fate => ({
  stage: 'unknown',
  explanation: {
    tried: 'An earlier run announced it.',
    whatCameBack,
    whatToDo: 'The outcome is unknown: the service may have carried it out. Check there before you send it again.',
  },
  atEpochMs,
  ids: places,
});
