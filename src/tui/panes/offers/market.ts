/** Where one offer's price stands among those that came with it. Pure. */
import { pricePerGpu } from '../../../catalogue/gpu-price.ts';
import type { Offer } from '../../../catalogue/values.ts';

/** An offer's price among those of its like. Prices are in $/hour. */
type Standing = {
  /** What is compared: `4x RTX 4090`. */
  readonly like: string;
  /** Place of the offer from the cheapest, from 1; offers of one price share the first of their places. */
  readonly rank: number;
  /** How many there are, the offer among them. */
  readonly count: number;
  readonly lowest: number;
  readonly median: number;
  readonly own: number;
};

/**
 * How the total price of `offer` (docs/interface.md, Offer) compares among `offers`: with those of as many of the same GPU, and per GPU
 * with all of the same GPU. Nothing for an offer whose price, model or count is not known.
 */
export const standings = (offer: Offer, offers: readonly Offer[]): readonly Standing[] => {
  const { gpu_name: model, num_gpus: gpus } = offer;
  if (typeof model !== 'string' || typeof gpus !== 'number') return [];
  const sameModel = offers.filter(({ gpu_name }) => gpu_name === model);
  const sameCount = sameModel.filter(({ num_gpus }) => num_gpus === gpus);
  return [
    ...standing(`${gpus}x ${model}`, offer, sameCount, ({ dph_total }) => dph_total),
    ...standing(`${model}, per GPU`, offer, sameModel, pricePerGpu),
  ];
};

const standing = (
  like: string,
  offer: Offer,
  others: readonly Offer[],
  priceOf: (offer: Offer) => number | null | undefined,
): readonly Standing[] => {
  const own = priceOf(offer);
  const prices = others
    .map(priceOf)
    .filter((price) => typeof price === 'number')
    .sort((a, b) => a - b);
  const [lowest] = prices;
  if (typeof own !== 'number' || lowest === undefined) return [];
  const middle = Math.floor(prices.length / 2);
  const upper = prices[middle] ?? lowest;
  const median = prices.length % 2 === 1 ? upper : (upper + (prices[middle - 1] ?? upper)) / 2;
  return [{ like, rank: 1 + prices.filter((price) => price < own).length, count: prices.length, lowest, median, own }];
};
