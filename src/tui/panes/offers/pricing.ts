/** What prices depend on beside the market, and how that is said. Pure. */
import type { SearchType } from '../../../api/requests.ts';

/** The way of pricing, and the disk of the instance to be created in GB. */
export type Pricing = { readonly type: SearchType; readonly storageGb: number };

const TYPE_WORDS: Readonly<Record<SearchType, string>> = { ondemand: 'on demand', bid: 'bid', reserved: 'reserved' };

/** `on demand   8 GB`, or what there is of it. */
export const pricingWords = ({ type, storageGb }: Partial<Pricing>): string =>
  [
    ...(type === undefined ? [] : [TYPE_WORDS[type]]),
    ...(storageGb === undefined ? [] : [`${storageGb.toLocaleString('en-US', { maximumFractionDigits: 3 })} GB`]),
  ].join('   ');
