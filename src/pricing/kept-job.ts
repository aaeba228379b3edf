/** The job that offers are compared for, as it is kept from run to run: a line, as `--workload` takes it. Pure. */
import type { Workload } from './job-cost.ts';
import { readWorkload, workloadText } from './workload-text.ts';

/** The lines of the journal in which jobs stand, the newest last. */
export const JOB_LINES = 'workload';

/** Stands for the answer that there is no job. */
const NO_JOB = 'none';

/** The line that `workload` is kept as. */
export const lineOfJob = (workload: Workload | undefined): string =>
  workload === undefined ? NO_JOB : workloadText(workload);

/** The newest of them; undefined where there is none. */
export const keptJob = (lines: readonly string[]): Workload | undefined => {
  const kept = lines.at(-1);
  if (kept === undefined || kept === NO_JOB) return undefined;
  const { diskGb, ...reading } = { diskGb: undefined, ...readWorkload(kept) };
  return 'problem' in reading || diskGb === undefined ? undefined : { ...reading, diskGb };
};
