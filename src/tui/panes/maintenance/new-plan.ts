/** How a plan gives way to a new one: what was not sent is put away, and can be brought back until another one gives way. Pure. */
import { ownAmong } from '../../../maintenance/machine-hosts.ts';
import { bodyTextOf, requestsOf } from '../../../maintenance/plan.ts';
import { atStart } from '../../state/cursor.ts';
import { EMPTY_DRAFT, isDraftEmpty, planOf } from './draft.ts';
import { withOwn } from './machines/candidates.ts';
import { draftChanged, type MaintenanceState } from './state.ts';
import { stepOpened } from './steps.ts';

/** True when the queue holds exactly the calls of the plan: one that was edited since is another plan. */
export const wasSent = ({ draft, queue }: MaintenanceState): boolean => {
  const plan = queue && planOf(draft, queue.begunAtEpochMs);
  if (plan === undefined) return false;
  const sent = new Map(queue?.items.map(({ request, body }) => [request.machineId, body]));
  return requestsOf(plan).every((request) => sent.get(request.machineId) === bodyTextOf(request));
};

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
