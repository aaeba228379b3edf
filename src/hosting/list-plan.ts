/** What machines are to be listed with, made of what is wished for and of what each has. Pure. */
import type { ListingRequest } from '../api/requests.ts';
import { counted } from '../base/figures.ts';
import type { HostMachine } from '../catalogue/values.ts';
import { listingOf } from './machine.ts';
import type { MachineMarket } from './machine-market.ts';
import { type PriceWish, priceOf } from './price-word.ts';

/** What is wished for; what is absent stays as each machine has it. */
export type ListingWish = {
  readonly [Term in Exclude<keyof ListingRequest, 'machineId' | 'pricePerGpu' | 'volumeGb'>]?:
    | ListingRequest[Term]
    | undefined;
} & {
  readonly price?: PriceWish | undefined;
  /** No record tells it, so it is always said. */
  readonly volumeGb: number;
};

/** What is sent for one machine. */
export type PlannedListing = {
  readonly sent: ListingRequest;
  /** What the price rests on: `+10% of $0.4000`; empty for a figure, and for the price that it has. */
  readonly basis: string;
  /** The word that it was made of, where that is one: `+10%`. */
  readonly word?: string;
  /** Undefined where it is not known. */
  readonly market: MachineMarket | undefined;
  /** Nothing is sent later than then, Unix epoch milliseconds: nobody looks at how old the market is. */
  readonly untilEpochMs?: number;
};

/** A value that has to be known before a machine can be listed. */
export type Needed = (typeof NEEDED)[number];

/**
 * What is sent for `machine`; or what is not known of it and has to be said, where `hasEnded` says that its end is past, which is not
 * sent back; or why it cannot be. `figure`: the price that a word has come to before.
 */
export const planOf = (
  machine: HostMachine & { readonly id: number },
  { price: wish, ...wished }: ListingWish,
  {
    market,
    figure,
    nowEpochMs,
  }: { readonly market: MachineMarket | undefined; readonly figure?: number | undefined; readonly nowEpochMs: number },
):
  | PlannedListing
  | { readonly lacking: readonly Needed[]; readonly hasEnded: boolean }
  | { readonly problem: string } => {
  const now = listingOf(machine);
  const priced =
    wish && (figure === undefined ? priceOf(wish, { present: now.pricePerGpu, market }) : asBefore(figure));
  if (priced !== undefined && 'problem' in priced) return priced;
  const { id: machineId, listed, num_gpus: gpus } = machine;
  if (wished.minChunk !== undefined && typeof gpus === 'number' && wished.minChunk > gpus)
    return { problem: `It has ${counted(gpus, 'GPU')}: no slice is larger.` };
  const hasEnded = wished.end === undefined && typeof now.end === 'number' && now.end * 1000 <= nowEpochMs;
  // Of a machine that is not listed, none is no value that anybody gave it.
  const [presentEnd, presentBid] = [now.end, now.minBid].map((one) =>
    one === null && listed !== true ? undefined : one,
  );
  const minBid = wished.minBid === undefined ? presentBid : wished.minBid;
  const volumePrice = wished.volumePrice ?? now.volumePrice;
  const needed = {
    pricePerGpu: priced?.price ?? now.pricePerGpu,
    diskPrice: wished.diskPrice ?? now.diskPrice,
    upPrice: wished.upPrice ?? now.upPrice,
    downPrice: wished.downPrice ?? now.downPrice,
    minChunk: wished.minChunk ?? now.minChunk,
    end: wished.end === undefined ? (hasEnded ? undefined : presentEnd) : wished.end,
    discount: wished.discount ?? now.discount,
  };
  if (!isWhole(needed)) return { lacking: NEEDED.filter((name) => isLacking(needed, name)), hasEnded };
  return {
    sent: {
      ...{ machineId, ...needed, volumeGb: wished.volumeGb },
      ...(minBid !== undefined && { minBid }),
      ...(volumePrice != null && { volumePrice }),
    },
    basis: priced?.basis ?? '',
    ...(wish !== undefined && 'word' in wish && { word: wish.word }),
    market,
  };
};

const isLacking = (values: Readonly<Record<Needed, unknown>>, name: Needed): boolean =>
  name === 'end' ? values.end === undefined : values[name] == null;

const isWhole = (values: Readonly<Record<Needed, unknown>>): values is Pick<ListingRequest, Needed> =>
  !NEEDED.some((name) => isLacking(values, name));

const NEEDED = ['pricePerGpu', 'diskPrice', 'upPrice', 'downPrice', 'minChunk', 'end', 'discount'] as const;

const asBefore = (price: number) => ({ price, basis: 'as it was sent before' });
