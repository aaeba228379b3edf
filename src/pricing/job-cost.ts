/** What a job costs on an offer: hours of rent with the disk that it needs, and its traffic. */
import { HOURS_A_MONTH } from '../base/time.ts';
import type { Offer } from '../catalogue/values.ts';

/** A job: how long it runs, more than 0 hours, and what it stores and moves, in GB, 0 or more. */
export type Workload = {
  readonly hours: number;
  readonly diskGb: number;
  readonly downGb: number;
  readonly upGb: number;
  /** The SLA coverage that is wanted, between 0 and 1: its premium is a part of the price. Absent: none. */
  readonly slaTarget?: number;
};

/** The names under which a job's cost is printed, filtered and sorted by. */
export const JOB_FIELDS = ['job_total', 'job_hour'] as const;

/** `job_total` in $ and `job_hour` in $/hour; null where a part of the price is not known, also one that the job hardly uses. */
type JobCost = Readonly<Record<(typeof JOB_FIELDS)[number], number | null>>;

/**
 * What `workload` costs on `offer`, unrounded. The disk that the search was priced with makes no difference. An SLA premium is
 * in `dph_total` where the search asked for it (`isCovered`), and the service names it; where it does not, the cost is unknown.
 */
export const jobCost = (offer: Offer, workload: Workload, isCovered = true): JobCost => {
  const { hours, diskGb, downGb, upGb, slaTarget } = workload;
  const { dph_total: total, storage_total_cost: searchDisk, storage_cost: disk } = offer;
  const { inet_down_cost: down, inet_up_cost: up } = offer;
  if (!isKnown(total) || !isKnown(searchDisk) || !isKnown(disk) || !isKnown(down) || !isKnown(up)) return UNKNOWN;
  if (slaTarget !== undefined && !(isCovered && isKnown(premiumOf(offer)))) return UNKNOWN;
  const hourly = total - searchDisk + (disk * diskGb) / HOURS_A_MONTH;
  const sum = hours * hourly + downGb * down + upGb * up;
  return isKnown(sum) ? { job_total: sum, job_hour: sum / hours } : UNKNOWN;
};

/** Puts what `workload` costs into `offer`, which nobody else holds yet: to copy all fields of 25,000 offers takes a tenth of a second. */
export const putJobCost = (offer: Offer, workload: Workload, isCovered: boolean): void => {
  Object.assign(offer, jobCost(offer, workload, isCovered));
};

/** What the service says of the SLA premium in the price of `offer`, $/hour. */
export const premiumOf = ({ search }: Offer): number | null | undefined => search?.slaPremiumPerHour;

const UNKNOWN: JobCost = { job_total: null, job_hour: null };

/** True for a figure that can be counted with. */
export const isKnown = (part: unknown): part is number => typeof part === 'number' && Number.isFinite(part);

/** `offer` with what the job costs on it; as it is where no job is known. */
export const withJobCost = (offer: Offer, workload: Workload | undefined, isCovered = true): Offer =>
  workload === undefined ? offer : { ...offer, ...jobCost(offer, workload, isCovered) };
