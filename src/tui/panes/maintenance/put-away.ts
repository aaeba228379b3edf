/** A plan that gave way to a new one before it was sent: it can be brought back until another one gives way. Pure. */
import { isDraftEmpty } from './draft.ts';
import { type MaintenanceState, planCleared, stepOpened, wasSent } from './state.ts';

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
