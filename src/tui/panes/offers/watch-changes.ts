/**
 * What has changed in the offers since the user looked at them last: the answer that was on screen then, compared with the newest one, and
 * what is said of it. Absence is told as a fact only of an answer that had everything. Pure.
 */

import type { SearchRequest } from '../../../api/requests.ts';
import { grouped } from '../../../base/figures.ts';
import { keyName } from '../../../base/named-keys.ts';
import { cutCell } from '../../../base/text.ts';
import { clockTime, clockTimeAndDay } from '../../../base/time.ts';
import { offerColumn } from '../../../catalogue/offer-columns.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { isDeparted, placesByKey } from '../../state/list-places.ts';
import { isAskedQuietly, lastArrived, retryOf } from '../../state/remote.ts';
import { plain, type Segment } from '../../ui/segments.ts';
import type { TableColumn } from '../../ui/table.tsx';
import { OFFERS_LIST, type OfferList } from './list.ts';
import type { Seen } from './pages.ts';
import type { OffersState, SearchFacts } from './state.ts';

/**
 * What has become of an offer: `came` and `left` where one of the answers was cut, so that it may have been offered before, or still
 * be; `passed` where it came and went since; `lost` where it is offered, but no more as the filter asks.
 */
export type Change =
  | { readonly kind: 'new' | 'came' | 'gone' | 'passed' | 'left' | 'lost' }
  | { readonly kind: 'cheaper' | 'dearer'; readonly was: string };

/** What rows were seen as: as long as they are the newest, nothing has changed in them. */
const SEEN_AS = new WeakMap<readonly Offer[], Seen>();

/** The answer that is on screen, as one that was seen. */
export const seenNow = (rows: readonly Offer[], facts: Pick<Seen, 'atEpochMs' | 'request' | 'isWhole'>): Seen => {
  const seen = { ...facts, ...idsAndPrices(rows) };
  SEEN_AS.set(rows, seen);
  return seen;
};

type IdsAndPrices = Pick<Seen, 'ids' | 'prices'>;

const READ = new WeakMap<readonly Offer[], IdsAndPrices>();

/** Of all offers that have an id; read once for each answer. */
export const idsAndPrices = (rows: readonly Offer[]): IdsAndPrices =>
  READ.getOrInsertComputed(rows, () => {
    const ids: number[] = [];
    const prices: (number | undefined)[] = [];
    for (const { id, dph_total: price } of rows) {
      if (typeof id !== 'number') continue;
      ids.push(id);
      prices.push(price ?? undefined);
    }
    return { ids, prices };
  });

/** True where no offer of a list is left out of what is shown, so that its answer can be gone through in their place. */
const isAllShown = ({ shown, rows, departed = [] }: OfferList): boolean =>
  shown.length === rows.length + departed.length;

/** True while the newest answer is the one that was seen. */
const isAsSeen = ({ rows, departed }: Pick<OfferList, 'rows' | 'departed'>, seen: Seen): boolean =>
  departed === undefined && SEEN_AS.get(rows) === seen;

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
  !isDeparted(list, offer)
    ? undefined
    : placesByKey(list.rows, OFFERS_LIST.keyOf).has(offer.id ?? undefined)
      ? 'lost'
      : 'gone';

/** What has become of an offer since; undefined where nothing has, or nothing is known of it. */
export const changeOf = (
  seen: Seen,
  offer: Pick<Offer, 'id' | 'dph_total'>,
  { departed, isWhole }: { readonly departed: Departure | undefined; readonly isWhole: boolean },
): Change | undefined => {
  const { id } = offer;
  if (typeof id !== 'number') return undefined;
  const before = pricesOf(seen);
  if (departed === 'lost') return { kind: 'lost' };
  if (departed === 'gone') return { kind: isWhole ? (before.has(id) ? 'gone' : 'passed') : 'left' };
  const [was, now] = [before.get(id), offer.dph_total];
  if (was === undefined && !before.has(id)) return { kind: seen.isWhole ? 'new' : 'came' };
  if (was === undefined || typeof now !== 'number' || was === now) return undefined;
  const [wasShown, nowShown] = [priceShown(was), priceShown(now)];
  // What the table shows alike has not changed for who looks at it.
  return wasShown === nowShown ? undefined : { kind: now < was ? 'cheaper' : 'dearer', was: wasShown };
};

const PRICE = offerColumn('dph_total');

const priceShown = (price: number): string => PRICE?.cell({ dph_total: price }).trim() ?? String(price);

const PRICES = new WeakMap<Seen, ReadonlyMap<number, number | undefined>>();

/** What offers cost, by their ids. Made once for each answer that was seen: it is asked for every row of every frame. */
export const pricesOf = (seen: Seen): ReadonlyMap<number, number | undefined> =>
  PRICES.getOrInsertComputed(seen, () => new Map(seen.ids.map((id, place) => [id, seen.prices[place]])));

/** How many offers each change has happened to, of those that are shown. */
type ChangeCounts = Readonly<Record<Change['kind'], number>>;

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
  const count = (offer: Pick<Offer, 'id' | 'dph_total'>, departed: Departure | undefined) => {
    const change = changeOf(seen, offer, { departed, isWhole });
    if (change !== undefined) counts[change.kind] += 1;
  };
  const isAll = isAllShown(list);
  if (!isAsSeen(list, seen)) {
    if (isAll) {
      const { ids, prices } = idsAndPrices(list.rows);
      const before = pricesOf(seen);
      for (const [place, id] of ids.entries()) {
        const price = prices[place];
        // Of a whole market nearly every offer is as it was.
        if (price === undefined || before.get(id) !== price) count({ id, dph_total: price ?? null }, undefined);
      }
    }
    for (const offer of isAll ? (list.departed ?? []) : list.shown) count(offer, departureOf(list, offer));
  }
  COUNTED.set(list.shown, { seen, isWhole, counts });
  return counts;
};

const LOWEST = new WeakMap<readonly Offer[], LowestKnown>();

/** The lowest price of the offers that are shown, where none that was seen is as low: rows keep their places, so that it may stand anywhere. */
export const lowestNow = (list: OfferList, seen: Seen): Lowest | undefined => {
  if (isAsSeen(list, seen)) return undefined;
  const known = LOWEST.get(list.shown);
  if (known?.seen === seen) return known.lowest;
  let [now, was] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  if (isAllShown(list)) for (const price of idsAndPrices(list.rows).prices) now = Math.min(now, price ?? now);
  else
    for (const offer of list.shown) {
      const price = offer.dph_total ?? now;
      if (price < now && !isDeparted(list, offer)) now = price;
    }
  for (const price of seen.prices) was = Math.min(was, price ?? was);
  const shown = { now: priceShown(now), was: priceShown(was) };
  const lowest = now < was && Number.isFinite(was) && shown.now !== shown.was ? shown : undefined;
  LOWEST.set(list.shown, { seen, lowest });
  return lowest;
};

/** True when the newest answer had every offer that was asked for. */
export const isAnswerWhole = ({ answer }: Pick<OffersState, 'answer'>): boolean => {
  const facts = lastArrived(answer)?.value;
  return facts !== undefined && isWholeBy(facts);
};

/** The same of any answer, by what is known of it. */
export const isWholeBy = ({ count, limit, isTruncated, malformedRecords = 0 }: SearchFacts): boolean =>
  count < limit && isTruncated !== true && malformedRecords === 0;

/** Its sign, what stands in its row in a word or two, and what stands behind a count where that is other words. */
const LOOKS: Readonly<
  Record<Change['kind'], { readonly sign: string; readonly word: string; readonly counted?: string }>
> = {
  new: { sign: '+', word: 'new' },
  came: { sign: '+', word: 'new here' },
  gone: { sign: '-', word: 'gone' },
  passed: { sign: '-', word: 'came, went', counted: 'came and went' },
  left: { sign: '?', word: 'cut off' },
  lost: { sign: '-', word: 'no match', counted: 'no longer matching' },
  cheaper: { sign: '↓', word: 'cheaper' },
  dearer: { sign: '↑', word: 'dearer' },
};

const KINDS = Object.keys(LOOKS) as readonly Change['kind'][];

/** Screens on which a row has room for the word, and for the price as it was. */
const WORD_FROM = 80;
const PRICE_FROM = 120;

/** Cells of what stands before a row on a screen of `width` cells. */
export const changeWidth = (width: number): number => (width >= PRICE_FROM ? 22 : width >= WORD_FROM ? 12 : 1);

/** The column of it: it stands before the others, and no key goes to it. */
export const changeColumn = (width: number): TableColumn => ({
  id: 'change',
  heading: width >= WORD_FROM ? 'changed' : '',
  width: changeWidth(width),
  align: 'left',
  isCurrent: false,
});

/** Tells for each offer what stands before it on a screen of `width` cells; undefined while nothing is compared. */
export const changeWords = (state: OffersState, width: number): ((offer: Offer) => string) | undefined => {
  const { seen } = state.watch;
  if (seen === undefined) return undefined;
  if (isAsSeen(state.list, seen)) return () => '';
  const isWhole = isAnswerWhole(state);
  return (offer) => {
    const change = changeOf(seen, offer, { departed: departureOf(state.list, offer), isWhole });
    return change === undefined ? '' : wordsOf(change, width);
  };
};

const wordsOf = (change: Change, width: number): string => {
  const { sign, word } = LOOKS[change.kind];
  if (width < WORD_FROM) return sign;
  const words = `${sign} ${word}`;
  return width >= PRICE_FROM && 'was' in change ? cutCell(`${words}, was ${change.was}`, changeWidth(width)) : words;
};

/** `Since 14:03: 12 new, 7 gone, 31 cheaper`, and what of watching is to be known; empty where offers are neither watched nor compared. */
export const watchSegments = (state: OffersState, timeZone: string): readonly Segment[] => {
  const { seen, isOn, everyS, againAtEpochMs } = state.watch;
  if (isOn !== true && seen === undefined) return [];
  const next =
    againAtEpochMs === undefined || state.answer.stage !== 'failed'
      ? ''
      : `Asked again at ${clockTime(againAtEpochMs, timeZone)}. `;
  const watched = isOn ? `${next}Watched every ${spanWords(everyS)}.` : 'Not watched any more.';
  if (seen === undefined) return [plain(watched)];
  const counts = countWords(changeCounts(state.list, seen, isAnswerWhole(state)));
  const lowest = lowestNow(state.list, seen);
  const nowEpochMs = lastArrived(state.answer)?.atEpochMs ?? seen.atEpochMs;
  const since = clockTimeAndDay(seen.atEpochMs, nowEpochMs, timeZone);
  return [
    plain(`${isOn && next === '' ? '' : `${watched} `}Since ${since}: `),
    counts === '' ? { text: 'nothing has changed', role: 'dim' } : { text: counts, role: 'strong' },
    plain(lowest === undefined ? '' : `; lowest ${lowest.now}, was ${lowest.was}`),
  ];
};

const countWords = (counts: ChangeCounts): string =>
  KINDS.filter((kind) => counts[kind] > 0)
    .map((kind) => `${grouped(counts[kind])} ${LOOKS[kind].counted ?? LOOKS[kind].word}`)
    .join(', ');

/** True while the newest answer is never older than a round: that is said in place of its time, which would change with each. */
export const isQuietlyWatched = ({ watch, answer }: OffersState): boolean =>
  watch.isOn === true && (answer.stage === 'loaded' || (isAskedQuietly(answer) && retryOf(answer) === undefined));

/** `45 s`, `2 min`, `1 h`. */
export const spanWords = (seconds: number): string => {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
};

/** What has become of an offer that newer answers do not have, in a word. */
export const departedWord = (state: OffersState, offer: Offer): string =>
  departureOf(state.list, offer) === 'lost' ? 'no longer matches' : LOOKS[isAnswerWhole(state) ? 'gone' : 'left'].word;

/** Why nothing works on offers that newer answers do not have. */
export const departedWords = (state: OffersState, offers: readonly Offer[]): string => {
  const [first] = offers;
  const one = offers.length === 1;
  const what = one ? `Offer ${first?.id ?? '?'}` : `These ${offers.length} offers`;
  if (offers.every((offer) => departureOf(state.list, offer) === 'lost'))
    return `${what} ${one ? 'does' : 'do'} not match the filter any more: ${keyName('offers.filter')} changes the filter.`;
  if (isAnswerWhole(state)) {
    return `${what} ${one ? 'is' : 'are'} gone: the newest answer has ${one ? 'it' : 'them'} no more.`;
  }
  return `${what} ${one ? 'is' : 'are'} cut off: the newest answer has other offers first. Narrow the filter to see.`;
};
