/** What prices depend on beside the market, and how that is said. Pure. */

import type { SearchRequest, SearchType } from '../../../api/requests.ts';
import { grouped } from '../../../base/figures.ts';
import { TARGET, targetText } from '../../../pricing/workload-text.ts';
import type { Pricing } from './pages.ts';
import { type OffersState, searchRequest } from './state.ts';

/** How each way of pricing is called. */
export const TYPE_WORDS: Readonly<Record<SearchType, string>> = {
  ondemand: 'on demand',
  bid: 'bid',
  reserved: 'reserved',
};

/** `on demand   8 GB`, or what there is of it. */
export const pricingWords = ({ type, storageGb }: Partial<Pricing>): string =>
  [
    ...(type === undefined ? [] : [TYPE_WORDS[type]]),
    ...(storageGb === undefined ? [] : [`${grouped(storageGb)} GB`]),
  ].join('   ');

/** `on demand, 8 GB`. */
export const termsWords = (pricing: Partial<Pricing>): string => pricingWords(pricing).replace('   ', ', ');

/** What the prices of an answer to `request` are for. */
export const pricingOf = (request: SearchRequest): Pricing => {
  const slaTarget = request.filters[TARGET]?.eq;
  return {
    type: request.type,
    storageGb: request.allocatedStorageGb,
    ...(typeof slaTarget === 'number' && { slaTarget }),
  };
};

/** What the prices of the rows on screen are for. */
export const shownPricing = ({ pricing, type, storageGb }: OffersState): Pricing => pricing ?? { type, storageGb };

/** The pricing that was asked for and that the rows on screen do not have yet; undefined when they have it. */
export const awaitedPricing = ({ list, pricing, type, storageGb }: OffersState): Partial<Pricing> | undefined => {
  if (list.rows.length === 0 || pricing === undefined) return undefined;
  const awaited = {
    ...(pricing.type !== type && { type }),
    ...(pricing.storageGb !== storageGb && { storageGb }),
  };
  return Object.keys(awaited).length === 0 ? undefined : awaited;
};

/** `SLA 99%`, or that prices are awaited without one; undefined where those on screen are as they are asked for. */
export const awaitedTarget = (state: OffersState): string | undefined => {
  const { list, pricing } = state;
  if (list.rows.length === 0 || pricing === undefined) return undefined;
  const { slaTarget } = pricingOf(searchRequest(state));
  if (slaTarget === pricing.slaTarget) return undefined;
  return slaTarget === undefined ? 'without SLA' : `SLA ${targetText(slaTarget)}`;
};
