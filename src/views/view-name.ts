/** What a view may be called: its name is that of its file too. Pure. */
import { nearestWords } from '../base/nearest-words.ts';
import { printable } from '../base/printable.ts';

/** Most characters of a name: the name of its file has fewer than 256 bytes, whatever the letters. */
const LONGEST_NAME = 60;

/** Why no view can be called `name`; undefined when one can. */
export const nameProblem = (name: string): string | undefined => {
  if (name === '') return 'Type a name.';
  if (name.length > LONGEST_NAME) return `A name has ${LONGEST_NAME} characters at most.`;
  if (name.startsWith('.')) return 'A name cannot begin with a dot.';
  if (name.includes('/')) return 'A name cannot contain a slash: it is the name of a file too.';
  return printable(name) === name ? undefined : 'The name contains characters that cannot be displayed.';
};

/** The name as it is kept: without blanks around it, and each letter in its one form. */
export const tidyName = (name: string): string => name.trim().normalize('NFC');

/** True for two names that mean one view: letter case is ignored, as some file systems do. */
export const isSameName = (one: string, other: string): boolean => folded(one) === folded(other);

const folded = (name: string): string => tidyName(name).toLowerCase();

/** That there is no view called `name`, and which one may have been meant among `names`. */
export const noSuchView = (name: string, names: readonly string[]): string => {
  const none = `there is no view "${name}".`;
  if (names.length === 0) return `${none} There are no views yet.`;
  const near = nearNames(name, names);
  if (near.length > 0) return `${none} Did you mean ${near.map(quoted).join(' or ')}?`;
  return `${none} The views are ${names.slice(0, NAMED).map(quoted).join(', ')}${names.length > NAMED ? ', ...' : '.'}`;
};

/** Views that are named where none is near. */
const NAMED = 10;

const quoted = (name: string): string => `"${name}"`;

/** The names that are near, else those in which a word is: `chep` for `cheap single GPUs`. */
const nearNames = (name: string, names: readonly string[]): readonly string[] => {
  const whole = nearestWords(name, names);
  if (whole.length > 0) return whole;
  const wordsOf = (other: string) => other.split(' ').filter((word) => word !== '');
  const near = wordsOf(name).flatMap((word) => nearestWords(word, [...new Set(names.flatMap(wordsOf))]));
  return names.filter((other) => wordsOf(other).some((word) => near.includes(word))).slice(0, 3);
};
