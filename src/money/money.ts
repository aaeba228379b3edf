/** Money in words: the one place that puts a dollar sign before a figure. All of it is US dollars. Pure. */
import { fixed } from '../base/figures.ts';

/** $/hour to a hundredth of a cent, as it is shown and typed: `0.3500`. */
export const priceText = (perHour: number): string => perHour.toFixed(4);

/** The same without zeros at its end: `0.35`. */
export const shortPrice = (perHour: number): string => String(Number(priceText(perHour)));

/** The least bid as it can be typed: rounded up, so that the service takes it. */
export const leastBidText = (perHour: number): string => priceText(Math.ceil(perHour * 10_000 - ROUNDING) / 10_000);

/** What a number of hundredths of a cent may be off by. */
const ROUNDING = 1e-6;

/** `$0.3500`; a text is a figure that is rounded already. */
export const dollars = (figure: number | string): string =>
  `$${typeof figure === 'number' ? priceText(figure) : figure}`;

/** `$0.3500/h`; a text is a figure that is rounded already. */
export const hourly = (perHour: number | string): string => `${dollars(perHour)}/h`;

/** `$8.40`: an amount to the cent. */
export const toTheCent = (amount: number): string => dollars(amount.toFixed(2));

/** `$1,234.50`: an amount with commas between thousands. */
export const groupedDollars = (amount: number, decimals = 2): string => dollars(fixed(amount, decimals));

/** `-$1,234.50`, `$0.0042`: an amount of either sign with as many decimals as its size needs, or just so many. */
export const amountWords = (amount: number, decimals = decimalsOf(amount)): string => {
  const text = fixed(Math.abs(amount), decimals);
  return `${amount < 0 && /[1-9]/.test(text) ? '-' : ''}${dollars(text)}`;
};

/** `$0.0042/h`, so too. */
export const rateWords = (perHour: number): string => `${amountWords(perHour)}/h`;

const decimalsOf = (amount: number): number => {
  const size = Math.abs(amount);
  return size === 0 || size >= 1 ? 2 : 4;
};
