/** What a machine is offered at, as fields of a form: what stands before each, how its values are written, and how they are typed. Pure. */

import type { ListingRequest } from '../../../../api/requests.ts';
import {
  END_EXAMPLES,
  type Reading,
  readDiscount,
  readEnd,
  readMinBid,
  readPrice,
  readSlice,
  readVolumeGb,
} from '../../../../hosting/read-term.ts';
import { stampWords } from '../../../../maintenance/moment-words.ts';

/** One of them. */
export type PriceField = Exclude<keyof ListingRequest, 'machineId'>;

/** What is said of a field: what stands before it with its unit, what it is for, and how it is read, which is a price in $ unless it says otherwise. */
type FieldFacts = {
  readonly label: string;
  readonly meaning: string;
  readonly read?: (text: string, context: Parameters<typeof readEnd>[1]) => Reading;
};

/** In the order in which they stand. */
export const FIELDS: Readonly<Record<PriceField, FieldFacts>> = {
  pricePerGpu: {
    label: 'Price, $/GPU/h',
    meaning: 'Write 0.42, p25, median, median-5%, 3rd, or +10% of the present price.',
  },
  diskPrice: { label: 'Disk, $/GB/month', meaning: 'For each GB of the disk that a renter takes.' },
  upPrice: { label: 'Upload, $/GB', meaning: 'For each GB that a renter sends.' },
  downPrice: { label: 'Download, $/GB', meaning: 'For each GB that a renter fetches.' },
  minBid: {
    label: 'Smallest bid, $/GPU/h',
    meaning: 'The least that may be bid for an interruptible instance: a floor, not a price. Or none.',
    read: readMinBid,
  },
  minChunk: {
    label: 'Smallest slice, GPUs',
    meaning: 'Offers are made of this many GPUs, of twice as many and so on, up to all of them.',
    read: readSlice,
  },
  end: {
    label: 'Ends',
    meaning: `When the offer ends: ${END_EXAMPLES}. Who rents now keeps his end, or gets a later one.`,
    read: readEnd,
  },
  discount: {
    label: 'Prepay discount, %',
    meaning: 'The greatest discount for what is paid in advance, from 0 to 100.',
    read: readDiscount,
  },
  volumeGb: {
    label: 'Volume, GB',
    meaning: 'How much disk is offered as volumes, or none. Always asked: the service does not tell what it is now.',
    read: readVolumeGb,
  },
  volumePrice: {
    label: 'Volume, $/GB/month',
    meaning: 'For each GB of a volume. Where nothing is known of it, the service takes the price of the disk.',
  },
};

// They are the names of this very object.
export const PRICE_FIELDS = Object.keys(FIELDS) as readonly PriceField[];

/** Those that may stay unknown: the service keeps what it has, or has a value of its own. */
export const MAY_BE_UNKNOWN: readonly PriceField[] = ['minBid', 'volumePrice'];

/** Most characters that any of them takes. */
export const FIELD_MAXIMUM = 40;

/** A value of a field as it can be typed; null is none. Prices in $, a discount from 0 to 1, an end in Unix epoch seconds. */
export const valueText = (field: PriceField, value: number | null, timeZone: string): string => {
  if (value === null) return 'none';
  if (field === 'end') return stampWords(value * 1000, timeZone);
  return String(Number((field === 'discount' ? value * 100 : value).toPrecision(6)));
};

/** Reads what is typed for any field but the price. */
export const readTyped = (
  field: Exclude<PriceField, 'pricePerGpu'>,
  text: string,
  context: Parameters<typeof readEnd>[1],
): Reading => (FIELDS[field].read ?? readPrice)(text, context);
