/** Reads the value of one option. A value that cannot be meant throws commander's error with what is allowed. */
import { InvalidArgumentError } from 'commander';

/** A whole number from `minimum` to `maximum`. */
export const wholeNumber =
  (minimum: number, maximum = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    const range = maximum === Number.MAX_SAFE_INTEGER ? `, ${minimum} or more` : ` from ${minimum} to ${maximum}`;
    throw new InvalidArgumentError(`Expected a whole number${range}.`);
  };

/** A name or a path: an empty one, as of a variable that is not set, would mean another service or place than the one meant. */
export const notEmpty = (text: string): string => {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
};

/** `on` as true, `off` as false. */
export const onOrOff = (text: string): boolean => {
  if (text === 'on') return true;
  if (text === 'off') return false;
  throw new InvalidArgumentError('Expected on or off.');
};

/** Words between commas, spaces around them dropped; at least one. */
export const commaList = (text: string): readonly string[] => {
  const words = text.split(',').map((word) => word.trim());
  if (words.includes('')) throw new InvalidArgumentError('Expected words separated by single commas.');
  return words;
};
