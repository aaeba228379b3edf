/** A price as a host types it: a figure, a place in the market, or a change of what a machine costs. Pure. */
import { counted } from '../base/figures.ts';
import { amountWords, dollars, priceText } from '../money/money.ts';
import { priceOfShare, pricesOfRank, shortPriceWithin } from '../pricing/place.ts';
import type { MachineMarket } from './machine-market.ts';

/** What was typed. */
export type PriceWish =
  | { readonly kind: 'figure'; readonly price: number }
  /** `word` is what was typed; the place is a share of the others, from 0 to 1, or a rank from 1 on; then times `factor`. */
  | {
      readonly kind: 'market';
      readonly word: string;
      readonly at: { readonly share: number } | { readonly rank: number };
      readonly factor: number;
    }
  /** Of the present price. */
  | { readonly kind: 'change'; readonly word: string; readonly factor: number };

const PLACE = /^(?:(median)|p(\d{1,2}|100)|([1-9]\d{0,3})(?:st|nd|rd|th))(?:([+-]\d+(?:\.\d+)?) ?%)?$/;
const CHANGE = /^([+-]\d+(?:\.\d+)?) ?%$/;
const FIGURE = /^\$?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Reads `text`, or says why it is no price. */
export const readPriceWord = (text: string): PriceWish | { readonly problem: string } => {
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll('\u2212', '-')
    .replace(/ (?=[+-])/, '');
  const price = FIGURE.test(word) ? Number(word.replace('$', '')) : 0;
  if (price > 0) return { kind: 'figure', price };
  const change = CHANGE.exec(word);
  if (change !== null) return factored(change[1], (factor) => ({ kind: 'change', word, factor }));
  const place = PLACE.exec(word);
  if (place === null) return { problem: PROBLEM };
  const [, median, percent, rank, percentMore] = place;
  const share = median === undefined ? Number(percent) / 100 : 0.5;
  const at = rank === undefined ? { share } : { rank: Number(rank) };
  return factored(percentMore, (factor) => ({ kind: 'market', word, at, factor }));
};

const PROBLEM = 'Write a price in $/GPU/h such as 0.42, or p25, median, median-5%, 3rd, or +10% of the present one.';

const factored = (percent: string | undefined, made: (factor: number) => PriceWish) => {
  const factor = 1 + Number(percent ?? 0) / 100;
  return factor > 0 ? made(factor) : { problem: 'A price stays above 0: take off less than 100%.' };
};

/** A price in $/GPU/h, to a hundredth of a cent where it was not typed as a figure, and what it rests on; or why there is none. */
type Priced = { readonly price: number; readonly basis: string } | { readonly problem: string };

/** What the wish comes to for a machine that costs `present` now, $/GPU/h. */
export const priceOf = (
  wish: PriceWish,
  { present, market }: { readonly present: number | null | undefined; readonly market: MachineMarket | undefined },
): Priced => {
  if (wish.kind === 'figure') return { price: wish.price, basis: '' };
  if (wish.kind === 'change')
    return typeof present === 'number'
      ? rounded(present * wish.factor, `${wish.word} of ${amountWords(present, 4)}`)
      : { problem: `Its present price is not known, so nothing is ${wish.word} of it: write a figure.` };
  if (market === undefined)
    return { problem: `What others ask is not known, so there is no ${wish.word}: write a figure.` };
  const { others } = market;
  const at = 'share' in wish.at ? priceOfShare(wish.at.share, others) : priceOfRank(wish.at.rank, others);
  const offers = `${counted(others.length, 'comparable offer')} of others`;
  if (at === undefined) return { problem: `No price is ${wish.word} among ${offers}.` };
  return rounded(at * wish.factor, `${wish.word} of ${offers}`);
};

/** The highest price that would have this place. */
const priceOfRank = (rank: number, others: readonly number[]): number | undefined => {
  const found = pricesOfRank(rank, others);
  return found.kind === 'between' && found.upTo !== undefined
    ? shortPriceWithin(found.above ?? 0, found.upTo)
    : undefined;
};

const rounded = (price: number, basis: string): Priced => {
  const text = priceText(price);
  return Number(text) > 0
    ? { price: Number(text), basis }
    : { problem: `${basis} is under ${dollars('0.0001')}: write a figure.` };
};
