/**
 * What a recorded answer changes in what is known: which intervals end and which begin. An interval is a time in which an offer
 * was seen with the same price and traits. Pure.
 */

/**
 * How an interval ended. `changed`: the offer was there, but otherwise. `absent`: an answer that would have held it did not. `unseen`: nobody
 * knows, as the answer was cut before it could have come, or nobody asked for too long.
 */
export type Ending = (typeof ENDINGS)[number];

/** All of them, in an order that files rely on. */
export const ENDINGS = ['changed', 'absent', 'unseen'] as const;

/** After so long without an answer nobody knows what stood meanwhile. */
export const LONGEST_GAP_MS = 6 * 3_600_000;

/** What stands of an interval that has not ended, `traits` by the number that the store knows them by. */
export type Standing = {
  readonly price: number | null;
  readonly minimumBid: number | null;
  readonly traits: number;
};

/** An offer of an answer, its traits by number. */
type Seen = Standing & { readonly offerId: number };

/** What an answer changes: both by offer id. */
export type RoundDifference = {
  readonly ended: readonly { readonly offerId: number; readonly ending: Ending }[];
  readonly begun: readonly Seen[];
};

/**
 * What the offers of an answer change in those that stood before it. An answer that is not whole tells nothing of what it does not hold.
 * Of two offers with one id the first counts.
 */
export const roundDifference = (
  standing: ReadonlyMap<number, Standing>,
  seen: readonly Seen[],
  isWhole: boolean,
): RoundDifference => {
  const ended: { offerId: number; ending: Ending }[] = [];
  const begun: Seen[] = [];
  const met = new Set<number>();
  for (const offer of seen) {
    if (met.has(offer.offerId)) continue;
    met.add(offer.offerId);
    const before = standing.get(offer.offerId);
    if (before !== undefined && isSame(before, offer)) continue;
    if (before !== undefined) ended.push({ offerId: offer.offerId, ending: 'changed' });
    begun.push(offer);
  }
  const ending = isWhole ? 'absent' : 'unseen';
  for (const offerId of standing.keys()) if (!met.has(offerId)) ended.push({ offerId, ending });
  return { ended, begun };
};

const isSame = (one: Standing, other: Standing): boolean =>
  one.price === other.price && one.minimumBid === other.minimumBid && one.traits === other.traits;
