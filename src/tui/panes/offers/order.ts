/** How offers compare, and the order in which a search begins. */
import { fieldValue } from '../../../catalogue/computed-fields.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { serviceTextOrder } from '../../../filter/text-order.ts';
import type { Order, Ranking } from '../../state/order.ts';

/** The order in which a search begins (docs/command-line.md, Searching): most performance for the money first. */
export const INITIAL_ORDER: Order = [['dlperf_per_dphtotal', 'desc']];

/** Offers compare as the service compares them (docs/interface.md, Search offers), also by what is computed here. */
export const OFFER_RANKING: Ranking<Offer> = {
  valueOf: fieldValue,
  compareTexts: serviceTextOrder,
};
