/** Reads the length of a window as people type it: `2` (hours), `90m`, `1h30m`, `1.5h`. Pure. */
import { readSpan } from '../base/span.ts';

/** What a typed length is: nothing yet, a number of hours above 0, or a text that cannot be taken, and why. */
export type LengthReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'length'; readonly hours: number }
  | { readonly kind: 'problem'; readonly message: string };

/** Texts that can be read, for a person who needs one to go by. */
export const LENGTH_EXAMPLES = '2, 90m, 1h30m, 1.5h';

/** Length from which on a window is more likely mistyped than meant, in hours: a week. */
const UNUSUAL_HOURS = 168;

/** Longest window that is taken, in hours: a year. */
const LONGEST_HOURS = 8784;

/** Reads `typed`; a bare number is hours. */
export const readLength = (typed: string): LengthReading => {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  const seconds = /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) * 3600 : readSpan(text);
  if (seconds === undefined) {
    return { kind: 'problem', message: 'This is not a length of time.' };
  }
  const hours = seconds / 3600;
  if (hours <= 0) return { kind: 'problem', message: 'A window must be longer than zero.' };
  if (hours > LONGEST_HOURS) return { kind: 'problem', message: 'A window cannot be longer than a year.' };
  return { kind: 'length', hours };
};

/** What a host should know about a length that is nonetheless taken. */
export const lengthWarnings = (hours: number): readonly string[] =>
  hours > UNUSUAL_HOURS ? [`That is longer than a week: ${daysWords(hours)}. A number alone means hours.`] : [];

/** `16 d 16 h`. */
const daysWords = (hours: number): string => {
  const whole = Math.round(hours);
  return `${Math.floor(whole / 24)} d${whole % 24 === 0 ? '' : ` ${whole % 24} h`}`;
};

/** A length in words: `1 h 30 min`. */
export const lengthWords = (hours: number): string => {
  const minutes = Math.round(hours * 60);
  const parts = [
    [Math.floor(minutes / 60), 'h'],
    [minutes % 60, 'min'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length === 0 ? 'less than a minute' : shown.join(' ');
};
