/** Reads and prints single values of a clause by the kind of their field (DESIGN.md section 4). */
import { codeOfCountry, countryCode } from '../catalogue/countries.ts';
import type { FilterField } from '../catalogue/lookup.ts';
import { faults } from './faults.ts';
import { printNumber, type Reading, readNumber } from './number.ts';
import { isBare, quoted } from './tokens.ts';

/** One value of a clause. */
export type Single = string | number | boolean;

/** A value as typed: what is inside the quotes of a quoted one. */
export type TypedText = { readonly text: string; readonly isQuoted: boolean };

const VERSION = /^\d{1,9}(?:\.\d{1,9}){0,2}$/;

/** Larger majors are no driver's, smaller packed numbers no version's. */
const LARGEST_MAJOR = 9999;
const SMALLEST_PACKED = 1_000_000;

const VERSION_BEGUN = /^(?:\d+(?:\.\d+)?\.?)?$/;

const TRUTHS: Readonly<Record<string, boolean>> = { true: true, yes: true, 1: true, false: false, no: false, 0: false };

/** True when `typed` is the word that lifts a default. */
export const isAny = ({ text, isQuoted }: TypedText): boolean => !isQuoted && text.toLowerCase() === 'any';

/** The wire value that `typed` is for `field`, or what is wrong with it. */
export const readValue = (field: FilterField, typed: TypedText): Reading<Single> => {
  switch (field.filter.kind) {
    case 'number':
    case 'integer':
      return readNumber(field, typed.text.trim());
    case 'boolean':
      return readTruth(field, typed.text);
    case 'version':
      return readVersion(field, typed.text);
    case 'country':
      return readCountry(typed.text);
    case 'text':
      return readText(field, typed);
  }
};

/** `value` as it is written in a clause of `field`, in quotes only where it needs them. */
export const printValue = (field: FilterField, value: Single): string => {
  if (typeof value === 'number') return printNumber(field, value);
  const text = String(value);
  const bare = field.filter.hasBlanks ? text.replaceAll(' ', '_') : text;
  const isSafe = isBare(bare) && !(field.filter.hasBlanks && text.includes('_')) && bare.toLowerCase() !== 'any';
  return isSafe ? bare : quoted(text);
};

const readTruth = (field: FilterField, text: string): Reading<boolean> => {
  const word = text.toLowerCase();
  const value = Object.hasOwn(TRUTHS, word) ? TRUTHS[word] : undefined;
  if (value !== undefined) return { value };
  const canGrow = [...Object.keys(TRUTHS), 'any'].some((whole) => whole.startsWith(word));
  return { fault: faults.notYesOrNo(field, text), canGrow };
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
  return { fault: faults.notAVersion(field, text, longer), canGrow: VERSION_BEGUN.test(text) };
};

const readCountry = (text: string): Reading<string> => {
  const value = countryCode(text);
  if (value !== undefined) return { value };
  return { fault: faults.notACountry(text, codeOfCountry(text.replaceAll('_', ' '))), canGrow: text.length < 2 };
};

const readText = (field: FilterField, { text, isQuoted }: TypedText): Reading<string> => {
  if (isQuoted) return { value: text };
  if (!isBare(text)) return { fault: faults.quotesMissing(text), canGrow: false };
  return { value: field.filter.hasBlanks ? text.replaceAll('_', ' ') : text };
};
