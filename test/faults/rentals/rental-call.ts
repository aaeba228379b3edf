/** The two calls of renting: they are made by a script, and their cells stand beside those of the panes. */

/** Their names in the matrix. */
export const RENTAL_CALLS = ['rentOffer', 'coverOffer'] as const;

/** One of them. */
export type RentalCall = (typeof RENTAL_CALLS)[number];
