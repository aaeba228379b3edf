/**
 * Looks for the bare words of a filter line in offers that are already here: in what the columns of the table show at full
 * width, and a word behind `any:` in every field.
 */
import type { Column } from '../catalogue/columns.ts';
import { COMPUTED_FIELDS } from '../catalogue/computed-fields.ts';
import { displayText, formatValue } from '../catalogue/format.ts';
import { OFFER_COLUMNS, offerColumn } from '../catalogue/offer-columns.ts';
import { OFFER_FIELDS } from '../catalogue/offer-fields.ts';
import { leavesOf } from '../catalogue/sections.ts';
import type { Offer } from '../catalogue/values.ts';
import type { Word } from './line.ts';

/** A row's text in lower case, and the same with spaces for underscores. */
type SearchText = { readonly exact: string; readonly spaced: string };

/** Figures show nothing but these characters. They are looked at for such words only: to write them all takes long. */
const FIGURE = /^[\d.,?-]+$/;

const FIGURE_FIELDS = OFFER_FIELDS.filter((field) => 'quantity' in field);

/** Ids of the columns that words are looked for in; undefined for those that a table shows unasked. */
type WordColumns = Word['columns'] | undefined;

/** Tells of an offer whether it holds every one of `words`, and none of those that are excluded, in any letter case. */
export const compileWords = (words: readonly Word[]): ((offer: Offer) => boolean) => {
  const tests = new Map(words.map((word) => [JSON.stringify(word), compileWord(word)]));
  const all = [...tests.values()];
  return (offer) => all.every((test) => test(offer));
};

/** `words` as they are looked for in the columns with these ids, where there are such. */
export const wordsIn = <Some extends Word>(words: readonly Some[], columns: WordColumns): readonly Some[] =>
  columns === undefined ? words : words.map((word) => ({ ...word, columns }));

/** Makes what the words of a filter are looked for in, so that a key that narrows need not: it takes 5 to 10 µs an offer. */
export const readWords = (offer: Offer, columns?: WordColumns): void => {
  const { text, figures } = textsSeenIn(columns);
  text(offer);
  figures(offer);
};

const compileWord = ({ isExcluded, ...word }: Word): ((offer: Offer) => boolean) => {
  const seen = textsSeenIn(word.columns);
  const isShown = word.isEverywhere ? compileEverywhere(word, seen) : compileShown(word, seen);
  return isExcluded ? (offer) => !isShown(offer) : isShown;
};

/** A column that was chosen may show what is in no field: what the job costs. */
const compileEverywhere = (word: Word, seen: Texts): ((offer: Offer) => boolean) => {
  const isInFields = compileShown(word, WHOLE);
  if (seen === USUAL) return isInFields;
  const isInColumns = compileShown(word, seen);
  return (offer) => isInFields(offer) || isInColumns(offer);
};

const compileShown = ({ text, isExact }: Word, seen: Texts): ((offer: Offer) => boolean) => {
  const wanted = text.toLowerCase();
  const part = isExact ? wanted : wanted.replaceAll('_', ' ');
  const isInText = (offer: Offer): boolean => {
    const { exact, spaced } = seen.text(offer);
    return (isExact ? exact : spaced).includes(part);
  };
  return FIGURE.test(part) ? (offer) => isInText(offer) || seen.figures(offer).includes(part) : isInText;
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

/** What is looked through: texts, and figures as they are shown. */
type Texts = { readonly text: (offer: Offer) => SearchText; readonly figures: (offer: Offer) => string };

const textsOfColumns = (columns: readonly Column[]): Texts => ({
  // A model is also found by its name without the spaces: `RTX4090`.
  text: once((offer) =>
    searchText(
      columns
        .filter(({ align }) => align === 'left')
        .flatMap(({ id, cell }) => {
          const text = cell(offer);
          return id === 'gpu_name' ? [text, text.replaceAll(' ', '')] : [text];
        }),
    ),
  ),
  // A figure is also found without the commas between its thousands.
  figures: once((offer) => {
    let text = '';
    for (const { align, cell } of columns === OFFER_COLUMNS ? usualColumns(offer) : columns) {
      if (align === 'left') continue;
      const figure = cell(offer);
      text += figure.includes(',') ? `${figure}\n${figure.replaceAll(',', '')}\n` : `${figure}\n`;
    }
    return text;
  }),
});

const JOB_COLUMNS = COMPUTED_FIELDS.flatMap(({ name, needsWorkload }) => (needsWorkload && offerColumn(name)) || []);

const [JOB_COLUMN] = JOB_COLUMNS;

/** What a job costs is shown beside the price while one is known. */
const usualColumns = (offer: Offer): readonly Column[] =>
  JOB_COLUMN !== undefined && JOB_COLUMN.id in offer ? [...OFFER_COLUMNS, ...JOB_COLUMNS] : OFFER_COLUMNS;

const USUAL = textsOfColumns(OFFER_COLUMNS);

/** The texts of the columns that were chosen last: a letter more is looked for in the same ones. */
const CHOSEN = new Map<string, Texts>();

const textsSeenIn = (ids: WordColumns): Texts => {
  if (ids === undefined) return USUAL;
  const key = ids.join('\n');
  const known = CHOSEN.get(key);
  if (known !== undefined) return known;
  const columns = ids.flatMap((id) => OFFER_COLUMNS.find((column) => column.id === id) ?? offerColumn(id) ?? []);
  const made = columns.length === 0 ? USUAL : textsOfColumns(columns);
  CHOSEN.clear();
  CHOSEN.set(key, made);
  return made;
};

/** What the table shows, and every text of the offer as it came. */
const wholeText = once((offer) => {
  const texts = [USUAL.text(offer).exact];
  for (const value of Object.values(offer)) {
    if (typeof value === 'string') texts.push(displayText(value));
    else if (typeof value === 'object' && value !== null) texts.push(...leavesOf(value));
  }
  return searchText(texts);
});

/** Every figure as it is shown somewhere. */
const wholeFigures = once((offer) =>
  [USUAL.figures(offer), ...FIGURE_FIELDS.map((field) => formatValue(field, offer[field.name]))].join('\n'),
);

const WHOLE: Texts = { text: wholeText, figures: wholeFigures };
