/** The job that was described last, kept for a profile from one run to the next. */
import type { Workload } from '../../../../pricing/job-cost.ts';
import { readWorkload, workloadText } from '../../../../pricing/workload-text.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';

/** The lines of the journal in which jobs stand, as `--workload` takes them. */
const LINES = 'workload';

/** Stands for the answer that there is no job. */
const NONE = 'none';

/** The job that an earlier run was left with; undefined where there is none, or nothing is kept. */
export const rememberedWorkload = (journal: JournalAccess): Workload | undefined => {
  if ('problem' in journal) return undefined;
  const kept = journal.filterLines(LINES).list().at(-1);
  if (kept === undefined || kept === NONE) return undefined;
  const { diskGb, ...reading } = { diskGb: undefined, ...readWorkload(kept) };
  return 'problem' in reading || diskGb === undefined ? undefined : { ...reading, diskGb };
};

/** Keeps the job for the next run; what cannot be kept ends with the program. */
export const rememberWorkload = (journal: JournalAccess, workload: Workload | undefined): void => {
  if ('problem' in journal) return;
  journal.filterLines(LINES).keep(workload === undefined ? NONE : workloadText(workload));
};
