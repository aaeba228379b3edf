/** How the panes looked when the program ended last: what a later run starts with unless the command line says otherwise. Pure. */
import { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import type { DeckState } from '../frame/deck-state.ts';
import { PANES } from '../panes/index.ts';
import { commandNameOf, PANE_NAMES, type PaneName } from '../panes/names.ts';
import type { SearchStart } from '../panes/pane.ts';

/** The look as JSON text. */
export const lookText = (state: DeckState): string => {
  const savedOf = <Name extends PaneName>(name: Name) => PANES[name].comesBack.saved(state[name]);
  return JSON.stringify(Object.fromEntries(PANE_NAMES.map(({ name }) => [commandNameOf(name), savedOf(name)])));
};

const savedRecord = z.record(z.string(), z.unknown());

/**
 * The search to start with: `start`, with what the look `text` says in the place of all parts but those that are `named`. A
 * filter that is named is another search than the view was.
 */
export const startAfter = (
  start: SearchStart,
  text: string | undefined,
  named: readonly (keyof SearchStart)[],
): SearchStart => {
  const content = text === undefined ? undefined : savedRecord.safeParse(parseJson(text)).data;
  if (content === undefined) return start;
  const read = PANE_NAMES.map(({ name, command }) => PANES[name].comesBack.read(content[command]) ?? {});
  const parts: readonly string[] = named.includes('filter') ? [...named, 'view'] : named;
  const back = Object.entries(Object.assign({}, ...read)).filter(([part]) => !parts.includes(part));
  return { ...start, ...Object.fromEntries(back) };
};
