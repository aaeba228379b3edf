/** What an offer costs, line by line: with a job or without one, at its price or at a bid. Pure. */

import { HOURS_A_MONTH } from '../base/time.ts';
import type { Offer } from '../catalogue/values.ts';
import { isKnown, premiumOf, type Workload } from './job-cost.ts';

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
