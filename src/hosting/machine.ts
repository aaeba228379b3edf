/** What a host's machine is listed with, as its record tells. Pure. */
import type { HostMachine } from '../catalogue/values.ts';

/** Null is none, or not listed; undefined is unknown. */
export type Listing = {
  /** $/h for one GPU. */
  readonly pricePerGpu: number | null | undefined;
  /** $/GB/month. */
  readonly diskPrice: number | null | undefined;
  /** $/GB of traffic. */
  readonly upPrice: number | null | undefined;
  readonly downPrice: number | null | undefined;
  /** The smallest bid, $/h for one GPU. */
  readonly minBid: number | null | undefined;
  /** GPUs of the smallest slice that is rented, 1 at least. */
  readonly minChunk: number | null | undefined;
  /** Unix epoch seconds; null: the offer never ends. */
  readonly end: number | null | undefined;
  /** The greatest discount for what is paid in advance, from 0 to 1. */
  readonly discount: number | null | undefined;
  /** Of a volume, $/GB/month. */
  readonly volumePrice: number | null | undefined;
};

/** What cannot be is unknown. */
export const listingOf = (machine: HostMachine): Listing => ({
  pricePerGpu: figureIn(machine.listed_gpu_cost),
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
