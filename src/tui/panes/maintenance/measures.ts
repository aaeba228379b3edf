/**
 * How the lines of the pane are shared out, and what moves through its lists. Every height in rows, at least 1, from the height of
 * the pane.
 */
import type { Binding } from '../../keys/binding.ts';
import { listBindings } from '../../keys/moving.ts';
import { cursorInView, type Extent } from '../../state/cursor.ts';
import type { PaneNeeds } from '../pane.ts';
import type { MaintenanceState, Step } from './state.ts';
import { weekLines } from './week.ts';

/** Lines of the plan page that are no step: the pages, the steps, what is undecided. */
const PLAN_FRAME_LINES = 3;

/** Lines of the history page that are no row: the pages, what is undecided, the headings. */
const HISTORY_FRAME_LINES = 3;

/** Lines at least under a list that say more of the row under the cursor. */
const DETAIL_LINES = 4;

/** Lines that ask what to do about an announcement that was not a plain yes. */
export const QUESTION_LINES = 5;

const atLeastOne = (rows: number): number => Math.max(1, rows);

/** True on the steps under which the plan so far stands; the others show the plan themselves. */
export const hasSummary = (step: Step): boolean => step !== 'review' && step !== 'sending' && step !== 'receipts';

/** Rows that a step has: what the frame, and the plan so far, leave of the pane. */
export const stepHeight = (height: number, step: Step): number =>
  atLeastOne(height - PLAN_FRAME_LINES - (hasSummary(step) ? 1 : 0));

/** Lines of the review: above the confirmation, whose problem takes the place of the last one. */
export const reviewRows = (height: number): number => atLeastOne(stepHeight(height, 'review') - 1);

/** True when so many receipts fit into the small table, whose rows take two lines, and its frame three. */
export const isSmallEnough = (count: number, height: number): boolean =>
  smallTableLines(count) <= stepHeight(height, 'receipts') - 1 - DETAIL_LINES;

const smallTableLines = (count: number): number => 3 + 2 * count;

/** Rows of the receipts: under a line that counts them, above the detail; a long list has no frame. */
const receiptRows = (count: number, height: number): number =>
  isSmallEnough(count, height) ? atLeastOne(count) : atLeastOne(stepHeight(height, 'receipts') - 2 - DETAIL_LINES);

/** Lines under the receipts, of which there are `count` in all. */
export const receiptDetailRows = (count: number, height: number): number => {
  const table = isSmallEnough(count, height) ? smallTableLines(count) : 1 + Math.min(count, receiptRows(count, height));
  return atLeastOne(stepHeight(height, 'receipts') - 1 - table);
};

/** Lines under the history, of which `shown` rows are in sight. */
export const historyDetailRows = (height: number, shown: number): number =>
  atLeastOne(height - HISTORY_FRAME_LINES - shown);

/** Lines of the week that are no row: the pages, the week, its days and its hours. */
const WEEK_FRAME_LINES = 4;

/** Lines of what is away together and at least of the window in full, with a blank one before each. */
const TOGETHER_LINES = 3;
const WINDOW_LINES = 7;
const FEW_WINDOW_LINES = 3;

/** How the week shares out a pane of `height` lines: its rows, whether they stand apart, and what stands below them. */
export const weekRoom = (state: MaintenanceState, height: number) => {
  const room = height - WEEK_FRAME_LINES;
  const count = Math.max(1, weekLines(state).length);
  const hasTogether = room >= 3 + TOGETHER_LINES + WINDOW_LINES;
  const hasDetail = room >= 2 + FEW_WINDOW_LINES;
  const below = hasTogether ? TOGETHER_LINES + WINDOW_LINES : hasDetail ? FEW_WINDOW_LINES : 0;
  const rows = Math.min(count, atLeastOne(room - below));
  return { rows, isSpaced: 2 * count <= room - below, hasTogether, hasDetail };
};

/** The lists of the pane by their cursors: how many rows each has, and how many of them are in sight. */
const EXTENTS = {
  /** Under the line, what it says, a blank and a heading. */
  candidateCursor: ({ candidates }: MaintenanceState, height: number): Extent => ({
    count: candidates.length,
    height: atLeastOne(stepHeight(height, 'machines') - 4),
  }),
  /** The receipts; or the queue under the bar, a blank, the headings, and the question while there is one. */
  queueCursor: ({ queue, step }: MaintenanceState, height: number): Extent => {
    const count = queue?.items.length ?? 0;
    const asked = queue?.mode.kind === 'asking' ? QUESTION_LINES : 0;
    const rows = atLeastOne(stepHeight(height, 'sending') - 3 - asked);
    return { count, height: step === 'receipts' ? receiptRows(count, height) : rows };
  },
  weekCursor: (state: MaintenanceState, height: number): Extent => ({
    count: weekLines(state).length,
    height: weekRoom(state, height).rows,
  }),
  historyCursor: ({ history }: MaintenanceState, height: number): Extent => ({
    count: history.length,
    height: atLeastOne(height - HISTORY_FRAME_LINES - DETAIL_LINES),
  }),
};

/** Where a list stands in a pane of this height, and how many of its rows are in sight. */
export const shownOf = (state: MaintenanceState, list: keyof typeof EXTENTS, height: number) => {
  const extent = EXTENTS[list](state, height);
  return { ...cursorInView(state[list], extent), rows: extent.height };
};

/** The keys that move through a list. */
export const listKeys = (
  list: keyof typeof EXTENTS,
  { slice, screen }: Pick<PaneNeeds<MaintenanceState>, 'slice' | 'screen'>,
): readonly Binding[] =>
  listBindings('maintenance', (to) =>
    slice.change((state) => ({ ...state, [list]: to(state[list], EXTENTS[list](state, screen().height)) })),
  );
