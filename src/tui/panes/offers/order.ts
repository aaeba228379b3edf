/** The order of offers: where a search begins, and the same order applied to rows that are already here. */
import type { Offer } from '../../../catalogue/values.ts';
import { serviceTextOrder } from '../../../filter/text-order.ts';
import { inOrder, type Order, type Ranking } from '../../state/order.ts';

/** The order in which a search begins (docs/command-line.md, Searching): most performance for the money first. */
export const INITIAL_ORDER: Order = [['dlperf_per_dphtotal', 'desc']];

const RANKING: Ranking<Offer> = { valueOf: (offer, field) => offer[field], compareTexts: serviceTextOrder };

/** `offers` in `order` (docs/interface.md, Search offers, `order`). */
export const offersInOrder = (offers: readonly Offer[], order: Order): readonly Offer[] =>
  inOrder(offers, order, RANKING);
