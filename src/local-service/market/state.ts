/**
 * What of a machine changes with time. Everything here is a pure function of the market's seed, the machine's place in it
 * and the minutes since the market was filled, so that nobody has to have watched to know how things stand.
 */
import { hash, hashFraction } from './random.ts';

/** How a machine stands in one minute of the market. Rounds count up from 0 or 1; before the market was filled they are negative. */
export type MachineState = {
  /** Counts up whenever the host sets new prices; see `priceFactors`. */
  readonly priceRound: number;
  /** Counts up whenever GPUs may have changed hands. */
  readonly rentalRound: number;
  /** How often its offers were taken down and put up again, under new ids. */
  readonly listingRound: number;
  /** False while its offers are taken down. */
  readonly isListed: boolean;
};

/** Tells apart the things about a machine that one seed decides. */
const PRICE = 101;
const BID = 102;
const RENTAL = 103;
const LISTING = 104;
const OUTAGE = 105;

/** For how long a host's prices stay. */
const PRICE_MINUTES = { shortest: 20, longest: 90 };

/** For how long its renters stay. */
const RENTAL_MINUTES = { shortest: 90, longest: 1200 };

/** The state of the machine at `index`, `minute` minutes after the market was filled. */
export const machineState = (seed: number, index: number, minute: number): MachineState => {
  const listing = cycleAt(seed, index, LISTING, { shortest: 700, longest: 4000 }, minute);
  const minutesDown = 5 + (hash(seed, index, LISTING, listing.round) % 55);
  return {
    priceRound: cycleAt(seed, index, PRICE, PRICE_MINUTES, minute).round,
    rentalRound: cycleAt(seed, index, RENTAL, RENTAL_MINUTES, minute).round,
    listingRound: listing.round,
    isListed: listing.round === 0 || listing.minuteOfRound >= minutesDown,
  };
};

/** The minutes from `from` to `to` in pieces during which the machine's prices and rentals stay as they are. */
export const stretchesOf = (
  seed: number,
  index: number,
  from: number,
  to: number,
): readonly { readonly fromMinute: number; readonly untilMinute: number }[] => {
  const stretches: { fromMinute: number; untilMinute: number }[] = [];
  for (let minute = from; minute < to; ) {
    const leftOf = (subject: number, minutes: typeof PRICE_MINUTES): number => {
      const { length, minuteOfRound } = cycleAt(seed, index, subject, minutes, minute);
      return length - minuteOfRound;
    };
    const untilMinute = Math.min(to, minute + leftOf(PRICE, PRICE_MINUTES), minute + leftOf(RENTAL, RENTAL_MINUTES));
    stretches.push({ fromMinute: minute, untilMinute });
    minute = untilMinute;
  }
  return stretches;
};

/** Factors on a machine's listed price and on its listed smallest bid in a round of prices. */
export const priceFactors = (
  seed: number,
  index: number,
  priceRound: number,
): { readonly price: number; readonly bid: number } => ({
  price: drift(seed, index, PRICE, priceRound, 0.07),
  bid: drift(seed, index, BID, priceRound, 0.2),
});

/**
 * The outage of the machine at `index` that is on in `minute`, or the next one: the first minute of it and the first after it. A
 * machine is away for 3 to 30 minutes every few days.
 */
export const outageFrom = (
  seed: number,
  index: number,
  minute: number,
): { readonly fromMinute: number; readonly untilMinute: number } => {
  const { round, minuteOfRound, length } = cycleAt(seed, index, OUTAGE, { shortest: 3000, longest: 12_000 }, minute);
  const roundStart = minute - minuteOfRound;
  const fromMinute = roundStart + (hash(seed, index, OUTAGE, round) % (length - 60));
  const untilMinute = fromMinute + 3 + (hash(seed, index, OUTAGE, round, length) % 28);
  return minute < untilMinute ? { fromMinute, untilMinute } : outageFrom(seed, index, roundStart + length);
};

/** The earliest minute from `first` to `last` in which the machine's smallest bid is above `bid`; undefined without one. */
export const minuteOfHigherBid = (
  seed: number,
  index: number,
  {
    bid,
    listedMinBid,
    first,
    last,
  }: { readonly bid: number; readonly listedMinBid: number; readonly first: number; readonly last: number },
): number | undefined => {
  for (let minute = first; minute <= last; ) {
    const { round, minuteOfRound, length } = cycleAt(seed, index, PRICE, PRICE_MINUTES, minute);
    if (listedMinBid * priceFactors(seed, index, round).bid > bid) return minute;
    minute += length - minuteOfRound;
  }
  return undefined;
};

/** Where a machine stands in a cycle of its own length, which it entered at some point before the market was filled. */
const cycleAt = (
  seed: number,
  index: number,
  subject: number,
  { shortest, longest }: { readonly shortest: number; readonly longest: number },
  minute: number,
): { readonly round: number; readonly minuteOfRound: number; readonly length: number } => {
  const length = shortest + (hash(seed, index, subject) % (longest - shortest));
  const start = hash(seed, index, subject, length) % length;
  const round = Math.floor((minute + start) / length);
  return { round, minuteOfRound: minute + start - round * length, length };
};

/** A factor that wanders around 1 from round to round: two waves of a machine's own phase, at most `1 ± 1.5 x size`. */
const drift = (seed: number, index: number, subject: number, round: number, size: number): number => {
  const wave = (length: number): number =>
    Math.sin(2 * Math.PI * (round / length + hashFraction(seed, index, subject, length)));
  return 1 + size * (wave(23) + wave(7) / 2);
};
