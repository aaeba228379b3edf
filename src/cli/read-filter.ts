/** Reads the filter of a command, and tells on stderr what is wrong with it. */

import { printable } from '../base/printable.ts';
import { cellWidth } from '../base/text.ts';
import type { Field } from '../catalogue/field.ts';
import { findFilterField } from '../catalogue/lookup.ts';
import type { FilterLine, Problem, Span } from '../filter/line.ts';
import { type ListLine, listFieldsOf, readListLine } from '../filter/list-line.ts';
import { parseLine } from '../filter/parse.ts';
import type { Wishes } from '../filter/phrases.ts';
import { problemTexts } from '../filter/problems.ts';
import { type LineRead, readLine } from '../filter/read-words.ts';
import { readSets } from '../storage/files/sets.ts';
import { namesOwnHost, OWN_HOST_UNKNOWN } from '../views/view.ts';
import type { CommandIo } from './io.ts';

/**
 * How the words of a filter are taken (docs/filter-line.md, Words): as people mean them; as texts, with the clause that would be meant told;
 * where there is no `--words`, to be written; or, where the filter chooses what is paid for, not at all.
 */
type WordsTaken = 'read' | 'text' | 'literal' | 'refused';

/** What `filter` says to the `command` of that name; undefined when it is wrong, which has been told then. */
export const readFilter = async (
  typed: string,
  command: string,
  { writeError, setup }: Pick<CommandIo, 'writeError' | 'setup'>,
  hasWorkload: boolean,
  words: WordsTaken = 'literal',
): Promise<(FilterLine & { readonly wishes?: Wishes }) | undefined> => {
  const known = { hasWorkload, sets: readSets(setup.places) };
  const filter = namesOwnHost(typed) ? (await import('./view-start.ts')).withOwnMachines(typed, setup) : typed;
  if (namesOwnHost(filter)) {
    writeError(`gpudeck ${command}: ${OWN_HOST_UNKNOWN}\n`);
    return undefined;
  }
  const read = readLine(filter, undefined, known);
  const areSlipsWrong = words === 'refused';
  const line =
    words === 'read' ? read : withoutReadWords(parseLine(filter, undefined, { ...known, areSlipsWrong }), read, words);
  const { problems, hints } = line;
  if (problems.length === 0) {
    for (const { message } of hints) writeError(`gpudeck: ${printable(message)}\n`);
    if (read.readings.length > 0 && read.problems.length === 0)
      for (const text of words === 'read' ? [readWords(read)] : textWords(filter, read, words))
        writeError(`gpudeck: ${printable(text)}\n`);
    return line;
  }
  tellProblems(filter, command, problems, findFilterField, writeError);
  if (words === 'text' && read.problems.length === 0) writeError(`With --words it is ${readWords(read)}.\n`);
  return undefined;
};

/** What `typed` says to the `command` of that name of records with those `fields`; undefined when it is wrong, which has been told then. */
export const readListFilter = (
  typed: string,
  command: string,
  fields: readonly Field[],
  { writeError, setup }: Pick<CommandIo, 'writeError' | 'setup'>,
): ListLine | undefined => {
  const known = listFieldsOf(fields);
  const line = readListLine(typed, known, readSets(setup.places));
  if (line.problems.length === 0) return line;
  tellProblems(typed, command, line.problems, known.find, writeError);
  return undefined;
};

/** Says what is wrong in a filter, and that a part of it may have been taken by the shell. */
const tellProblems = (
  filter: string,
  command: string,
  problems: readonly Problem[],
  find: (word: string) => unknown,
  writeError: CommandIo['writeError'],
): void => {
  writeError(
    `gpudeck ${command}: there is a problem in the filter, so nothing was asked for\n${pointAtProblems(filter, problems)}\n`,
  );
  // An operator that is there was not taken for a redirection, so that the others were not either.
  const isWhole = filter.includes('<') || filter.includes('>');
  const lone = isWhole ? undefined : problems.map(({ from, to }) => filter.slice(from, to)).find(find);
  if (lone !== undefined) writeError(eatenByShell(lone));
};

/** Where words are refused, those that say a clause are a problem that suggests it. */
const withoutReadWords = (line: FilterLine, { readings }: LineRead, words: WordsTaken): FilterLine =>
  words !== 'refused'
    ? line
    : {
        ...line,
        problems: [
          ...line.problems,
          ...readings
            .filter(({ from, to }) => line.words.some((word) => from < word.to && word.from < to))
            .map(({ from, to, text }) => ({ from, to, ...problemTexts.textChooses(text) })),
        ],
      };

/** What the words of a line were read as. */
const readWords = ({ written, wishes }: LineRead): string => {
  const clauses = written.replaceAll(/ {2,}/g, ' ').trim();
  const { order, type } = wishes;
  const besides = [
    ...(order === undefined ? [] : [`--order ${order.map(([field]) => field).join(',')}`]),
    ...(type === undefined ? [] : [`--type ${type}`]),
  ];
  return `read as ${[clauses === '' ? 'no filter' : clauses, ...besides].join(' ')}`;
};

/** What the words would be read as that are looked for as texts. */
const textWords = (filter: string, { readings }: LineRead, words: WordsTaken): readonly string[] =>
  readings
    .filter(({ text }) => text !== '')
    .map(
      ({ from, to, text }) =>
        `${filter.slice(from, to)} is looked for as a text in the rows; ${words === 'text' ? `--words reads it as ${text}` : `the clause for it is ${text}`}`,
    );

/** True where the words of a filter are read: on a terminal, or where that is asked for. */
export const wordsTaken = (isAsked: true | undefined, { columns }: Pick<CommandIo, 'columns'>): WordsTaken =>
  isAsked || columns !== undefined ? 'read' : 'text';

/** The text of `filter` with all that is read in it; as it is where it is wrong, which is told where it is shown. */
export const filterWritten = (
  filter: string,
  { setup }: Pick<CommandIo, 'setup'>,
): { readonly filter: string; readonly wishes: Wishes } => {
  const { problems, written, wishes } = readLine(filter, undefined, {
    hasWorkload: true,
    sets: readSets(setup.places),
  });
  return problems.length > 0 ? { filter, wishes: {} } : { filter: written.replaceAll(/ {2,}/g, ' ').trim(), wishes };
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
