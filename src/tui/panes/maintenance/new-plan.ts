/**
 * How a plan gives way to a new one, and how machines that were chosen in another pane come into it. What was not sent is put away,
 * and can be brought back until another one gives way. Pure.
 */
import { ownAmong } from '../../../maintenance/machine-hosts.ts';
import { bodyTextOf, requestsOf } from '../../../maintenance/plan.ts';
import { atStart } from '../../state/cursor.ts';
import { lineOf } from '../../state/line.ts';
import { chosenMachines, EMPTY_DRAFT, isDraftEmpty, machinesOf, machinesPicked, planOf } from './draft.ts';
import { candidateSought, machinesFound, withOwn } from './machines.ts';
import { draftChanged, editingEnded, type MaintenanceState, type Source, stepOpened } from './state.ts';

/** True when the queue holds exactly the calls of the plan: one that was edited since is another plan. */
const wasSent = ({ draft, queue }: MaintenanceState): boolean => {
  const plan = queue && planOf(draft, queue.begunAtEpochMs);
  if (plan === undefined) return false;
  const sent = new Map(queue?.items.map(({ request }) => [request.machineId, bodyTextOf(request)]));
  return requestsOf(plan).every((request) => sent.get(request.machineId) === bodyTextOf(request));
};

/**
 * A new plan was asked for: nothing is typed, the queue that is over is put away, and no machine can be picked for having been
 * handed over to the plan before.
 */
const planCleared = ({ queue: _, arriving: __, caution: ___, ...state }: MaintenanceState): MaintenanceState => ({
  ...stepOpened(draftChanged(state, EMPTY_DRAFT), 'machines'),
  page: 'plan',
  candidates: withOwn([], ownAmong(state.hosts, state.userId)),
  candidateCursor: atStart,
});

/** A new plan was asked for; the one that is there is put away, unless it was sent or nothing is in it. */
export const planPutAway = (state: MaintenanceState): MaintenanceState => {
  const { draft, candidates } = state;
  const step = state.step === 'sending' || state.step === 'receipts' ? 'review' : state.step;
  const isWorthIt = !isDraftEmpty(draft) && !wasSent(state);
  return { ...planCleared(state), ...(isWorthIt && { putAway: { draft, candidates, step } }) };
};

/** The plan that was put away is there again, at the step where it was left; what stands in its place is put away. */
export const planBroughtBack = (state: MaintenanceState): MaintenanceState => {
  if (state.putAway === undefined) return state;
  const { draft, candidates, step } = state.putAway;
  const { putAway: _, ...rest } = state;
  return stepOpened({ ...planPutAway(rest), draft, candidates }, step);
};

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
  if (wasSent(state)) return arrivingAdded({ ...arriving, draft: { ...state.draft, typed: lineOf(''), picked: [] } });
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
  arrivingAdded({ ...planCleared(state), arriving: state.arriving, caution: state.caution });

/** The machines handed over are left where they are. */
export const arrivingLeft = ({ arriving: _, ...state }: MaintenanceState): MaintenanceState => state;
