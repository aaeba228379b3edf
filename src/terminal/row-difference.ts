/** Turns one line of the terminal into another: only the cells that differ, or the whole line where widths are uncertain. */
import { BLANK, CONTINUATION, isWidthCertain } from './glyph.ts';
import type { Pen } from './pen.ts';
import type { Row } from './row.ts';

/** Erasing so many cells by a sequence is shorter than writing spaces over them, wherever the cursor goes next. */
const WORTH_ERASING_CELLS = 9;
const WORTH_ERASING_TAIL = 4;
/** Bytes of a jump over more than one cell within a line. */
const SHORTEST_JUMP = 4;

/** Writes with `pen` what turns line `at` from `shown` into `next`. */
export function paintDifference(pen: Pen, at: number, shown: Row, next: Row): void {
  if (shown === next) return;
  const start = firstDifference(shown, next);
  if (start === undefined) return;
  if (!(shown.isCertain && next.isCertain)) {
    paintWhole(pen, at, next);
    return;
  }
  const isTailErased = shown.length - next.length > WORTH_ERASING_TAIL;
  const limit = isTailErased ? next.length : Math.max(shown.length, next.length);
  let column = start;
  while (column < limit) {
    if (isSame(shown, next, column)) {
      column++;
      continue;
    }
    const spaces = blanksToErase(shown, next, column, limit);
    if (spaces > 0) {
      pen.eraseCells(column, at, spaces);
      column += spaces;
      continue;
    }
    const end = endOfDifference(shown, next, column, limit);
    pen.paint(next, at, column, end);
    column = end;
  }
  if (isTailErased) pen.eraseToEnd(next.length, at);
}

/** True when both rows hold the same in this cell. */
export function isSame(one: Row, other: Row, column: number): boolean {
  return one.glyphs[column] === other.glyphs[column] && one.styles[column] === other.styles[column];
}

/** Terminals disagree on where the cells of this line are: erase it, and say the column of what follows an uncertain glyph. */
function paintWhole(pen: Pen, at: number, next: Row): void {
  pen.eraseToEnd(0, at);
  let column = 0;
  while (column < next.length) {
    if (!isWidthCertain(next.glyphs[column] ?? BLANK)) {
      pen.paintUncertain(next, at, column++);
    } else if (next.glyphs[column] === CONTINUATION || isBlank(next, column)) {
      column++;
    } else {
      const end = endOfPainted(next, column);
      pen.paint(next, at, column, end);
      column = end;
    }
  }
}

function endOfPainted(row: Row, start: number): number {
  let end = start + 1;
  while (end < row.length && !isBlank(row, end) && isWidthCertain(row.glyphs[end] ?? BLANK)) end++;
  return end;
}

function firstDifference(shown: Row, next: Row): number | undefined {
  for (let column = 0; column < next.glyphs.length; column++) if (!isSame(shown, next, column)) return column;
  return undefined;
}

/**
 * The end of the run of cells that differ, behind a whole glyph. A few equal cells within it are written again: a jump
 * over them is not shorter.
 */
function endOfDifference(shown: Row, next: Row, start: number, limit: number): number {
  let end = start + 1;
  for (let at = end; at < limit && at - end < SHORTEST_JUMP; at++) {
    if (next.glyphs[at] === CONTINUATION || !isSame(shown, next, at)) {
      if (!isBlank(next, at - 1) && blanksToErase(shown, next, at, limit) > 0) break;
      end = at + 1;
    } else if ((next.glyphs[at] ?? BLANK) > 0x7e || next.styles[at] !== next.styles[at - 1]) break;
  }
  return end;
}

/** How many cells from `column` on are to be erased by a sequence: 0 when writing spaces is shorter. */
function blanksToErase(shown: Row, next: Row, column: number, limit: number): number {
  let end = column;
  for (let at = column; at < limit && isBlank(next, at); at++) if (!isSame(shown, next, at)) end = at + 1;
  return end - column > WORTH_ERASING_CELLS ? end - column : 0;
}

function isBlank(row: Row, column: number): boolean {
  return row.glyphs[column] === BLANK && row.styles[column] === 0;
}
