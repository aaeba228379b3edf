/** Looks for the bare words of a filter line in the text of offers that are already here (DESIGN.md section 4). */
import { OFFER_FIELDS } from '../catalogue/offer-fields.ts';
import type { Offer } from '../catalogue/values.ts';
import type { Word } from './line.ts';

/** The text fields that a column can show; a logo's address, for one, is nothing that a person looks for. */
const SEARCHED = OFFER_FIELDS.filter((field) => field.wire === 'string' && 'heading' in field).map(({ name }) => name);

/** An offer's text in lower case, and the same with blanks for underscores. */
type SearchText = { readonly exact: string; readonly spaced: string };

/** An offer's text is asked for at each key of a filter and never changes, so that it is made once. */
const texts = new WeakMap<Offer, SearchText>();

/** Tells of an offer whether its text holds every one of `words`, in any letter case. */
export const compileWords = (words: readonly Word[]): ((offer: Offer) => boolean) => {
  const wanted = words.map(({ text, isExact }) => ({
    isExact,
    part: isExact ? text.toLowerCase() : text.toLowerCase().replaceAll('_', ' '),
  }));
  return (offer) => {
    if (wanted.length === 0) return true;
    const { exact, spaced } = textOf(offer);
    return wanted.every(({ isExact, part }) => (isExact ? exact : spaced).includes(part));
  };
};

const textOf = (offer: Offer): SearchText => {
  const known = texts.get(offer);
  if (known !== undefined) return known;
  let text = '';
  for (const name of SEARCHED) {
    const value = offer[name];
    if (typeof value === 'string') text += `${value}\n`;
  }
  const exact = text.toLowerCase();
  const made = { exact, spaced: exact.replaceAll('_', ' ') };
  texts.set(offer, made);
  return made;
};
