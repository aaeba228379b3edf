/** The market as it stood at some moments, put together again from intervals. Pure. */
import type { Offer } from '../catalogue/values.ts';
import { traitsOf } from './kept-offer.ts';
import type { Interval } from './store.ts';

/** What stood at a moment, in no order. */
type Standing = { readonly atEpochMs: number; readonly offers: readonly Offer[] };

/**
 * What stood at each of `moments` (ascending), of `intervals` (by their beginning) those whose offer `isMeant` is true of. An offer has its
 * prices and those of its traits that are among `fields`: a month has millions of intervals.
 */
export const marketAt = function* (
  intervals: readonly Interval[],
  moments: readonly number[],
  isMeant: (offer: Offer) => boolean,
  fields: readonly string[],
): Generator<Standing> {
  const traits = new Map<string, Offer>();
  const wantedOf = (text: string): Offer => {
    const all = traitsOf(text);
    return Object.fromEntries(fields.map((name) => [name, all[name]]));
  };
  let standing: { readonly offer: Offer; readonly untilEpochMs: number }[] = [];
  let next = 0;
  for (const atEpochMs of moments) {
    standing = standing.filter(({ untilEpochMs }) => untilEpochMs > atEpochMs);
    for (; next < intervals.length; next++) {
      const interval = intervals[next];
      if (interval === undefined || interval.fromEpochMs > atEpochMs) break;
      const untilEpochMs = interval.untilEpochMs ?? Number.POSITIVE_INFINITY;
      if (untilEpochMs <= atEpochMs) continue;
      const offer = { ...traits.getOrInsertComputed(interval.traits, wantedOf), ...movingOf(interval) };
      if (isMeant(offer)) standing.push({ offer, untilEpochMs });
    }
    yield { atEpochMs, offers: standing.map(({ offer }) => offer) };
  }
};

/** The offer as it was in the interval, as far as it is kept. */
export const offerOf = (interval: Interval): Offer => ({ ...traitsOf(interval.traits), ...movingOf(interval) });

const movingOf = ({ offerId, price, minimumBid }: Interval): Offer => ({
  id: offerId,
  dph_total: price,
  min_bid: minimumBid,
});
