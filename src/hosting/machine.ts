/** What a host's machine is listed with, as its record tells. Pure. */
import type { ListingRequest } from '../api/requests.ts';
import type { HostMachine } from '../catalogue/values.ts';

/** By the names and in the units of what is sent; null is none, or not listed; undefined is unknown. */
export type Listing = {
  readonly [Term in Exclude<keyof ListingRequest, 'machineId' | 'volumeGb'>]-?: number | null | undefined;
};

/** What cannot be is unknown; a price of 0 is none, which nobody sends back. */
export const listingOf = (machine: HostMachine): Listing => ({
  pricePerGpu: machine.listed_gpu_cost === 0 ? null : figureIn(machine.listed_gpu_cost),
  diskPrice: figureIn(machine.listed_storage_cost),
  upPrice: figureIn(machine.listed_inet_up_cost),
  downPrice: figureIn(machine.listed_inet_down_cost),
  minBid: figureIn(machine.min_bid_price),
  minChunk: figureIn(machine.min_chunk, isSlice),
  end: figureIn(machine.end_date),
  discount: figureIn(machine.credit_discount_max, isShare),
  volumePrice: figureIn(machine.listed_volume_cost),
});

const isAmount = (figure: number): boolean => Number.isFinite(figure) && figure >= 0;
const isSlice = (figure: number): boolean => Number.isInteger(figure) && figure >= 1;
const isShare = (figure: number): boolean => figure >= 0 && figure <= 1;

const figureIn = (told: number | null | undefined, isPossible = isAmount): number | null | undefined =>
  typeof told === 'number' ? (isPossible(told) ? told : undefined) : told;
