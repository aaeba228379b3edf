/** The trials of the long form, in the order in which they run. */
import { fuzz } from './fuzz.ts';
import { killRounds } from './kill-rounds.ts';
import { load } from './load.ts';
import { recorder } from './recorder.ts';
import { soak } from './soak.ts';
import type { LongTrial } from './trial.ts';

/** Every trial there is. */
export const LONG_TRIALS: readonly LongTrial[] = [load, killRounds, fuzz, soak, recorder];
