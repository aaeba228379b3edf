/** The keys that move through a list, the same in every pane. */
import { type Cursor, cursorAt, cursorMoved, cursorPaged, type Extent } from '../state/cursor.ts';
import { type Binding, bind, inFooter } from './binding.ts';

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

/**
 * Rows that hand `scroll` whole pages and single lines, down where they are above 0; their ids begin with `prefix`. With `hasEnds` they
 * also go to the first and the last line.
 */
export const scrollKeys = (
  prefix: string,
  group: string,
  scroll: (pages: number, lines: number) => void,
  { isInFooter = true, hasEnds = false } = {},
): readonly Binding[] => [
  bind(`${prefix}down`, ['down', 'j'], 'scroll', group, () => scroll(0, 1), isInFooter ? inFooter : {}),
  bind(`${prefix}up`, ['up', 'k'], 'scroll up', group, () => scroll(0, -1)),
  bind(`${prefix}page-down`, ['pagedown', 'ctrl-f', 'ctrl-d', 'space'], 'page down', group, () => scroll(1, 0)),
  bind(`${prefix}page-up`, ['pageup', 'ctrl-b', 'ctrl-u'], 'page up', group, () => scroll(-1, 0)),
  ...(hasEnds
    ? [
        bind(`${prefix}first`, ['g', 'home'], 'first', group, () => scroll(0, Number.NEGATIVE_INFINITY)),
        bind(`${prefix}last`, ['G', 'end'], 'last', group, () => scroll(0, Number.POSITIVE_INFINITY)),
      ]
    : []),
];

/** A text's measures: its lines, and how many of them are visible at once. */
export type TextExtent = { readonly length: number; readonly height: number };

/** The lines that a text is to be scrolled by, of whose page one line stays in view, and the most that can be out above. */
export const scrollIn = ({ length, height }: TextExtent, pages: number, lines: number): readonly [number, number] => [
  pages * Math.max(1, height - 1) + lines,
  Math.max(0, length - height),
];
