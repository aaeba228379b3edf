/** What is answered to a price or a place that was typed. Pure. */
import { plural } from '../../../../base/figures.ts';
import { placeAt, priceOfShare, pricesOfRank, shortPriceWithin } from '../../../../pricing/place.ts';
import { readWish, type Wish, wishesIn } from '../../../../pricing/wish.ts';
import { distanceWords, exactWords, ordinal, priceAtMost, priceWords, rankWords } from './figures.ts';
import type { Standing } from './standing.ts';

/** The answer in words, and the price for one GPU that it is about; `isProblem` where nothing was answered. */
export type WishAnswer = {
  readonly text: string;
  readonly price?: number;
  readonly isProblem?: true;
};

/** The answers to `text`, one to each of what commas part; none where nothing was typed. */
export const answersTo = (text: string, standing: Standing): readonly WishAnswer[] => {
  const parts = wishesIn(text);
  const answers = parts.flatMap((part) => answerTo(part, standing) ?? []);
  return parts.length < 2
    ? answers
    : answers.map((answer, at) => (answer.isProblem ? { ...answer, text: `${parts[at]}: ${answer.text}` } : answer));
};

const answerTo = (text: string, standing: Standing): WishAnswer | undefined => {
  const reading = readWish(text);
  if (reading === undefined) return undefined;
  if ('problem' in reading) return { text: reading.problem, isProblem: true };
  if (standing.others.length === 0) return { text: standing.isOnlyOfModel ? NOBODY_AT_ALL : NOBODY, isProblem: true };
  return answerOf(reading.wish, standing);
};

const NOBODY_AT_ALL = 'There is no other offer to compare a price with.';

const NOBODY = 'There is no other offer in this cohort to compare a price with: loosen it.';

const answerOf = (wish: Wish, standing: Standing): WishAnswer => {
  const { subject, others, all, spread } = standing;
  switch (wish.kind) {
    case 'price':
      return placed(wish.perGpu, standing);
    case 'total':
      return subject.gpus === undefined || subject.gpus < 1
        ? { text: 'How many GPUs the offer has is not known: write the price for one.', isProblem: true }
        : placed(wish.total / subject.gpus, standing);
    case 'rank':
      return ofRank(wish.rank, others, standing);
    case 'share': {
      const price = priceOfShare(wish.share, all);
      if (price === undefined) return { text: NOBODY, isProblem: true };
      const name = wish.share === 0.5 ? 'The median' : `p${Number((wish.share * 100).toFixed(9))}`;
      return { text: `${name} is ${priced(price, standing)}: ${placeWords(price, standing)}.`, price };
    }
    case 'off': {
      const price = (spread?.median ?? 0) * (1 + wish.off);
      return { text: `${priced(price, standing)}: ${placeWords(price, standing)}.`, price };
    }
  }
};

const placed = (price: number, standing: Standing): WishAnswer => ({
  text: `${priced(price, standing)} makes this ${placeWords(price, standing)}.`,
  price,
});

const ofRank = (rank: number, others: readonly number[], standing: Standing): WishAnswer => {
  const found = pricesOfRank(rank, others);
  switch (found.kind) {
    case 'beyond':
      return {
        text: `There are ${others.length + 1} places: ${ordinal(others.length + 1)} is the last.`,
        isProblem: true,
      };
    case 'none': {
      const { rank: shared, equal } = placeAt(found.shared, others);
      return {
        text: `No price is ${ordinal(rank)}: ${priceWords(found.shared)} is ${ordinal(shared)}, as ${equal} others ask for it, and more is ${ordinal(shared + equal)}.`,
        price: found.shared,
      };
    }
    case 'between': {
      const { above = 0, upTo } = found;
      if (upTo === undefined)
        return { text: `Anything above ${priceWords(above)} $/GPU/h is ${ordinal(rank)}, the last.` };
      const price = shortPriceWithin(above, upTo) ?? upTo;
      const lower = rank === 1 ? '' : ` ${priceAtMost(above)} or less is better than that.`;
      return { text: `Up to ${priced(price, standing, exactWords)} is ${placeWords(price, standing)}.${lower}`, price };
    }
  }
};

/** `0.3000 $/GPU/h (4x: 1.2000 $/h)`. */
const priced = (price: number, { subject: { gpus } }: Standing, words = priceWords): string => {
  const total = gpus === undefined || gpus < 2 ? '' : ` (${gpus}x: ${priceWords(price * gpus)} $/h)`;
  return `${words(price)} $/GPU/h${total}`;
};

/** `3rd of 41, 8 % under the median, with 2 others`. */
const placeWords = (price: number, { others, spread }: Standing): string => {
  const place = placeAt(price, others);
  const distance = spread === undefined ? '' : distanceWords(price, spread.median);
  return [
    rankWords(place),
    ...(distance === '' ? [] : [`${distance} the median`]),
    ...(place.equal === 0 ? [] : [`with ${place.equal} ${plural(place.equal, 'other')} at that price`]),
  ].join(', ');
};
