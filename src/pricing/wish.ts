/** Reads what somebody types who asks for a place by its price, or for a price by its place. Pure. */

/** What was asked. `share` and `off` are from 0 to 1, prices in $/hour. */
export type Wish =
  | { readonly kind: 'price'; readonly perGpu: number }
  | { readonly kind: 'total'; readonly total: number }
  | { readonly kind: 'rank'; readonly rank: number }
  | { readonly kind: 'share'; readonly share: number }
  /** So much of the median above it (below it where negative). */
  | { readonly kind: 'off'; readonly off: number };

/** What was read, nothing of an empty line, or what is wrong. */
type WishReading = { readonly wish: Wish } | { readonly problem: string } | undefined;

/** What may be written, in lower case and with single spaces; what each captures is a figure, but for signs and words. */
const FORMS: readonly (readonly [form: RegExp, read: (first: string, second: string) => WishReading])[] = [
  [
    /^\$? ?([\d.]{1,20}) ?\$?(?: ?\/ ?gpu)?(?: ?\/ ?h(?:r|our)?)?(?: per gpu)?$/,
    (figure) => priced(figure, (perGpu) => ({ kind: 'price', perGpu })),
  ],
  [/^total ?\$? ?([\d.]{1,20})$/, (figure) => priced(figure, (total) => ({ kind: 'total', total }))],
  [/^\$? ?([\d.]{1,20}) ?(?:total|in all|for all)$/, (figure) => priced(figure, (total) => ({ kind: 'total', total }))],
  [/^(?:#|rank|place|top|no\.?) ?(\d{1,9})$/, (figure) => ranked(Number(figure))],
  [/^(\d{1,9}) ?(?:st|nd|rd|th)(?: place| cheapest| best)?(?: of \d{1,9})?$/, (figure) => ranked(Number(figure))],
  [/^p ?([\d.]{1,20})$/, (figure) => shared(Number(figure))],
  [/^([\d.]{1,20}) ?(?:st|nd|rd|th)? ?(?:percentile|pct)$/, (figure) => shared(Number(figure))],
  [/^(?:median)? ?([+-]) ?([\d.]{1,20}) ?%$/, (sign, figure) => off(Number(figure) * (sign === '-' ? -1 : 1))],
  [
    /^([\d.]{1,20}) ?% (under|below|over|above)(?: (?:the )?median)?$/,
    (figure, side) => off(Number(figure) * (side === 'under' || side === 'below' ? -1 : 1)),
  ],
  [
    /^([\d.]{1,20}) ?%$/,
    (figure) => ({ problem: `Write p${figure} for that percentile, or -${figure}% for that much under the median.` }),
  ],
  [/^\$? ?(\d{1,9}),(\d{1,9})$/, (whole, part) => ({ problem: `Write the price with a point: ${whole}.${part}` })],
  [/^[€£¥]|[€£¥]$/, () => ({ problem: 'Prices are in US dollars: convert the amount.' })],
  [/^-/, () => ({ problem: 'A price is above 0. For one under the median write -8%.' })],
];

const WORDS: Readonly<Record<string, Wish>> = {
  median: { kind: 'share', share: 0.5 },
  middle: { kind: 'share', share: 0.5 },
  first: { kind: 'rank', rank: 1 },
  cheapest: { kind: 'rank', rank: 1 },
  lowest: { kind: 'rank', rank: 1 },
  min: { kind: 'rank', rank: 1 },
  second: { kind: 'rank', rank: 2 },
  third: { kind: 'rank', rank: 3 },
  highest: { kind: 'share', share: 1 },
  max: { kind: 'share', share: 1 },
};

/**
 * What commas part in `text`, without empty parts; a comma between two figures is none of them, but a decimal point to some,
 * unless the second one has a point of its own.
 */
export const wishesIn = (text: string): readonly string[] =>
  text
    .split(/,(?!\d)|(?<!\d),|,(?=\d{0,9}\.\d)|;/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Reads `text` in any letter case. */
export const readWish = (text: string): WishReading => {
  const typed = text.trim().toLowerCase().split(/\s+/).join(' ');
  if (typed === '') return undefined;
  if (Object.hasOwn(WORDS, typed)) return wished(WORDS[typed]);
  for (const [form, read] of FORMS) {
    const [all, first = '', second = ''] = form.exec(typed) ?? [];
    if (all !== undefined) return read(first, second);
  }
  return UNREADABLE;
};

const UNREADABLE = {
  problem: 'Write a price such as 0.35, or 3rd, p25, median or -8% for the price that has that place.',
};

const wished = (wish: Wish | undefined): WishReading => (wish === undefined ? undefined : { wish });

const priced = (figure: string, wishOf: (price: number) => Wish): WishReading => {
  const price = Number(figure);
  if (Number.isNaN(price)) return UNREADABLE;
  return price > 0 ? { wish: wishOf(price) } : { problem: 'A price is above 0.' };
};

const ranked = (rank: number): WishReading =>
  rank >= 1 ? { wish: { kind: 'rank', rank } } : { problem: 'Places count from 1, the cheapest.' };

const shared = (percentile: number): WishReading => {
  if (Number.isNaN(percentile)) return UNREADABLE;
  return percentile <= 100
    ? { wish: { kind: 'share', share: percentile / 100 } }
    : { problem: 'Percentiles go from p0 to p100.' };
};

const off = (percent: number): WishReading => {
  if (Number.isNaN(percent)) return UNREADABLE;
  return percent > -100
    ? { wish: { kind: 'off', off: percent / 100 } }
    : { problem: 'A price is above 0: less than 100 % under the median.' };
};
