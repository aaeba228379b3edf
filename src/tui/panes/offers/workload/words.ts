/** A job in words. Pure. */
import { grouped } from '../../../../base/figures.ts';
import type { Workload } from '../../../../pricing/job-cost.ts';
import { targetText } from '../../../../pricing/workload-text.ts';

/** `job 72 h 200 GB`: the hours and the job's own disk, and the SLA target where one is wanted. */
export const jobWords = ({ hours, diskGb, slaTarget }: Workload): string =>
  `job ${grouped(hours)} h ${grouped(diskGb)} GB${slaTarget === undefined ? '' : ` SLA ${targetText(slaTarget)}`}`;
