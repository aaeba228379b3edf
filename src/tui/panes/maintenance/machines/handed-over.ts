/** How machines that were chosen in another pane come into the plan. Pure. */
import { machinesOf, machinesPicked, withoutMachines } from '../draft.ts';
import { planCleared, wasSent } from '../new-plan.ts';
import { draftChanged, type MaintenanceState } from '../state.ts';
import { editingEnded, stepOpened } from '../steps.ts';
import { chosenMachines, type Source } from './candidates.ts';
import { candidateSought, machinesFound } from './state.ts';

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

/** The machines handed over are planned for beside those that are. */
export const arrivingAdded = (state: MaintenanceState): MaintenanceState => {
  const { arriving, ...rest } = state;
  if (arriving === undefined) return state;
  const { machineIds, source } = arriving;
  const found = machinesFound(rest, machineIds, source);
  const planned = draftChanged(found, machinesPicked(rest.draft, machineIds));
  return stepOpened(candidateSought(planned, machineIds[0]), 'machines');
};

/** The machines handed over are a new plan. */
export const arrivingPlanned = (state: MaintenanceState): MaintenanceState =>
  arrivingAdded({ ...planCleared(state), ...(state.arriving !== undefined && { arriving: state.arriving }) });

/** The machines handed over are left where they are. */
export const arrivingLeft = ({ arriving: _, ...state }: MaintenanceState): MaintenanceState => state;
