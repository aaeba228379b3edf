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
import { ABSENT } from '../catalogue/record-columns.ts';
import { createFinding, type RecordTest } from '../catalogue/record-table.ts';
import { leavesOf } from '../catalogue/sections.ts';
import type { Offer } from '../catalogue/values.ts';
import type { Condition, Word } from './line.ts';
import { wireFilter } from './print.ts';
import { type Shown, showing, writeShown } from './shown-texts.ts';

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

/** The member that alone decides the text that the filter called `name` compares. */
export const sourceOf = (name: string): string => (name === 'ubuntu_version' ? 'os_version' : name);

/** Figures show nothing but these characters. They are looked at for such words only: to write them all takes long. */
const FIGURE = /^[\d.,?-]+$/;

const FIGURE_FIELDS = OFFER_FIELDS.filter((field) => 'quantity' in field);

const ID_FIELDS: ReadonlySet<string> = new Set(
  FIGURE_FIELDS.filter(({ quantity }) => quantity === 'identifier').map(({ name }) => name),
);

/** Ids of the columns that words are looked for in; undefined for those that a table shows unasked. */
type WordColumns = Word['columns'] | undefined;

/** Tells of an offer whether it holds every one of `words`, and none of those that are excluded, in any letter case. */
export const compileWords = (words: readonly Word[]): RecordTest<Offer> => {
  const tests = new Map(words.map((word) => [JSON.stringify(word), compileWord(word)]));
  return allOf([...tests.values()]);
};

/** `words` as they are looked for in the columns with these ids, where there are such. */
export const wordsIn = <Some extends Word>(words: readonly Some[], columns: WordColumns): readonly Some[] =>
  columns === undefined ? words : words.map((word) => ({ ...word, columns }));

/** Writes the figures that the words of a filter are looked for in, so that a key that narrows need not: it takes 4 µs an offer. */
export const readWords = (offers: readonly Offer[], columns?: WordColumns): void =>
  writeShown(
    offers,
    columnsSeen(columns).filter(({ align }) => align !== 'left'),
  );

const compileWord = ({ isExcluded, ...word }: Word): RecordTest<Offer> => {
  const seen = columnsSeen(word.columns);
  const isShown = word.isEverywhere ? compileEverywhere(word, seen) : compileShown(word, seen);
  return isExcluded ? (...of) => !isShown(...of) : isShown;
};

/** A column that was chosen may show what is in no field: what the job costs. */
const compileEverywhere = (word: Word, seen: readonly Column[]): RecordTest<Offer> => {
  const isMeant = meaning(word);
  const tests = [
    compileShown(word, [...new Set([...USUAL, ...seen])]),
    showing((names) => names().map(wholeMember), isMeant),
    ...(FIGURE.test(partOf(word)) ? [compileShown(word, WHOLE_FIGURES)] : []),
  ];
  return (...of) => tests.some((test) => test(...of));
};

/** How a word is looked for. */
const partOf = ({ text, isExact }: Word): string => {
  const wanted = text.toLowerCase();
  return isExact ? wanted : wanted.replaceAll('_', ' ');
};

/** Whether a text has the word in it. */
const meaning = (word: Word): ((text: string) => boolean) => {
  const part = partOf(word);
  return (text) => {
    const folded = text.toLowerCase();
    return (word.isExact ? folded : folded.replaceAll('_', ' ')).includes(part);
  };
};

const compileShown = (word: Word, columns: readonly ShownFigure[]): RecordTest<Offer> => {
  const isMeant = meaning(word);
  const part = partOf(word);
  const looked = FIGURE.test(part) ? columns : columns.filter(({ align }) => align === 'left');
  return showing(
    () => looked,
    (text, { id, align }) => {
      // A model is also found by its name without the spaces: `RTX4090`.
      if (align === 'left') return isMeant(text) || (id === 'gpu_name' && isMeant(text.replaceAll(' ', '')));
      // Of an id a part says nothing, and a figure is also found without the commas between its thousands.
      if (ID_FIELDS.has(id)) return text === part;
      return text.includes(part) || (text.includes(',') && text.replaceAll(',', '').includes(part));
    },
  );
};

type ShownFigure = Pick<Column, 'id' | 'align' | 'cell' | 'madeOf'>;

/** What a job costs is shown beside the price while one is known. */
const USUAL: readonly Column[] = [
  ...OFFER_COLUMNS,
  ...COMPUTED_FIELDS.flatMap(({ name, needsWorkload }) => {
    const column = needsWorkload ? offerColumn(name) : undefined;
    return column === undefined ? [] : { ...column, cell: (offer: Offer) => (name in offer ? column.cell(offer) : '') };
  }),
];

/** Columns that are not shown unasked, by their ids. */
const CHOSEN = new Map<string, Column>();

const columnChosen = (id: string): Column | undefined => {
  const column = OFFER_COLUMNS.find((usual) => usual.id === id) ?? CHOSEN.get(id) ?? offerColumn(id);
  if (column !== undefined) CHOSEN.set(id, column);
  return column;
};

const columnsSeen = (ids: WordColumns): readonly Column[] => {
  const columns = ids?.flatMap((id) => columnChosen(id) ?? []) ?? [];
  return columns.length === 0 ? USUAL : columns;
};

/** Every figure as it is shown somewhere. */
const WHOLE_FIGURES: readonly ShownFigure[] = FIGURE_FIELDS.map((field) => ({
  id: field.name,
  align: 'right',
  cell: (offer) => formatValue(field, offer[field.name]),
}));

/** Every text in a member of an offer as it came; what is looked for has no such character between two of them. */
const wholeMember = (name: string): Shown => {
  if (WHOLE_MEMBERS.size > MOST_MEMBERS) WHOLE_MEMBERS.clear();
  return WHOLE_MEMBERS.getOrInsertComputed(name, () => ({ cell: (offer) => textsIn(offer[name]).join('\0') }));
};

const WHOLE_MEMBERS = new Map<string, Shown>();

/** Names of members that are remembered: a service may make up new ones. */
const MOST_MEMBERS = 1000;

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [displayText(value)];
  return typeof value === 'object' && value !== null ? leavesOf(value) : [];
};

/**
 * Tells of an offer whether it meets every clause and holds every word. A null value meets no clause; a clause on something
 * that is not in the offer at all is the service's alone and met here (docs/filter-line.md, What is sent). What includes offers rather than
 * restricting them (`any`, `rented`, `external`) is met by every offer.
 */
export const compileLine = (line: {
  readonly clauses: readonly Condition[];
  readonly words: readonly Word[];
}): RecordTest<Offer> => {
  const tests: readonly RecordTest<Offer>[] = line.clauses.filter(isRestriction).map(compileCondition);
  return allOf(line.words.length === 0 ? tests : [...tests, compileWords(line.words)]);
};

/** Met by what meets each of `tests`. A single one is not called through another: it is asked of every row at each key. */
const allOf = <Value>(tests: readonly RecordTest<Value>[]): RecordTest<Value> => {
  const [first, ...rest] = tests;
  if (first === undefined) return () => true;
  return rest.length === 0 ? first : (...of) => tests.every((test) => test(...of));
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
export type Compare = (actual: unknown, wanted: WireValue) => number;

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

/** The same, read where it lies when it is as it came. */
const placedValue = (name: string): ((...of: Parameters<RecordTest<Offer>>) => unknown) => {
  const read = rowValue(name);
  if (isAppliedHere(name) || DERIVED[name] !== undefined) return read;
  const find = createFinding();
  return (offer, index, all) => {
    const at = all && find(offer, index, all);
    if (at === undefined) return read(offer);
    const value = at.columns.valueAt(at.place, name);
    return value === ABSENT ? undefined : value;
  };
};

const compileCondition = (condition: Condition): RecordTest<Offer> => {
  const read = placedValue(condition.field);
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
  return (...of) => {
    const actual = read(...of);
    return actual === undefined || isMet(actual);
  };
};

/** A null text holds no part, and what is no text at all is not judged here. */
const compilePart = (read: ReturnType<typeof placedValue>, value: string): RecordTest<Offer> => {
  const part = value.toLowerCase();
  return (...of) => {
    const actual = read(...of);
    return actual === undefined || (typeof actual === 'string' && actual.toLowerCase().includes(part));
  };
};

/** Tells of a value whether it meets `operator` and the value that is wanted. */
export const compileTest = (
  operator: Operator,
  wanted: WireValue,
  compare: Compare,
): ((actual: unknown) => boolean) => {
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

/** How values of a field of that kind are ordered. */
export const comparison = (kind: FilterKind | undefined): Compare =>
  kind === 'version' ? compareParts : compareValues;

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
