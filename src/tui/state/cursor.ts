/** The cursor of a scrolling list: which row it is on and which row stands at the top. Both count from 0. */

/** Where a list stands. `row` is 0 in an empty list. */
export type Cursor = { readonly row: number; readonly top: number };

/** A list seen from its start. */
export const atStart: Cursor = { row: 0, top: 0 };

/** The list's measures: how many rows it has, and how many of them are visible at once (at least 1). */
export type Extent = { readonly count: number; readonly height: number };

/** The cursor on `row`, kept within the list, scrolled by no more than is needed to see it. */
export const cursorAt = (cursor: Cursor, row: number, { count, height }: Extent): Cursor => {
  const target = Math.max(0, Math.min(row, count - 1));
  const visible = Math.max(1, height);
  const highest = Math.max(0, count - visible);
  const top = Math.min(Math.max(Math.min(cursor.top, target), target - visible + 1), highest);
  return { row: target, top: Math.max(0, top) };
};

/** The cursor where it is, scrolled so that it is seen in a list whose measures may have changed. */
export const cursorInView = (cursor: Cursor, extent: Extent): Cursor => cursorAt(cursor, cursor.row, extent);

/** The cursor moved by `rows`, down when positive. */
export const cursorMoved = (cursor: Cursor, rows: number, extent: Extent): Cursor =>
  cursorAt(cursor, cursor.row + rows, extent);

/** The cursor moved by `pages` screens; one row of the old screen stays in view. */
export const cursorPaged = (cursor: Cursor, pages: number, extent: Extent): Cursor => {
  const step = Math.max(1, extent.height - 1) * pages;
  return cursorMoved({ row: cursor.row, top: cursor.top + step }, step, extent);
};

/**
 * The cursor on `row` of a list that changed, with the row as far below the top of the screen as before. A list that stood
 * at its start stays there while the row is in view, so that what is now first is seen.
 */
export const cursorAnchored = (cursor: Cursor, row: number, extent: Extent): Cursor => {
  if (cursor.top === 0 && row < extent.height) return cursorAt({ row, top: 0 }, row, extent);
  const offset = cursor.row - cursor.top;
  return cursorAt({ row, top: Math.max(0, row - offset) }, row, extent);
};

/** So many places further on than `now` among `all`; behind the last comes the first. */
export const placeOn = <Value>(all: readonly Value[], now: Value, by: number): Value =>
  all.at((all.indexOf(now) + by) % all.length) ?? now;
