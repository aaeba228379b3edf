/** What became of an offer that was to be rented, for the page. Pure. */

import type { RentRequest } from '../../../../api/requests.ts';
import { hourly } from '../../../../money/money.ts';
import { rentalCost } from '../../../../rentals/price.ts';
import type { CoverAsked, RentalEnd } from '../../../../rentals/rent-one.ts';
import { becameOf, withCoverAsked } from '../../../../rentals/rental-words.ts';
import type { CoverOffer, Ended } from './page.ts';

/** How renting `plan` ended; `instances` is the key of the pane of instances. */
export const endedOf = (end: RentalEnd, plan: RentRequest, instances: string): Ended => ({
  offerId: plan.offerId,
  label: plan.label,
  ...(end.kind === 'rented' && end.contract !== undefined && { contract: end.contract }),
  isUnknown: end.kind === 'unknown',
  cover: end.kind === 'rented' ? coverOffer(end, plan) : undefined,
  told: becameOf(end, plan, {
    rented: (_, { isFound }) => [
      ...(isFound
        ? [
            {
              text: 'The answer was lost; the instance was found by its machine and its label.',
              tone: 'warning',
            } as const,
          ]
        : []),
      { text: `It costs from now on, until it is destroyed. Press ${instances} to see it come up.` },
    ],
    gone: 'It went in the meantime: taken, or with less disk or SLA than is asked for. Nothing was sent.',
    dearer: (now) => `It costs ${hourly(now)} by now, which is more than was confirmed. Nothing was sent.`,
    overtaken: () =>
      'Nothing was sent: another gpudeck has sent this offer or this label in the meantime. Go back and review it again.',
    where: `in the instances (${instances})`,
  }),
});

/** A cover that was not asked for, because the call may rent a second instance; none where nobody could say for how much. */
const coverOffer = (
  { cover, offer }: Extract<RentalEnd, { kind: 'rented' }>,
  plan: RentRequest,
): CoverOffer | undefined => {
  const { perHour } = rentalCost(offer, plan);
  return cover?.kind === 'unsaid' && perHour !== undefined ? { toAsk: cover.toAsk, perHour } : undefined;
};

/** `ended` once its cover was asked for. */
export const coverEnded = ({ told, cover: _, ...ended }: Ended, asked: CoverAsked): Ended => ({
  ...ended,
  told: withCoverAsked(told, asked),
});

/** An offer that was not tried any more, because of what became of another. */
export const notTried = ({ offerId, label }: RentRequest): Ended => ({
  offerId,
  label,
  isUnknown: false,
  told: [{ text: 'Not sent: what came before it has to be looked at first.', tone: 'dim' }],
});
