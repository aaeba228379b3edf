/** Turns dotted versions into text that sorts as the versions do: by their parts, not as text (docs/interface.md, Decisions). */

/** Larger majors are no driver's, smaller packed numbers no version's. */
const LARGEST_MAJOR = 9999;
const SMALLEST_PACKED = 1_000_000;

const PARTS = 4;
const DIGITS = 9;

/**
 * A key for `version` such that keys compare as the versions do, part by part; missing parts count as 0. Undefined when
 * the text is no version: one to four numbers of up to nine digits between dots.
 */
export const versionKey = (version: string): string | undefined => {
  const parts = version.trim().split('.');
  if (parts.length > PARTS || !parts.every((part) => /^\d{1,9}$/.test(part))) return undefined;
  const missing = Array<string>(PARTS - parts.length).fill('0');
  return [...parts, ...missing].map((part) => part.padStart(DIGITS, '0')).join('.');
};

/**
 * The key of a driver's version, which may also be one number: the major alone, as 560, or the whole version packed as
 * `driver_vers` has it, 535086005 for 535.86.05. Undefined when it is neither.
 */
export const driverVersionKey = (version: unknown): string | undefined => {
  if (typeof version !== 'string') return undefined;
  if (!/^\s*\d{1,9}\s*$/.test(version)) return versionKey(version);
  const number = Number(version);
  if (number <= LARGEST_MAJOR) return versionKey(version);
  if (number < SMALLEST_PACKED) return undefined;
  return versionKey([Math.floor(number / 1_000_000), Math.floor(number / 1000) % 1000, number % 1000].join('.'));
};
