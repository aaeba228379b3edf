/** The trials of the long form, in the order in which they run. */
import { soak } from './soak.ts';
import type { LongTrial } from './trial.ts';

/** Every trial there is. */
export const LONG_TRIALS: readonly LongTrial[] = [soak];
