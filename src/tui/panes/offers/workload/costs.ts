/** What a job costs on offers as they are priced. Pure. */
import type { Offer } from '../../../../catalogue/values.ts';
import { type Workload, withJobCost } from '../../../../pricing/job-cost.ts';
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

/** True when prices for `pricing` have the SLA premium in them that the job wants. */
export const isPricedFor = ({ slaTarget }: Workload, pricing: Pricing | undefined): boolean =>
  slaTarget === undefined || pricing?.slaTarget === slaTarget;
