/**
 * Looks for the bare words of a filter line in offers that are already here: in what the columns of the table show at full
 * width, and a word behind `any:` in every field.
 */
import { displayText, formatValue } from '../catalogue/format.ts';
import { OFFER_COLUMNS } from '../catalogue/offer-columns.ts';
import { OFFER_FIELDS } from '../catalogue/offer-fields.ts';
import { leavesOf } from '../catalogue/sections.ts';
import type { Offer } from '../catalogue/values.ts';
import type { Word } from './line.ts';

/** A row's text in lower case, and the same with spaces for underscores. */
type SearchText = { readonly exact: string; readonly spaced: string };

/** Figures show nothing but these characters. They are looked at for such words only: to write them all takes long. */
const FIGURE = /^[\d.,?-]+$/;

const FIGURE_COLUMNS = OFFER_COLUMNS.filter(({ align }) => align === 'right');

const FIGURE_FIELDS = OFFER_FIELDS.filter((field) => 'quantity' in field);

const TEXT_COLUMNS = OFFER_COLUMNS.filter(({ align }) => align === 'left');

/** Tells of an offer whether it holds every one of `words`, and none of those that are excluded, in any letter case. */
export const compileWords = (words: readonly Word[]): ((offer: Offer) => boolean) => {
  const tests = new Map(words.map((word) => [JSON.stringify(word), compileWord(word)]));
  const all = [...tests.values()];
  return (offer) => all.every((test) => test(offer));
};

/** Makes what the words of a filter are looked for in, so that a key that narrows need not: it takes 5 to 10 µs an offer. */
export const readWords = (offer: Offer): void => {
  shownText(offer);
  shownFigures(offer);
};

const compileWord = ({ isExcluded, ...word }: Word): ((offer: Offer) => boolean) => {
  const isShown = compileShown(word);
  return isExcluded ? (offer) => !isShown(offer) : isShown;
};

const compileShown = ({ text, isExact, isEverywhere }: Word): ((offer: Offer) => boolean) => {
  const wanted = text.toLowerCase();
  const part = isExact ? wanted : wanted.replaceAll('_', ' ');
  const [textOf, figuresOf] = isEverywhere ? [wholeText, wholeFigures] : [shownText, shownFigures];
  const isInText = (offer: Offer): boolean => (isExact ? textOf(offer).exact : textOf(offer).spaced).includes(part);
  return FIGURE.test(part) ? (offer) => isInText(offer) || figuresOf(offer).includes(part) : isInText;
};

/** What `make` makes of an offer. It is asked for at each key of a filter and never changes, so that it is made once. */
const once = <Made>(make: (offer: Offer) => Made): ((offer: Offer) => Made) => {
  const made = new WeakMap<Offer, Made>();
  return (offer) => {
    const known = made.get(offer);
    if (known !== undefined) return known;
    const fresh = make(offer);
    made.set(offer, fresh);
    return fresh;
  };
};

const searchText = (texts: readonly string[]): SearchText => {
  const exact = texts.join('\n').toLowerCase();
  return { exact, spaced: exact.replaceAll('_', ' ') };
};

/** A model is also found by its name without the spaces: `RTX4090`. */
const shownText = once((offer) => {
  const texts = TEXT_COLUMNS.map(({ cell }) => cell(offer));
  return searchText([...texts, ...texts.slice(0, 1).map((text) => text.replaceAll(' ', ''))]);
});

/** A figure is also found without the commas between its thousands. */
const shownFigures = once((offer) => {
  let text = '';
  for (const { cell } of FIGURE_COLUMNS) {
    const figure = cell(offer);
    text += figure.includes(',') ? `${figure}\n${figure.replaceAll(',', '')}\n` : `${figure}\n`;
  }
  return text;
});

/** What the table shows, and every text of the offer as it came. */
const wholeText = once((offer) => {
  const texts = [shownText(offer).exact];
  for (const value of Object.values(offer)) {
    if (typeof value === 'string') texts.push(displayText(value));
    else if (typeof value === 'object' && value !== null) texts.push(...leavesOf(value));
  }
  return searchText(texts);
});

/** Every figure as it is shown somewhere. */
const wholeFigures = once((offer) =>
  [shownFigures(offer), ...FIGURE_FIELDS.map((field) => formatValue(field, offer[field.name]))].join('\n'),
);
