/**
 * The bytes that turn the picture on the terminal into the next one, for a terminal whose cursor can be moved: a block of lines
 * that only moved is moved there, and of every other line only the cells that differ are sent, or the whole line where widths are
 * uncertain. `plain-painter.ts` is the other way.
 */
import type { Frame } from './frame-reader.ts';
import { type Abilities, Pen } from './pen.ts';
import { BLANK, blankRow, CONTINUATION, isWidthCertain, type Row } from './row.ts';

/** Erasing so many cells by a sequence is shorter than writing spaces over them, wherever the cursor goes next. */
const WORTH_ERASING_CELLS = 9;
const WORTH_ERASING_TAIL = 4;
/** Bytes of a jump over more than one cell within a line. */
const SHORTEST_JUMP = 4;

/** Writes with `pen` what turns line `at` from `shown` into `next`. */
function paintDifference(pen: Pen, at: number, shown: Row, next: Row): void {
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
function isSame(one: Row, other: Row, column: number): boolean {
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

/** Lines `top` to `bottom` (both included, from 0) move up by `by` lines, or down where it is negative. */
type Shift = { readonly top: number; readonly bottom: number; readonly by: number };

/** Cells that a shift must save before it is worth its own bytes. */
const WORTH_A_SHIFT = 30;
/** Only the distances that most lines agree on are looked at closely. */
const CANDIDATES = 3;

/** The shift that saves the most cells; undefined when none is worth it. */
function findShift(shown: readonly Row[], next: readonly Row[]): Shift | undefined {
  const distances = likelyDistances(shown, next);
  if (distances.length === 0) return undefined;
  const costs = next.map((row, at) => cellsApart(shown[at], row));
  let best: Shift | undefined;
  let bestSaving = WORTH_A_SHIFT;
  for (const by of distances) {
    const shift = bestBlock(shown, next, costs, by);
    const saving = savingOf(shift, shown, next, costs);
    if (saving > bestSaving) {
      best = shift;
      bestSaving = saving;
    }
  }
  return best;
}

/** The lines as the terminal shows them after the shift: what moved out is lost, what is uncovered is blank. */
function shifted(rows: readonly Row[], { top, bottom, by }: Shift): Row[] {
  const blank = blankRow(rows[0]?.glyphs.length ?? 0);
  return rows.map((row, at) => {
    if (at < top || at > bottom) return row;
    const from = at + by;
    return (from >= top && from <= bottom ? rows[from] : undefined) ?? blank;
  });
}

function likelyDistances(shown: readonly Row[], next: readonly Row[]): number[] {
  const linesByHash = new Map<number, number[]>();
  shown.forEach((row, at) => {
    if (row.length > 0) linesByHash.set(row.hash, [...(linesByHash.get(row.hash) ?? []), at]);
  });
  const votes = new Map<number, number>();
  next.forEach((row, at) => {
    if (row.hash === shown[at]?.hash) return;
    for (const from of linesByHash.get(row.hash) ?? []) votes.set(from - at, (votes.get(from - at) ?? 0) + 1);
  });
  return [...votes]
    .sort((one, other) => other[1] - one[1])
    .slice(0, CANDIDATES)
    .map(([by]) => by);
}

/** The block of lines that gains most by the move, what it uncovers left aside. */
function bestBlock(shown: readonly Row[], next: readonly Row[], costs: readonly number[], by: number): Shift {
  let best: Shift = { top: 0, bottom: 0, by };
  let bestSum = 0;
  let sum = 0;
  let start = 0;
  for (let at = Math.max(0, -by); at < Math.min(next.length, next.length - by); at++) {
    if (sum <= 0) {
      sum = 0;
      start = at;
    }
    sum += (costs[at] ?? 0) - cellsApart(shown[at + by], next[at]);
    if (sum <= bestSum) continue;
    bestSum = sum;
    best = { top: Math.min(start, start + by), bottom: Math.max(at, at + by), by };
  }
  return best;
}

/** Cells that need not be sent after the shift; less than 0 when it costs more than it saves. */
function savingOf(shift: Shift, shown: readonly Row[], next: readonly Row[], costs: readonly number[]): number {
  const moved = shifted(shown, shift);
  let saving = 0;
  for (let at = shift.top; at <= shift.bottom; at++) saving += (costs[at] ?? 0) - cellsApart(moved[at], next[at]);
  return saving;
}

/** How many cells a line differs in; all that are painted when it has to be painted whole. */
function cellsApart(shown: Row | undefined, next: Row | undefined): number {
  if (!shown || !next || shown === next || shown.hash === next.hash) return 0;
  if (!(shown.isCertain && next.isCertain)) return next.length;
  let apart = 0;
  for (let column = Math.max(shown.length, next.length) - 1; column >= 0; column--) {
    if (!isSame(shown, next, column)) apart++;
  }
  return apart;
}

const SHOW_CURSOR = '\u001B[?25h';
const HIDE_CURSOR = '\u001B[?25l';

/**
 * The shortest safe update from `shown` to `next`, empty when nothing differs. With `shown` undefined nothing is
 * taken for granted: screen, scroll region and colours are reset and everything is painted. The cursor is hidden
 * while lines are painted. The update starts from an unknown cursor position and ends in the default look.
 */
function frameDifference(shown: Frame | undefined, next: Frame, abilities: Abilities): string {
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

/** Knows what a terminal was sent, and what to send next. */
export type Painter = {
  /** What to send now that the picture is `next`; empty for nothing. */
  paint(next: Frame): string;
  /** Whatever was sent, the terminal may show something else now. */
  forget(): void;
  /** More of the newest picture will be sent after a while, without another one. */
  readonly isWaiting: boolean;
  /** Nothing is to be sent after a while any more. */
  close(): void;
};

/** Shorter updates reach the terminal in one piece anyway. */
const WORTH_SYNCHRONIZING_BYTES = 96;

const BEGIN_UPDATE = '\u001B[?2026h';
const END_UPDATE = '\u001B[?2026l';

/** Updates are put between the marks of mode 2026, which many terminals show in one go, where `isSynchronized`. */
export function cellPainter(abilities: Abilities & { readonly isSynchronized: boolean }): Painter {
  let shown: Frame | undefined;
  return {
    paint(next) {
      const update = frameDifference(shown, next, abilities);
      shown = next;
      const isMarked = abilities.isSynchronized && update.length > WORTH_SYNCHRONIZING_BYTES;
      return isMarked ? `${BEGIN_UPDATE}${update}${END_UPDATE}` : update;
    },
    forget() {
      shown = undefined;
    },
    isWaiting: false,
    close() {},
  };
}
