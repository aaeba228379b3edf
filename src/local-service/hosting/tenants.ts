/**
 * Who rents what of a machine of the caller's, at which price and until when. A pure function of the market's seed, of what the host has set,
 * and of the moment: a contract keeps its price and its end, whatever is listed later.
 */
import type { World } from '../instances/life.ts';
import { lengthenedEnd, type Machine } from '../market/machines.ts';
import { hash } from '../market/random.ts';
import { type Rental, rentalsOfOthers, takenGpus } from '../market/rentals.ts';
import { priceFactorsAt, type RentalRound } from '../market/state.ts';
import { endOf, isNotDearer, isOpen, type Listing } from './listings.ts';

/** A renter's time on a machine at one price. */
export type Stay = Rental & {
  /** What it was rented by. */
  readonly listing: Listing;
  readonly fromS: number;
  readonly untilS: number;
  /** True when the renter is gone by then. */
  readonly isOver: boolean;
  /** When the contract ends, as it stands at the moment up to which is looked. */
  readonly endsAtS: number;
};

/** A renter who is there: the contract is as long as it was, or as long as the listing that it follows. */
type Tenant = Rental & { listing: Listing; fromS: number; endsAtS: number; followed: Listing | undefined };

/** What machines are rented by. */
type Market = Pick<World, 'seed' | 'filledMinute' | 'isStill'>;

/** Everybody who stayed on a machine in a round of renting, up to `untilS`. Who comes does so when the round begins, or when the host lists it anew. */
export const staysIn = (
  market: Market,
  machine: Machine,
  listings: readonly Listing[],
  { round, fromMinute, untilMinute }: RentalRound,
  untilS: number,
): readonly Stay[] => {
  const { seed, filledMinute, isStill } = market;
  const [beganAtS, roundEndS] = [(filledMinute + fromMinute) * 60, (filledMinute + untilMinute) * 60];
  const overS = Math.min(untilS, roundEndS);
  const set = listings.findLast(({ atS }) => atS <= beganAtS);
  const first = set ?? asTheMarketHas(market, machine, fromMinute, listings[0]?.atS ?? untilS);
  const later = listings.filter(({ atS }) => atS > beganAtS && atS <= untilS && atS < roundEndS);
  const stays: Stay[] = [];
  let tenants: Tenant[] = [];
  let taken = 0;
  for (const [place, listing] of [first, ...later].entries()) {
    const atS = place === 0 ? beganAtS : listing.atS;
    for (const tenant of tenants) {
      tenant.endsAtS = endAt(tenant, atS);
      tenant.followed = listing.isListed && isNotDearer(listing, tenant.listing) ? listing : undefined;
    }
    if (isOpen(listing, atS) && (place === 0 || !isStill)) {
      const asked = { price: listing.gpu, fewestGpus: listing.fewestGpus, taken };
      const come = rentalsOfOthers(seed, machine, round, listing === first && set === undefined ? {} : asked);
      taken += takenGpus(come);
      tenants.push(...come.map((rental) => ({ ...rental, listing, fromS: atS, endsAtS: 0, followed: listing })));
    }
    const nextS = later[place]?.atS ?? overS;
    tenants = tenants.flatMap((tenant) => {
      const endsAtS = endAt(tenant, nextS);
      if (endsAtS >= nextS) return tenant;
      const staysOn = isOpen(listing, endsAtS) && acceptsMore(tenant.id, round);
      stays.push(stayOf(tenant, { untilS: endsAtS, isOver: !staysOn, endsAtS }));
      return staysOn ? { ...tenant, listing, fromS: endsAtS, endsAtS, followed: listing } : [];
    });
  }
  const isOver = overS === roundEndS;
  return [
    ...stays,
    ...tenants.map((tenant) => stayOf(tenant, { untilS: overS, isOver, endsAtS: endAt(tenant, overS) })),
  ];
};

const endAt = ({ endsAtS, followed }: Tenant, atS: number): number =>
  Math.max(endsAtS, followed === undefined ? 0 : endOf(followed, atS));

const stayOf = ({ followed: _, ...tenant }: Tenant, end: Pick<Stay, 'untilS' | 'isOver' | 'endsAtS'>): Stay => ({
  ...tenant,
  ...end,
});

/** Every second renter whose contract has ended takes on the higher price. */
const acceptsMore = (id: number, round: number): boolean => hash(id, round, ACCEPTING) % 2 === 0;

const ACCEPTING = 501;

/** What a machine is listed with by the market from a minute on: its host lengthens it up to `untilS`, when he sets something himself. */
const asTheMarketHas = ({ seed }: Market, machine: Machine, minute: number, untilS: number): Listing => {
  const factors = priceFactorsAt(seed, machine.index, minute);
  const { storage_cost: disk, inet_up_cost: up, inet_down_cost: down } = machine.fields;
  return {
    ...{ atS: 0, sinceS: 0, isListed: true, fewestGpus: 1 },
    ...{ gpu: machine.gpuPrice * factors.price, bid: machine.gpuBid * factors.bid },
    ...{ disk: Number(disk ?? 0), up: Number(up ?? 0), down: Number(down ?? 0) },
    ...{ endsAtS: lengthenedEnd(machine.endsAtEpochS, untilS), lastsS: null },
    ...{ discount: null, volumeGb: 0, volume: 0, claim: null },
  };
};

/** Sizes of the disks that others rent, GB. */
const DISKS = [16, 32, 64, 120] as const;

/** The disk of a rental in a round of renting, GB. */
export const diskGbOf = (id: number, round: number): number => DISKS[hash(id, round) % DISKS.length] ?? 0;

/** What a renter has left on a machine: its disk is paid for until the renter or the host deletes it. */
type Leftover = Pick<Stay, 'fromS' | 'untilS'> & { readonly gb: number; readonly listing: Listing };

/** So long at most. */
const LEFT_S = 2 * 86_400;

/** Every third renter leaves something. */
const LEAVING = 502;

/** What was left on a machine in some rounds of renting, up to `untilS`; `cleanUps` are when the host has deleted what lay there. */
export const leftIn = (
  market: Market,
  machine: Machine,
  rounds: readonly RentalRound[],
  {
    listings,
    cleanUps,
    untilS,
  }: { readonly listings: readonly Listing[]; readonly cleanUps: readonly number[]; readonly untilS: number },
): readonly Leftover[] =>
  rounds.flatMap((round) =>
    staysIn(market, machine, listings, round, untilS)
      .filter(({ id, isOver }) => isOver && hash(id, round.round, LEAVING) % 3 === 0)
      .map(({ id, listing, untilS: fromS }) => {
        const cleanedS = cleanUps.find((atS) => atS >= fromS) ?? Number.POSITIVE_INFINITY;
        return { gb: diskGbOf(id, round.round), listing, fromS, untilS: Math.min(fromS + LEFT_S, cleanedS) };
      }),
  );

/** For so many minutes before a moment renters may have left what lies there at it. */
export const LEFT_MINUTES = LEFT_S / 60;
