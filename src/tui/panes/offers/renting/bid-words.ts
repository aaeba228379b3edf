/** Where a bid stands among the least bids of the offers in the list. Pure. */
import type { Offer } from '../../../../catalogue/values.ts';
import { placeAt } from '../../../../pricing/place.ts';
import { leastBidText } from '../../../../rentals/price-words.ts';
import { leastBid } from '../workload/bid.ts';

/** The place of `bid`, $/hour for the whole of `offer`, among those `seen`; what the least bid is where nothing is bid. */
export const bidWords = (bid: number | undefined, offer: Offer | undefined, seen: readonly Offer[]): string => {
  const least = leastBid(offer);
  const known = least === undefined ? '' : `The least bid here is $${leastBidText(least)}/h. `;
  const gpus = offer?.num_gpus ?? 0;
  const others = perGpu(seen.filter(({ id, gpu_name: model }) => id !== offer?.id && model === offer?.gpu_name));
  if (bid === undefined || gpus < 1) return `${known}Empty: on demand, which nobody can outbid.`;
  if (others.length === 0) return `${known}No other offer of this model is in the list to compare the bid with.`;
  const { cheaper, equal } = placeAt(bid / gpus, others);
  const taken = cheaper + equal;
  return `${known}$${(bid / gpus).toFixed(4)} for a GPU: enough for ${taken} of the ${others.length} other offers of ${offer?.gpu_name} in the list.`;
};

const perGpu = (offers: readonly Offer[]): readonly number[] =>
  offers
    .flatMap((offer) => {
      const least = leastBid(offer);
      return least === undefined || !offer.num_gpus ? [] : [least / offer.num_gpus];
    })
    .sort((a, b) => a - b);
