/** Where an offer stands among the offers at hand: which those are, the cohort among them, its prices, and answers about a price or a place. Pure. */

import type { SearchType } from '../../../../api/requests.ts';
import { plural } from '../../../../base/figures.ts';
import { lastKept } from '../../../../base/once.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { printLine } from '../../../../filter/print.ts';
import { wireFilters } from '../../../../filter/request.ts';
import { cohortOf, isSameOffer, type Likeness, type Peer, peerOf, type Subject } from '../../../../pricing/likeness.ts';
import { type Place, placeAt, priceOfShare, pricesOfRank, shortPriceWithin } from '../../../../pricing/place.ts';
import {
  distanceWords,
  exactWords,
  ordinal,
  priceAtMost,
  priceWords,
  rankWords,
} from '../../../../pricing/place-words.ts';
import { ofModel } from '../../../../pricing/same-model.ts';
import { ascending, PERCENTILES_FROM, type Spread, spreadOf } from '../../../../pricing/spread.ts';
import { readWish, type Wish, wishesIn } from '../../../../pricing/wish.ts';
import { lastArrived } from '../../../state/remote.ts';
import type { Basis, MarketQuestion, PositionPage } from '../pages.ts';
import { shownPricing } from '../pricing.ts';
import { isCut, isSameRequest, type OffersState, searchRequest } from '../state.ts';
import { answerAtHand } from './asked-market.ts';

/** Offers at hand, of one model or several. */
export type Source = {
  readonly basis: Basis;
  readonly peers: readonly Peer[];
  readonly atEpochMs: number;
  readonly isCut: boolean;
  /** How many have no known price; undefined where nobody counted. */
  readonly unpriced: number;
  /** What the list was asked with; empty where that is nothing. */
  readonly filter: string;
};

/** What the page asks the service. */
export const questionOf = (page: PositionPage, storageGb: number, type = page.type): MarketQuestion => {
  const hostId = page.back?.hostId;
  return {
    type,
    storageGb: page.back?.storageGb ?? storageGb,
    models: [page.subject.model],
    ...(hostId !== undefined && { hostId }),
  };
};

const peersOf = lastKept((peers: readonly Peer[], model: string) => peers.filter((peer) => peer.model === model));

/** The offers of the page's model at hand, priced in the way of `type`; undefined where there are none. */
export const sourceOf = (state: OffersState, page: PositionPage, type: SearchType): Source | undefined => {
  const { hostId: _, ...question } = questionOf(page, state.storageGb, type);
  const answer = page.basis === 'list' ? undefined : answerAtHand(state.market, question);
  if (answer === undefined) return listSource(state, page.subject.model, type);
  const { value, atEpochMs } = answer;
  return {
    basis: 'market',
    peers: peersOf(value.peers, page.subject.model),
    atEpochMs,
    isCut: value.isCut,
    unpriced: value.unpriced,
    filter: '',
  };
};

/** What is compared of offers of one model that came: it is asked for in every frame. */
const LISTED = new WeakMap<readonly Offer[], readonly Peer[]>();

const listSource = (state: OffersState, model: string, type: SearchType): Source | undefined => {
  const last = lastArrived(state.answer);
  if (last === undefined || shownPricing(state).type !== type) return undefined;
  const rows = ofModel(state.list.rows, model);
  const peers = LISTED.getOrInsertComputed(rows, () => rows.flatMap((row) => peerOf(row) ?? []));
  return {
    basis: 'list',
    peers,
    atEpochMs: last.atEpochMs,
    isCut: isCut(state),
    unpriced: rows.length - peers.length,
    filter: filterWords(state),
  };
};

/** What the rows were asked with: the filter as it is applied, but for what is applied here; another one while those come. */
const filterWords = (state: OffersState): string => {
  if (state.keptFilter !== undefined) return state.keptFilter;
  if (!isSameRequest(state.answered, searchRequest(state))) return 'an earlier filter';
  const { clauses } = state.list.query.applied;
  const local = new Set<unknown>(wireFilters({ clauses }).local);
  return printLine({ words: [], clauses: clauses.filter((clause) => !local.has(clause)) });
};

/** An offer in its cohort. */
export type Standing = {
  /** As it is among the offers at hand, where it is one of them. */
  readonly subject: Subject;
  readonly isListed: boolean;
  /** No other offer at hand is of its model, so that no cohort has one. */
  readonly isOnlyOfModel: boolean;
  /** Prices of the whole cohort, and of all in it but this one, ascending. */
  readonly all: readonly number[];
  readonly others: readonly number[];
  /** The figures of the cohort; undefined where it is empty. */
  readonly spread: Spread | undefined;
  /** Undefined where its price is not known. */
  readonly place: Place | undefined;
};

/** Where `subject` stands among `peers`; an offer that is not among them keeps its price where `isPricedSo`. */
const standingOf = (subject: Subject, peers: readonly Peer[], likeness: Likeness, isPricedSo: boolean): Standing => {
  const listed = peers.find((peer) => isSameOffer(peer, subject));
  const { price: _, ...unpriced } = subject;
  const current: Subject = listed ?? (isPricedSo ? subject : unpriced);
  const cohort = cohortOf(current, peers, likeness);
  const all = ascending(cohort.map(({ price }) => price));
  const others = listed === undefined ? all : all.toSpliced(all.indexOf(listed.price), 1);
  return {
    subject: current,
    isListed: listed !== undefined,
    isOnlyOfModel: peers.every((peer) => peer === listed),
    all,
    others,
    spread: spreadOf(all),
    place: current.price === undefined ? undefined : placeAt(current.price, others),
  };
};

/** Where the page's offer stands among the offers of `source`. */
export const pageStanding = (page: PositionPage, source: Source, type: SearchType): Standing =>
  STANDINGS.getOrInsertComputed(source.peers, (peers) =>
    lastKept((subject: Subject, likeness: Likeness, isPricedSo: boolean) =>
      standingOf(subject, peers, likeness, isPricedSo),
    ),
  )(page.subject, page.likeness, page.subjectType === type);

/** The last standing among some offers: while a price is typed it is asked for in every frame, and does not change. */
const STANDINGS = new WeakMap<
  readonly Peer[],
  (subject: Subject, likeness: Likeness, isPricedSo: boolean) => Standing
>();

/** The answer in words, and the price for one GPU that it is about; `isProblem` where nothing was answered. */
export type WishAnswer = {
  readonly text: string;
  readonly price?: number;
  readonly isProblem?: true;
};

/** The answers to `text`, one to each of what commas part; none where nothing was typed. */
export const answersTo = (text: string, standing: Standing): readonly WishAnswer[] => {
  const parts = wishesIn(text);
  const answers = parts.flatMap((part) => answerTo(part, standing) ?? []);
  return parts.length < 2
    ? answers
    : answers.map((answer, at) => (answer.isProblem ? { ...answer, text: `${parts[at]}: ${answer.text}` } : answer));
};

const answerTo = (text: string, standing: Standing): WishAnswer | undefined => {
  const reading = readWish(text);
  if (reading === undefined) return undefined;
  if ('problem' in reading) return { text: reading.problem, isProblem: true };
  if (standing.others.length === 0) return { text: standing.isOnlyOfModel ? NOBODY_AT_ALL : NOBODY, isProblem: true };
  return answerOf(reading.wish, standing);
};

const NOBODY_AT_ALL = 'There is no other offer to compare a price with.';

const NOBODY = 'There is no other offer in this cohort to compare a price with: loosen it.';

const answerOf = (wish: Wish, standing: Standing): WishAnswer => {
  const { subject, others, all, spread } = standing;
  switch (wish.kind) {
    case 'price':
      return placed(wish.perGpu, standing);
    case 'total':
      return subject.gpus === undefined || subject.gpus < 1
        ? { text: 'How many GPUs the offer has is not known: write the price for one.', isProblem: true }
        : placed(wish.total / subject.gpus, standing);
    case 'rank':
      return ofRank(wish.rank, others, standing);
    case 'share': {
      const price = priceOfShare(wish.share, all);
      if (price === undefined) return { text: NOBODY, isProblem: true };
      const name = wish.share === 0.5 ? 'The median' : `p${Number((wish.share * 100).toFixed(9))}`;
      const [below, above] = pricesAround(price, all);
      // Of few prices none is p25, and what lies between two of them is nobody's.
      if (all.length < PERCENTILES_FROM && wish.share !== 0.5 && below < above)
        return {
          text: `${name} is between ${priceWords(below)} and ${priceWords(above)} $/GPU/h: there are ${all.length} prices.`,
        };
      return { text: `${name} is ${priced(price, standing)}: ${placeWords(price, standing)}.`, price };
    }
    case 'off': {
      const price = (spread?.median ?? 0) * (1 + wish.off);
      return { text: `${priced(price, standing)}: ${placeWords(price, standing)}.`, price };
    }
  }
};

/** The nearest of `all` (ascending) at most and at least `price`, which is none below or above them. */
const pricesAround = (price: number, all: readonly number[]): readonly [below: number, above: number] => [
  all.findLast((other) => other <= price) ?? price,
  all.find((other) => other >= price) ?? price,
];

const placed = (price: number, standing: Standing): WishAnswer => ({
  text: `${priced(price, standing)} makes this ${placeWords(price, standing)}.`,
  price,
});

const ofRank = (rank: number, others: readonly number[], standing: Standing): WishAnswer => {
  const found = pricesOfRank(rank, others);
  switch (found.kind) {
    case 'beyond':
      return {
        text: `There are ${others.length + 1} places: ${ordinal(others.length + 1)} is the last.`,
        isProblem: true,
      };
    case 'none': {
      const { rank: shared, equal } = placeAt(found.shared, others);
      return {
        text: `No price is ${ordinal(rank)}: ${priceWords(found.shared)} is ${ordinal(shared)}, as ${equal} others ask for it, and more is ${ordinal(shared + equal)}.`,
        price: found.shared,
      };
    }
    case 'between': {
      const { above = 0, upTo } = found;
      if (upTo === undefined)
        return { text: `Anything above ${priceWords(above)} $/GPU/h is ${ordinal(rank)}, the last.` };
      const price = shortPriceWithin(above, upTo) ?? upTo;
      const lower = rank === 1 ? '' : ` ${priceAtMost(above)} or less is better than that.`;
      return { text: `Up to ${priced(price, standing, exactWords)} is ${placeWords(price, standing)}.${lower}`, price };
    }
  }
};

/** `0.3000 $/GPU/h (4x: 1.2000 $/h)`. */
const priced = (price: number, { subject: { gpus } }: Standing, words = priceWords): string => {
  const total = gpus === undefined || gpus < 2 ? '' : ` (${gpus}x: ${priceWords(price * gpus)} $/h)`;
  return `${words(price)} $/GPU/h${total}`;
};

/** `3rd of 41, 8 % under the median, with 2 others`. */
const placeWords = (price: number, { others, spread }: Standing): string => {
  const place = placeAt(price, others);
  const distance = spread === undefined ? '' : distanceWords(price, spread.median);
  return [
    rankWords(place),
    ...(distance === '' ? [] : [`${distance} the median`]),
    ...(place.equal === 0 ? [] : [`with ${place.equal} ${plural(place.equal, 'other')} at that price`]),
  ].join(', ');
};
