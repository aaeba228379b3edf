/** How prices, places and shares are written, and what a cohort is asked to be alike in. Pure. */
import { grouped } from '../../../../base/figures.ts';
import { countryName } from '../../../../catalogue/countries.ts';
import { ALIKE_IN, type AlikeIn, bandOf, type Likeness, type Subject } from '../../../../pricing/likeness.ts';
import type { Place } from '../../../../pricing/place.ts';
import { PERCENTILES_FROM } from '../../../../pricing/spread.ts';

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

/** Each of them in the order in which they are shown, with its key: a sign, since the letters mean other things (docs/glossary.md, Keys). */
export const ALIKE_KEYS: readonly { readonly name: AlikeIn; readonly key: string; readonly label: string }[] = [
  { name: 'gpus', key: '#', label: 'GPUs' },
  { name: 'verification', key: '!', label: 'verification' },
  { name: 'place', key: '@', label: 'region' },
  { name: 'reliability', key: '%', label: 'reliability' },
  { name: 'datacenter', key: '&', label: 'datacenter' },
];

/** What `likeness` asks of one of them of the offers beside `subject`: `4 each`, `any`. */
export const alikeWords = (name: AlikeIn, likeness: Likeness, subject: Subject): string => {
  if (likeness[name] === ALIKE_IN[name][0]) return 'any';
  const known = ownWords(name, likeness, subject);
  return known ?? 'not known, as of this one';
};

const ownWords = (name: AlikeIn, { place }: Likeness, subject: Subject): string | undefined => {
  const { gpus, verification, country, continent, reliability, isInDatacenter } = subject;
  switch (name) {
    case 'gpus':
      return gpus === undefined ? undefined : `${gpus}x`;
    case 'verification':
      return verification;
    case 'place':
      if (place === 'continent') return continent === undefined ? undefined : continentWords(continent);
      return country === undefined ? undefined : (countryName(country) ?? country);
    case 'reliability':
      return bandOf(reliability);
    case 'datacenter':
      return isInDatacenter === undefined ? undefined : isInDatacenter ? 'in one' : 'not in one';
  }
};

/** `NORTH_AMERICA` as `North America`. */
const continentWords = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join(' ');
