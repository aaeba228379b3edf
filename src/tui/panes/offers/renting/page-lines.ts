/** The page on which offers are rented as lines of text, but for its form. Pure. */

import { priceText } from '../../../../rentals/price-words.ts';
import type { RentalStage } from '../../../../rentals/rent-one.ts';
import type { OffersState } from '../state.ts';
import { offersOf } from './form-lines.ts';
import { judgedOffers, totalOf } from './judged.ts';
import { offerFacts, paragraph, type RentLine } from './lines.ts';
import type { Ended, RentPage } from './page.ts';
import { type ReviewPlace, reviewLines } from './review-lines.ts';

/** Lines under a review: what is wrong with the confirmation, and its field. */
export const BELOW_REVIEW = 3;

/** Cells from which on the field that confirms has room for a sentence. */
const WIDE_FROM = 76;

/** Everything under the title. */
export const pageLines = (page: RentPage, place: ReviewPlace): readonly RentLine[] => {
  const { stage, offerIds } = page;
  switch (stage.kind) {
    case 'form':
      return [];
    case 'review':
      return reviewLines(page, stage, place);
    case 'sending': {
      const at = stage.ends.length;
      const of = offerIds.length === 1 ? '' : ` (${at + 1} of ${offerIds.length})`;
      return [
        ...stage.ends.flatMap((end) => endedLines(end, place.width)),
        ...paragraph(`Offer ${offerIds[at] ?? '?'}, label ${stage.labels[at] ?? ''}${of}`, place.width, 'strong'),
        ...paragraph(STAGE_WORDS[stage.stage], place.width, 'accent'),
      ];
    }
    case 'ended':
      return stage.ends.flatMap((end) => endedLines(end, place.width));
  }
};

/** What the page is about, in a line. */
export const rentTitle = (page: RentPage, state: OffersState): string => {
  const { offerIds, stage } = page;
  const [offer] = offersOf(page, state);
  switch (stage.kind) {
    case 'form': {
      if (offerIds.length > 1) return `Rent ${offerIds.length} offers`;
      return offer === undefined ? `Rent offer ${offerIds[0] ?? '?'}` : `Rent ${offerFacts(offer)}`;
    }
    case 'review':
      return offerIds.length === 1 ? 'Review of what is rented' : `Review of the ${offerIds.length} offers to rent`;
    case 'sending':
      return 'Renting';
    case 'ended':
      return offerIds.length === 1 ? 'What became of it' : 'What became of them';
  }
};

/** The label of the field that confirms, in a pane of `width` cells. */
export const confirmationLabel = (page: RentPage, state: OffersState, width: number): string => {
  const { stage, offerIds } = page;
  const total = stage.kind === 'review' ? totalOf(judgedOffers(page, stage, state.workload)) : undefined;
  if (total === undefined) return ' The price is not known:';
  const price = priceText(total);
  if (width < WIDE_FROM) return ` Type ${price} to rent:`;
  return offerIds.length === 1
    ? ` To rent, type the price per hour, ${price}:`
    : ` To rent all ${offerIds.length}, type their price per hour, ${price}:`;
};

const STAGE_WORDS: Readonly<Record<RentalStage, string>> = {
  asking: 'Asking for the offer once more ...',
  listing: 'Noting which instances there are ...',
  sending: 'Sent. Waiting for the answer: it was sent once and is not sent again.',
  looking: 'No usable answer came: looking for the new instance for up to a minute ...',
  covering: 'Rented. Asking for its SLA cover ...',
};

const endedLines = ({ offerId, label, contract, isUnknown, texts }: Ended, width: number): readonly RentLine[] => [
  ...paragraph(
    `${contract === undefined ? (isUnknown ? '?' : '-') : `Instance ${contract}`}   offer ${offerId}   label ${label}`,
    width,
    'strong',
  ),
  ...texts.flatMap(({ text, role }) => paragraph(text, width, role)),
  [],
];
