/** The review of the call for an SLA cover that is not sent by itself, because it may rent a second instance; and its sending. */

import { priceProblem } from '../../../../rentals/price.ts';
import { askCover } from '../../../../rentals/rent-one.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { confirmationLayer } from '../../../keys/confirmation-page.ts';
import type { PageSite } from '../../page/page.ts';
import type { OffersTools } from '../needs.ts';
import type { OffersState } from '../state.ts';
import { coverEnded } from './ended.ts';
import { type CoverReview, coverLeft, coverOpened, coverSent, type RentPage } from './page.ts';

/** How the pages of renting are confirmed. */
type Confirming = {
  /** What is sent with; undefined, and said why, where there is nothing to send with, and where what was typed has a `mistake`. */
  readonly confirmed: (mistake: string | undefined) => Omit<Parameters<typeof askCover>[1], 'clock'> | undefined;
  readonly begin: (hindrance: () => string | undefined) => Binding;
  readonly confirmation: (label: string, accept: () => void) => Layer;
  readonly moving: readonly Binding[];
  /** Lines that were not in view yet. */
  readonly unread: () => number;
};

export const createCoverReview = (
  { page, change }: PageSite<OffersState, RentPage>,
  { run, clock }: Pick<OffersTools, 'run' | 'clock'>,
  { confirmed, begin, confirmation, moving, unread }: Confirming,
): { readonly opener: Binding; readonly layer: (review: CoverReview) => Layer } => {
  /** Takes the typed confirmation: the cover is asked for, or it is said why not. */
  const confirm = () => {
    const { stage } = page() ?? {};
    const offered = stage?.kind === 'cover' ? stage.ends[stage.place]?.cover : undefined;
    if (stage?.kind !== 'cover' || offered === undefined) return;
    const sending = confirmed(priceProblem(offered.perHour, stage.confirmation.text));
    if (sending === undefined) return;
    change(coverSent);
    run(async () => {
      const asked = await askCover(offered.toAsk, { ...sending, clock });
      change((now) => coverLeft(now, (ended) => coverEnded(ended, asked)));
    });
  };

  const typing = confirmation('send', confirm);
  const reading: readonly Binding[] = [
    begin(() => undefined),
    ...moving,
    bind(
      'offers.rent-no-cover',
      ['escape', 'q'],
      'leave it',
      'Renting',
      () => change((now) => coverLeft(now)),
      inFooter,
    ),
  ];
  return {
    opener: bind('offers.rent-cover', ['c'], 'SLA cover', 'Renting', () => change(coverOpened), {
      ...inFooter,
      help: 'review the call for the SLA cover of an instance whose record does not say whether it is covered',
      refusal: () => {
        const { stage } = page() ?? {};
        const isThere = stage?.kind === 'ended' && stage.ends.some(({ cover }) => cover !== undefined);
        return isThere ? undefined : 'No SLA cover is left to ask for.';
      },
    }),
    layer: ({ isTyping }) => (isTyping ? typing : confirmationLayer(footerOfAllowed(reading), unread)),
  };
};
