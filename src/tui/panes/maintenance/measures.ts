/** How the lines of the pane are shared out. Pure; every height in rows, at least 1, from the height of the pane. */
import type { Step } from './state.ts';

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

/** The height of a step. */
export const stepRows = (height: number, step: Step): number =>
  atLeastOne(height - PLAN_FRAME_LINES - (hasSummary(step) ? 1 : 0));

/** Machines to pick from: under the line, what it says, a blank and a heading. */
export const candidateRows = (height: number): number => atLeastOne(stepRows(height, 'machines') - 4);

/** Lines of the review: above the confirmation and its problem. */
export const reviewRows = (height: number): number => atLeastOne(stepRows(height, 'review') - 2);

/** Rows of the queue: under the bar, a blank, the headings, and the question while there is one. */
export const queueRows = (height: number, isAsking: boolean): number =>
  atLeastOne(stepRows(height, 'sending') - 3 - (isAsking ? QUESTION_LINES : 0));

/** True when so many receipts fit into the small table, whose rows take two lines, and its frame three. */
export const isSmallEnough = (count: number, height: number): boolean =>
  smallTableLines(count) <= stepRows(height, 'receipts') - 1 - DETAIL_LINES;

const smallTableLines = (count: number): number => 3 + 2 * count;

/** Rows of the receipts: under a line that counts them, above the detail; a long list has no frame. */
export const receiptRows = (count: number, height: number): number =>
  isSmallEnough(count, height) ? atLeastOne(count) : atLeastOne(stepRows(height, 'receipts') - 2 - DETAIL_LINES);

/** Lines under the receipts, of which there are `count` in all. */
export const receiptDetailRows = (count: number, height: number): number => {
  const table = isSmallEnough(count, height) ? smallTableLines(count) : 1 + Math.min(count, receiptRows(count, height));
  return atLeastOne(stepRows(height, 'receipts') - 1 - table);
};

/** Lines under the history, of which `shown` rows are in sight. */
export const historyDetailRows = (height: number, shown: number): number =>
  atLeastOne(height - HISTORY_FRAME_LINES - shown);

export const historyRows = (height: number): number => atLeastOne(height - HISTORY_FRAME_LINES - DETAIL_LINES);
