/** Ids of offers: an offer that is put up again comes back under a new one. */

const FIRST_OFFER_ID = 21_000_000;

/** How much an offer's id grows each time it is put up again: more than all offers of the largest market take. */
export const OFFER_ID_STRIDE = 4_000_000;

/** The id under which the offer at `place` of the market is put up the first time. */
export const firstOfferId = (place: number): number => FIRST_OFFER_ID + place * 31 + ((place * 17) % 31);
