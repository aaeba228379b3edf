/** What `npm run faults` does with its options, apart from the process around it. */
import { runTrials } from './long/run-trials.ts';
import { LONG_TRIALS } from './long/trials.ts';

/** What was asked for. */
type FaultOptions = {
  /** Runs the trials of the long form too. */
  readonly isLong: boolean;
  /** Names of the only trials to run; empty for all. */
  readonly only: readonly string[];
  /** Length of the trials: 1 for the long form. */
  readonly scale: number;
};

/** Runs what was asked for; resolves to the exit code: 0 when everything held. Throws an Error for a name nobody knows. */
export const runFaults = async ({ isLong, only, scale }: FaultOptions): Promise<number> => {
  const unknown = only.filter((name) => LONG_TRIALS.every((trial) => trial.name !== name));
  if (unknown.length > 0) throw new Error(`there is no trial called ${unknown.join(', ')}`);
  const trials = LONG_TRIALS.filter(({ name }) => (only.length === 0 ? isLong : only.includes(name)));
  const failureCount = await runTrials(trials, scale, (line) => console.log(line));
  return failureCount === 0 ? 0 : 1;
};
