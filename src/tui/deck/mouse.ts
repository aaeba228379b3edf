/**
 * What the mouse does: the wheel does what Down and Up do, a click puts the cursor on the line that it is on or opens the pane whose name
 * it is on, as the keys for that would. It types nothing, and confirms, sends and chooses nothing.
 */
import { type Binding, type Layer, type Press, reachableBindings, resolvePress } from '../keys/binding.ts';
import { PANE_NAMES } from '../panes/names.ts';

/** Rows that a notch of the wheel moves by. */
const NOTCH = 3;

/** What stands before a row that the cursor can be on, and before the one that it is on. */
const ROW = /^[ *][ >~] \s*\S/;
const CURRENT = /^[ *]> /;

type MouseNeeds = {
  readonly layers: () => readonly Layer[];
  readonly isTyping: () => boolean;
  readonly press: (press: Press) => void;
  readonly keyFor: (id: string) => string;
  /** Lines that the open pane has below the header, and their cells: a preview beside or below it has no rows. */
  readonly pane: () => { readonly width: number; readonly height: number };
};

/** A notch of the wheel, down where it is 1; or a click on a cell of the screen, counted from 0. */
type Moved =
  | { readonly kind: 'wheel'; readonly direction: 1 | -1 }
  | { readonly kind: 'click'; readonly column: number; readonly line: number };

/** Takes what the mouse did, with the lines of the screen as they were then. */
export const createMouse = ({ layers, isTyping, press, keyFor, pane }: MouseNeeds) => {
  const move = (rows: number) => {
    const down: Press = { name: rows > 0 ? 'down' : 'up', text: '' };
    for (let left = Math.abs(rows); left > 0 && isHarmless(resolvePress(down, layers())); left--) press(down);
  };
  const open = (id: string) => {
    const [key = ''] = reachableBindings(layers()).find((row) => row.id === id)?.keys ?? [];
    const meaning = resolvePress({ name: key, text: key }, layers());
    if (meaning.kind === 'binding' && meaning.binding.id === id) press({ name: key, text: key });
  };
  return (event: Moved, lines: readonly string[]): void => {
    if (isTyping()) return;
    const tab = event.kind === 'click' && event.line === 0 ? paneAt(lines[0] ?? '', event.column, keyFor) : undefined;
    if (tab !== undefined) open(tab);
    else move(event.kind === 'wheel' ? event.direction * NOTCH : rowsTo(event, lines, pane()));
  };
};

const isHarmless = (meaning: { readonly kind: string; readonly binding?: Binding }): boolean =>
  meaning.kind === 'binding' && !meaning.binding?.isConfirming && !meaning.binding?.isDestructive;

/** The row of the pane whose name stands at `column` of the header; names stand behind their keys at its right end. */
const paneAt = (header: string, column: number, keyFor: (id: string) => string): string | undefined =>
  PANE_NAMES.map(({ name }) => `frame.${name}`).findLast((id) => {
    const at = header.lastIndexOf(` ${keyFor(id)}`);
    return at >= 0 && at < column;
  });

/** Rows from the one under the cursor to that which was clicked, above 0 where that is further down; 0 where there is none. */
const rowsTo = (
  { line, column }: { readonly line: number; readonly column: number },
  screen: readonly string[],
  { width, height }: ReturnType<MouseNeeds['pane']>,
): number => {
  const lines = screen.slice(0, 1 + height).map((text) => text.slice(0, width));
  const from = lines.findIndex((text) => CURRENT.test(text));
  if (from < 0 || column >= width || !ROW.test(lines[line] ?? '')) return 0;
  const between = lines.slice(Math.min(from, line), Math.max(from, line)).filter((text) => ROW.test(text)).length;
  return line > from ? between : -between;
};
