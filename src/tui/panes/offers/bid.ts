/** Figures as they are typed, and the bid at which an offer's cost is looked at. Pure. */

import { findFilterField } from '../../../catalogue/lookup.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { readNumber } from '../../../filter/value.ts';
import { hourly } from '../../../money/money.ts';
import { BIDS } from '../../../rentals/price.ts';

/** A figure as it is typed with the commas that the screen shows: `1,000` is 1000. */
export const withoutGrouping = (typed: string): string =>
  /^\d{1,3}(?:,\d{3})+(?![\d,])/.test(typed) ? typed.replaceAll(',', '') : typed;

/** What was typed: a bid in $/hour, none, or why it is not taken. */
type BidReading = { readonly bid: number | undefined } | { readonly problem: string };

/** The least bid that `offer` takes, $/hour; undefined where the service does not say. */
export const leastBid = (offer: Offer | undefined): number | undefined =>
  typeof offer?.min_bid === 'number' ? offer.min_bid : undefined;

/** What `text` bids where `least` is the least that is taken; an empty text bids nothing. */
export const readBid = (text: string, least: number | undefined): BidReading => {
  const typed = text.trim();
  if (typed === '') return { bid: undefined };
  const field = findFilterField('min_bid');
  const reading = field === undefined ? undefined : readNumber(field, typed);
  if (reading === undefined || !('value' in reading) || reading.value <= 0)
    return { problem: `"${typed}" is not a bid: write $/h above 0, such as 0.25, or nothing for none.` };
  if (reading.value > BIDS.mostToRent)
    return { problem: `A bid is at most ${hourly(String(BIDS.mostToRent))} for the offer.` };
  if (least !== undefined && reading.value < least)
    return { problem: `This offer takes bids from ${hourly(least)} on: write that or more.` };
  return { bid: reading.value };
};
