/** Looks through the views that are kept, with the filters that they hold. */
import type { OwnSets } from '../../filter/own-sets.ts';
import { parseLine } from '../../filter/parse.ts';
import type { FileProblem } from '../../storage/files/hand-written.ts';
import type { Places } from '../../storage/files/places.ts';
import { readSets } from '../../storage/files/sets.ts';
import { viewFiles } from '../../storage/files/view-files.ts';
import { withOwnHost } from '../../views/own-host.ts';
import { filterLineNumber, readViewText } from '../../views/view-text.ts';

/** Whose machines `me` means matters to a search alone. */
const ANYBODY = 1;

/** Every view that has a file: what is wrong with it, or nothing. Those that there are at first have none. */
export const checkViewFiles = (
  places: Places,
): readonly { readonly file: string; readonly problem?: FileProblem }[] => {
  const files = viewFiles(places);
  const sets = readSets(places);
  let names: readonly string[];
  try {
    names = files.names() ?? [];
  } catch (error) {
    return [
      { file: files.fileOf(''), problem: { message: `${files.fileOf('')} cannot be read: ${messageOf(error)}` } },
    ];
  }
  return [...names].sort().map((name) => {
    const file = files.fileOf(name);
    try {
      const problem = problemOf(files.read(name), sets);
      return problem === undefined ? { file } : { file, problem };
    } catch (error) {
      const message = messageOf(error);
      return { file, problem: { message: message.startsWith(file) ? message : `${file} cannot be read: ${message}` } };
    }
  });
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const problemOf = (text: string, sets: OwnSets): FileProblem | undefined => {
  const reading = readViewText(text);
  if ('problem' in reading) {
    const { line, problem: message } = reading;
    const [member] = (text.split('\n')[line - 1] ?? '').split(':');
    return { line, ...(member?.trim() && { member: member.trim() }), message };
  }
  const [wrong] = parseLine(withOwnHost(reading.view.filter, ANYBODY), undefined, undefined, true, sets).problems;
  return wrong && { line: filterLineNumber(text) ?? 1, member: 'filter', message: wrong.message };
};
