/** Reads the filter of a command, and tells on stderr what is wrong with it. */
import { printable } from '../base/printable.ts';
import { cellWidth } from '../base/text.ts';
import { findFilterField } from '../catalogue/lookup.ts';
import type { FilterLine, Problem, Span } from '../filter/line.ts';
import { parseLine } from '../filter/parse.ts';
import { readSets } from '../storage/files/sets.ts';
import type { CommandIo } from './io.ts';

/** What `filter` says to the `command` of that name; undefined when it is wrong, which has been told then. */
export const readFilter = (
  filter: string,
  command: string,
  { writeError, setup }: Pick<CommandIo, 'writeError' | 'setup'>,
  hasWorkload: boolean,
): FilterLine | undefined => {
  const line = parseLine(filter, undefined, undefined, hasWorkload, readSets(setup.places));
  const { problems, hints } = line;
  if (problems.length === 0) {
    for (const { message } of hints) writeError(`gpudeck: ${printable(message)}\n`);
    return line;
  }
  writeError(
    `gpudeck ${command}: there is a problem in the filter, so nothing was asked for\n${pointAtProblems(filter, problems)}\n`,
  );
  // An operator that is there was not taken for a redirection, so that the others were not either.
  const isWhole = filter.includes('<') || filter.includes('>');
  const lone = isWhole ? undefined : problems.map(({ from, to }) => filter.slice(from, to)).find(findFilterField);
  if (lone !== undefined) writeError(eatenByShell(lone));
  return undefined;
};

/** What may have become of a field's operator and value; the file is there then, with nothing in it. */
const eatenByShell = (field: string): string =>
  `Without quotes the shell takes > and < as redirections: ${field}>=4 writes to a file named "=4". Put the filter in quotes: '${field}>=4'\n`;

/** The lines of text that show every problem of `line` under it. */
export const pointAtProblems = (line: string, problems: readonly Problem[]): string =>
  problems
    .flatMap((problem) => {
      const { piece, from, to } = aroundOf(line, problem);
      return [`  ${printable(piece)}`, `  ${carets(piece, { from, to })}`, printable(problem.message)];
    })
    .join('\n');

/** A line up to this long is shown whole; of a longer one the part around the problem is. In UTF-16 units. */
const SHOWN_WHOLE = 240;
const AROUND = 60;

const aroundOf = (line: string, { from, to }: Span): Span & { readonly piece: string } => {
  if (line.length <= SHOWN_WHOLE) return { piece: line, from, to };
  const begin = Math.max(0, from - AROUND);
  const end = Math.min(to, from + AROUND);
  return { piece: line.slice(begin, end + AROUND), from: from - begin, to: end - begin };
};

const carets = (line: string, { from, to }: Span): string => {
  const before = cellWidth(printable(line.slice(0, from)));
  const marked = cellWidth(printable(line.slice(from, to)));
  return ' '.repeat(before) + '^'.repeat(Math.max(1, marked));
};
