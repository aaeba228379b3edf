/** What renting an offer costs, while it runs and while it is stopped; prices in words, the price that confirms, and what may be bid. Pure. */

import type { RentRequest } from '../api/requests.ts';
import { HOURS_A_MONTH } from '../base/time.ts';
import type { Offer } from '../catalogue/values.ts';
import { hourly, priceText, toTheCent } from '../money/money.ts';
import { isKnown, premiumOf, type Workload } from '../pricing/job-cost.ts';
import { costSpans, hoursLeft, leftWords } from '../pricing/time-left.ts';

/** Amounts in $; each is undefined where a part of it is not known. */
export type RentalCost = {
  /** An hour of its GPUs while it runs, and of the SLA cover. */
  readonly gpusPerHour: number | undefined;
  /** An hour while it runs: GPUs, disk and SLA cover. */
  readonly perHour: number | undefined;
  /** Until the offer ends; undefined where the service does not say. */
  readonly hoursLeft: number | undefined;
  /** The hours and the traffic of the job, with the disk of the plan; undefined without a job. */
  readonly job: number | undefined;
  /** An hour while it is stopped: its disk, until it is destroyed. */
  readonly stoppedPerHour: number | undefined;
};

/** What decides about the price, besides the offer. */
type Priced = Pick<RentRequest, 'diskGb' | 'bid' | 'slaTarget'>;

/** What `plan` costs on `offer`, which was asked for with the plan's target where it has one. */
export const rentalCost = (offer: Offer, plan: Priced, job?: Workload): RentalCost => {
  const disk = isKnown(offer.storage_cost) ? (offer.storage_cost * plan.diskGb) / HOURS_A_MONTH : undefined;
  const gpus = gpusPerHour(offer, plan);
  const perHour = sum(gpus, disk);
  return {
    gpusPerHour: gpus,
    perHour,
    hoursLeft: hoursLeft(offer.duration),
    job: job && sum(times(job.hours, perHour), traffic(offer, job)),
    stoppedPerHour: disk,
  };
};

/** GPUs and SLA cover, $/hour: the price of the search without its disk, or the bid with the premium that its price would have. */
const gpusPerHour = (offer: Offer, { bid, slaTarget }: Priced): number | undefined => {
  const { dph_total: total, storage_total_cost: searchDisk, dph_base: base } = offer;
  const premium = slaTarget === undefined ? 0 : premiumOf(offer);
  if (!isKnown(premium)) return undefined;
  if (bid === undefined) return isKnown(total) && isKnown(searchDisk) ? total - searchDisk : undefined;
  if (premium === 0) return bid;
  // The premium is a share of the GPUs' price (docs/interface.md, Decisions).
  return isKnown(base) && base > 0 ? bid + (premium * bid) / base : undefined;
};

const traffic = (offer: Offer, { downGb, upGb }: Workload): number | undefined => {
  const { inet_down_cost: down, inet_up_cost: up } = offer;
  return isKnown(down) && isKnown(up) ? downGb * down + upGb * up : undefined;
};

const sum = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : one + other;

const times = (count: number, amount: number | undefined): number | undefined =>
  amount === undefined ? undefined : count * amount;

/** Why `typed` does not confirm renting at `perHour`; undefined where it does. */
export const priceProblem = (perHour: number, typed: string): string | undefined => {
  const expected = priceText(perHour);
  if (typed.trim() !== '' && Number(typed.trim()) === Number(expected)) return undefined;
  return `Nothing was sent: to continue, type the price per hour, ${expected}.`;
};

/** That a part of the price is missing. */
export const PRICE_UNKNOWN = 'The price is not known: the service did not name all of its parts.';

/** What renting costs, in one line; what is not known is said so. */
export const costWords = ({ perHour, hoursLeft: left, stoppedPerHour }: RentalCost): string => {
  if (perHour === undefined) return PRICE_UNKNOWN;
  const stopped = stoppedPerHour === undefined ? '' : `; stopped ${hourly(stoppedPerHour)} until it is destroyed`;
  const amounts = costSpans(left).map(({ name, hours }) => {
    const amount = toTheCent(perHour * hours);
    if (name === 'end') return `until it ends, in ${leftWords(hours)}: ${amount}`;
    return `${amount} ${name === 'day' ? 'a day' : 'in 30 days'}`;
  });
  return `${[hourly(perHour), ...amounts].join(', ')}${stopped}`;
};

/** What may be bid, in $/hour (docs/interface.md, Create instance; docs/interface.md, Change instance). */
export const BIDS = { least: 0.001, mostToRent: 128, mostToChange: 32 } as const;
