/**
 * The market at one moment, as far as most questions about the past look at it: of each offer that stood its price, and its kind. It is kept
 * of each hour, so that a month is put together from a few of them and not from millions of intervals. Pure.
 */
import { pricePerGpu } from '../catalogue/computed-fields.ts';
import type { Offer } from '../catalogue/values.ts';
import type { Condition } from '../filter/line.ts';
import { byLikeness, type Cohort, createGrouping, type Likeness } from '../pricing/cohorts.ts';
import { type Spread, spreadOf } from '../pricing/spread.ts';
import { isMeantBy } from './asked.ts';
import { fieldsOf, type TRAITS } from './kept-offer.ts';

/** What offers of one kind agree in, in the order in which it is kept. Another list needs a step that makes all kinds anew. */
const KIND_FIELDS = [
  'gpu_name',
  'num_gpus',
  'gpu_ram',
  'cpu_arch',
  'geolocation',
  'hosting_type',
  'verification',
  'static_ip',
  'external',
  'rentable',
  'rented',
] as const satisfies readonly (typeof TRAITS)[number][];

/** True where kinds tell all of `by`, and kinds and prices what `conditions` look at. */
export const isTold = (by: readonly string[], conditions: readonly Condition[]): boolean => {
  const told: readonly string[] = KIND_FIELDS;
  const looked = conditions.flatMap(({ field }) => fieldsOf(field));
  return by.every((field) => told.includes(field)) && looked.every((field) => told.includes(field) || field === PRICE);
};

const PRICE = 'dph_total';

/** The kind of an offer with those traits, as JSON. */
export const kindOf = (traits: Offer): string => JSON.stringify(KIND_FIELDS.map((name) => traits[name] ?? null));

/** What offers of that kind agree in. */
const fieldsOfKind = (kind: string): Offer => {
  const values = JSON.parse(kind);
  return Object.fromEntries(KIND_FIELDS.map((name, place) => [name, values[place] ?? null]));
};

/** Offers with a price, in no order: the number of the kind of each, and its price in $/hour at the same place. */
export type PricedOffers = { readonly kinds: Uint32Array; readonly prices: Float64Array };

/** What stood at each of some moments, in as many parts as it is kept in, and the kinds by their numbers. */
export type PricedMarkets = {
  readonly kinds: ReadonlyMap<number, string>;
  readonly markets: ReadonlyMap<number, readonly PricedOffers[]>;
};

/** An offer, and when it stood. */
type PricedInterval = {
  readonly kind: number;
  readonly price: number | null;
  readonly fromEpochMs: number;
  readonly untilEpochMs: number | undefined;
};

type PricedOffer = { readonly kind: number; readonly price: number };

/** The offer where it has a price. */
export const priced = ({ kind, price }: PricedInterval): PricedOffer | undefined =>
  price === null ? undefined : { kind, price };

export const pricedOffers = (offers: readonly PricedOffer[]): PricedOffers => ({
  kinds: Uint32Array.from(offers, ({ kind }) => kind),
  prices: Float64Array.from(offers, ({ price }) => price),
});

/** The numbers of the kinds that they are of, each once. They are counted from 1, so a list of all of them is short. */
export const kindsIn = (markets: PricedMarkets['markets']): readonly number[] => {
  const parts = [...markets.values()].flat();
  const isMet = new Uint8Array(largestIn(parts) + 1);
  for (const { kinds } of parts) for (let place = 0; place < kinds.length; place++) isMet[kinds[place] ?? 0] = 1;
  return [...isMet.keys()].filter((kind) => isMet[kind] === 1);
};

const largestIn = (parts: readonly PricedOffers[]): number =>
  parts.reduce((largest, { kinds }) => kinds.reduce((one, other) => Math.max(one, other), largest), 0);

/** A market in the parts in which it is kept: one for each model, and one for none, which is always there. */
export const partsOf = (
  parts: readonly PricedOffers[],
  kinds: PricedMarkets['kinds'],
): readonly { readonly model: string | null; readonly bytes: Buffer }[] => {
  const models = new Map<string | null, PricedOffer[]>([[null, []]]);
  const modelOf = new Map([...kinds].map(([kind, text]) => [kind, fieldsOfKind(text).gpu_name ?? null]));
  for (const { kinds: numbers, prices } of parts)
    for (const [place, kind] of numbers.entries())
      models.getOrInsertComputed(modelOf.get(kind) ?? null, () => []).push({ kind, price: prices[place] ?? 0 });
  return [...models].map(([model, offers]) => ({ model, bytes: bytesOf(pricedOffers(offers)) }));
};

/** The cohorts of each of the markets: offers that agree in `by`, of those that `conditions` let through. */
export const cohortsOfMarkets = (
  { kinds, markets }: PricedMarkets,
  by: readonly string[],
  conditions: readonly Condition[] = [],
): ReadonlyMap<number, readonly Cohort[]> => {
  const isOfPrice = ({ field }: Condition) => fieldsOf(field).includes(PRICE);
  const isKindMeant = isMeantBy(conditions.filter((condition) => !isOfPrice(condition)));
  const ofPrice = conditions.filter(isOfPrice);
  const isMeant = ofPrice.length === 0 ? undefined : isMeantBy(ofPrice);
  const groups: Likeness[] = [];
  const groupOf = createGrouping(by, (like) => groups.push(like) - 1);
  const likes: Offer[] = [];
  const [groupOfKind, gpusOfKind] = [new Int32Array(sizeFor(kinds)).fill(NONE), new Float64Array(sizeFor(kinds))];
  for (const [kind, text] of kinds) {
    const like = fieldsOfKind(text);
    if (pricePerGpu({ ...like, dph_total: 1 }) === undefined || !isKindMeant(like)) continue;
    likes[kind] = like;
    groupOfKind[kind] = groupOf(like);
    gpusOfKind[kind] = like.num_gpus ?? 0;
  }
  const order = [...groups.keys()].sort((one, other) => byLikeness(groups[one] ?? {}, groups[other] ?? {}));
  const pricesIn = (parts: readonly PricedOffers[]): readonly number[][] => {
    const prices: number[][] = groups.map(() => []);
    for (const part of parts)
      for (let place = 0; place < part.kinds.length; place++) {
        const kind = part.kinds[place] ?? 0;
        const group = groupOfKind[kind] ?? NONE;
        if (group === NONE) continue;
        const price = part.prices[place] ?? 0;
        if (isMeant !== undefined && !isMeant({ ...likes[kind], [PRICE]: price })) continue;
        // As `pricePerGpu` has it: of a month there are millions.
        prices[group]?.push(price / (gpusOfKind[kind] ?? 1));
      }
    return prices;
  };
  const at = new Map<number, readonly Cohort[]>();
  for (const [atEpochMs, parts] of markets) {
    const prices = pricesIn(parts);
    at.set(
      atEpochMs,
      order.flatMap((group) => {
        const spread = spreadOf(Float64Array.from(prices[group] ?? []).sort());
        return spread === undefined ? [] : [{ like: groups[group] ?? {}, spread }];
      }),
    );
  }
  return at;
};

const NONE = -1;

const sizeFor = (kinds: PricedMarkets['kinds']): number =>
  [...kinds.keys()].reduce((one, other) => Math.max(one, other), 0) + 1;

/** Markets are kept of quarters of an hour, after a day of hours alone. */
export const QUARTER_MS = 900_000;
export const QUARTERS_KEPT_MS = 25 * 3_600_000;

/** Bytes of an offer: its kind and its price. */
const KIND_BYTES = 4;
const OFFER_BYTES = 12;

/** As bytes: all kinds, and then all prices, the lowest byte of each first. */
const bytesOf = ({ kinds, prices }: PricedOffers): Buffer => {
  const bytes = Buffer.alloc(kinds.length * OFFER_BYTES);
  for (const [place, kind] of kinds.entries()) bytes.writeUInt32LE(kind, place * KIND_BYTES);
  for (const [place, price] of prices.entries()) bytes.writeDoubleLE(price, kinds.length * KIND_BYTES + place * 8);
  return bytes;
};

/** What those bytes tell. */
export const offersIn = (bytes: Uint8Array): PricedOffers => {
  const count = Math.floor(bytes.length / OFFER_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const kinds = new Uint32Array(count);
  const prices = new Float64Array(count);
  for (let place = 0; place < count; place++) {
    kinds[place] = view.getUint32(place * KIND_BYTES, true);
    prices[place] = view.getFloat64(count * KIND_BYTES + place * 8, true);
  }
  return { kinds, prices };
};

/** What hours are counted by. */
export const HOUR_FIELD = 'gpu_name';

/** How the prices of each model spread, $/hour for one GPU, in the one market that is given. */
export const hourFiguresOf = (
  market: PricedMarkets,
): readonly { readonly gpuName: string | null; readonly spread: Spread }[] =>
  [...cohortsOfMarkets(market, [HOUR_FIELD]).values()]
    .flat()
    .map(({ like, spread }) => ({ gpuName: like[HOUR_FIELD] as string | null, spread }));
