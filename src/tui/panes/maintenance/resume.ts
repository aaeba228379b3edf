/** What of the maintenance pane is saved for a later run, and how it is resumed. Pure. */

import { z } from 'zod';
import { plural } from '../../../base/figures.ts';
import { isZone } from '../../../base/read-moment.ts';
import { MAINTENANCE_CATEGORIES } from '../../../catalogue/window-fields.ts';
import { queueResumed, queueSaved, savedQueue } from '../../../maintenance/queue.ts';
import type { WithdrawalWrite } from '../../../maintenance/withdrawal-write.ts';
import { lineSaved, savedLine } from '../../state/line.ts';
import type { Resume, SavedWords } from '../../state/resume.ts';
import { idsLeft, writingBegun } from '../write-page/state.ts';
import { isDraftEmpty, machinesOf } from './draft.ts';
import { withCandidates } from './machines.ts';
import { WINDOWS_RESUMED } from './own-pages.ts';
import { type MaintenanceState, PAGES, STEPS, stepTitle } from './state.ts';

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
  /** The page of machines has become a pane. */
  page: z.enum([...PAGES, 'machines']).transform((page) => (page === 'machines' ? 'plan' : page)),
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
  /** The list of windows: words, order, marks, and where the user was. */
  lists: z.object({ windows: z.unknown() }).optional(),
  /** Machines whose windows were to be withdrawn, and were not all withdrawn yet. */
  withdrawing: z.array(z.int().positive()).min(1).optional(),
});

/** What is saved of the pane. */
export const maintenanceSaved = (state: MaintenanceState): z.input<typeof savedMaintenance> => {
  const { page, step, isEditing, draft, categoryRow, candidates, queue, announced, withdrawing } = state;
  const open = withdrawing === undefined ? [] : idsLeft(withdrawing);
  return {
    page,
    step,
    isEditing,
    draft: {
      ...draft,
      typed: lineSaved(draft.typed),
      picked: [...draft.picked],
      start: lineSaved(draft.start),
      length: lineSaved(draft.length),
      reason: lineSaved(draft.reason),
    },
    categoryRow,
    handedOver: candidates.filter(({ sources }) => sources.includes('chosen')).map(({ machineId }) => machineId),
    ...(queue !== undefined && { queue: queueSaved(queue) }),
    lists: { windows: partSaved(WINDOWS_RESUMED, announced) },
    ...(open.length > 0 && { withdrawing: [...open] }),
  };
};

/** The pane as it is resumed. What the journal knows must have been read before; nothing is sent by this. */
export const maintenanceResumed = (
  state: MaintenanceState,
  { draft, handedOver, queue, lists, withdrawing, ...saved }: z.output<typeof savedMaintenance>,
): MaintenanceState => {
  const resumed = queue && queueResumed(queue, state.history);
  const { step, isEditing } = saved;
  return {
    ...state,
    ...saved,
    step: step === 'sending' && resumed?.mode.kind === 'done' ? 'receipts' : step,
    isEditing: isEditing && step !== 'review' && step !== 'sending',
    draft,
    candidates: withCandidates(state.candidates, handedOver, 'chosen'),
    queue: resumed,
    announced: partRead(WINDOWS_RESUMED, lists?.windows)?.resumed(state.announced) ?? state.announced,
    // The windows are read, reviewed and confirmed anew.
    withdrawing: withdrawing && writingBegun<WithdrawalWrite>('withdraw', withdrawing, 'reading'),
  };
};

const partSaved = <State>(resume: Resume<State>, state: State): unknown =>
  'saved' in resume ? resume.saved(state) : undefined;

const partRead = <State>(resume: Resume<State>, saved: unknown) =>
  'read' in resume && saved !== undefined ? resume.read(saved) : undefined;

/** What that is, in words: the plan, the withdrawal, and what was typed and marked in the list. */
export const maintenanceWords = (saved: z.output<typeof savedMaintenance>): SavedWords => {
  const { withdrawing = [], lists } = saved;
  const count = `${withdrawing.length} ${plural(withdrawing.length, 'machine')}`;
  const parts = [
    planWords(saved),
    { work: withdrawing.length === 0 ? [] : [`withdrawing the windows of ${count}, not sent`], place: [] },
    ...[partRead(WINDOWS_RESUMED, lists?.windows)?.words ?? []].flat(),
  ];
  return { work: parts.flatMap(({ work }) => work), place: parts.flatMap(({ place }) => place) };
};

/** The plan; nothing where nothing was planned. Receipts are in the history too: they are a place. */
const planWords = ({ draft, step, queue }: z.output<typeof savedMaintenance>): SavedWords => {
  if (queue !== undefined) {
    const open = queue.items.filter(({ fate: { stage } }) => stage === 'waiting' || stage === 'sending').length;
    const count = `${queue.items.length} ${plural(queue.items.length, 'announcement')}`;
    return open === 0
      ? { work: [], place: [`the receipts of ${count}`] }
      : { work: [`${count}, ${open} of them still open`], place: [] };
  }
  const { length } = machinesOf(draft);
  if (isDraftEmpty(draft)) return { work: [], place: [] };
  return { work: [`maintenance of ${length} ${plural(length, 'machine')}, step ${stepTitle(step)}`], place: [] };
};
