/** What of the maintenance pane is saved for a later run, and how it is resumed. Pure. */
import { z } from 'zod';
import { MAINTENANCE_CATEGORIES } from '../../../catalogue/maintenance-categories.ts';
import { queueResumed, queueSaved, savedQueue } from '../../../maintenance/resume-queue.ts';
import type { StartReading } from '../../../maintenance/start/reading.ts';
import { isZone } from '../../../maintenance/start/wall-clock.ts';
import { lineSaved, savedLine } from '../../state/saved-line.ts';
import type { SavedWords } from '../../state/saved-list.ts';
import { isDraftEmpty, machinesOf } from './draft.ts';
import { withCandidates } from './machines/candidates.ts';
import { type MaintenanceState, PAGES, STEP_TITLES, STEPS } from './state.ts';

const reading = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('empty') }),
  z.object({
    kind: z.literal('moment'),
    epochS: z.int(),
    clockNote: z.string().optional(),
    typedZone: z.string().refine(isZone).optional(),
  }),
  z.object({ kind: z.literal('problem'), message: z.string() }),
]);

/**
 * What is saved. `handedOver` are machines that other panes have brought here. A confirmation is not saved: it stands
 * for what was on screen when it was typed.
 */
export const savedMaintenance = z.object({
  page: z.enum(PAGES),
  step: z.enum(STEPS),
  isEditing: z.boolean(),
  draft: z.object({
    typed: savedLine,
    picked: z.array(z.int().positive()),
    start: savedLine,
    startReading: reading,
    readingBefore: reading.optional(),
    length: savedLine,
    category: z.enum(MAINTENANCE_CATEGORIES).optional(),
    reason: savedLine,
  }),
  categoryRow: z
    .int()
    .min(0)
    .max(MAINTENANCE_CATEGORIES.length - 1),
  handedOver: z.array(z.int().positive()),
  queue: savedQueue.optional(),
});

/** What is saved of the pane. */
export const maintenanceSaved = (state: MaintenanceState): z.input<typeof savedMaintenance> => {
  const { page, step, isEditing, draft, categoryRow, candidates, queue } = state;
  const { typed, picked, start, startReading, readingBefore, length, category, reason } = draft;
  return {
    page,
    step,
    isEditing,
    draft: {
      typed: lineSaved(typed),
      picked: [...picked],
      start: lineSaved(start),
      startReading,
      ...(readingBefore !== undefined && { readingBefore }),
      length: lineSaved(length),
      ...(category !== undefined && { category }),
      reason: lineSaved(reason),
    },
    categoryRow,
    handedOver: candidates.filter(({ sources }) => sources.includes('chosen')).map(({ machineId }) => machineId),
    ...(queue !== undefined && { queue: queueSaved(queue) }),
  };
};

/** The pane as it is resumed. What the journal knows must have been read before; nothing is sent by this. */
export const maintenanceResumed = (
  { queue: _, ...state }: MaintenanceState,
  { page, step, isEditing, draft, categoryRow, handedOver, queue }: z.output<typeof savedMaintenance>,
): MaintenanceState => {
  const { startReading, readingBefore, category, ...typed } = draft;
  const resumed = queue === undefined ? undefined : queueResumed(queue, state.history);
  return {
    ...state,
    page,
    step: step === 'sending' && resumed?.mode.kind === 'done' ? 'receipts' : step,
    isEditing: isEditing && step !== 'review' && step !== 'sending',
    draft: {
      ...typed,
      startReading: readingOf(startReading),
      ...(readingBefore !== undefined && { readingBefore: readingOf(readingBefore) }),
      ...(category !== undefined && { category }),
    },
    categoryRow,
    candidates: withCandidates(state.candidates, handedOver, 'chosen'),
    ...(resumed !== undefined && { queue: resumed }),
  };
};

const readingOf = (remembered: z.output<typeof reading>): StartReading => {
  if (remembered.kind !== 'moment') return remembered;
  const { epochS, clockNote, typedZone } = remembered;
  return {
    kind: 'moment',
    epochS,
    ...(clockNote !== undefined && { clockNote }),
    ...(typedZone !== undefined && { typedZone }),
  };
};

/** What that is, in words; nothing where nothing was planned. Receipts are in the history too: they are a place. */
export const maintenanceWords = ({ draft, step, queue }: z.output<typeof savedMaintenance>): SavedWords => {
  if (queue !== undefined) {
    const open = queue.items.filter(({ fate: { stage } }) => stage === 'waiting' || stage === 'sending').length;
    const count = `${queue.items.length} announcement${queue.items.length === 1 ? '' : 's'}`;
    return open === 0
      ? { work: [], place: [`the receipts of ${count}`] }
      : { work: [`${count}, ${open} of them still open`], place: [] };
  }
  const { length } = machinesOf(draft);
  if (isDraftEmpty(draft)) return { work: [], place: [] };
  return { work: [`maintenance of ${length} machine${length === 1 ? '' : 's'}, step ${STEP_TITLES[step]}`], place: [] };
};
