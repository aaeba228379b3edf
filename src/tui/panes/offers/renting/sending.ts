/** Rents the offers of a review that was confirmed, one after the other. What stops one is said, and what may be running stops the rest. */
import type { Client } from '../../../../api/client.ts';
import type { RentRequest } from '../../../../api/requests.ts';
import type { Clock } from '../../../../base/clock.ts';
import { type RentalStage, rentOne } from '../../../../rentals/rent-one.ts';
import type { Rentals } from '../../../../storage/journal/rentals.ts';
import { endedOf, isStopping, notTried } from './ended.ts';
import type { Ended } from './page.ts';

/** An offer that was confirmed at a price. */
export type Confirmed = { readonly plan: RentRequest; readonly atMostPerHour: number };

/** What the offers are rented with. */
type SendingParts = {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: () => number;
  readonly rentals: Rentals;
  /** Lines of the journal that the user has seen. */
  readonly known: readonly number[];
  readonly signal: AbortSignal;
  /** The key of the pane of instances. */
  readonly instancesKey: string;
  readonly onStage: (stage: RentalStage) => void;
  readonly onEnded: (end: Ended) => void;
};

/** Resolves when all is said. Rejects only with a programmer's error. */
export const rentAll = async (offers: readonly Confirmed[], parts: SendingParts): Promise<void> => {
  const { signal, instancesKey, onEnded, ...rest } = parts;
  let isStopped = false;
  for (const { plan, atMostPerHour } of offers) {
    if (isStopped) {
      onEnded(notTried(plan.offerId, plan.label));
      continue;
    }
    const end = await rentOne(plan, { ...rest, signal, atMostPerHour });
    isStopped = isStopping(end);
    onEnded(endedOf(end, plan, instancesKey));
  }
};
