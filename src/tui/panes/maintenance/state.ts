/** What the maintenance pane knows, and how the user goes from step to step of the plan. Pure; the present comes as an argument. */
import type { Explanation } from '../../../api/errors/explain.ts';
import { capital } from '../../../base/text.ts';
import type { AnnouncedWindow } from '../../../catalogue/values.ts';
import { type Earlier, earlierAnnouncements } from '../../../maintenance/announcement.ts';
import type { Hosts } from '../../../maintenance/machine-hosts.ts';
import type { Queue } from '../../../maintenance/queue.ts';
import type { OwnListed } from '../../../maintenance/renters.ts';
import type { WithdrawalWrite } from '../../../maintenance/withdrawal-write.ts';
import type { Announcement } from '../../../storage/journal/announcements.ts';
import { atStart, type Cursor, placeOn } from '../../state/cursor.ts';
import { neverAsked } from '../../state/fetched-list.ts';
import {
  type Line,
  type LineEdit,
  lineAccepted,
  lineCancelled,
  lineOf,
  lineOffered,
  lineOpened,
} from '../../state/line.ts';
import { type Asked, idle } from '../../state/remote.ts';
import type { RecordList } from '../list-pane/record-kind.ts';
import type { Writing } from '../write-page/state.ts';
import { type Draft, EMPTY_DRAFT, planOf, problemsOf, startTyped } from './draft.ts';

/** The wizard's steps in their order. */
export const STEPS = ['machines', 'start', 'length', 'reason', 'review', 'sending', 'receipts'] as const;

export type Step = (typeof STEPS)[number];

/** What a step is called: `Machines`. */
export const stepTitle = (step: Step): string => capital(step);

/** The pages in their order: the plan, what this machine has announced, and the windows that the service lists, at last as a week. */
export const PAGES = ['plan', 'history', 'windows', 'week'] as const;

/** Where a machine is known from: chosen in another pane, holding something of the caller's, announced before, or the caller's own. */
export type Source = 'chosen' | 'held' | 'remembered' | 'own';

/** One machine that can be picked without typing. */
export type Candidate = { readonly machineId: number; readonly sources: readonly Source[] };

/** The state of the maintenance pane. What was typed stays in it until the user asks for a new plan. */
export type MaintenanceState = {
  readonly page: (typeof PAGES)[number];
  readonly step: Step;
  /** True while the step's line is being typed. */
  readonly isEditing: boolean;
  /** IANA name of the zone in which times are read and shown. */
  readonly timeZone: string;
  /** The present as the pane last saw it, Unix epoch milliseconds: what "in 2 h" on the screen is counted from. */
  readonly nowEpochMs: number;
  readonly draft: Draft;
  readonly candidates: readonly Candidate[];
  readonly candidateCursor: Cursor;
  /** Machines that another pane has handed over, while the user is asked what is to become of them and of the plan that stands here. */
  readonly arriving?: { readonly machineIds: readonly number[]; readonly source: Source } | undefined;
  /** What the review has to say of how the machines were chosen that came last. */
  readonly caution?: string | undefined;
  /** The plan that the one here took the place of, before it was sent. */
  readonly putAway?: Pick<MaintenanceState, 'draft' | 'candidates' | 'step'> | undefined;
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
  readonly queue?: Queue | undefined;
  readonly queueCursor: Cursor;
  /** The id typed to send an announcement of unknown outcome once more; present while that is asked. */
  readonly repeating?: Line;
  /** What this profile has announced, the newest first. */
  readonly history: readonly Announcement[];
  readonly historyCursor: Cursor;
  /** The user's machines as the service lists them, undefined where it has no such call, and the windows announced for them. */
  readonly own: Asked<OwnListed | undefined, Explanation>;
  readonly announced: RecordList<AnnouncedWindow>;
  /** The line of the week that the cursor is on, and how many weeks from this one are shown ahead; absent: this one. */
  readonly weekCursor: Cursor;
  readonly weekOffset?: number;
  /** Windows that are being withdrawn, in front of the page that is open. */
  readonly withdrawing?: Writing<WithdrawalWrite> | undefined;
  /** The service has shown that it cannot withdraw. */
  readonly isWithdrawalLacking?: true | undefined;
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
  weekCursor: atStart,
  own: { answer: idle },
  announced: neverAsked('id'),
});

/** The pane looked at the clock. */
export const timePassed = (state: MaintenanceState, nowEpochMs: number): MaintenanceState =>
  state.nowEpochMs === nowEpochMs ? state : { ...state, nowEpochMs };

/** A draft that changed must be confirmed anew. */
export const draftChanged = (state: MaintenanceState, draft: Draft): MaintenanceState => ({
  ...withoutProblem(state),
  draft,
  confirmation: lineOf(''),
});

/** The confirmation's problem has been seen. */
export const withoutProblem = ({ confirmationProblem: _, ...state }: MaintenanceState): MaintenanceState => state;

/** What the journal knows of the plan's machines at the plan's time; nothing while there is no complete plan. */
export const earlierOf = ({ draft, nowEpochMs, earlier }: MaintenanceState): readonly Earlier[] => {
  const plan = planOf(draft, nowEpochMs);
  return plan === undefined ? [] : earlierAnnouncements(plan.machineIds, plan, earlier);
};

/** The announcement under the cursor of the history. */
export const currentAnnouncement = ({ history, historyCursor }: MaintenanceState): Announcement | undefined =>
  history[historyCursor.row];

/** The line that is typed on the step at hand, or undefined where there is none. */
export const stepLine = ({ step, draft, confirmation, repeating }: MaintenanceState): Line | undefined => {
  switch (step) {
    case 'machines':
      return draft.typed;
    case 'review':
      return confirmation;
    case 'sending':
      return repeating;
    case 'receipts':
      return undefined;
    default:
      return draft[step];
  }
};

/** The page `to`, or the one so many places further on, was turned to. */
export const pageTurned = (state: MaintenanceState, to: 1 | -1 | MaintenanceState['page']): MaintenanceState => ({
  ...state,
  page: typeof to === 'string' ? to : placeOn(PAGES, state.page, to),
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
  return step === 'start' || step === 'length' ? editingBegun(opened, lineOffered) : opened;
};

/** The step's line began to be typed. */
export const editingBegun = (state: MaintenanceState, open: LineEdit = lineOpened): MaintenanceState => {
  const line = stepLine(state);
  if (line === undefined) return state;
  const { step, draft } = state;
  const noted = step === 'start' ? { ...draft, readingBefore: draft.startReading } : draft;
  return { ...lineEdited({ ...state, draft: noted }, open), isEditing: true };
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
  const { repeating: _, ...rest } = state.isEditing ? lineEdited(state, end) : state;
  const { readingBefore: __, ...draft } = rest.draft;
  return { ...rest, draft, isEditing: false };
};

/** The step's line changed. */
export const lineEdited = (state: MaintenanceState, edit: LineEdit): MaintenanceState => {
  const { step, draft, timeZone, nowEpochMs } = state;
  const before = stepLine(state);
  if (before === undefined) return state;
  const line = edit(before);
  switch (step) {
    case 'machines':
      return draftChanged(state, { ...draft, typed: line });
    case 'start':
      return draftChanged(state, startTyped(draft, line, { timeZone, nowEpochMs }));
    case 'review':
      return { ...withoutProblem(state), confirmation: line };
    case 'sending':
      return { ...state, repeating: line };
    case 'receipts':
      return state;
    default:
      return draftChanged(state, { ...draft, [step]: line });
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
