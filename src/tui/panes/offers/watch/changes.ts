/**
 * What has changed in the offers since the user looked at them last: the answer that was on screen then, compared with the newest one.
 * Absence is told as a fact only of an answer that had everything. Pure.
 */
import type { SearchRequest } from '../../../../api/requests.ts';
import { offerColumn } from '../../../../catalogue/offer-columns.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { isDeparted, presentOf } from '../../../state/list-places.ts';
import type { OfferList } from '../list.ts';

/** The answer that was on screen when the user looked last. */
export type Seen = {
  /** When it came, Unix epoch milliseconds. */
  readonly atEpochMs: number;
  readonly request: SearchRequest;
  /** It had every offer that was asked for. */
  readonly isWhole: boolean;
  /** The ids of its offers, and their total prices in $/hour. */
  readonly ids: readonly number[];
  readonly prices: readonly (number | undefined)[];
};

/**
 * What has become of an offer: `came` and `left` where one of the answers was cut, so that it may have been offered before, or still
 * be; `passed` where it came and went since; `lost` where it is offered, but no more as the filter asks.
 */
export type Change =
  | { readonly kind: 'new' | 'came' | 'gone' | 'passed' | 'left' | 'lost' }
  | { readonly kind: 'cheaper' | 'dearer'; readonly was: string };

/** The answer that is on screen, as one that was seen. */
export const seenNow = (rows: readonly Offer[], facts: Pick<Seen, 'atEpochMs' | 'request' | 'isWhole'>): Seen => {
  const known = rows.filter(({ id }) => typeof id === 'number');
  return {
    ...facts,
    ids: known.map(({ id }) => id ?? 0),
    prices: known.map(({ dph_total: price }) => price ?? undefined),
  };
};

/** True when an answer to `request` can be compared with what was seen: it asks for the same offers at the same prices. */
export const isComparedWith = (seen: Seen, request: SearchRequest, isWhole: boolean): boolean => {
  const { order, limit, ...asked } = request;
  const { order: orderThen, limit: limitThen, ...askedThen } = seen.request;
  if (JSON.stringify(asked) !== JSON.stringify(askedThen)) return false;
  // Of a list that is cut the order and the limit decide which offers are in it.
  return (seen.isWhole && isWhole) || (limit === limitThen && JSON.stringify(order) === JSON.stringify(orderThen));
};

/** Whether an offer that has departed is in the newest answer (`lost`) or not. */
type Departure = 'gone' | 'lost';

/** How `offer`, a row of `list`, has departed; undefined where it has not. */
export const departureOf = (list: Pick<OfferList, 'departed' | 'rows'>, offer: Offer): Departure | undefined =>
  !isDeparted(list, offer) ? undefined : idsOf(list.rows).has(offer.id) ? 'lost' : 'gone';

const IDS = new WeakMap<readonly Offer[], ReadonlySet<Offer['id']>>();

/** Made once for each answer. */
export const idsOf = (rows: readonly Offer[]): ReadonlySet<Offer['id']> =>
  IDS.getOrInsertComputed(rows, () => new Set(rows.map(({ id }) => id)));

/** What has become of an offer since; undefined where nothing has, or nothing is known of it. */
export const changeOf = (
  seen: Seen,
  offer: Offer,
  { departed, isWhole }: { readonly departed: Departure | undefined; readonly isWhole: boolean },
): Change | undefined => {
  const { id } = offer;
  if (typeof id !== 'number') return undefined;
  const before = pricesOf(seen);
  if (departed === 'lost') return { kind: 'lost' };
  if (departed === 'gone') return { kind: isWhole ? (before.has(id) ? 'gone' : 'passed') : 'left' };
  if (!before.has(id)) return { kind: seen.isWhole ? 'new' : 'came' };
  const [was, now] = [before.get(id), offer.dph_total];
  if (was === undefined || typeof now !== 'number' || was === now) return undefined;
  const [wasShown, nowShown] = [priceShown(was), priceShown(now)];
  // What the table shows alike has not changed for who looks at it.
  return wasShown === nowShown ? undefined : { kind: now < was ? 'cheaper' : 'dearer', was: wasShown };
};

const PRICE = offerColumn('dph_total');

const priceShown = (price: number): string => PRICE?.cell({ dph_total: price }).trim() ?? String(price);

const PRICES = new WeakMap<Seen, ReadonlyMap<number, number | undefined>>();

/** Made once for each answer that was seen: it is asked for every row of every frame. */
const pricesOf = (seen: Seen): ReadonlyMap<number, number | undefined> => {
  const known = PRICES.get(seen);
  if (known !== undefined) return known;
  const prices = new Map(seen.ids.map((id, place) => [id, seen.prices[place]]));
  PRICES.set(seen, prices);
  return prices;
};

/** How many offers each change has happened to, of those that are shown. */
export type ChangeCounts = Readonly<Record<Change['kind'], number>>;

/** The lowest of all prices, now and then. */
type Lowest = { readonly now: string; readonly was: string };

type Counted = { readonly seen: Seen; readonly isWhole: boolean; readonly counts: ChangeCounts };

type LowestKnown = { readonly seen: Seen; readonly lowest: Lowest | undefined };

const COUNTED = new WeakMap<readonly Offer[], Counted>();

/** Counted once for the rows that are shown: a frame asks for it several times. */
export const changeCounts = (list: OfferList, seen: Seen, isWhole: boolean): ChangeCounts => {
  const known = COUNTED.get(list.shown);
  if (known?.seen === seen && known.isWhole === isWhole) return known.counts;
  const counts = { new: 0, came: 0, gone: 0, passed: 0, left: 0, lost: 0, cheaper: 0, dearer: 0 };
  for (const offer of list.shown) {
    const change = changeOf(seen, offer, { departed: departureOf(list, offer), isWhole });
    if (change !== undefined) counts[change.kind] += 1;
  }
  COUNTED.set(list.shown, { seen, isWhole, counts });
  return counts;
};

const LOWEST = new WeakMap<readonly Offer[], LowestKnown>();

/** The lowest price of the offers that are shown, where none that was seen is as low: rows keep their places, so that it may stand anywhere. */
export const lowestNow = (list: OfferList, seen: Seen): Lowest | undefined => {
  const known = LOWEST.get(list.shown);
  if (known?.seen === seen) return known.lowest;
  const prices = presentOf(list, list.shown).flatMap(({ dph_total: price }) => price ?? []);
  const [now, was] = [leastOf(prices), leastOf(seen.prices.flatMap((price) => price ?? []))];
  const shown = { now: priceShown(now), was: priceShown(was) };
  const lowest = now < was && Number.isFinite(was) && shown.now !== shown.was ? shown : undefined;
  LOWEST.set(list.shown, { seen, lowest });
  return lowest;
};

const leastOf = (prices: readonly number[]): number =>
  prices.reduce((least, price) => Math.min(least, price), Number.POSITIVE_INFINITY);
