/** What is played as a script does it: those cells stand beside those of the panes. */

/** The calls of renting, by their names in the matrix: creation with POST and with PUT, and the call for the SLA cover. */
export const RENTAL_CALLS = ['rentOffer', 'rentWithPut', 'coverOffer'] as const;

/** One of them. */
export type RentalCall = (typeof RENTAL_CALLS)[number];

/** What one call does to several instances, and the answers to a price increase. */
export const TOGETHER_CALLS = [
  'stopTogether',
  'startTogether',
  'destroyTogether',
  'acceptIncrease',
  'rejectIncrease',
] as const;

/** One of them. */
export type TogetherCall = (typeof TOGETHER_CALLS)[number];

/** Those, a list that comes by pages, and several that are destroyed or priced one after the other. */
export const COMMAND_CALLS = [
  ...RENTAL_CALLS,
  'listInstances',
  'destroySeveral',
  ...TOGETHER_CALLS,
  'priceSeveral',
] as const;

/** One of them. */
export type CommandCall = (typeof COMMAND_CALLS)[number];

/** What a script may be told of what was certainly not done, by its exit code. */
export const REFUSED_CODES: readonly number[] = [1, 3, 4, 5];
