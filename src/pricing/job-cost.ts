/** What a job costs on an offer: hours of rent with the disk that it needs, and its traffic; the sum part by part, and whether it fits. */
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

/** What the service says of the SLA premium in the price of `offer`, $/hour. */
export const premiumOf = ({ search }: Offer): number | null | undefined => search?.slaPremiumPerHour;

const UNKNOWN: JobCost = { job_total: null, job_hour: null };

/** True for a figure that can be counted with. */
export const isKnown = (part: unknown): part is number => typeof part === 'number' && Number.isFinite(part);

/** `offer` with what the job costs on it; as it is where no job is known. */
export const withJobCost = (offer: Offer, workload: Workload | undefined, isCovered = true): Offer =>
  workload === undefined ? offer : { ...offer, ...jobCost(offer, workload, isCovered) };

/** One line of a sum, in $/hour; what is paid once is spread over the hours of the job. Null where it is not known. */
export type CostLine = {
  /** `gpus` is the price without the disk that the search was priced with, which is `searchDisk`. */
  readonly part: 'price' | 'lessSearchDisk' | 'gpus' | 'searchDisk' | 'bid' | 'jobDisk' | 'down' | 'up';
  readonly hourly: number | null;
  /** Who says so: the service, this program by computing it, or the user. */
  readonly from: 'service' | 'computed' | 'user';
};

/** A sum with its lines. */
type CostSum = {
  readonly lines: readonly CostLine[];
  /** $/hour, null where a part of it is not known. */
  readonly total: number | null;
  /** The service's names of the parts that are not known. */
  readonly missing: readonly string[];
};

/** What a sum is made for. */
export type CostTerms = {
  readonly workload?: Workload | undefined;
  /** A bid for the GPUs, $/hour, in the place of the offer's price. */
  readonly bid?: number | undefined;
  /** The SLA target that the offer was priced with. */
  readonly pricedTarget?: number | undefined;
};

/** What stands for the premium among the parts that are not known. */
const PREMIUM = 'search.slaPremiumPerHour';

/** The sum for `offer`. With a job and no bid its total is the `job_hour` of `jobCost`. */
export const costSum = (offer: Offer, { workload, bid, pricedTarget }: CostTerms): CostSum => {
  const { dph_total: total, storage_total_cost: searchDisk, storage_cost: disk } = offer;
  const line = (part: CostLine['part'], from: CostLine['from'], hourly: unknown): CostLine => ({
    part,
    from,
    hourly: isKnown(hourly) ? hourly : null,
  });
  const less = isKnown(searchDisk) ? -searchDisk : null;
  if (workload === undefined && bid === undefined) {
    // The service itself gives this total, whatever it says of its parts.
    const isGiven = isKnown(total);
    const gpus = line('gpus', 'computed', isGiven && isKnown(searchDisk) ? total - searchDisk : null);
    return {
      lines: [gpus, line('searchDisk', 'service', searchDisk)],
      total: isGiven ? total : null,
      missing: missingOf({ dph_total: total }),
    };
  }
  if (workload === undefined) {
    return summed(
      [line('bid', 'user', bid), line('searchDisk', 'service', searchDisk)],
      [...missingOf({ storage_total_cost: searchDisk }), ...premiumMissing(offer, bid, undefined, pricedTarget)],
    );
  }
  const { hours, diskGb, downGb, upGb, slaTarget } = workload;
  const { inet_down_cost: down, inet_up_cost: up } = offer;
  const spread = (gigabytes: number, price: unknown) => (isKnown(price) ? (gigabytes * price) / hours : null);
  const rent =
    bid === undefined
      ? [line('price', 'service', total), line('lessSearchDisk', 'service', less)]
      : [line('bid', 'user', bid)];
  const needed = {
    ...(bid === undefined && { dph_total: total, storage_total_cost: searchDisk }),
    storage_cost: disk,
    inet_down_cost: down,
    inet_up_cost: up,
  };
  return summed(
    [
      ...rent,
      line('jobDisk', 'computed', isKnown(disk) ? (disk * diskGb) / HOURS_A_MONTH : null),
      line('down', 'computed', spread(downGb, down)),
      line('up', 'computed', spread(upGb, up)),
    ],
    [...missingOf(needed), ...premiumMissing(offer, bid, slaTarget, pricedTarget)],
  );
};

const missingOf = (needed: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(needed).flatMap(([name, value]) => (isKnown(value) ? [] : [name]));

/** The premium depends on the price: the one that the service names says nothing of what it is at a bid. */
const premiumMissing = (
  offer: Offer,
  bid: number | undefined,
  wanted: number | undefined,
  pricedTarget: number | undefined,
): readonly string[] => {
  if (bid !== undefined) return wanted === undefined && pricedTarget === undefined ? [] : [PREMIUM];
  if (wanted === undefined) return [];
  return wanted === pricedTarget && isKnown(premiumOf(offer)) ? [] : [PREMIUM];
};

const summed = (lines: readonly CostLine[], missing: readonly string[]): CostSum => {
  const sum = lines.reduce((total, { hourly }) => total + (hourly ?? Number.NaN), 0);
  return { lines, missing, total: missing.length === 0 && isKnown(sum) ? sum : null };
};

const SECONDS_AN_HOUR = 3600;

/** What an offer has where that is less than a job needs: the hours that it stays available, its free disk in GB. */
type Shortfall = { readonly hours?: number; readonly diskGb?: number };

/** What `offer` has too little of for `workload`; undefined where nothing is known to lack. */
export const shortfallOf = (offer: Offer, { hours, diskGb }: Workload): Shortfall | undefined => {
  const { duration, disk_space: free } = offer;
  const isTooShort = isKnown(duration) && duration < hours * SECONDS_AN_HOUR;
  const isTooSmall = isKnown(free) && free < diskGb;
  if (!isTooShort && !isTooSmall) return undefined;
  return {
    ...(isTooShort && { hours: Math.max(0, duration / SECONDS_AN_HOUR) }),
    ...(isTooSmall && { diskGb: free }),
  };
};
