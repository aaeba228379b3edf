/** The review of the call for an SLA cover that is not sent by itself, because it may rent a second instance; and its sending. */

import { askCover } from '../../../../rentals/rent-one.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { confirmationLayer } from '../../../keys/confirmation-page.ts';
import type { Line } from '../../../state/line.ts';
import type { PageSite } from '../../page/page.ts';
import type { confirmingKeys, readingKeys } from '../../write-page/confirming.ts';
import type { OffersTools } from '../needs.ts';
import type { OffersState } from '../state.ts';
import { coverEnded } from './ended.ts';
import { coverLeft, coverOpened, coverSent, type RentPage } from './page.ts';

/** How the pages of renting are read and confirmed. */
type Confirming = {
  /** What is sent with, or why there is nothing to send with. */
  readonly sendingWith: () => Omit<Parameters<typeof askCover>[1], 'clock'> | { readonly problem: string };
  readonly confirmingPrice: (
    label: string,
    perHour: () => number | undefined,
    confirmed: () => void,
  ) => ReturnType<typeof confirmingKeys>;
} & ReturnType<typeof readingKeys>;

export const createCoverReview = (
  { page, change }: PageSite<OffersState, RentPage>,
  { run, clock }: Pick<OffersTools, 'run' | 'clock'>,
  { sendingWith, confirmingPrice, scrolling, unread }: Confirming,
): { readonly opener: Binding; readonly layer: (review: { readonly typed?: Line | undefined }) => Layer } => {
  const offered = () => {
    const { stage } = page() ?? {};
    return stage?.kind === 'sent' ? stage.ends[stage.cover ?? -1]?.cover : undefined;
  };
  const send = () => {
    const sending = sendingWith();
    const cover = offered();
    if (cover === undefined || 'problem' in sending) return;
    change(coverSent);
    run(async () => {
      const asked = await askCover(cover.toAsk, { ...sending, clock });
      change((now) => coverLeft(now, (ended) => coverEnded(ended, asked)));
    });
  };
  const confirmed = confirmingPrice('send', () => offered()?.perHour, send);
  const leave = () => change((now) => coverLeft(now));
  const reading: readonly Binding[] = [
    confirmed.begin,
    ...scrolling,
    bind('offers.rent-no-cover', ['escape', 'q'], 'leave it', 'Renting', leave, inFooter),
  ];
  return {
    opener: bind('offers.rent-cover', ['c'], 'SLA cover', 'Renting', () => change(coverOpened), {
      ...inFooter,
      help: 'review the call for the SLA cover of an instance whose record does not say whether it is covered',
      refusal: () => {
        const { stage } = page() ?? {};
        const isThere = stage?.kind === 'sent' && stage.ends.some(({ cover }) => cover !== undefined);
        return isThere ? undefined : 'No SLA cover is left to ask for.';
      },
    }),
    layer: ({ typed }) =>
      typed === undefined ? confirmationLayer(footerOfAllowed(reading), unread) : confirmed.typing(),
  };
};
