/** Prices in words, and the price that confirms. Pure. */
import type { RentalCost } from './cost.ts';

/** $/hour to a hundredth of a cent, as it is shown and typed. */
export const priceText = (perHour: number): string => perHour.toFixed(4);

/** The least bid as it can be typed: rounded up, so that the service takes it. */
export const leastBidText = (perHour: number): string => priceText(Math.ceil(perHour * 10_000 - ROUNDING) / 10_000);

/** What a number of hundredths of a cent may be off by. */
const ROUNDING = 1e-6;

/** Why `typed` does not confirm renting at `perHour`; undefined where it does. */
export const priceProblem = (perHour: number, typed: string): string | undefined => {
  const expected = priceText(perHour);
  if (typed.trim() !== '' && Number(typed.trim()) === Number(expected)) return undefined;
  return `Nothing was sent: to continue, type the price per hour, ${expected}.`;
};

/** What renting costs, in one line; what is not known is said so. */
export const costWords = ({ perHour, perDay, perMonth, stoppedPerHour }: RentalCost): string => {
  if (perHour === undefined || perDay === undefined || perMonth === undefined)
    return 'The price is not known: the service did not name all of its parts.';
  const stopped = stoppedPerHour === undefined ? '' : `; stopped $${priceText(stoppedPerHour)}/h until it is destroyed`;
  return `$${priceText(perHour)}/h, $${perDay.toFixed(2)} a day, $${perMonth.toFixed(2)} in 30 days${stopped}`;
};
