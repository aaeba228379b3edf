/** Renting a volume of an offer, a new one or the clone of one that is there, as one kind of write. */
import { callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import type { VolumeReceipt } from '../api/records/replies.ts';
import { grouped, named } from '../base/figures.ts';
import { HOURS_A_MONTH } from '../base/time.ts';
import type { Volume, VolumeOffer } from '../catalogue/values.ts';
import { VOLUME_OFFER_FIELDS } from '../catalogue/volume-offer-fields.ts';
import { readStorageGb } from '../filter/value.ts';
import { dollars, toTheCent } from '../money/money.ts';
import { VOLUME_RENTS, type VolumeRent } from '../storage/journal/profile-journal.ts';
import { sendNoted } from '../writes/claimed-line.ts';
import { targetsAmong, usualCommand, usualKeys, usualWords, type WriteKind } from '../writes/write-kind.ts';
import { recordWords } from './words.ts';

/** What is made of the disk that is left: so many GB, called so, or with what is on a volume of the caller's. */
export type VolumeWish =
  | { readonly kind: 'rent-volume'; readonly gb: number; readonly name?: string | undefined }
  | { readonly kind: 'clone-volume'; readonly gb: number; readonly sourceId: number };

/** The offer as it was in the newest list that had it, and the volumes that may be cloned, as far as they are known. */
type OfferTarget = {
  readonly id: number;
  readonly offer: VolumeOffer;
  readonly volumes?: readonly Volume[];
  readonly isGone?: true;
};

/** The types of it. */
export type VolumeOfferWrite = {
  readonly name: VolumeRent;
  readonly request: VolumeWish;
  readonly row: VolumeOffer;
  readonly target: OfferTarget;
  readonly reply: VolumeReceipt;
};

const TITLES = { 'rent-volume': 'Rent a volume of', 'clone-volume': 'Clone a volume to' } as const;

/** Why a volume cannot be called that; undefined when it can. */
export const nameProblem = (name: string): string | undefined =>
  /^\w{1,64}$/.test(name) ? undefined : 'A name has 1 to 64 letters, digits and _.';

/** Why so much cannot be had of the offer; undefined when it can, as far as is known. */
export const roomProblem = ({ disk_space: freeGb }: VolumeOffer, gb: number): string | undefined =>
  typeof freeGb === 'number' && gb > freeGb
    ? `${gigabytes(gb)} are more than the ${gigabytes(freeGb)} that are left there.`
    : undefined;

/** The clone of the volume `sourceId` among those of the caller's, as large as that unless `gb` says more; or why there can be none. */
export const cloneOf = (
  volumes: readonly Volume[],
  sourceId: number,
  gb: number | undefined,
): Extract<VolumeWish, { readonly kind: 'clone-volume' }> | { readonly problem: string } => {
  const source = volumes.find(({ id }) => id === sourceId);
  const least = source?.disk_space;
  if (source === undefined) return { problem: `Volume ${sourceId} is not in your list.` };
  if (typeof least !== 'number' && gb === undefined) return { problem: 'Its size is not known: say how large.' };
  if (typeof least === 'number' && gb !== undefined && gb < least)
    return { problem: `A clone is no smaller than its source: volume ${sourceId} has ${gigabytes(least)}.` };
  return { kind: 'clone-volume', sourceId, gb: gb ?? Math.ceil(least ?? 0) };
};

const gigabytes = (gb: number): string => `${grouped(Math.floor(gb * 10) / 10)} GB`;

const wishOf = (
  kind: VolumeRent,
  typed: string,
  [target]: readonly OfferTarget[],
): VolumeWish | { problem: string } => {
  const words = typed.trim().split(/\s+/);
  if (kind === 'rent-volume') {
    const [size = '', name, ...rest] = words;
    const gb = readStorageGb(size);
    if (gb === undefined || rest.length > 0) return { problem: 'Write 200 for 200 GB, or 200 data to call it data.' };
    const problem = (name && nameProblem(name)) ?? (target && roomProblem(target.offer, gb));
    return problem === undefined ? { kind, gb, name } : { problem };
  }
  const [id = '', size, ...rest] = words;
  const gb = size === undefined ? undefined : readStorageGb(size);
  if (!/^\d{1,15}$/.test(id) || rest.length > 0 || (size !== undefined && gb === undefined))
    return { problem: 'Write 12 to clone your volume 12, or 12 300 for a clone of 300 GB.' };
  const wish = cloneOf(target?.volumes ?? [], Number(id), gb);
  const problem = 'problem' in wish ? undefined : target && roomProblem(target.offer, wish.gb);
  return problem === undefined ? wish : { problem };
};

const FIGURES = ['machine_id', 'disk_space', 'storage_cost', 'disk_bw', 'geolocation', 'duration'];

const offerWords = ({ id, offer, isGone }: OfferTarget): string =>
  isGone ? `${id} is no longer in the list.` : recordWords(offer, VOLUME_OFFER_FIELDS, FIGURES);

const hourlyOf = (gb: number, { storage_cost: price }: VolumeOffer): number | undefined =>
  typeof price === 'number' ? (price * gb) / HOURS_A_MONTH : undefined;

const costWords = ({ gb }: VolumeWish, { offer }: OfferTarget): string => {
  const { storage_cost: price } = offer;
  if (typeof price !== 'number') return 'What it costs is not told.';
  return `${gigabytes(gb)} at ${dollars(price.toFixed(3))} per GB and month cost ${toTheCent(price * gb)} a month, used or not, until the volume is deleted.`;
};

export const VOLUME_OFFER_WRITE: WriteKind<VolumeOfferWrite> = {
  names: VOLUME_RENTS,
  noun: 'offer',
  title: (kind, ids) => `${TITLES[kind]} ${named(ids, 'offer')}`,
  list: CALLS.volumeOffers,
  targetsOf: targetsAmong((id, offer: VolumeOffer, earlier?: OfferTarget): OfferTarget => ({ ...earlier, id, offer })),
  field: (kind) => ({
    label: kind === 'rent-volume' ? 'Size in GB, and a name:' : 'Volume, and size in GB:',
    maximum: 100,
    typed: (targets) => (kind === 'rent-volume' ? '' : String(targets[0]?.volumes?.[0]?.id ?? '')),
    lines: (targets) => [
      ...targets.map((target) => ({ text: offerWords(target) })),
      { text: ' ' },
      kind === 'rent-volume'
        ? { text: '200 is a volume of 200 GB; 200 data is one that is called data.' }
        : { text: '12 clones your volume 12 in its size; 12 300 makes a clone of 300 GB.' },
    ],
  }),
  requestOf: wishOf,
  verb: ({ kind }) => (kind === 'rent-volume' ? 'rent it' : 'clone to it'),
  refusal: ({ id, isGone }) => (isGone ? `Offer ${id} is no longer in the list.` : undefined),

  call: ({ id: offerId }, wish) =>
    wish.kind === 'rent-volume'
      ? callOf(CALLS.rentVolume, { offerId, gb: wish.gb, name: wish.name })
      : callOf(CALLS.cloneVolume, { offerId, gb: wish.gb, sourceId: wish.sourceId }),
  send: ({ id: offerId }, wish, parts) => {
    const { kind, gb } = wish;
    const value = wish.kind === 'rent-volume' ? `${gb} ${wish.name ?? ''}`.trim() : `${wish.sourceId} ${gb}`;
    const noted = { instanceId: offerId, kind, value };
    const { volumeRents } = parts.journal;
    return wish.kind === 'rent-volume'
      ? sendNoted(CALLS.rentVolume, { offerId, gb, name: wish.name }, noted, volumeRents, parts)
      : sendNoted(CALLS.cloneVolume, { offerId, gb, sourceId: wish.sourceId }, noted, volumeRents, parts);
  },
  changes: ({ volumeRents }) => volumeRents,
  spending: ({ offer }, { kind: act, gb }) => ({
    ...{ act, perHour: hourlyOf(gb, offer), instances: 0 },
    machineId: offer.machine_id ?? undefined,
  }),

  affected: (_, { targets }) => targets.map((target) => ({ text: offerWords(target) })),
  consequences: (wish, targets) => [
    ...targets.map((target) => ({ text: costWords(wish, target), tone: 'warning' }) as const),
    ...targets.map(({ offer }) => ({
      text: `It lies on machine ${offer.machine_id ?? '?'}: instances there alone can use it, and it cannot be resized.`,
    })),
    ...(wish.kind === 'clone-volume'
      ? [{ text: `What is on volume ${wish.sourceId} is copied, which takes its time; that volume stays.` }]
      : []),
  ],
  costChange: ({ gb }, targets) => {
    const costs = targets.map(({ offer }) => hourlyOf(gb, offer));
    const isKnown = (cost: number | undefined): cost is number => cost !== undefined;
    return { perHour: costs.every(isKnown) ? costs.reduce((sum, cost) => sum + cost, 0) : undefined };
  },
  afterwards: (target, end) =>
    end === 'accepted'
      ? ''
      : `Whether it was rented your list of volumes tells: look for one on machine ${target?.offer.machine_id ?? '?'} before you send it again.`,

  words: usualWords('A volume is still being rented', 'volumes.rent'),
  keys: usualKeys('volumes', 'volumes.rent', 'Rent'),
  command: {
    ...usualCommand('offer'),
    record: (id, { kind, ...wish }) => ({
      ...{ offer_id: id, change: kind, size_gb: wish.gb },
      ...('sourceId' in wish ? { source_id: wish.sourceId } : { name: wish.name ?? null }),
    }),
    told: ({ volumeId }) => ({ volume_id: volumeId ?? null }),
  },
};
