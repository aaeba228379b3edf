/** What of an offer is compared with others: its price for one GPU, and what they may have to be alike in. Pure. */
import { countryOfPlace } from '../catalogue/countries.ts';
import { pricePerGpu } from '../catalogue/gpu-price.ts';
import { continentOf } from '../catalogue/regions.ts';
import type { Offer } from '../catalogue/values.ts';

/** An offer among those that it is compared with. What is not known of it is absent. */
export type Peer = {
  /** The model of its GPUs. */
  readonly model: string;
  /** $/hour for one GPU, unrounded. */
  readonly price: number;
  readonly gpus?: number;
  readonly id?: number;
  readonly machineId?: number;
  readonly hostId?: number;
  readonly verification?: string;
  /** Two-letter code. */
  readonly country?: string;
  readonly continent?: string;
  /** From 0 to 1. */
  readonly reliability?: number;
  readonly isInDatacenter?: boolean;
  /** False for one that nobody can rent now, as when all of it is rented. */
  readonly isRentable?: boolean;
};

/** An offer that others are compared with; its own price may not be known. */
export type Subject = Omit<Peer, 'price'> & { readonly price?: number };

/** What is compared of `offer`; undefined where not even its model is known. */
export const subjectOf = (offer: Offer): Subject | undefined => {
  const { gpu_name: model, num_gpus: gpus, geolocation: place, hosting_type: hosting } = offer;
  if (typeof model !== 'string') return undefined;
  const price = pricePerGpu(offer);
  const country = typeof place === 'string' ? countryOfPlace(place) : undefined;
  const continent = country === undefined ? undefined : continentOf(country);
  return {
    model,
    ...(price !== undefined && { price }),
    ...(typeof gpus === 'number' && { gpus }),
    ...(typeof offer.id === 'number' && { id: offer.id }),
    ...(typeof offer.machine_id === 'number' && { machineId: offer.machine_id }),
    ...(typeof offer.host_id === 'number' && { hostId: offer.host_id }),
    ...(typeof offer.verification === 'string' && { verification: offer.verification }),
    ...(country !== undefined && { country }),
    ...(continent !== undefined && { continent }),
    ...(typeof offer.reliability === 'number' && { reliability: offer.reliability }),
    ...(typeof hosting === 'number' && { isInDatacenter: hosting === DATACENTER }),
    ...(typeof offer.rentable === 'boolean' && { isRentable: offer.rentable }),
  };
};

/** `hosting_type` of a machine in a datacenter (docs/interface.md, Decisions). */
const DATACENTER = 1;

/** The same where its price is known; undefined where it is not. */
export const peerOf = (offer: Offer): Peer | undefined => {
  const subject = subjectOf(offer);
  return subject?.price === undefined ? undefined : { ...subject, price: subject.price };
};

/** Whether both are one offer; of those that have no id what else is known of them tells. */
export const isSameOffer = (a: Subject, b: Subject): boolean =>
  a.id !== undefined || b.id !== undefined
    ? a.id === b.id
    : a.machineId === b.machineId && a.model === b.model && a.gpus === b.gpus && a.price === b.price;
