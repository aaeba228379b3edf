/** What a review comes to: each offer as it is now, what it costs, and why it cannot be rented like that. Pure. */
import type { RentRequest } from '../../../../api/requests.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import type { Workload } from '../../../../pricing/job-cost.ts';
import { type RentalCost, rentalCost } from '../../../../rentals/cost.ts';
import { planProblems } from '../../../../rentals/plan.ts';
import { lastArrived } from '../../../state/remote.ts';
import type { RentPage, Review } from './page.ts';

/** One offer of a review; it has no `offer` while that is not known, and when it is gone. */
export type JudgedOffer = {
  readonly plan: RentRequest;
  readonly offer: Offer | undefined;
  readonly cost: RentalCost | undefined;
  /** What is wrong with it, in words. */
  readonly problems: readonly string[];
};

/** The request for the offer at `place`; its environment and its script are masked. */
export const maskedPlan = ({ masked, labels }: Review, offerIds: readonly number[], place = 0): RentRequest => ({
  ...masked,
  offerId: offerIds[place] ?? 0,
  label: labels[place] ?? '',
});

/** Each offer; undefined as long as the service has not said what they are now. */
export const judgedOffers = (
  { offerIds }: Pick<RentPage, 'offerIds'>,
  review: Review,
  job: Workload | undefined,
): readonly JudgedOffer[] | undefined => {
  const now = lastArrived(review.offers)?.value;
  if (now === undefined || review.offers.stage !== 'loaded') return undefined;
  return offerIds.map((offerId, place) => {
    const plan = maskedPlan(review, offerIds, place);
    const offer = now.find(({ id }) => id === offerId);
    if (offer === undefined) return { plan, offer, cost: undefined, problems: [GONE] };
    const cost = rentalCost(offer, plan, job);
    const problems = planProblems(plan, offer).map(({ message }) => message);
    return { plan, offer, cost, problems: cost.perHour === undefined ? [...problems, NO_PRICE] : problems };
  });
};

const GONE = 'It is gone: taken, or with less disk or SLA than is asked for. Go back with Esc, and search again.';
const NO_PRICE = 'The service does not name all parts of its price, so that it cannot be confirmed.';

/** $/hour of all of them; undefined where one cannot be rented, and as long as that is not known. */
export const totalOf = (offers: readonly JudgedOffer[] | undefined): number | undefined => {
  if (offers === undefined || offers.some(({ problems }) => problems.length > 0)) return undefined;
  return offers.reduce((sum, { cost }) => sum + (cost?.perHour ?? 0), 0);
};
