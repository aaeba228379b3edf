/** Reads the filter of a command, and tells on stderr what is wrong with it. */
import { printable } from '../../../base/printable.ts';
import { findFilterField } from '../../../catalogue/lookup.ts';
import type { FilterLine } from '../../../filter/line.ts';
import { parseLine } from '../../../filter/parse.ts';
import { readSets } from '../../../storage/files/sets.ts';
import type { CommandIo } from '../../io.ts';

/** What `filter` says to the `command` of that name; undefined when it is wrong, which has been told then. */
export const readFilter = async (
  filter: string,
  command: string,
  { writeError, setup }: Pick<CommandIo, 'writeError' | 'setup'>,
  hasWorkload: boolean,
): Promise<FilterLine | undefined> => {
  const line = parseLine(filter, undefined, undefined, hasWorkload, readSets(setup.places));
  const { problems, hints } = line;
  if (problems.length === 0) {
    for (const { message } of hints) writeError(`gpudeck: ${printable(message)}\n`);
    return line;
  }
  const { pointAtProblems } = await import('./filter-problems.ts');
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
