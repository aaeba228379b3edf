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

/** Something happened in the queue; where nothing is left to do, the receipts follow. */
export const queueChanged = (state: MaintenanceState, transition: (queue: Queue) => Queue): MaintenanceState => {
  if (state.queue === undefined) return state;
  const queue = transition(state.queue);
  const isJustDone = queue.mode.kind === 'done' && state.queue.mode.kind !== 'done';
  const next = { ...state, queue };
  return isJustDone && state.step === 'sending' ? { ...stepOpened(next, 'receipts'), queueCursor: atStart } : next;
};

/** The call for the announcement at `place` is going out: a cursor on the one before follows. */
export const announcementFollowed = (state: MaintenanceState, place: number): MaintenanceState =>
  state.queueCursor.row === place - 1 ? { ...state, queueCursor: { ...state.queueCursor, row: place } } : state;

/** It is asked whether an announcement of unknown outcome shall be sent once more. */
export const repeatAsked = (state: MaintenanceState): MaintenanceState => ({
  ...withoutProblem(state),
  repeating: lineOpened(lineOf('')),
  isEditing: true,
});
