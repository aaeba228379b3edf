/** What of a machine's listing is what it is called, how it is written, and what differs from what was sent. Pure. */
import { counted } from '../base/figures.ts';
import { momentWords } from '../base/time.ts';
import { dollars } from '../money/money.ts';
import { shortWords } from '../pricing/place-words.ts';
import type { Listing } from './machine.ts';

/** One of them. */
type Term = keyof Listing;

const per =
  (unit: string) =>
  (price: number): string =>
    `${shortWords(price, dollars)}/${unit}`;

const WORDS: Readonly<Record<Term, readonly [name: string, words: (value: number, timeZone: string) => string]>> = {
  pricePerGpu: ['price', per('GPU/h')],
  diskPrice: ['disk', per('GB/month')],
  upPrice: ['upload', per('GB')],
  downPrice: ['download', per('GB')],
  minBid: ['smallest bid', per('GPU/h')],
  minChunk: ['smallest slice', (gpus) => counted(gpus, 'GPU')],
  end: ['end', (epochS, timeZone) => momentWords(epochS * 1000, timeZone)],
  discount: ['prepay discount', (share) => `${Number((share * 100).toPrecision(6))} %`],
  volumePrice: ['volume', per('GB/month')],
};

// They are the names of this very object.
const TERMS = Object.keys(WORDS) as readonly Term[];

/** `smallest slice`. */
export const termName = (term: Term): string => WORDS[term][0];

/** `$0.4000/GPU/h`, `none`. */
export const termWords = (term: Term, value: number | null, timeZone: string): string =>
  value === null ? 'none' : WORDS[term][1](value, timeZone);

/** `smallest slice 2 GPUs`, one for each of `terms` that is sent, but for the price. */
export const termsSaid = (sent: Partial<Listing>, terms = TERMS): readonly string[] =>
  terms.flatMap((term) => {
    const value = sent[term];
    return value === undefined || term === 'pricePerGpu' ? [] : `${termName(term)} ${termWords(term, value, 'UTC')}`;
  });

/** `price $0.4200/GPU/h in place of $0.4000/GPU/h, ...`. */
export const inPlaceOf = (terms: readonly Term[], now: Listing, before: Partial<Listing>): string =>
  terms
    .map((term) => {
      const [has, was] = [now, before].map((one) => termWords(term, one[term] ?? null, 'UTC'));
      return `${termName(term)} ${has} in place of ${was}`;
    })
    .join(', ');

/** What is sent, or was so, and is not what a machine has; what is not known of the machine is not among it. */
export const termsChanged = (sent: Partial<Listing>, listing: Listing): readonly Term[] =>
  TERMS.filter((term) => {
    const [one, other] = [sent[term], listing[term]];
    return one !== undefined && other !== undefined && !areSame(term, one, other);
  });

/** Services round what they are sent: ends to the second, prices to a millionth of what they are. */
export const areSame = (term: Term, one: number | null, other: number | null): boolean => {
  if (one === null || other === null) return one === other;
  return Math.abs(one - other) <= (term === 'end' ? 1 : 1e-6 * Math.max(one, other));
};
