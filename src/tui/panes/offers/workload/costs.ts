/** What a job costs on offers as they are priced. Pure. */
import type { Offer } from '../../../../catalogue/values.ts';
import { JOB_FIELDS, type Workload, withJobCost } from '../../../../pricing/job-cost.ts';
import type { Pricing } from '../pricing.ts';

/** The offers with what `workload` costs on each, where one is known; `pricing` is what their prices are for. */
export const withCosts = (
  offers: readonly Offer[],
  workload: Workload | undefined,
  pricing: Pricing | undefined,
): readonly Offer[] => {
  if (workload === undefined) return offers;
  const isCovered = isPricedFor(workload, pricing);
  return offers.map((offer) => withJobCost(offer, workload, isCovered));
};

/** The offers without what a job costs on them. */
export const withoutCosts = (offers: readonly Offer[]): readonly Offer[] => offers.map(withoutCost);

const withoutCost = (offer: Offer): Offer => {
  if (!JOB_FIELDS.some((name) => name in offer)) return offer;
  const { job_total: _, job_hour: __, ...rest } = offer;
  return rest;
};

/** True when prices for `pricing` have the SLA premium in them that the job wants. */
export const isPricedFor = ({ slaTarget }: Workload, pricing: Pricing | undefined): boolean =>
  slaTarget === undefined || pricing?.slaTarget === slaTarget;
