/** Where an offer stands among the offers at hand: which those are, the cohort among them, and its prices. Pure. */

import type { SearchType } from '../../../../api/requests.ts';
import { printLine } from '../../../../filter/print.ts';
import { wireFilters } from '../../../../filter/request.ts';
import { cohortOf, type Likeness } from '../../../../pricing/likeness.ts';
import { isSameOffer, type Peer, peerOf, type Subject } from '../../../../pricing/peer.ts';
import { type Place, placeAt } from '../../../../pricing/place.ts';
import { type Spread, spreadOf } from '../../../../pricing/spread.ts';
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
  return { type, storageGb, models: [page.subject.model], ...(hostId !== undefined && { hostId }) };
};

/** The offers of the page's model at hand, priced in the way of `type`; undefined where there are none. */
export const sourceOf = (state: OffersState, page: PositionPage, type: SearchType): Source | undefined => {
  const { hostId: _, ...question } = questionOf(page, state.storageGb, type);
  const answer = page.basis === 'list' ? undefined : answerAtHand(state.market, question);
  if (answer === undefined) return listSource(state, page.subject.model, type);
  const { value, atEpochMs } = answer;
  return {
    basis: 'market',
    peers: value.peers.filter(({ model }) => model === page.subject.model),
    atEpochMs,
    isCut: value.isCut,
    unpriced: value.unpriced,
    filter: '',
  };
};

const listSource = (state: OffersState, model: string, type: SearchType): Source | undefined => {
  const last = lastArrived(state.answer);
  if (last === undefined || shownPricing(state).type !== type) return undefined;
  const rows = state.list.rows.filter(({ gpu_name }) => gpu_name === model);
  const peers = rows.flatMap((row) => peerOf(row) ?? []);
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
  const ascending = (some: readonly Peer[]) => some.map(({ price }) => price).sort((a, b) => a - b);
  const all = ascending(cohort);
  const others = listed === undefined ? all : ascending(cohort.filter((peer) => peer !== listed));
  const place = current.price === undefined ? undefined : placeAt(current.price, others);
  return {
    subject: current,
    isListed: listed !== undefined,
    isOnlyOfModel: peers.every((peer) => peer === listed),
    all,
    others,
    spread: place === undefined || listed === undefined ? spreadOf(all) : place.spread,
    place,
  };
};

/** Where the page's offer stands among the offers of `source`. */
export const pageStanding = (page: PositionPage, source: Source, type: SearchType): Standing =>
  standingOf(page.subject, source.peers, page.likeness, page.subjectType === type);
