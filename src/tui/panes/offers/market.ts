/** Where one offer's price stands among those that came with it, as its page of the market tells it (`position/`). Pure. */
import type { Offer } from '../../../catalogue/values.ts';
import { cohortOf, type Likeness, USUAL_LIKENESS } from '../../../pricing/likeness.ts';
import { isSameOffer, peerOf, subjectOf } from '../../../pricing/peer.ts';
import { placeAt } from '../../../pricing/place.ts';

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

const ANY: Likeness = { ...USUAL_LIKENESS, verification: 'any' };

/**
 * How the total price of `offer` (docs/interface.md, Offer) compares among `offers`: with those of as many of the same GPU, and per GPU
 * with all of the same GPU. Nothing for an offer whose price, model or count is not known.
 */
export const standings = (offer: Offer, offers: readonly Offer[]): readonly Standing[] => {
  const subject = subjectOf(offer);
  const own = peerOf(offer);
  if (subject?.gpus === undefined || own === undefined) return [];
  const { model, gpus } = subject;
  const sameModel = offers.filter(({ gpu_name }) => gpu_name === model).flatMap((other) => peerOf(other) ?? []);
  const self = sameModel.find((peer) => isSameOffer(peer, own));
  const standing = (like: string, likeness: Likeness, times: number): Standing => {
    const others = cohortOf(own, sameModel, likeness).filter((peer) => peer !== self);
    const { rank, count, spread } = placeAt(
      own.price,
      others.map(({ price }) => price).sort((a, b) => a - b),
    );
    return { like, rank, count, lowest: spread.min * times, median: spread.median * times, own: own.price * times };
  };
  return [standing(`${gpus}x ${model}`, { ...ANY, gpus: 'same' }, gpus), standing(`${model}, per GPU`, ANY, 1)];
};
