/** What is peculiar to the list of offers: rows are offers as they came, known by their id and narrowed by the filter line; how they compare. */

import { fieldValue } from '../../../catalogue/computed-fields.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { compileWords, wordsIn } from '../../../filter/evaluate.ts';
import { serviceTextOrder } from '../../../filter/offer-order.ts';
import type { List, ListKind } from '../../state/list.ts';
import type { Order, Ranking } from '../../state/order.ts';
import { byFilter, type FilterQuery } from './filter/filter-query.ts';
import { groupOf, groupRank } from './groupings.ts';

/** The order in which a search begins (docs/command-line.md, Searching): most performance for the money first. */
export const INITIAL_ORDER: Order = [['dlperf_per_dphtotal', 'desc']];

/** Offers compare as the service compares them (docs/interface.md, Search offers), also by what is computed here. */
export const OFFER_RANKING: Ranking<Offer> = {
  valueOf: fieldValue,
  compareTexts: serviceTextOrder,
};

export type OfferList = List<Offer, FilterQuery>;

/** An answer is the part of the market that the filter asks for, so that marks outlive it. */
export const OFFERS_LIST: ListKind<Offer, FilterQuery> = {
  keyOf: ({ id }) => id ?? undefined,
  ranking: OFFER_RANKING,
  narrowing: byFilter,
  finding: (text, columns) => compileWords(wordsIn([{ text, isExact: false }], columns?.shown)),
  isPartial: true,
  groupOf,
  groupRank,
};

/** The same on a screen that shows `height` rows. */
export const offersArranged = (height: number) => ({ ...OFFERS_LIST, height });
