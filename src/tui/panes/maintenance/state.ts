/** What the maintenance pane knows, and how facts change it. Pure; the present comes as an argument. */

import type { AnnouncedWindow, HostMachine } from '../../../catalogue/values.ts';
import type { Hosts } from '../../../maintenance/machine-hosts.ts';
import type { Queue } from '../../../maintenance/queue.ts';
import type { WithdrawalWrite } from '../../../maintenance/withdrawal-write.ts';
import type { Announcement } from '../../../storage/journal/announcements.ts';
import { atStart, type Cursor } from '../../state/cursor.ts';
import { neverAsked } from '../../state/fetched-list.ts';
import { type Line, lineOf } from '../../state/line.ts';
import type { RecordList } from '../list-pane/record-kind.ts';
import type { Writing } from '../write-page/state.ts';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import type { Candidate, Source } from './machines/candidates.ts';

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

/** The pages in their order: the plan, what this machine has announced, and what the service lists of the host's. */
export const PAGES = ['plan', 'history', 'machines', 'windows'] as const;

/** Machines that another pane has handed over while a plan for others stands here. */
export type Arriving = { readonly machineIds: readonly number[]; readonly source: Source };

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
  /** The user's machines and the windows announced for them, as the service lists them. */
  readonly own: RecordList<HostMachine>;
  readonly announced: RecordList<AnnouncedWindow>;
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
  own: neverAsked('id'),
  announced: neverAsked('id'),
});

/** The pane looked at the clock. */
export const timePassed = (state: MaintenanceState, nowEpochMs: number): MaintenanceState =>
  state.nowEpochMs === nowEpochMs ? state : { ...state, nowEpochMs };

/** The cursor of a list moved. */
export const cursorPlaced = (
  state: MaintenanceState,
  list: 'candidateCursor' | 'queueCursor' | 'historyCursor',
  cursor: Cursor,
): MaintenanceState => ({ ...state, [list]: cursor });

/** A draft that changed must be confirmed anew. */
export const draftChanged = (state: MaintenanceState, draft: Draft): MaintenanceState => ({
  ...withoutProblem(state),
  draft,
  confirmation: lineOf(''),
});

/** The confirmation's problem has been seen. */
export const withoutProblem = ({ confirmationProblem: _, ...state }: MaintenanceState): MaintenanceState => state;
