/** How the review is read and confirmed, in view of what was announced before. Pure. */
import { type Earlier, earlierAnnouncements } from '../../../../maintenance/announcement.ts';
import type { Announcement } from '../../../../storage/journal/announcements.ts';
import { lineOf } from '../../../state/line.ts';
import { machinesLeftOut, planOf } from '../draft.ts';
import { draftChanged, type MaintenanceState } from '../state.ts';
import { editingEnded } from '../steps.ts';

/** What the journal knows of the plan's machines at the plan's time; nothing while there is no complete plan. */
export const earlierOf = ({ draft, nowEpochMs, earlier }: MaintenanceState): readonly Earlier[] => {
  const plan = planOf(draft, nowEpochMs);
  return plan === undefined ? [] : earlierAnnouncements(plan.machineIds, plan, earlier);
};

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

/** The confirmation was not taken. */
export const confirmationRefused = (state: MaintenanceState, confirmationProblem: string): MaintenanceState => ({
  ...state,
  confirmationProblem,
});
