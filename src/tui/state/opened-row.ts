/** The row of a list that is looked at closely: opened, scrolled, turned over, closed. Pure. */
import type { Cursor } from './cursor.ts';

/**
 * The row that is looked at closely, as it was when it was opened, or as a newer answer has it: which of its pages (from 0), and
 * how many lines of that are scrolled out above. `isGone` where the newest answer did not have it.
 */
export type OpenedRow<Row> = {
  readonly row: Row;
  readonly page: number;
  readonly top: number;
  readonly isGone?: true;
};

/** What of a list decides which row is opened. */
type Openable = {
  readonly shown: readonly unknown[];
  readonly cursor: Cursor;
  readonly opened?: OpenedRow<unknown> | undefined;
};

/** The row under the cursor was opened. */
export const rowOpened = <Some extends Openable>(list: Some, page = 0): Some => {
  const row = list.shown[list.cursor.row];
  return row === undefined ? list : { ...list, opened: { row, page, top: 0 } };
};

/** The cursor moved while a row was open: the one under it is open now, on the same page. */
export const openedFollowed = <Some extends Openable>(list: Some): Some =>
  list.opened === undefined ? list : rowOpened(list, list.opened.page);

/** The page after the present one of the open row was turned to, of `pages` pages; behind the last one comes the first. */
export const pageTurned = <Some extends Openable>(list: Some, pages: number): Some =>
  list.opened === undefined
    ? list
    : { ...list, opened: { ...list.opened, page: (list.opened.page + 1) % pages, top: 0 } };

/** The open row was scrolled by `lines`, at most to `highest`. */
export const openedScrolled = <Some extends Openable>(list: Some, lines: number, highest: number): Some =>
  list.opened === undefined
    ? list
    : {
        ...list,
        opened: { ...list.opened, top: Math.max(0, Math.min(highest, list.opened.top + lines)) },
      };

/** The open row was closed. */
export const rowClosed = <Some extends Openable>(list: Some): Some => ({ ...list, opened: undefined });

type Keyed = { readonly key: unknown };

/** A newer answer is here: the open row is shown as that has it, or as gone. */
export const openedRenewed = <
  Some extends { readonly rows: readonly Keyed[]; readonly opened?: OpenedRow<Keyed> | undefined },
>(
  list: Some,
): Some => {
  if (list.opened === undefined) return list;
  const { isGone: _, ...opened } = list.opened;
  const row = list.rows.find(({ key }) => key === opened.row.key);
  return { ...list, opened: row === undefined ? { ...opened, isGone: true } : { ...opened, row } };
};
