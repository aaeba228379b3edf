/** Which offers a cohort compares, and in what they are like one offer beside the model of their GPUs. Pure. */
import { pricePerGpu } from '../catalogue/computed-fields.ts';
import { continentOf, countryOfPlace } from '../catalogue/countries.ts';

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
  /** DLPerf per $/hour. */
  readonly score?: number;
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
    ...(typeof offer.dlperf_per_dphtotal === 'number' && { score: offer.dlperf_per_dphtotal }),
  };
};

/** `hosting_type` of a machine in a datacenter (docs/interface.md, Decisions). */
export const DATACENTER = 1;

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

/** What may be asked of a cohort, each with the ways of asking it: the first asks nothing. */
export const ALIKE_IN = {
  gpus: ['any', 'same'],
  verification: ['any', 'same'],
  place: ['any', 'continent', 'country'],
  reliability: ['any', 'same'],
  datacenter: ['any', 'same'],
} as const;

/** One of them. */
export type AlikeIn = keyof typeof ALIKE_IN;

/** What is asked of each. */
export type Likeness = { readonly [Name in AlikeIn]: (typeof ALIKE_IN)[Name][number] };

/** What `gpudeck market` compares: a search without conditions shows verified offers only. */
export const USUAL_LIKENESS: Likeness = {
  gpus: 'any',
  verification: 'same',
  place: 'any',
  reliability: 'any',
  datacenter: 'any',
};

/** The same with the next way of asking one thing; behind the last one comes the first. */
export const likenessTurned = (likeness: Likeness, name: AlikeIn): Likeness => {
  const ways: readonly string[] = ALIKE_IN[name];
  const next = ways[(ways.indexOf(likeness[name]) + 1) % ways.length];
  // The way comes from the list of this very name.
  return { ...likeness, [name]: next } as Likeness;
};

/** Whether another offer of the same model is as alike to `subject` as `likeness` asks; of what is not known, that both lack it. */
const isAlike = (subject: Subject, likeness: Likeness): ((other: Subject) => boolean) => {
  const own = keysOf(subject, likeness);
  return (other) => keysOf(other, likeness).every((key, place) => key === own[place]);
};

/** What two offers have in common exactly when they are alike. */
export const likenessKey = (subject: Subject, likeness: Likeness): string => JSON.stringify(keysOf(subject, likeness));

const keysOf = (
  { model, gpus, verification, continent, country, reliability, isInDatacenter }: Subject,
  likeness: Likeness,
): readonly (string | number | boolean | undefined)[] => [
  model,
  likeness.gpus === 'any' ? undefined : gpus,
  likeness.verification === 'any' ? undefined : verification,
  likeness.place === 'any' ? undefined : likeness.place === 'country' ? country : continent,
  likeness.reliability === 'any' ? undefined : bandOf(reliability),
  likeness.datacenter === 'any' ? undefined : isInDatacenter,
];

/** Where bands of reliability begin, from 0 to 1: people count in nines. */
const BANDS = [0, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999] as const;

/** The band that a reliability is in: from the first up to but without the second; absent where the highest band has no such end. */
export const boundsOf = (reliability: number): { readonly from: number; readonly to?: number } => {
  const above = BANDS.findIndex((from) => from > reliability);
  const to = BANDS[above];
  return to === undefined ? { from: BANDS.at(-1) ?? 1 } : { from: BANDS[above - 1] ?? 0, to };
};

/** That band as it is said: `99 to 99.5 %`; undefined where the reliability is not known. */
export const bandOf = (reliability: number | undefined): string | undefined => {
  if (reliability === undefined) return undefined;
  const { from, to } = boundsOf(reliability);
  if (to === undefined) return `${percent(from)} % and more`;
  return from === 0 ? `under ${percent(to)} %` : `${percent(from)} to ${percent(to)} %`;
};

const percent = (share: number): string => String(Number((share * 100).toFixed(1)));

/** Of `peers` those that are alike to `subject`. */
export const cohortOf = (subject: Subject, peers: readonly Peer[], likeness: Likeness): readonly Peer[] =>
  peers.filter(isAlike(subject, likeness));
