/** The search that a view asks for, with what the command line says in the place of its parts. */
import type { Setup } from '../access/setup.ts';
import type { OwnSets } from '../filter/own-sets.ts';
import { parseLine } from '../filter/parse.ts';
import { withWordsQuoted } from '../filter/read-words.ts';
import { CALLER_USER_ID } from '../local-service/market/caller.ts';
import { readSets } from '../storage/files/sets.ts';
import { viewFiles } from '../storage/files/view-files.ts';
import { namesOwnHost, OWN_HOST_UNKNOWN, withOwnHost } from '../views/view.ts';
import { filterLineNumber } from '../views/view-text.ts';
import { createViews } from '../views/views.ts';
import type { CommandIo } from './io.ts';
import { readSearchStart, type SearchStart, type ViewWish } from './search-options.ts';

/** The search, with the name of the view as it is kept; undefined where there is no such view, which has been told then. */
export const startOfView = (
  { name: wanted, words, flags }: ViewWish,
  { setup, writeError }: Pick<CommandIo, 'setup' | 'writeError'>,
): SearchStart | undefined => {
  const files = viewFiles(setup.places);
  const sets = readSets(setup.places);
  const views = createViews(files, () => sets);
  const found = views.find(wanted);
  if ('problem' in found) {
    writeError(`gpudeck: ${found.problem}\n`);
    return undefined;
  }
  const { name, view } = found;
  // Words that it was kept with are the texts that they were.
  const kept = withWordsQuoted(view.filter, { hasWorkload: true, sets });
  const filter = withOwnMachines(kept, setup);
  if (namesOwnHost(filter)) {
    writeError(`gpudeck: ${OWN_HOST_UNKNOWN}\n`);
    return undefined;
  }
  if (parseLine(filter, undefined, { hasWorkload: true, sets }).problems.length > 0) {
    const reading = views.textOf(name);
    const line = 'text' in reading ? (filterLineNumber(reading.text) ?? 1) : 1;
    writeError(`gpudeck: the filter of the view "${name}" has a problem: ${files.fileOf(name)}, line ${line}\n`);
  }
  const start = readSearchStart([withClauses(filter, words.join(' '), sets)], flags, view);
  return { ...start, view: name, ...(view.columns && { columns: view.columns }) };
};

/** The filter with the id of the user's own host for `host_id=me`, where that is known. */
export const withOwnMachines = (filter: string, { address, userId }: Pick<Setup, 'address' | 'userId'>): string => {
  const own = address.kind === 'local' ? CALLER_USER_ID : userId;
  return own === undefined ? filter : withOwnHost(filter, own);
};

/** `filter` with what is `given`: a clause that is given takes the place of those on its field. */
const withClauses = (filter: string, given: string, sets: OwnSets): string => {
  const clausesOf = (text: string) => parseLine(text, undefined, { hasWorkload: true, sets }).clauses;
  const fields = new Set(clausesOf(given).map(({ field }) => field));
  // Both ends of a range are one stretch of the line.
  const stretches = new Map(
    clausesOf(filter).flatMap(({ field, from, to }) => (fields.has(field) ? [[from, to] as const] : [])),
  );
  const left = [...stretches]
    .sort(([one], [other]) => other - one)
    .reduce((text, [from, to]) => text.slice(0, from) + text.slice(to), filter);
  return [left.trim(), given.trim()].filter((part) => part !== '').join(' ');
};
