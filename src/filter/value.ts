/**
 * Reads and prints single values of a clause by the kind of their field (docs/filter-line.md, Units): numbers exactly, so that
 * 8.7 x 100 is 870 and not 869.9999999999999, and texts beside those that are known. What is known is never all that there is,
 * so that an unlike text is good too; it is only said.
 */
import { nearestWords } from '../base/nearest-words.ts';
import { continentLike, countriesLike, countryCode, countryOfPlace, regionNamed } from '../catalogue/countries.ts';
import type { FieldFilter } from '../catalogue/field.ts';
import { type FilterField, findFilterField } from '../catalogue/lookup.ts';
import { quantityOf } from '../catalogue/quantity.ts';

import { type ProblemText, problemTexts } from './problems.ts';
import { holdsSign, isBare, quoted, SET_SIGN, withoutInvisibles } from './tokens.ts';

/** Texts that answers were seen to have in a field, the most frequent first. */
export type SeenTexts = (field: FilterField) => readonly string[];

/** How a text stands to the known ones: spelled like one, a part of some, or neither and perhaps a slip of some. */
type Likeness =
  | { readonly kind: 'known'; readonly text: string }
  | { readonly kind: 'part'; readonly of: readonly string[] }
  | { readonly kind: 'unknown'; readonly near: readonly string[] };

/** Compares texts with those known for a field. */
export type KnownTexts = {
  /** True where `*` in a text stands for any characters. */
  readonly hasWildcards?: true;
  readonly likeness: (field: FilterField, text: string) => Likeness;
};

/** Known texts that are looked through for slips, which takes longer than comparing. */
const SLIPS_IN = 200;

/** Words that people write before a model's name. */
const MAKERS = /^(?:nvidia|geforce|amd)+/;

/** Compares with the catalogue's texts and those of `seen`, which is asked once for each field. */
export const knownTexts = (seen: SeenTexts): KnownTexts => {
  const indexes = new Map<string, ReturnType<typeof indexOf>>();
  const indexFor = (field: FilterField) => {
    const index = indexes.get(field.name) ?? indexOf([...seen(field), ...(field.known ?? [])]);
    indexes.set(field.name, index);
    return index;
  };
  return { likeness: (field, text) => likenessIn(indexFor(field), field.meant ?? {}, text) };
};

/** Without letter case, spaces and underscores. */
const squeezed = (text: string): string => text.toLowerCase().replace(/[\s_]+/g, '');

const indexOf = (texts: readonly string[]) => ({
  exact: new Set(texts),
  // Of two that are spelled alike the first is the more frequent one.
  alike: new Map(texts.map((text) => [squeezed(text), text] as const).reverse()),
});

const likenessIn = (
  { exact, alike }: ReturnType<typeof indexOf>,
  meant: Readonly<Record<string, string>>,
  text: string,
): Likeness => {
  if (exact.has(text)) return { kind: 'known', text };
  const wanted = squeezed(text);
  const like = alike.get(wanted) ?? (Object.hasOwn(meant, text.toLowerCase()) ? meant[text.toLowerCase()] : undefined);
  if (like !== undefined) return { kind: 'known', text: like };
  const holders = [...alike].filter(([known]) => known.includes(wanted)).map(([, known]) => known);
  if (wanted !== '' && holders.length > 0) return { kind: 'part', of: shortestFirst(holders) };
  const model = alike.get(wanted.replace(MAKERS, '').replaceAll('-', ''));
  if (model !== undefined) return { kind: 'part', of: [model] };
  return {
    kind: 'unknown',
    // Looked for where it is read: most who ask want to know only whether the text is known.
    get near() {
      return nearTexts(text, [...alike.values()].slice(-SLIPS_IN));
    },
  };
};

/** Those of `texts` that `text` was probably meant to be: as a whole, or by all of its words in any order, each of which may be mistyped. */
export const nearTexts = (text: string, texts: readonly string[]): readonly string[] => {
  const near = nearestWords(text, texts);
  const wanted = wordsOf(text);
  if (near.length > 0 || wanted.length === 0) return near;
  const holders = texts.filter((known) => {
    const words = wordsOf(known);
    return wanted.every((word) => words.some((part) => part.includes(word)) || nearestWords(word, words, 1).length > 0);
  });
  return shortestFirst(holders);
};

export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const shortestFirst = (texts: readonly string[]): readonly string[] => [...texts].sort((a, b) => a.length - b.length);

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/**
 * The number nearest to `decimal` x `factor`. `decimal` is digits with an optional sign, point and exponent; the result is
 * infinite when it is too large for a number, and never minus zero.
 */
const scaledDecimal = (decimal: string, factor: number): number => {
  const amount = digitsOf(decimal);
  const multiplier = digitsOf(String(factor));
  return Number(`${amount.digits * multiplier.digits}e${amount.exponent + multiplier.exponent}`) + 0;
};

/** `decimal` as a whole number of units of ten to the `exponent`. */
const digitsOf = (decimal: string): { readonly digits: bigint; readonly exponent: number } => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(decimal) ?? [];
  const digits = BigInt(whole + fraction);
  return { digits: sign === '-' ? -digits : digits, exponent: Number(exponent) - fraction.length };
};

/** What is wrong with a value; `canGrow` tells whether more letters could make it right. */
type NumberProblem = { readonly problem: ProblemText; readonly canGrow: boolean };

/** What a value turned out to be; `hint` says what is to be known of a good one. */
type Reading<Value> = { readonly value: Value; readonly hint?: ProblemText } | NumberProblem;

/** A number with what may stand around it: `$`, and whatever follows as its unit. */
const NUMBER = /^(\$?)([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(.*)$/is;

const FOREIGN_CURRENCY = /[€£¥]|\b(?:eur|gbp)\b/i;

const BEGINNING = /^\$?[+-]?\.?$/;

/** The wire value of the number that `text` is for `field`. Units scale exactly; an integer field rounds what they make of it. */
export const readNumber = (field: FilterField, text: string): Reading<number> => {
  const [, dollar, digits, unit = ''] = NUMBER.exec(text) ?? [];
  const currency = FOREIGN_CURRENCY.exec(text)?.[0];
  if (currency !== undefined) return wrong(problemTexts.notDollars(currency, text.replaceAll(currency, '').trim()));
  if (digits === undefined) return wrong(problemTexts.notANumber(field, text), BEGINNING.test(text));
  if (dollar && !quantityOf(field)?.unit.startsWith('$')) return wrong(problemTexts.notMoney(field, digits + unit));
  const factor = unit === '' ? bareFactor(field, digits) : unitFactor(field, digits, unit);
  if (typeof factor === 'object') return factor;
  const exact = scaledDecimal(digits, factor);
  const isWhole = field.filter.kind === 'integer';
  if (isWhole && unit === '' && factor === 1 && !Number.isInteger(exact))
    return wrong(problemTexts.notWhole(field, text));
  const value = isWhole ? Math.round(exact) + 0 : exact;
  if (isWhole ? !Number.isSafeInteger(value) : !Number.isFinite(value))
    return wrong(problemTexts.tooLarge(field, text));
  if (unit === '%' && isTinyShare(field.filter.range, value)) {
    return wrong(problemTexts.tinyPercent(text, value, `${scaledDecimal(digits, 100)}%`));
  }
  if (isWithin(field.filter.range, value)) return { value };
  const isPercent = unit === '' && value > 1 && isWithin(field.filter.range, scaledDecimal(digits, 0.01));
  return wrong(problemTexts.outOfRange(field, text, isPercent ? `${digits}%` : undefined));
};

/** `value` of `field` as a filter line writes it: in the largest unit that leaves it whole, else in the smallest. */
export const printNumber = (field: FilterField, value: number): string => {
  const quantity = quantityOf(field);
  if (quantity?.displayBelow !== undefined && Math.abs(value) < quantity.displayBelow * quantity.scale) {
    return String(scaledDecimal(String(value), 1 / quantity.scale));
  }
  const units = quantity?.written?.map((unit) => [unit, quantity.suffixes[unit] ?? 1] as const) ?? [];
  const whole = units.find(([, factor]) => Number.isSafeInteger(value / factor) && (value / factor) * factor === value);
  if (isTinyShare(field.filter.range, value)) return String(value);
  if (whole !== undefined) return `${value / whole[1]}${whole[0]}`;
  const [unit, factor] = units.at(-1) ?? ['', 1];
  const amount = String(scaledDecimal(String(value), 1 / factor));
  // Of the 17 digits that a number may have, scaling can lose the last; a bare number keeps it.
  return scaledDecimal(amount, factor) === value ? amount + unit : String(value);
};

/** True when `text` is a number of `field` without a unit and `unit` is one that could stand behind it. */
export const isDetachedUnit = (field: FilterField, text: string, unit: string): boolean =>
  NUMBER.exec(text)?.[3] === '' && unitsLike(field, unit).length > 0;

const wrong = (problem: ProblemText, canGrow = false): NumberProblem => ({ problem, canGrow });

const bareFactor = (field: FilterField, digits: string): number | NumberProblem => {
  const { bare = 1, scale = 1, displayBelow = 0, doubtful: [first, end] = [0, 0] } = quantityOf(field) ?? {};
  const amount = Math.abs(Number(digits));
  if (first <= amount && amount < end && Number.isInteger(amount)) {
    return wrong(problemTexts.doubtfulVersion(digits, (amount / 10).toFixed(1), String(amount * 10)), true);
  }
  if (amount > (field.filter.bareMaximum ?? Number.POSITIVE_INFINITY))
    return wrong(problemTexts.unitNeeded(field, digits));
  return amount < displayBelow ? scale : bare;
};

const unitFactor = (field: FilterField, digits: string, unit: string): number | NumberProblem => {
  const [meant, ...others] = unitsLike(field, unit);
  if (meant === undefined) return wrong(problemTexts.unknownUnit(field, unit), beginsUnit(field, unit));
  if (others.length === 0) return meant.factor;
  const names = [meant, ...others].map(({ name }) => name);
  return wrong(problemTexts.doubtfulUnit(digits, unit, names));
};

type Unit = { readonly name: string; readonly factor: number };

const unitsOf = (field: FilterField): readonly Unit[] =>
  Object.entries(quantityOf(field)?.suffixes ?? {}).map(([name, factor]) => ({ name, factor }));

/** The units that `unit` can mean: itself, or in other letter case those that differ from one another. */
const unitsLike = (field: FilterField, unit: string): readonly Unit[] => {
  const wanted = unit.toLowerCase();
  const exact = unitsOf(field).filter(({ name }) => name === unit);
  const alike = exact.length > 0 ? exact : unitsOf(field).filter(({ name }) => name.toLowerCase() === wanted);
  return alike.filter(({ factor }, index) => alike.findIndex((other) => other.factor === factor) === index);
};

const beginsUnit = (field: FilterField, unit: string): boolean => {
  const begun = unit.toLowerCase();
  return unitsOf(field).some(({ name }) => name.toLowerCase().startsWith(begun));
};

/** True for what is less than a hundredth of the whole: with a % sign behind it, a share was surely meant for a percentage. */
const isTinyShare = (range: FieldFilter['range'], value: number): boolean =>
  range !== undefined && 0 < value && value < 0.01;

const isWithin = (range: FieldFilter['range'], value: number): boolean => {
  if (range === undefined) return true;
  const { minimum, maximum, isExclusive } = range;
  return isExclusive ? minimum < value && value < maximum : minimum <= value && value <= maximum;
};

/** One value of a clause. */
export type Single = string | number | boolean;

/** A value as typed: what is inside the quotes of a quoted one. */
export type TypedText = { readonly text: string; readonly isQuoted: boolean };

const VERSION = /^\d{1,9}(?:\.\d{1,9}){0,2}$/;

/** Larger majors are no driver's, smaller packed numbers no version's. */
const LARGEST_MAJOR = 9999;
const SMALLEST_PACKED = 1_000_000;

const VERSION_BEGUN = /^(?:\d+(?:\.\d+)?\.?)?$/;

const TRUTHS: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, on: true, y: true, t: true, 1: true },
  ...{ false: false, no: false, off: false, n: false, f: false, 0: false },
};

/** What people write for `any`. */
const EVERYTHING = ['all', 'both', 'either', '*'];

/** Known texts that are named of those that may be meant. */
const LIKE_SHOWN = 3;

const CATALOGUE = knownTexts(() => []);

/** True when `typed` is the word that lifts a default. */
export const isAny = ({ text, isQuoted }: TypedText): boolean => !isQuoted && text.toLowerCase() === 'any';

/** The wire value that `typed` is for `field`, or what is wrong with it. */
export const readValue = (field: FilterField, typed: TypedText, known: KnownTexts): Reading<Single> => {
  switch (field.filter.kind) {
    case 'number':
    case 'integer':
      return readNumber(field, typed.text.trim());
    case 'boolean':
      return readTruth(field, typed.text);
    case 'version':
      return readVersion(field, typed.text);
    case 'country':
      return readPlace(typed.text);
    case 'text':
      return readText(field, typed, known);
  }
};

/** The part of a text that `typed` is for `field`, or why it is none. */
export const readPart = (
  field: FilterField,
  { text, isQuoted }: TypedText,
): { readonly value: string } | NumberProblem => {
  if (text === '') return { problem: problemTexts.valueMissing(field, '~'), canGrow: true };
  if (isQuoted) return { value: text };
  if (holdsSign(text) || text.includes('|')) return { problem: problemTexts.quotesMissing(text), canGrow: false };
  return { value: field.filter.hasBlanks ? text.replaceAll('_', ' ') : text };
};

/** `part` of a text of `field` as `readPart` reads it. */
export const printPart = (field: FilterField, part: string): string => {
  const bare = field.filter.hasBlanks ? part.replaceAll(' ', '_') : part;
  const reading =
    isBare(bare) && !bare.startsWith(SET_SIGN) ? readPart(field, { text: bare, isQuoted: false }) : undefined;
  return reading !== undefined && 'value' in reading && reading.value === part ? bare : quoted(part);
};

/** `value` as it is written in a clause of `field`, in quotes only where it needs them. */
export const printValue = (field: FilterField, value: Single): string => {
  if (typeof value === 'number') return printNumber(field, value);
  const text = String(value);
  const bare = field.filter.hasBlanks ? text.replaceAll(' ', '_') : text;
  const typed = { text: bare, isQuoted: false };
  if (!isBare(bare) || isAny(typed) || bare.startsWith(SET_SIGN)) return quoted(text);
  const reading = readValue(field, typed, CATALOGUE);
  return 'value' in reading && reading.value === value ? bare : quoted(text);
};

const readTruth = (field: FilterField, text: string): Reading<boolean> => {
  const word = text.toLowerCase();
  const value = Object.hasOwn(TRUTHS, word) ? TRUTHS[word] : undefined;
  if (value !== undefined) return { value };
  if (EVERYTHING.includes(word) && field.filter.initial !== undefined) {
    return { problem: problemTexts.anyMeant(text), canGrow: true };
  }
  const canGrow = [...Object.keys(TRUTHS), 'any', ...EVERYTHING].some((whole) => whole.startsWith(word));
  return { problem: problemTexts.notYesOrNo(field, text), canGrow };
};

const readVersion = (field: FilterField, text: string): Reading<string> => {
  if (VERSION.test(text)) {
    const number = Number(text);
    if (text.includes('.') || number <= LARGEST_MAJOR) return { value: text };
    // The one number that an offer's `driver_vers` is: 535086005 is 535.86.5.
    if (field.name === 'driver_version' && number >= SMALLEST_PACKED) {
      return { value: [Math.floor(number / 1_000_000), Math.floor(number / 1000) % 1000, number % 1000].join('.') };
    }
  }
  const longer = /^\d+$/.test(text) ? `${text}.0` : undefined;
  return { problem: problemTexts.notAVersion(field, text, longer), canGrow: VERSION_BEGUN.test(text) };
};

/** A country, or a region by its name. */
const readPlace = (text: string): Reading<string> => {
  const region = regionNamed(text);
  if (region !== undefined) return { value: region };
  const name = text.replaceAll('_', ' ').trim();
  const value = countryCode(name);
  const continent = continentLike(name.toUpperCase());
  if (value !== undefined)
    return continent === undefined ? { value } : { value, hint: problemTexts.countryNotRegion(value, continent) };
  const like = countriesLike(name);
  const place = countryOfPlace(name);
  return {
    problem: problemTexts.notACountry(text, like, place && countryCode(place)),
    canGrow: text.length < 2 || like.length > 0,
  };
};

const readText = (field: FilterField, { text, isQuoted }: TypedText, known: KnownTexts): Reading<string> => {
  if (isQuoted) return { value: text };
  if (holdsSign(text) || text.includes('|')) return { problem: problemTexts.quotesMissing(text), canGrow: false };
  const visible = withoutInvisibles(text);
  if (visible !== text) return { problem: problemTexts.invisible(visible), canGrow: false };
  const value = field.filter.hasBlanks ? text.replaceAll('_', ' ') : text;
  if (text.includes('*')) return known.hasWildcards ? { value } : readWildcard(field, text, known);
  const likeness = known.likeness(field, value);
  if (field.filter.isClosed) {
    if (likeness.kind === 'known') return { value: likeness.text };
    return { problem: problemTexts.notAmong(field, text), canGrow: likeness.kind === 'part' };
  }
  return field.known === undefined ? asTyped(field, value, likeness) : asKnown(field, text, value, likeness);
};

/** A text of a field whose values the catalogue knows: in their spelling, which is said where it was another one. */
const asKnown = (field: FilterField, typed: string, value: string, likeness: Likeness): Reading<string> => {
  switch (likeness.kind) {
    case 'known':
      return likeness.text === value
        ? { value }
        : { value: likeness.text, hint: problemTexts.spelledOtherwise(typed, likeness.text) };
    case 'part':
      return { problem: problemTexts.partOfNames(typed, printed(field, likeness.of)), canGrow: true };
    case 'unknown':
      return { value, hint: problemTexts.neverSeen(field, value, printed(field, likeness.near)) };
  }
};

/** A text of a field whose values nobody listed: as typed, and what was seen like it. */
const asTyped = (field: FilterField, value: string, likeness: Likeness): Reading<string> => {
  const like = likeness.kind === 'known' ? [likeness.text] : likeness.kind === 'part' ? likeness.of : likeness.near;
  return like.length === 0 || like[0] === value
    ? { value }
    : { value, hint: problemTexts.neverSeen(field, value, printed(field, like)) };
};

const readWildcard = (field: FilterField, text: string, known: KnownTexts): Reading<string> => {
  const part = text.replaceAll('*', '').replaceAll('_', ' ').trim();
  const likeness = known.likeness(field, part);
  const names =
    part === '' || likeness.kind === 'unknown' ? [] : likeness.kind === 'known' ? [likeness.text] : likeness.of;
  return { problem: problemTexts.noWildcard(text, printed(field, names)), canGrow: true };
};

const printed = (field: FilterField, values: readonly string[]): readonly string[] =>
  values.slice(0, LIKE_SHOWN).map((value) => printValue(field, value));

/** The gigabytes that `text` means, above 0: `200`, `500GB`, `1.5TB`; undefined when it means none. */
export const readStorageGb = (text: string): number | undefined => {
  const field = findFilterField('disk_space');
  const reading = field === undefined ? undefined : readNumber(field, text.trim());
  return reading !== undefined && 'value' in reading && reading.value > 0 ? reading.value : undefined;
};
