/** What no argument can be, whatever it is for. Said before anything is read from it. */
import { grouped } from '../base/figures.ts';

/** Characters of all arguments together: a filter or a list of machines is a fraction of it. */
const MAXIMUM_CHARACTERS = 20_000;

/** Why `argv` cannot be meant; undefined when it can. */
export const argumentsProblem = (argv: readonly string[]): string | undefined => {
  const length = argv.reduce((sum, argument) => sum + argument.length + 1, 0);
  if (length > MAXIMUM_CHARACTERS) {
    return `the arguments are ${grouped(length)} characters long; the limit is ${grouped(MAXIMUM_CHARACTERS)}.`;
  }
  const place = argv.findIndex((argument) => problemOf(argument) !== undefined);
  const found = argv[place];
  return found === undefined ? undefined : `argument ${place + 1} contains ${problemOf(found)}: ${found}`;
};

/** Line breaks and tabs are left to whoever reads the argument. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;

const problemOf = (argument: string): string | undefined => {
  // Node puts U+FFFD where bytes are no UTF-8.
  if (!argument.isWellFormed() || argument.includes('\ufffd')) return 'bytes that are not UTF-8 text';
  const [control] = CONTROL.exec(argument) ?? [];
  if (control === undefined) return undefined;
  return `a control character (U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`;
};
