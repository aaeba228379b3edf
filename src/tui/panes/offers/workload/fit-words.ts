/** Says which offers cannot hold the job that they are compared for, and which clauses leave them out. Pure. */
import { grouped } from '../../../../base/figures.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import type { Workload } from '../../../../pricing/job-cost.ts';
import { shortfallOf } from '../../../../pricing/job-fit.ts';

/** What is said once `workload` is compared for with `offers` in the table. */
export const acceptedWords = (offers: readonly Offer[], workload: Workload): string => {
  const shortfalls = offers.flatMap((offer) => shortfallOf(offer, workload) ?? []);
  if (shortfalls.length === 0) return '=$/job is what it costs in all, =job $/h for each of its hours.';
  const clauses = [
    ...(shortfalls.some(({ hours }) => hours !== undefined) ? [`duration>=${workload.hours}h`] : []),
    ...(shortfalls.some(({ diskGb }) => diskGb !== undefined) ? [`disk_space>=${workload.diskGb}`] : []),
  ];
  return `${grouped(shortfalls.length)} of ${grouped(offers.length)} cannot hold it: add ${clauses.join(' ')} to the filter.`;
};

/** Why `offer` cannot hold `workload`, a sentence for each reason. */
export const shortfallWords = (offer: Offer, workload: Workload | undefined): readonly string[] => {
  const shortfall = workload && shortfallOf(offer, workload);
  if (shortfall === undefined) return [];
  const { hours, diskGb } = shortfall;
  return [
    ...(hours === undefined
      ? []
      : [`The offer ends in ${rounded(hours)} h, before the ${grouped(workload?.hours ?? 0)} h of the job are over.`]),
    ...(diskGb === undefined
      ? []
      : [`Its free disk, ${rounded(diskGb)} GB, is less than the ${grouped(workload?.diskGb ?? 0)} GB of the job.`]),
  ];
};

/** Rounded down: what is there is never said to be more. */
const rounded = (figure: number): string => grouped(Math.floor(figure * 10) / 10);
