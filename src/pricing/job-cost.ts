/** What a job costs on an offer: hours of rent with the disk that it needs, and its traffic. */
import type { Offer } from '../catalogue/values.ts';

/** A job: how long it runs, more than 0 hours, and what it stores and moves, in GB, 0 or more. */
export type Workload = {
  readonly hours: number;
  readonly diskGb: number;
  readonly downGb: number;
  readonly upGb: number;
};

/** Hours that the service counts as a month of storage (docs/interface.md, Offer). */
const HOURS_A_MONTH = 720;

/** The names under which a job's cost is printed, filtered and sorted by. */
export const JOB_FIELDS = ['job_total', 'job_hour'] as const;

/** `job_total` in $ and `job_hour` in $/hour; null where a part of the price is not known, also one that the job hardly uses. */
type JobCost = Readonly<Record<(typeof JOB_FIELDS)[number], number | null>>;

/** What `workload` costs on `offer`, unrounded. The disk that the search was priced with makes no difference. */
export const jobCost = (offer: Offer, { hours, diskGb, downGb, upGb }: Workload): JobCost => {
  const { dph_total: total, storage_total_cost: searchDisk, storage_cost: disk } = offer;
  const { inet_down_cost: down, inet_up_cost: up } = offer;
  if (!isKnown(total) || !isKnown(searchDisk) || !isKnown(disk) || !isKnown(down) || !isKnown(up)) return UNKNOWN;
  const hourly = total - searchDisk + (disk * diskGb) / HOURS_A_MONTH;
  const sum = hours * hourly + downGb * down + upGb * up;
  return { job_total: sum, job_hour: sum / hours };
};

const UNKNOWN: JobCost = { job_total: null, job_hour: null };

const isKnown = (part: unknown): part is number => typeof part === 'number' && Number.isFinite(part);

/** `offer` with what the job costs on it; as it is where no job is known. */
export const withJobCost = (offer: Offer, workload: Workload | undefined): Offer =>
  workload === undefined ? offer : { ...offer, ...jobCost(offer, workload) };
