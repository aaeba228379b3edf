/** How facts about the queue change the pane. Pure. */

import type { Queue } from '../../../../maintenance/queue.ts';
import { atStart } from '../../../state/cursor.ts';
import { lineOf, lineOpened } from '../../../state/line.ts';
import { type MaintenanceState, withoutProblem } from '../state.ts';
import { stepOpened } from '../steps.ts';

/** The plan was confirmed: its queue begins. */
export const queueBegun = (state: MaintenanceState, queue: Queue): MaintenanceState => ({
  ...stepOpened(state, 'sending'),
  confirmation: lineOf(''),
  queue,
  queueCursor: atStart,
});

/**
 * Something happened in the queue: a cursor on the announcement before follows the one that goes out; where nothing is left to do,
 * the receipts follow.
 */
export const queueChanged = (state: MaintenanceState, transition: (queue: Queue) => Queue): MaintenanceState => {
  if (state.queue === undefined) return state;
  const queue = transition(state.queue);
  const isJustDone = queue.mode.kind === 'done' && state.queue.mode.kind !== 'done';
  const place = placeSent(queue);
  const isFollowing = place !== placeSent(state.queue) && place > 0 && state.queueCursor.row === place - 1;
  const next = { ...state, queue, ...(isFollowing && { queueCursor: { ...state.queueCursor, row: place } }) };
  return isJustDone && state.step === 'sending' ? { ...stepOpened(next, 'receipts'), queueCursor: atStart } : next;
};

/** Place of the announcement that is out; -1 for none. */
const placeSent = ({ items }: Queue): number => items.findIndex(({ fate }) => fate.stage === 'sending');

/** It is asked whether an announcement of unknown outcome shall be sent once more. */
export const repeatAsked = (state: MaintenanceState): MaintenanceState => ({
  ...withoutProblem(state),
  repeating: lineOpened(lineOf('')),
  isEditing: true,
});
