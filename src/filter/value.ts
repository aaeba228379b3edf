/** Reads and prints single values of a clause by the kind of their field (docs/filter-line.md, Units). */
import { countriesLike, countryCode, countryOfPlace } from '../catalogue/countries.ts';
import type { FilterField } from '../catalogue/lookup.ts';
import { continentLike, regionNamed } from '../catalogue/regions.ts';
import { type KnownTexts, knownTexts, type Likeness } from './known-texts.ts';
import { type NumberProblem, printNumber, type Reading, readNumber } from './number.ts';
import { problemTexts } from './problems.ts';
import { holdsSign, isBare, quoted, SET_SIGN, withoutInvisibles } from './tokens.ts';

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
  if (text.includes('*')) return readWildcard(field, text, known);
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
