/** The row of a list that is looked at closely: opened, scrolled, turned over, closed. Pure. */
import type { Cursor } from './cursor.ts';

/**
 * The row that is looked at closely, as it was when it was opened: which of its pages (from 0), and how many lines of that are
 * scrolled out above.
 */
export type OpenedRow<Row> = { readonly row: Row; readonly page: number; readonly top: number };

/** What of a list decides which row is opened. */
type Openable = {
  readonly shown: readonly unknown[];
  readonly cursor: Cursor;
  readonly opened?: OpenedRow<unknown> | undefined;
};

/** The row under the cursor was opened. */
export const rowOpened = <List extends Openable>(listing: List, page = 0): List => {
  const row = listing.shown[listing.cursor.row];
  return row === undefined ? listing : { ...listing, opened: { row, page, top: 0 } };
};

/** The cursor moved while a row was open: the one under it is open now, on the same page. */
export const openedFollowed = <List extends Openable>(listing: List): List =>
  listing.opened === undefined ? listing : rowOpened(listing, listing.opened.page);

/** The page after the present one of the open row was turned to, of `pages` pages; behind the last one comes the first. */
export const pageTurned = <List extends Openable>(listing: List, pages: number): List =>
  listing.opened === undefined
    ? listing
    : { ...listing, opened: { ...listing.opened, page: (listing.opened.page + 1) % pages, top: 0 } };

/** The open row was scrolled by `lines`, at most to `highest`. */
export const openedScrolled = <List extends Openable>(listing: List, lines: number, highest: number): List =>
  listing.opened === undefined
    ? listing
    : {
        ...listing,
        opened: { ...listing.opened, top: Math.max(0, Math.min(highest, listing.opened.top + lines)) },
      };

/** The open row was closed. */
export const rowClosed = <List extends Openable>(listing: List): List => ({ ...listing, opened: undefined });
