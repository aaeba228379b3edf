/**
 * A queue of announcements that an earlier run left: what is saved of it, and what became of each announcement by what the
 * journal knows. It never goes on by itself. Pure.
 */
import { z } from 'zod';
import { MAINTENANCE_CATEGORIES } from '../catalogue/maintenance-categories.ts';
import type { Announcement } from '../storage/journal/announcements.ts';
import { isSameWindow } from './earlier-announcements.ts';
import { bodyTextOf } from './plan.ts';
import type { Fate, Item, Mode, Queue } from './queue.ts';

const explanation = z.object({ tried: z.string(), whatCameBack: z.string(), whatToDo: z.string() });

/** Places in the journal; earlier versions kept none. */
const ids = z.array(z.int()).default([]);

const fate = z.discriminatedUnion('stage', [
  z.object({ stage: z.literal('waiting'), attempt: z.int().optional() }),
  z.object({ stage: z.literal('sending') }),
  z.object({
    stage: z.literal('announced'),
    sentence: z.string().optional(),
    notifications: z.number().optional(),
    atEpochMs: z.number(),
  }),
  z.object({ stage: z.literal('failed'), explanation, atEpochMs: z.number() }),
  z.object({ stage: z.enum(['unknown', 'before']), explanation, atEpochMs: z.number(), ids }),
]);

/** What is saved; the body of a call follows from its request. */
export const savedQueue = z.object({
  items: z
    .array(
      z.object({
        request: z.object({
          machineId: z.int().positive(),
          startsAtEpochS: z.int(),
          durationHours: z.number().positive(),
          reason: z.string(),
          category: z.enum(MAINTENANCE_CATEGORIES),
        }),
        known: ids,
        fate,
      }),
    )
    .min(1),
  mode: z.enum(['open', 'closed']),
  /** The place of the announcement that the queue asked about. */
  about: z.int().min(0).optional(),
  begunAtEpochMs: z.number(),
  paceMs: z.number().positive(),
});

/** What is saved of a queue. */
export const queueSaved = ({ items, mode, begunAtEpochMs, paceMs }: Queue): z.input<typeof savedQueue> => ({
  items: items.map(({ request, known, fate: became }) => ({
    request,
    known: [...known],
    fate: 'ids' in became ? { ...became, ids: [...became.ids] } : became,
  })),
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
    return { request, body: bodyTextOf(request), known, fate };
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

const fateOf = (before: z.output<typeof fate>): Fate => {
  switch (before.stage) {
    case 'waiting':
    case 'failed':
    case 'unknown':
    case 'before':
      return before;
    case 'announced':
      return { ...before, sentence: before.sentence, notifications: before.notifications };
    case 'sending':
      return unknownFate('No answer was recorded: the program ended first.', 0, []);
  }
};

const settledFate = (before: z.output<typeof fate>, line: Announcement): Fate => {
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
        return { stage: 'announced', sentence: undefined, notifications: undefined, atEpochMs: sentAtEpochMs };
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
