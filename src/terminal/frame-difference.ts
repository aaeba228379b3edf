/** The bytes that turn the picture on the terminal into the next one. Pure: pictures in, bytes out. */
import type { Frame } from './frame-reader.ts';
import { type Abilities, Pen } from './pen.ts';
import { blankRow, type Row } from './row.ts';
import { paintDifference } from './row-difference.ts';
import { findShift, type Shift, shifted } from './shift.ts';

const SHOW_CURSOR = '\u001B[?25h';
const HIDE_CURSOR = '\u001B[?25l';

/**
 * The shortest safe update from `shown` to `next`, empty when nothing differs. With `shown` undefined nothing is
 * taken for granted: screen, scroll region and colours are reset and everything is painted. The cursor is hidden
 * while lines are painted. The update starts from an unknown cursor position and ends in the default look.
 */
export function frameDifference(shown: Frame | undefined, next: Frame, abilities: Abilities): string {
  const pen = new Pen(next.columns, abilities);
  if (shown === undefined) pen.home(`\u001B[m${HIDE_CURSOR}\u001B[r\u001B[H\u001B[J`);
  const rows = shown?.rows ?? next.rows.map(() => blankRow(next.columns));
  const shift = shown && abilities.canScroll ? findShift(rows, next.rows) : undefined;
  paintRows(pen, shift ? scroll(pen, shift, rows, next.rows) : rows, next.rows);
  pen.setStyle(0);
  return withCursor(pen, shown, next);
}

function paintRows(pen: Pen, shown: readonly Row[], next: readonly Row[]): void {
  next.forEach((row, at) => {
    const before = shown[at];
    if (before) paintDifference(pen, at, before, row);
  });
}

/**
 * Moves the lines, and returns what the terminal shows then. Line feeds at the lower margin and reverse indices at the upper one
 * are understood where `SU` and `SD` are not. The whole screen is named as the next region, because some emulators keep the old
 * lower margin when none is given.
 *
 * By a single line, the cursor need not come back: the line at that margin, which the mark of the chosen row mostly leaves, becomes
 * what it will be before it moves, and the one that is uncovered is painted where the cursor stands then. Nothing else is painted
 * while there are margins: line feeds and moves downwards stop at them.
 */
function scroll(pen: Pen, shift: Shift, shown: readonly Row[], next: readonly Row[]): readonly Row[] {
  const { top, bottom, by } = shift;
  const margin = by > 0 ? bottom : top;
  const moved = shifted(shown, shift);
  pen.home(`\u001B[${top === 0 ? '' : top + 1};${bottom + 1}r`);
  const [leaving, left] = [shown[margin], next[margin - by]];
  const [uncovered, arriving] = [moved[margin], next[margin]];
  const isSingle = Math.abs(by) === 1 && leaving && left && uncovered && arriving;
  if (isSingle) paintDifference(pen, margin, leaving, left);
  pen.scrollAt(margin, by);
  if (isSingle) paintDifference(pen, margin, uncovered, arriving);
  pen.home(`\u001B[;${shown.length}r`);
  return isSingle ? moved.with(margin, arriving).with(margin - by, left) : moved;
}

function withCursor(pen: Pen, shown: Frame | undefined, next: Frame): string {
  const painted = pen.output;
  const { cursor } = next;
  const isShown = shown?.cursor !== undefined;
  const isInPlace = cursor?.column === shown?.cursor?.column && cursor?.row === shown?.cursor?.row;
  if (painted === '' && isInPlace) return '';
  if (cursor) pen.moveTo(cursor.column, cursor.row);
  const isHiddenNow = painted !== '' || !cursor;
  return (
    (isShown && isHiddenNow ? HIDE_CURSOR : '') + pen.output + (cursor && (isHiddenNow || !isShown) ? SHOW_CURSOR : '')
  );
}
