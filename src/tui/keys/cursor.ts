/** The keys that move through a list, the same in every pane. */
import { type Cursor, cursorAt, cursorMoved, cursorPaged, type Extent } from '../state/cursor.ts';
import { type Binding, bind } from './binding.ts';

/** One movement through a list. */
export type ListMove = (cursor: Cursor, extent: Extent) => Cursor;

const halfPage = (extent: Extent): number => Math.max(1, Math.trunc(extent.height / 2));

const MOVES: readonly (readonly [verb: string, keys: readonly string[], label: string, move: ListMove])[] = [
  ['down', ['down', 'j'], 'down', (cursor, extent) => cursorMoved(cursor, 1, extent)],
  ['up', ['up', 'k'], 'up', (cursor, extent) => cursorMoved(cursor, -1, extent)],
  ['page-down', ['pagedown', 'ctrl-f'], 'page down', (cursor, extent) => cursorPaged(cursor, 1, extent)],
  ['page-up', ['pageup', 'ctrl-b'], 'page up', (cursor, extent) => cursorPaged(cursor, -1, extent)],
  ['half-down', ['ctrl-d'], 'half a page down', (cursor, extent) => cursorMoved(cursor, halfPage(extent), extent)],
  ['half-up', ['ctrl-u'], 'half a page up', (cursor, extent) => cursorMoved(cursor, -halfPage(extent), extent)],
  ['first', ['g', 'home'], 'first', (cursor, extent) => cursorAt(cursor, 0, extent)],
  ['last', ['G', 'end'], 'last', (cursor, extent) => cursorAt(cursor, extent.count - 1, extent)],
];

/** What `?` says of sorting, the same in every list. */
export const SORT_HELP = 'sort by this column; again: reverse';
export const SORT_FURTHER_HELP = 'sort by this column as well';

/** Rows that hand each movement to `move`; `owner` is what their ids start with. */
export const listBindings = (owner: string, move: (to: ListMove) => void): readonly Binding[] =>
  MOVES.map(([verb, keys, label, to]) => bind(`${owner}.${verb}`, keys, label, 'Move', () => move(to)));
