/** The line that is typed on each step of the plan, and how the user goes from step to step. Pure. */

import { type Line, type LineEdit, lineAccepted, lineCancelled, lineOffered, lineOpened } from '../../state/line.ts';
import { problemsOf, startTyped } from './draft.ts';
import { draftChanged, type MaintenanceState, PAGES, STEPS, type Step, withoutProblem } from './state.ts';

/** The line that is typed on the step at hand, or undefined where there is none. */
export const stepLine = ({ step, draft, confirmation, repeating }: MaintenanceState): Line | undefined => {
  switch (step) {
    case 'machines':
      return draft.typed;
    case 'start':
    case 'length':
    case 'reason':
      return draft[step];
    case 'review':
      return confirmation;
    case 'sending':
      return repeating;
    case 'receipts':
      return undefined;
  }
};

/**
 * Most characters that the line of a step takes: a thousand machine ids, a moment in any words, a reason of a few sentences, and
 * more than any length or confirmation has.
 */
export const LINE_MAXIMA: Readonly<Record<Step, number>> = {
  machines: 10_000,
  start: 200,
  length: 40,
  reason: 1000,
  review: 40,
  sending: 40,
  receipts: 0,
};

/** The other page was turned to. */
export const pageTurned = (state: MaintenanceState, by: 1 | -1): MaintenanceState => ({
  ...state,
  page: PAGES[(PAGES.indexOf(state.page) + by + PAGES.length) % PAGES.length] ?? 'plan',
  isEditing: false,
});

/** Another step was gone to. What was typed in the one before stays. */
export const stepOpened = (state: MaintenanceState, step: Step): MaintenanceState => ({
  ...editingEnded(withoutProblem(state)),
  step,
  reviewTop: 0,
});

/** The user went to another step: where there is nothing but a line to be typed, that is open, and a text in it selected. */
export const stepEntered = (state: MaintenanceState, step: Step): MaintenanceState => {
  const opened = stepOpened(state, step);
  return step === 'start' || step === 'length' ? lineBegun(opened, lineOffered) : opened;
};

/** The step's line began to be typed. */
export const editingBegun = (state: MaintenanceState): MaintenanceState => lineBegun(state, lineOpened);

const lineBegun = (state: MaintenanceState, open: LineEdit): MaintenanceState => {
  const line = stepLine(state);
  if (line === undefined) return state;
  const { step, draft } = state;
  const noted = step === 'start' ? { ...draft, readingBefore: draft.startReading } : draft;
  return { ...lineEdited({ ...state, draft: noted }, open(line)), isEditing: true };
};

/** Typing ended; what was typed stays. */
export const editingEnded = (state: MaintenanceState): MaintenanceState => lineEnded(state, lineAccepted);

/** Typing was cancelled: what stood in the line before is there again, the start at the moment that it meant. */
export const editingCancelled = (state: MaintenanceState): MaintenanceState => {
  const { readingBefore } = state.draft;
  const ended = lineEnded(state, lineCancelled);
  return readingBefore === undefined ? ended : { ...ended, draft: { ...ended.draft, startReading: readingBefore } };
};

const lineEnded = (state: MaintenanceState, end: LineEdit): MaintenanceState => {
  const line = stepLine(state);
  const ended = state.isEditing && line !== undefined ? lineEdited(state, end(line)) : state;
  const { repeating: _, ...rest } = ended;
  const { readingBefore: __, ...draft } = rest.draft;
  return { ...rest, draft, isEditing: false };
};

/** The step's line changed. */
export const lineEdited = (state: MaintenanceState, line: Line): MaintenanceState => {
  const { step, draft, timeZone, nowEpochMs } = state;
  switch (step) {
    case 'machines':
      return draftChanged(state, { ...draft, typed: line });
    case 'start':
      return draftChanged(state, startTyped(draft, line, { timeZone, nowEpochMs }));
    case 'length':
    case 'reason':
      return draftChanged(state, { ...draft, [step]: line });
    case 'review':
      return { ...withoutProblem(state), confirmation: line };
    case 'sending':
      return state.repeating === undefined ? state : { ...state, repeating: line };
    case 'receipts':
      return state;
  }
};

/** The step's line was kept: where the step lacks nothing the next one is gone on to. */
export const lineKept = (state: MaintenanceState): MaintenanceState => {
  const { step, draft, nowEpochMs } = state;
  const next = STEPS[STEPS.indexOf(step) + 1];
  const hasProblem = problemsOf(draft, nowEpochMs).some(({ part }) => part === step);
  if (next !== undefined && !hasProblem) return stepEntered(state, next);
  return step === 'reason' ? editingEnded(state) : state;
};
