/** Which offers a cohort compares, and in what they are like one offer beside the model of their GPUs. Pure. */
import { pricePerGpu } from '../catalogue/computed-fields.ts';
import { continentOf, countryOfPlace } from '../catalogue/countries.ts';

import type { Offer } from '../catalogue/values.ts';
import { createGroups } from './grouping.ts';

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
  // A whole market is gone through: parts are put in one by one, as copying them from object to object takes several times as long.
  const subject: { -readonly [Part in keyof Subject]: Subject[Part] } = { model };
  const price = pricePerGpu(offer);
  if (price !== undefined) subject.price = price;
  if (typeof gpus === 'number') subject.gpus = gpus;
  if (typeof offer.id === 'number') subject.id = offer.id;
  if (typeof offer.machine_id === 'number') subject.machineId = offer.machine_id;
  if (typeof offer.host_id === 'number') subject.hostId = offer.host_id;
  if (typeof offer.verification === 'string') subject.verification = offer.verification;
  const country = typeof place === 'string' ? countryOfPlace(place) : undefined;
  const continent = country === undefined ? undefined : continentOf(country);
  if (country !== undefined) subject.country = country;
  if (continent !== undefined) subject.continent = continent;
  if (typeof offer.reliability === 'number') subject.reliability = offer.reliability;
  if (typeof hosting === 'number') subject.isInDatacenter = hosting === DATACENTER;
  if (typeof offer.rentable === 'boolean') subject.isRentable = offer.rentable;
  if (typeof offer.dlperf_per_dphtotal === 'number') subject.score = offer.dlperf_per_dphtotal;
  return subject;
};

/** `hosting_type` of a machine in a datacenter (docs/interface.md, Decisions). */
export const DATACENTER = 1;

/** The same where its price is known; undefined where it is not. */
export const peerOf = (offer: Offer): Peer | undefined => {
  const subject = subjectOf(offer);
  return subject !== undefined && isPriced(subject) ? subject : undefined;
};

const isPriced = (subject: Subject): subject is Peer => subject.price !== undefined;

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

// They are the names of this very object.
const ALIKE_NAMES = Object.keys(ALIKE_IN) as readonly AlikeIn[];

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
  const asked = partsAsked(likeness);
  const own = asked.map((partOf) => partOf(subject));
  return (other) => asked.every((partOf, place) => partOf(other) === own[place]);
};

/** What two offers have in common exactly when they are alike. */
export const likenessKey = (subject: Subject, likeness: Likeness): string =>
  JSON.stringify([subject.model, ...ALIKE_NAMES.map((name) => PARTS[name][likeness[name]]?.(subject))]);

/** The same for many offers, whose keys are written once each. */
export const likenessKeys = (likeness: Likeness): ((subject: Subject) => string) =>
  createGroups(partsAsked(likeness), (subject) => likenessKey(subject, likeness));

type Part = (subject: Subject) => string | number | boolean | undefined;

/** What is compared of each offer. */
const partsAsked = (likeness: Likeness): readonly Part[] => [
  ({ model }) => model,
  ...ALIKE_NAMES.flatMap((name) => PARTS[name][likeness[name]] ?? []),
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
export const bandOf = (reliability: number | undefined): string | undefined =>
  reliability === undefined ? undefined : BAND_WORDS.get(boundsOf(reliability).from);

const percent = (share: number): string => String(Number((share * 100).toFixed(1)));

const BAND_WORDS: ReadonlyMap<number, string> = new Map(
  BANDS.map((from, place) => {
    const to = BANDS[place + 1];
    if (to === undefined) return [from, `${percent(from)} % and more`];
    return [from, from === 0 ? `under ${percent(to)} %` : `${percent(from)} to ${percent(to)} %`];
  }),
);

const PARTS: Readonly<Record<AlikeIn, Readonly<Record<string, Part>>>> = {
  gpus: { same: ({ gpus }) => gpus },
  verification: { same: ({ verification }) => verification },
  place: { continent: ({ continent }) => continent, country: ({ country }) => country },
  reliability: { same: ({ reliability }) => bandOf(reliability) },
  datacenter: { same: ({ isInDatacenter }) => isInDatacenter },
};

/** Of `peers` those that are alike to `subject`. */
export const cohortOf = (subject: Subject, peers: readonly Peer[], likeness: Likeness): readonly Peer[] =>
  peers.filter(isAlike(subject, likeness));
