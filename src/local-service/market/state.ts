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

/** A round of renting on a machine, in minutes of the market; one that does not end is endless. */
export type RentalRound = { readonly round: number; readonly fromMinute: number; readonly untilMinute: number };

/** The rounds of renting on a machine in the minutes `from` to `to`, oldest first; from minute `frozen` on none begins. */
export const rentalRounds = (
  seed: number,
  index: number,
  { from, to, frozen }: { readonly from: number; readonly to: number; readonly frozen: number },
): readonly RentalRound[] => {
  const roundAt = (minute: number) => cycleAt(seed, index, RENTAL, RENTAL_MINUTES, Math.min(minute, frozen)).round;
  const first = roundAt(from);
  return Array.from({ length: roundAt(to) - first + 1 }, (_, place) => {
    const round = first + place;
    const nextMinute = firstMinuteOf(seed, index, round + 1);
    const untilMinute = nextMinute > frozen ? Number.POSITIVE_INFINITY : nextMinute;
    return { round, fromMinute: firstMinuteOf(seed, index, round), untilMinute };
  });
};

/** The first minute of a round of renting. */
export const firstMinuteOf = (seed: number, index: number, rentalRound: number): number => {
  const { length, start } = cycleOf(seed, index, RENTAL, RENTAL_MINUTES);
  return rentalRound * length - start;
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

/** The same in a minute of the market. */
export const priceFactorsAt = (seed: number, index: number, minute: number): ReturnType<typeof priceFactors> =>
  priceFactors(seed, index, cycleAt(seed, index, PRICE, PRICE_MINUTES, minute).round);

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

/** The earliest minute from `first` to `last` in which the machine's price, or its smallest bid, is above `limit`; undefined without one. */
export const minuteOfHigher = (
  what: 'price' | 'bid',
  seed: number,
  index: number,
  {
    limit,
    listed,
    first,
    last,
  }: { readonly limit: number; readonly listed: number; readonly first: number; readonly last: number },
): number | undefined => {
  for (let minute = first; minute <= last; ) {
    const { round, minuteOfRound, length } = cycleAt(seed, index, PRICE, PRICE_MINUTES, minute);
    if (listed * priceFactors(seed, index, round)[what] > limit) return minute;
    minute += length - minuteOfRound;
  }
  return undefined;
};

type Lengths = { readonly shortest: number; readonly longest: number };

/** How long a machine's cycle is, and how much of it had passed when the market was filled, in minutes. */
const cycleOf = (seed: number, index: number, subject: number, { shortest, longest }: Lengths) => {
  const length = shortest + (hash(seed, index, subject) % (longest - shortest));
  return { length, start: hash(seed, index, subject, length) % length };
};

/** Where a machine stands in a cycle of its own length, which it entered at some point before the market was filled. */
const cycleAt = (
  seed: number,
  index: number,
  subject: number,
  minutes: Lengths,
  minute: number,
): { readonly round: number; readonly minuteOfRound: number; readonly length: number } => {
  const { length, start } = cycleOf(seed, index, subject, minutes);
  const round = Math.floor((minute + start) / length);
  return { round, minuteOfRound: minute + start - round * length, length };
};

/** A factor that wanders around 1 from round to round: two waves of a machine's own phase, at most `1 ± 1.5 x size`. */
const drift = (seed: number, index: number, subject: number, round: number, size: number): number => {
  const wave = (length: number): number =>
    Math.sin(2 * Math.PI * (round / length + hashFraction(seed, index, subject, length)));
  return 1 + size * (wave(23) + wave(7) / 2);
};
