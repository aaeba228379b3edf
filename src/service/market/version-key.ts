/** Turns dotted versions into text that sorts as the versions do: by their parts, not as text (DESIGN.md section 5). */

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
