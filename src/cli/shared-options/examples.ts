/** Examples at the end of the help of a command. */
import type { Command as Parser } from 'commander';

/** Adds `lines`, each without the name of the program, to the help of `parser`. */
export const addExamples = (parser: Parser, ...lines: readonly string[]): Parser =>
  parser.addHelpText('after', `\nExamples:\n${lines.map((line) => `  gpudeck ${line}`.trimEnd()).join('\n')}`);
