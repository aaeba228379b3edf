/**
 * Applies a filter line to offers that are already here, with the meaning that the local service gives it
 * (docs/interface.md, Decisions). A line is compiled once, so that thousands of rows narrow within a key press. Bare words are
 * looked for in what the columns of the table show at full width, and a word behind `any:` in every field.
 */
import type { Column } from '../catalogue/columns.ts';
import { COMPUTED_FIELDS, fieldValue } from '../catalogue/computed-fields.ts';
import { countryOfPlace } from '../catalogue/countries.ts';
import { type FilterKind, OPERATORS, type Operator, type WireValue } from '../catalogue/field.ts';
import { displayText, formatValue } from '../catalogue/format.ts';
import { findFilterField, isAppliedHere } from '../catalogue/lookup.ts';
import { OFFER_COLUMNS, offerColumn } from '../catalogue/offer-columns.ts';
import { OFFER_FIELDS } from '../catalogue/offer-fields.ts';
import { leavesOf } from '../catalogue/sections.ts';
import type { Offer } from '../catalogue/values.ts';
import type { Condition, Word } from './line.ts';
import { wireFilter } from './print.ts';

/** The value of one offer that a filter compares: null when the offer says that it has none, undefined when it says nothing. */
type RowValue = (offer: Offer) => unknown;

/** Filters whose value is not simply the field of the same name. */
const DERIVED: Readonly<Record<string, RowValue>> = {
  verified: ({ verification }) => (typeof verification === 'string' ? verification === 'verified' : verification),
  datacenter: ({ hosting_type: hosting }) => (typeof hosting === 'number' ? hosting === 1 : hosting),
  has_sla: ({ expected_reliability: claim }) => typeof claim === 'number',
  // What a host does not claim it does not cover.
  target_reliability: ({ expected_reliability: claim }) => claim,
  external: ({ external }) => Boolean(external),
  has_avx: ({ has_avx: avx }) => (typeof avx === 'number' ? avx !== 0 : avx),
  ubuntu_version: ({ os_version: version }) => version,
  geolocation: ({ geolocation }) =>
    typeof geolocation === 'string' ? (countryOfPlace(geolocation) ?? null) : geolocation,
};

/** How to find the value that the filter called `name` compares. What is computed here is judged here alone: unknown, it is none. */
export const rowValue = (name: string): RowValue => {
  if (isAppliedHere(name)) return (offer) => fieldValue(offer, name) ?? null;
  return DERIVED[name] ?? ((offer) => offer[name]);
};

/** Figures show nothing but these characters. They are looked at for such words only: to write them all takes long. */
const FIGURE = /^[\d.,?-]+$/;

const FIGURE_FIELDS = OFFER_FIELDS.filter((field) => 'quantity' in field);

const ID_FIELDS: ReadonlySet<string> = new Set(
  FIGURE_FIELDS.filter(({ quantity }) => quantity === 'identifier').map(({ name }) => name),
);

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

/** Writes the figures that the words of a filter are looked for in, so that a key that narrows need not: it takes 4 µs an offer. */
export const readWords = (offer: Offer, columns?: WordColumns): void => {
  textsSeenIn(columns).figures(offer);
};

const compileWord = ({ isExcluded, ...word }: Word): ((offer: Offer) => boolean) => {
  const seen = textsSeenIn(word.columns);
  const isShown = word.isEverywhere ? compileEverywhere(word, seen) : compileShown(word, seen);
  return isExcluded ? (offer) => !isShown(offer) : isShown;
};

/** A column that was chosen may show what is in no field: what the job costs. */
const compileEverywhere = (word: Word, seen: Texts): ((offer: Offer) => boolean) => {
  const tests = [...new Set([USUAL, seen, WHOLE])].map((texts) => compileShown(word, texts));
  return (offer) => tests.some((test) => test(offer));
};

const compileShown = ({ text, isExact }: Word, seen: Texts): ((offer: Offer) => boolean) => {
  const wanted = text.toLowerCase();
  const part = isExact ? wanted : wanted.replaceAll('_', ' ');
  const isInText = seen.holding((shown) => {
    const folded = shown.toLowerCase();
    return (isExact ? folded : folded.replaceAll('_', ' ')).includes(part);
  });
  if (!FIGURE.test(part)) return isInText;
  return (offer) => {
    const { shown, ids } = seen.figures(offer);
    return isInText(offer) || shown.includes(part) || ids.includes(part);
  };
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

/** What is looked through: whether one of the texts of an offer `isMeant`, and its figures as they are shown. */
type Texts = {
  readonly holding: (isMeant: (text: string) => boolean) => (offer: Offer) => boolean;
  readonly figures: (offer: Offer) => Figures;
};

/** Figures as they are shown, and ids, which are found as a whole alone: a part of one says nothing. */
type Figures = { readonly shown: string; readonly ids: readonly string[] };

const textsOfColumns = (columns: readonly Column[]): Texts => ({
  holding: (isMeant) => {
    const tests = columns
      .filter(({ align }) => align === 'left')
      .map((column) =>
        // A model is also found by its name without the spaces: `RTX4090`.
        askedOnce(
          column,
          column.id === 'gpu_name' ? (text) => isMeant(text) || isMeant(text.replaceAll(' ', '')) : isMeant,
        ),
      );
    return (offer) => tests.some((test) => test(offer));
  },
  // A figure is also found without the commas between its thousands.
  figures: once((offer) => {
    let shown = '';
    const ids: string[] = [];
    for (const { id, align, cell } of columns === OFFER_COLUMNS ? usualColumns(offer) : columns) {
      if (align === 'left') continue;
      const figure = cell(offer);
      if (ID_FIELDS.has(id)) ids.push(figure);
      else shown += figure.includes(',') ? `${figure}\n${figure.replaceAll(',', '')}\n` : `${figure}\n`;
    }
    return { shown, ids };
  }),
});

/** Whether what `column` shows of an offer `isMeant`, asked once for each value: a market has many offers, and few models and countries. */
const askedOnce = ({ cell, madeOf }: Column, isMeant: (text: string) => boolean): ((offer: Offer) => boolean) => {
  const [first, second] = madeOf ?? [];
  if (first === undefined) return (offer) => isMeant(cell(offer));
  const known = new Map<unknown, Map<unknown, boolean>>();
  const ask = (offer: Offer, value: unknown, other: unknown): boolean => {
    const isIt = isMeant(cell(offer));
    // Of what has no value the record itself tells why.
    if (value !== undefined) known.set(value, (known.get(value) ?? new Map()).set(other, isIt));
    return isIt;
  };
  return (offer) => {
    const value = offer[first];
    const other = second === undefined ? undefined : offer[second];
    return known.get(value)?.get(other) ?? ask(offer, value, other);
  };
};

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

/** Every text of the offer as it came. */
const wholeTexts = once((offer) =>
  Object.values(offer).flatMap((value) => {
    if (typeof value === 'string') return [displayText(value)];
    return typeof value === 'object' && value !== null ? leavesOf(value) : [];
  }),
);

/** Every figure as it is shown somewhere. */
const wholeFigures = once((offer): Figures => {
  const written = (areIds: boolean): readonly string[] =>
    FIGURE_FIELDS.filter(({ name }) => ID_FIELDS.has(name) === areIds).map((field) =>
      formatValue(field, offer[field.name]),
    );
  return { shown: written(false).join('\n'), ids: written(true) };
});

const WHOLE: Texts = { holding: (isMeant) => (offer) => wholeTexts(offer).some(isMeant), figures: wholeFigures };

/**
 * Tells of an offer whether it meets every clause and holds every word. A null value meets no clause; a clause on something
 * that is not in the offer at all is the service's alone and met here (docs/filter-line.md, What is sent). What includes offers rather than
 * restricting them (`any`, `rented`, `external`) is met by every offer.
 */
export const compileLine = (line: {
  readonly clauses: readonly Condition[];
  readonly words: readonly Word[];
}): ((offer: Offer) => boolean) => {
  const tests = line.clauses.filter(isRestriction).map(compileCondition);
  return allOf(line.words.length === 0 ? tests : [...tests, compileWords(line.words)]);
};

/** Met by what meets each of `tests`. A single one is not called through another: it is asked of every row at each key. */
const allOf = <Value>(tests: readonly ((value: Value) => boolean)[]): ((value: Value) => boolean) => {
  const [first, ...rest] = tests;
  if (first === undefined) return () => true;
  return rest.length === 0 ? first : (value) => tests.every((test) => test(value));
};

/** Below 0 when version `a` is older than `b`, 0 when they are the same: by their parts, of which missing ones are 0. */
export const compareVersions = (a: string, b: string): number => {
  const left = a.split('.');
  const right = b.split('.');
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const difference = versionPart(left[place]) - versionPart(right[place]);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** Order of two values: below 0, 0, above 0, or not a number when they cannot be compared. */
type Compare = (actual: unknown, wanted: WireValue) => number;

const VERSION = /^\s*\d+(?:\.\d+)*\s*$/;

const versionPart = (part = '0'): number => Number.parseInt(part, 10) || 0;

/** The filters whose value is the least that will do. */
const LEAST: ReadonlySet<string> = new Set(['duration', 'target_reliability']);

/**
 * True for a condition that an offer's own fields can be held against: not for what includes offers rather than restricting
 * them, nor for a coverage target, which the service turns into a price.
 */
export const isEvaluated = (condition: Condition): boolean =>
  isRestriction(condition) && condition.field !== 'target_reliability';

const isRestriction = (condition: Condition): boolean => {
  if (condition.operator === 'any') return false;
  const isIncluding = condition.field === 'rented' || condition.field === 'external';
  return !(isIncluding && wireFilter(condition).eq === true);
};

const compileCondition = (condition: Condition): ((offer: Offer) => boolean) => {
  const read = rowValue(condition.field);
  if (condition.operator === 'contains') return compilePart(read, condition.value);
  const compare = comparison(findFilterField(condition.field)?.filter.kind);
  const filter = wireFilter(condition);
  const isMet = allOf(
    OPERATORS.flatMap((operator) => {
      const wanted = filter[operator];
      const meant = LEAST.has(condition.field) && operator === 'eq' ? 'gte' : operator;
      return wanted === undefined ? [] : [compileTest(meant, wanted, compare)];
    }),
  );
  return (offer) => {
    const actual = read(offer);
    return actual === undefined || isMet(actual);
  };
};

/** A null text holds no part, and what is no text at all is not judged here. */
const compilePart = (read: (offer: Offer) => unknown, value: string): ((offer: Offer) => boolean) => {
  const part = value.toLowerCase();
  return (offer) => {
    const actual = read(offer);
    return actual === undefined || (typeof actual === 'string' && actual.toLowerCase().includes(part));
  };
};

const compileTest = (operator: Operator, wanted: WireValue, compare: Compare): ((actual: unknown) => boolean) => {
  const isEqual = (actual: unknown, single: WireValue): boolean => compare(actual, single) === 0;
  const differs = (actual: unknown, single: WireValue): boolean => Math.abs(compare(actual, single)) > 0;
  const list = typeof wanted === 'object' ? wanted : [wanted];
  const index = compare === compareValues ? indexOf(list) : undefined;
  switch (operator) {
    case 'eq':
      return (actual) => isEqual(actual, wanted);
    case 'neq':
      return (actual) => differs(actual, wanted);
    case 'gt':
      return (actual) => compare(actual, wanted) > 0;
    case 'lt':
      return (actual) => compare(actual, wanted) < 0;
    case 'gte':
      return (actual) => compare(actual, wanted) >= 0;
    case 'lte':
      return (actual) => compare(actual, wanted) <= 0;
    case 'in':
      return index === undefined
        ? (actual) => list.some((single) => isEqual(actual, single))
        : (actual) => index.values.has(actual);
    case 'notin':
      return index === undefined
        ? (actual) => list.every((single) => differs(actual, single))
        : // What cannot be compared with the values is left out, as what is among them.
          (actual) => typeof actual === index.type && !index.values.has(actual);
  }
};

const comparison = (kind: FilterKind | undefined): Compare => (kind === 'version' ? compareParts : compareValues);

const compareParts: Compare = (actual, wanted) => {
  if (typeof actual !== 'string' || typeof wanted !== 'string') return compareValues(actual, wanted);
  return VERSION.test(actual) ? compareVersions(actual, wanted) : Number.NaN;
};

const compareValues: Compare = (actual, wanted) => {
  if (typeof actual === 'string' && typeof wanted === 'string') return actual === wanted ? 0 : actual < wanted ? -1 : 1;
  if (typeof actual === 'number' && typeof wanted === 'number') return actual - wanted;
  return typeof actual === 'boolean' && typeof wanted === 'boolean' ? Number(actual) - Number(wanted) : Number.NaN;
};

/** Shorter lists are looked through value by value. */
const LONG_LIST = 16;

/** A long list of values of one type, to be looked up in. */
const indexOf = (
  list: readonly WireValue[],
): { readonly values: ReadonlySet<unknown>; readonly type: string } | undefined => {
  const type = typeof list[0];
  const isOneType = list.every((value) => typeof value === type);
  return list.length < LONG_LIST || !isOneType ? undefined : { values: new Set(list), type };
};
