/** What the maintenance pane knows, and how facts change it. Pure; the present comes as an argument. */
import { MAINTENANCE_CATEGORIES } from '../../../catalogue/maintenance-categories.ts';
import { type Earlier, earlierAnnouncements, isUndecided } from '../../../maintenance/earlier.ts';
import { foreignAmong, type HostRow, type Hosts, hostsWith, ownAmong } from '../../../maintenance/machine-hosts.ts';
import { bodyTextOf, requestsOf } from '../../../maintenance/plan.ts';
import type { Queue } from '../../../maintenance/queue.ts';
import type { Announcement } from '../../../storage/journal/announcement.ts';
import { atStart, type Cursor, cursorAt } from '../../state/cursor.ts';
import {
  type Line,
  type LineEdit,
  lineAccepted,
  lineCancelled,
  lineOf,
  lineOffered,
  lineOpened,
} from '../../state/line.ts';
import {
  type Draft,
  EMPTY_DRAFT,
  lacksOf,
  machinesLeftOut,
  machinesOf,
  machinesPicked,
  machineToggled,
  planOf,
  startTyped,
  withoutMachines,
} from './draft.ts';
import {
  type Candidate,
  chosenMachines,
  forgottenCandidate,
  type Source,
  withCandidates,
  withOwn,
} from './machines/candidates.ts';

/** The wizard's steps in their order. */
export const STEPS = ['machines', 'start', 'length', 'reason', 'review', 'sending', 'receipts'] as const;

export type Step = (typeof STEPS)[number];

/** What the steps are called. */
export const STEP_TITLES: Readonly<Record<Step, string>> = {
  machines: 'Machines',
  start: 'Start',
  length: 'Length',
  reason: 'Reason',
  review: 'Review',
  sending: 'Sending',
  receipts: 'Receipts',
};

/** Machines that another pane has handed over while a plan for others stands here. */
export type Arriving = { readonly machineIds: readonly number[]; readonly source: Source };

/** The state of the maintenance pane. What was typed stays in it until the user asks for a new plan. */
export type MaintenanceState = {
  readonly page: 'plan' | 'history';
  readonly step: Step;
  /** True while the step's line is being typed. */
  readonly isEditing: boolean;
  /** IANA name of the zone in which times are read and shown. */
  readonly timeZone: string;
  /** The present as the pane last saw it, Unix epoch milliseconds: what "in 2 h" on the screen is counted from. */
  readonly nowEpochMs: number;
  readonly draft: Draft;
  /** Machines that can be picked without typing. */
  readonly candidates: readonly Candidate[];
  readonly candidateCursor: Cursor;
  /** Present while the user is asked what is to become of them and of the plan. */
  readonly arriving?: Arriving;
  /** The plan that the one here took the place of, before it was sent. */
  readonly putAway?: Pick<MaintenanceState, 'draft' | 'candidates' | 'step'>;
  /** Whose machines are, as far as any row of the service has told. */
  readonly hosts: Hosts;
  /** The user whom the key belongs to, where that is known. */
  readonly userId?: number;
  /** Row of the category list that the cursor is on, from 0. */
  readonly categoryRow: number;
  readonly confirmation: Line;
  /** Why the last confirmation was not taken. */
  readonly confirmationProblem?: string;
  /** Lines of the review that are scrolled out above. */
  readonly reviewTop: number;
  /** What the journal knew of the plan when it was looked at last: announcements that the plan repeats, or meets in time. */
  readonly earlier: readonly Announcement[];
  readonly queue?: Queue;
  readonly queueCursor: Cursor;
  /** The id typed to send an announcement of unknown outcome once more; present while that is asked. */
  readonly repeating?: Line;
  /** What this profile has announced, the newest first. */
  readonly history: readonly Announcement[];
  readonly historyCursor: Cursor;
};

/** The pane before anything was typed. */
export const initialMaintenance = (timeZone: string): MaintenanceState => ({
  page: 'plan',
  step: 'machines',
  isEditing: false,
  timeZone,
  nowEpochMs: 0,
  draft: EMPTY_DRAFT,
  candidates: [],
  candidateCursor: atStart,
  hosts: {},
  categoryRow: 0,
  confirmation: lineOf(''),
  reviewTop: 0,
  earlier: [],
  queueCursor: atStart,
  history: [],
  historyCursor: atStart,
});

/** What the journal knows of the plan's machines at the plan's time; nothing while there is no complete plan. */
export const earlierOf = ({ draft, nowEpochMs, earlier }: MaintenanceState): readonly Earlier[] => {
  const plan = planOf(draft, nowEpochMs);
  return plan === undefined ? [] : earlierAnnouncements(plan.machineIds, plan, earlier);
};

/** The machines of the plan that are known to be another host's, whom alone the service lets announce for them. */
export const foreignOf = ({ draft, hosts, userId }: MaintenanceState): readonly number[] =>
  foreignAmong(machinesOf(draft), hosts, userId);

/** Announcements whose outcome is unknown and that the user has not decided about, the newest first. */
export const undecidedOf = ({ history }: MaintenanceState): readonly Announcement[] => history.filter(isUndecided);

/** The announcement under the cursor of the history. */
export const currentAnnouncement = ({ history, historyCursor }: MaintenanceState): Announcement | undefined =>
  history[historyCursor.row];

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

/** The pane looked at the clock. */
export const timePassed = (state: MaintenanceState, nowEpochMs: number): MaintenanceState =>
  state.nowEpochMs === nowEpochMs ? state : { ...state, nowEpochMs };

/** The journal was read. */
export const historyRead = (state: MaintenanceState, history: readonly Announcement[]): MaintenanceState => ({
  ...state,
  history,
  historyCursor: cursorAt(state.historyCursor, state.historyCursor.row, { count: history.length, height: 1 }),
});

/** The journal was looked through for what meets the plan. */
export const earlierRead = (state: MaintenanceState, earlier: readonly Announcement[]): MaintenanceState => ({
  ...state,
  earlier,
});

/** The journal turned out to know more of the plan than was on screen: that is to be read before the plan is confirmed. */
export const moreFound = (
  state: MaintenanceState,
  earlier: readonly Announcement[],
  problem: string,
): MaintenanceState => ({
  ...confirmationRefused(editingEnded(state), problem),
  confirmation: lineOf(''),
  reviewTop: 0,
  earlier,
});

/** Machines became known from `source`. */
export const machinesFound = (
  state: MaintenanceState,
  machineIds: readonly number[],
  source: Source,
): MaintenanceState => ({ ...state, candidates: withCandidates(state.candidates, machineIds, source) });

/** Rows of the service told whose machines are. */
export const hostsSeen = (state: MaintenanceState, rows: readonly HostRow[]): MaintenanceState => {
  const hosts = hostsWith(state.hosts, rows);
  return hosts === state.hosts ? state : { ...state, hosts };
};

/** It is known, or not known any more, who the user is: that tells which machines are the user's own. */
export const userKnown = ({ userId: _, ...state }: MaintenanceState, userId: number | undefined): MaintenanceState => ({
  ...state,
  candidates: withOwn(state.candidates, ownAmong(state.hosts, userId)),
  ...(userId !== undefined && { userId }),
});

/**
 * Machines were handed over from another pane: they are picked, and the wizard stands at its first step. Machines of a plan
 * that was sent already give way to them; where others are planned for, the user is asked first.
 */
export const machinesHandedOver = (
  state: MaintenanceState,
  machineIds: readonly number[],
  source: Source,
): MaintenanceState => {
  const arriving = { ...editingEnded(state), page: 'plan', arriving: { machineIds, source } } as const;
  const planned = machinesOf(state.draft);
  if (wasSent(state)) return arrivingAdded({ ...arriving, draft: withoutMachines(state.draft) });
  const isSame = planned.length === machineIds.length && chosenMachines(planned, machineIds).length === planned.length;
  return planned.length === 0 || isSame ? arrivingAdded(arriving) : arriving;
};

/** True when the queue holds exactly the calls of the plan: one that was edited since is another plan. */
export const wasSent = ({ draft, queue }: MaintenanceState): boolean => {
  const plan = queue && planOf(draft, queue.begunAtEpochMs);
  if (plan === undefined) return false;
  return requestsOf(plan).every((request) =>
    queue?.items.some((item) => item.request.machineId === request.machineId && item.body === bodyTextOf(request)),
  );
};

/** The machines handed over are planned for beside those that are. */
export const arrivingAdded = (state: MaintenanceState): MaintenanceState => {
  const { arriving, ...rest } = state;
  if (arriving === undefined) return state;
  const { machineIds, source } = arriving;
  const found = machinesFound(rest, machineIds, source);
  return stepOpened(draftChanged(found, machinesPicked(rest.draft, machineIds)), 'machines');
};

/** The machines handed over are a new plan. */
export const arrivingPlanned = (state: MaintenanceState): MaintenanceState =>
  arrivingAdded({ ...planCleared(state), ...(state.arriving !== undefined && { arriving: state.arriving }) });

/** The machines handed over are left where they are. */
export const arrivingLeft = ({ arriving: _, ...state }: MaintenanceState): MaintenanceState => state;

/** A remembered machine was forgotten. */
export const machineForgotten = (state: MaintenanceState, machineId: number): MaintenanceState => {
  const candidates = forgottenCandidate(state.candidates, machineId);
  const extent = { count: candidates.length, height: 1 };
  return { ...state, candidates, candidateCursor: cursorAt(state.candidateCursor, state.candidateCursor.row, extent) };
};

/** The other page was turned to. */
export const pageTurned = (state: MaintenanceState): MaintenanceState => ({
  ...state,
  page: state.page === 'plan' ? 'history' : 'plan',
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
  const isLacking = lacksOf(draft, nowEpochMs).some(({ part }) => part === step);
  if (next !== undefined && !isLacking) return stepEntered(state, next);
  return step === 'reason' ? editingEnded(state) : state;
};

/** The candidate under the cursor was picked, or put back. */
export const candidateToggled = (state: MaintenanceState): MaintenanceState => {
  const id = state.candidates[state.candidateCursor.row]?.machineId;
  return id === undefined ? state : draftChanged(state, machineToggled(state.draft, id));
};

/** The cursor of a list moved. */
export const cursorPlaced = (
  state: MaintenanceState,
  list: 'candidateCursor' | 'queueCursor' | 'historyCursor',
  cursor: Cursor,
): MaintenanceState => ({ ...state, [list]: cursor });

/** The cursor of the category list moved by `rows`. */
export const categoryMoved = (state: MaintenanceState, rows: number): MaintenanceState => ({
  ...state,
  categoryRow: Math.max(0, Math.min(MAINTENANCE_CATEGORIES.length - 1, state.categoryRow + rows)),
});

/** The category under the cursor was picked. */
export const categoryPicked = (state: MaintenanceState): MaintenanceState => {
  const category = MAINTENANCE_CATEGORIES[state.categoryRow];
  return category === undefined ? state : draftChanged(state, { ...state.draft, category });
};

/** The review was scrolled by `rows`, at most to `highest`. */
export const reviewScrolled = (state: MaintenanceState, rows: number, highest: number): MaintenanceState => ({
  ...state,
  reviewTop: Math.max(0, Math.min(highest, state.reviewTop + rows)),
});

/** Machines that were announced before were left out of the plan. */
export const earlierLeftOut = (state: MaintenanceState): MaintenanceState =>
  draftChanged(
    state,
    machinesLeftOut(
      state.draft,
      earlierOf(state).map(({ machineId }) => machineId),
    ),
  );

/** Machines of other hosts were left out of the plan. */
export const foreignLeftOut = (state: MaintenanceState): MaintenanceState =>
  draftChanged(state, machinesLeftOut(state.draft, foreignOf(state)));

/** The confirmation was not taken. */
export const confirmationRefused = (state: MaintenanceState, confirmationProblem: string): MaintenanceState => ({
  ...state,
  confirmationProblem,
});

/**
 * A new plan was asked for: nothing is typed, the queue that is over is put away, and no machine can be picked for having been
 * handed over to the plan before.
 */
export const planCleared = ({ queue: _, arriving: __, ...state }: MaintenanceState): MaintenanceState => ({
  ...stepOpened(draftChanged(state, EMPTY_DRAFT), 'machines'),
  page: 'plan',
  candidates: withOwn([], ownAmong(state.hosts, state.userId)),
  candidateCursor: atStart,
});

/** A draft that changed must be confirmed anew. */
const draftChanged = (state: MaintenanceState, draft: Draft): MaintenanceState => ({
  ...withoutProblem(state),
  draft,
  confirmation: lineOf(''),
});

/** The confirmation's problem has been seen. */
export const withoutProblem = ({ confirmationProblem: _, ...state }: MaintenanceState): MaintenanceState => state;
