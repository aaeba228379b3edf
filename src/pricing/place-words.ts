/** How prices, places and shares are written. Pure. */
import { grouped } from '../base/figures.ts';
import type { Place } from './place.ts';
import { PERCENTILES_FROM } from './spread.ts';

/** `0.3100`; of a price that has no such digits as many as it takes. */
export const priceWords = (price: number): string => {
  const usual = price.toFixed(SHOWN_DECIMALS);
  return price === 0 || Number(usual) > 0 ? usual : price.toPrecision(2);
};

/** The same rounded down: a price that is not above `price`. */
export const priceAtMost = (price: number): string => {
  const usual = price.toFixed(SHOWN_DECIMALS);
  return Number(usual) <= price ? usual : (Number(usual) - 10 ** -SHOWN_DECIMALS).toFixed(SHOWN_DECIMALS);
};

/** A price that was made short (`shortPriceWithin`), with all of its digits. */
export const exactWords = (price: number): string => {
  const usual = price.toFixed(SHOWN_DECIMALS);
  return Number(usual) === price ? usual : String(price);
};

/** The same of any price, as `write` has it, with at most six digits that tell: `~0.136586` where some are left out. */
export const shortWords = (price: number, write = (digits: string): string => digits): string => {
  const short = Number(price.toPrecision(6));
  // What reckoning has added far behind is no digit of the price.
  const isWhole = Math.abs(short - price) <= 1e-9 * price;
  return `${isWhole ? '' : '~'}${write(exactWords(short))}`;
};

const SHOWN_DECIMALS = 4;

/** `3rd`. */
export const ordinal = (rank: number): string => {
  const tens = rank % 100;
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th');
  return `${grouped(rank)}${ending}`;
};

/** `3rd of 41`; of one alone that. */
export const rankWords = ({ rank, count }: Pick<Place, 'rank' | 'count'>): string =>
  count === 1 ? 'the only one' : `${ordinal(rank)} of ${grouped(count)}`;

/** `p5`: that share of the others, in percent, is cheaper; nothing where there are too few for percentiles. */
export const percentileWords = (place: Pick<Place, 'share' | 'count'> | undefined): string =>
  place?.share === undefined || place.count < PERCENTILES_FROM ? '' : `p${Math.floor(place.share * 100 + 1e-9)}`;

/** `8 % under` the median, or `at` it; `short` of `price` and `median`, in $/hour. */
export const distanceWords = (price: number, median: number): string => {
  if (median <= 0) return '';
  const share = price / median - 1;
  const percent = Math.round(Math.abs(share) * 100);
  if (percent === 0) return 'at';
  return `${grouped(percent)} % ${share < 0 ? 'under' : 'over'}`;
};
