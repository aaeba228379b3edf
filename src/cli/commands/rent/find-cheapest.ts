/** Finds the offers that `gpudeck rent --cheapest` may rent, the cheapest first. */
import type { Client } from '../../../api/client.ts';
import type { Offer } from '../../../catalogue/values.ts';
import type { FilterLine } from '../../../filter/line.ts';
import { wireFilters } from '../../../filter/request.ts';
import { createSieve } from '../../../filter/sieve.ts';
import { rentalCost } from '../../../rentals/cost.ts';
import { costsMore } from '../../../rentals/offer-now.ts';
import { type OfferlessPlan, planProblems } from '../../../rentals/plan.ts';
import type { CommandIo } from '../../io.ts';
import { readForCommand } from '../../patient-read.ts';

/** Offers that are asked for: the cheapest ones, of which the filter may leave few. */
const ASKED = 10_000;

/** An offer and what it costs, $/hour. */
type Priced = { readonly offer: Offer; readonly offerId: number; readonly perHour: number };

/** Those that fit at no more than `atMostPerHour`, the cheapest first; and what the cheapest costs that fits and is dearer. */
type Cheapest = { readonly fitting: readonly Priced[]; readonly neededPerHour: number | undefined };

/** Asks for the offers of `line` with the disk and the target of `plan`. */
export const findCheapest = async (
  line: FilterLine,
  plan: OfferlessPlan,
  atMostPerHour: number,
  client: Client,
  io: CommandIo,
): Promise<Cheapest> => {
  const { filters, local } = wireFilters(line);
  const request = {
    filters: { ...filters, ...(plan.slaTarget !== undefined && { target_reliability: { eq: plan.slaTarget } }) },
    limit: ASKED,
    type: 'ondemand',
    order: [['dph_total', 'asc']],
    allocatedStorageGb: plan.diskGb,
  } as const;
  const { records } = await readForCommand(
    { read: 'search', call: (options) => client.searchOffers(request, options) },
    client,
    io,
  );
  const sieve = createSieve({ clauses: local, words: line.words });
  const priced = records
    .filter(sieve.keeps)
    .flatMap((offer) => {
      const offerId = offer.id;
      const { perHour } = rentalCost(offer, plan);
      if (typeof offerId !== 'number' || perHour === undefined) return [];
      return planProblems(plan, offer).length > 0 ? [] : [{ offer, offerId, perHour }];
    })
    .sort((one, other) => one.perHour - other.perHour);
  const fitting = priced.filter(({ perHour }) => !costsMore(perHour, atMostPerHour));
  return { fitting, neededPerHour: priced[0]?.perHour };
};
