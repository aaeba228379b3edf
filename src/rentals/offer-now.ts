/** The offer as it is now, asked for just before it is rented: whether it is still there, and whether it has become dearer. Pure. */
import type { RentRequest, SearchRequest } from '../api/requests.ts';
import type { Offer } from '../catalogue/values.ts';
import { filtersByDefault } from '../filter/defaults.ts';
import { rentalCost } from './cost.ts';

/** What the price of an offer depends on. */
type Priced = Pick<RentRequest, 'offerId' | 'diskGb' | 'bid' | 'slaTarget'>;

/** Conditions that say whether an offer can be rented now; the other defaults are lifted for one that is known by its id. */
const IN_FORCE = ['rentable', 'rented'];

/** The search that brings the offer alone, at its price on demand, with the disk and the SLA cover of `plan`. */
export const offerSearch = ({ offerId, diskGb, slaTarget }: Omit<Priced, 'bid'>): SearchRequest => ({
  filters: {
    id: { eq: offerId },
    ...filtersByDefault((field) => IN_FORCE.includes(field)),
    ...(slaTarget !== undefined && { target_reliability: { eq: slaTarget } }),
  },
  limit: 1,
  type: 'ondemand',
  order: [['dph_total', 'asc']],
  allocatedStorageGb: diskGb,
});

/** What became of an offer: `dearer` names in $/hour what it costs now, undefined where that is not known, and what was agreed to. */
export type OfferNow =
  | { readonly kind: 'as-agreed'; readonly offer: Offer }
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'dearer';
      readonly offer: Offer;
      readonly perHour: number | undefined;
      readonly atMostPerHour: number;
    };

/** Prices that differ by less than a millionth of a dollar are the same: they are sums of fractions. */
const ROUNDING = 1e-6;

/** True where `perHour` is more than was agreed to, in $/hour. */
export const costsMore = (perHour: number, atMostPerHour: number): boolean => perHour > atMostPerHour + ROUNDING;

/** Judges what `offerSearch` has brought by `atMostPerHour`, the $/hour that were agreed to; absent: any price. */
export const offerNow = (offers: readonly Offer[], plan: Priced, atMostPerHour: number | undefined): OfferNow => {
  const offer = offers.find(({ id }) => id === plan.offerId);
  if (offer === undefined) return { kind: 'gone' };
  if (atMostPerHour === undefined) return { kind: 'as-agreed', offer };
  const { perHour } = rentalCost(offer, plan);
  return perHour !== undefined && !costsMore(perHour, atMostPerHour)
    ? { kind: 'as-agreed', offer }
    : { kind: 'dearer', offer, perHour, atMostPerHour };
};
