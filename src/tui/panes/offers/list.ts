/** What is peculiar to the list of offers: rows are offers as they came, known by their id and narrowed by the filter line. */
import type { Offer } from '../../../catalogue/values.ts';
import { compileWords, wordsIn } from '../../../filter/row-words.ts';
import type { List, ListKind } from '../../state/list.ts';
import { byFilter, type FilterQuery } from './filter-query.ts';
import { OFFER_RANKING } from './order.ts';

export type OfferList = List<Offer, FilterQuery>;

/** An answer is the part of the market that the filter asks for, so that marks outlive it. */
export const OFFERS_LIST: ListKind<Offer, FilterQuery> = {
  keyOf: ({ id }) => id ?? undefined,
  ranking: OFFER_RANKING,
  narrowing: byFilter,
  finding: (text, columns) => compileWords(wordsIn([{ text, isExact: false }], columns?.shown)),
  isPartial: true,
};

/** The same on a screen that shows `height` rows. */
export const offersArranged = (height: number) => ({ ...OFFERS_LIST, height });
