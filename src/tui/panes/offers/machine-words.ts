/** What the offers here tell about machines: a few words for each, to recognise it by. Pure. */

import { displayText, formatCell } from '../../../catalogue/format.ts';
import { findOfferField } from '../../../catalogue/lookup.ts';
import type { Offer } from '../../../catalogue/values.ts';

/** `4x RTX 4090, US` for each machine among `offers`, by machine id; of several offers of a machine the largest counts. */
export const machineWords = (offers: readonly Offer[]): ReadonlyMap<number, string> => {
  const largest = new Map<number, Offer>();
  for (const offer of offers) {
    const id = offer.machine_id;
    if (typeof id === 'number' && (offer.num_gpus ?? 0) > (largest.get(id)?.num_gpus ?? -1)) largest.set(id, offer);
  }
  return new Map([...largest].map(([id, offer]) => [id, wordsOf(offer)]));
};

const place = findOfferField('geolocation');

const wordsOf = (offer: Offer): string => {
  const country = place === undefined ? '-' : formatCell(place, offer.geolocation);
  return `${offer.num_gpus ?? '?'}x ${displayText(offer.gpu_name ?? '?')}${country === '-' ? '' : `, ${country}`}`;
};

/** The machines that `offers` are on, each once. */
export const machinesOf = (offers: readonly Offer[]): readonly number[] => [
  ...new Set(offers.flatMap((offer) => offer.machine_id ?? [])),
];
