/**
 * What the market was like before it was filled, by the same functions that move it since: how it would have been had somebody watched.
 * Nothing here reads or writes the service's file.
 */
import { HOURS_A_MONTH } from '../../base/time.ts';
import type { Offer } from '../../catalogue/values.ts';
import { firstOfferId, makeMachine, offersOfMachine } from './machines.ts';
import { gpusOfOthers, rentalOfCaller } from './rentals.ts';
import { machineState, priceFactors } from './state.ts';
import type { MarketRow } from './tables.ts';

/** What a market was made from, and when (minutes since 1970). */
export type MarketOrigin = Pick<MarketRow, 'seed' | 'offers' | 'filledMinute'>;

/** An offer as it stood in a minute, prices in $/hour. `traits` is the rest of it: the very same value as long as that does not change. */
type PastOffer = {
  readonly id: number;
  readonly price: number;
  readonly minimumBid: number;
  readonly traits: Offer;
};

/**
 * Gives the offers in a minute up to the one in which the market was filled (0 and below), as a search with a disk of `storageGb` would have found
 * them. However often one was put up before, its number is that of now.
 */
export const createPastMarket = (
  { seed, offers, filledMinute }: MarketOrigin,
  storageGb: number,
): ((minute: number) => readonly PastOffer[]) => {
  const machines: ReturnType<typeof pastMachine>[] = [];
  for (let place = 0; place < offers; ) {
    const machine = pastMachine(seed, machines.length, filledMinute * 60, storageGb);
    machine.parts.length = Math.min(machine.parts.length, offers - place);
    machines.push({ ...machine, place });
    place += machine.parts.length;
  }
  return (minute) =>
    machines.flatMap(({ machine, parts, place }, index) => {
      const { isListed, priceRound, rentalRound } = machineState(seed, index, minute);
      if (!isListed) return [];
      const factors = priceFactors(seed, index, priceRound);
      const taken = gpusOfOthers(seed, machine, rentalRound);
      return parts.flatMap(({ firstGpu, listedPrice, listedBid, disk, free, busy }, part) =>
        disk === undefined
          ? []
          : [
              {
                id: firstOfferId(place + part),
                price: listedPrice * factors.price + disk,
                minimumBid: listedBid * factors.bid,
                traits: firstGpu >= taken ? free : busy,
              },
            ],
      );
    });
};

/** A machine, and what of its offers does not change: their traits while they can be rented, and while they cannot; and what the disk costs, where there is room for it. */
const pastMachine = (seed: number, index: number, filledS: number, storageGb: number) => {
  const { fields: shared, ...machine } = makeMachine(seed, index, filledS);
  const callersGpu = rentalOfCaller(seed, index, machine.gpus)?.firstGpu;
  const parts = offersOfMachine(seed, index, machine).map(({ fields, ...part }) => {
    const rented = callersGpu !== undefined && part.firstGpu <= callersGpu && callersGpu < part.firstGpu + part.gpus;
    const traits = { ...shared, ...fields, rented };
    const hasRoom = (traits.disk_space ?? 0) >= storageGb;
    return {
      ...part,
      disk: hasRoom ? ((traits.storage_cost ?? 0) * storageGb) / HOURS_A_MONTH : undefined,
      free: { ...traits, rentable: true },
      busy: { ...traits, rentable: false },
    };
  });
  return { machine, parts, place: 0 };
};
