/**
 * A list that a pane shows: its rows, the words that narrow them, their order, the cursors, the marks, and the row that is
 * looked at closely. Heights are in rows, at least 1.
 */
import { atStart, type Cursor, cursorAnchored, cursorAt } from './cursor.ts';
import { type Line, lineAccepted, lineCancelled, lineOf, lineOpened, lineReplaced } from './line.ts';
import { chosenAmong, markTurned, rangeMarked } from './marks.ts';
import { inOrder, type Order, type Ranking } from './order.ts';
import { type Recall, recallBegun, recalledText, recallMoved } from './recall.ts';
import type { Slice } from './slice.ts';
import { type RowWords, wordMatcher } from './words.ts';

/** What every row of a list has: a name that outlives a refresh, and the texts that words are looked for in. */
export type ListRow = { readonly key: string; readonly words: RowWords };

/** A list. */
export type Listing<Row extends ListRow> = {
  /** Every row, as it came. */
  readonly rows: readonly Row[];
  /** The rows that the words leave, in their order. */
  readonly shown: readonly Row[];
  readonly filter: Line;
  /** Present while the words are being edited, with the earlier ones once they are gone through. */
  readonly editing?: { readonly recall?: Recall };
  readonly order: Order;
  readonly cursor: Cursor;
  /** Id of the column that the column cursor is on. */
  readonly column: string;
  /** A row that the cursor goes to once it is there, and whether it is opened then: where an earlier run was. */
  readonly sought?: { readonly key: string; readonly isOpen: boolean };
  /** Keys of marked rows, in the order in which they were marked. */
  readonly marked: readonly string[];
  /** The row that is looked at closely, as it was when it was opened, and how many lines are scrolled out above. */
  readonly opened?: { readonly row: Row; readonly top: number };
};

/** How a list is arranged: how its rows compare, and how many of them are visible. */
export type Arrangement<Row> = { readonly ranking: Ranking<Row>; readonly height: number };

/** A list without rows, its column cursor on `column`. */
export const emptyListing = <Row extends ListRow>(column: string): Listing<Row> => ({
  rows: [],
  shown: [],
  filter: lineOf(''),
  order: [],
  cursor: atStart,
  column,
  marked: [],
});

/** The list alone, as a part of the store. */
export const listSlice = <Row extends ListRow, State extends { readonly list: Listing<Row> }>(
  slice: Slice<State>,
): Slice<Listing<Row>> => ({
  get: () => slice.get().list,
  change: (transition) =>
    slice.change((state) => {
      const list = transition(state.list);
      return list === state.list ? state : { ...state, list };
    }),
});

/** The row under the cursor, or undefined in an empty list. */
export const currentRow = <Row extends ListRow>({ shown, cursor }: Listing<Row>): Row | undefined => shown[cursor.row];

/** The marked rows that are shown, in their order on screen; the row under the cursor when none is marked. */
export const chosenRows = <Row extends ListRow>(listing: Listing<Row>): readonly Row[] =>
  chosenAmong(listing.shown, ({ key }) => key, listing.marked, currentRow(listing));

/** Other rows are here; the cursor stays on its row where that is still there, marks of rows that are gone go. */
export const rowsReplaced = <Row extends ListRow>(
  listing: Listing<Row>,
  rows: readonly Row[],
  arrangement: Arrangement<Row>,
): Listing<Row> => {
  const keys = new Set(rows.map(({ key }) => key));
  const { sought, ...rest } = { ...listing, rows, marked: listing.marked.filter((key) => keys.has(key)) };
  const { shown, cursor } = arranged(rest, arrangement);
  const place = shown.findIndex(({ key }) => key === sought?.key);
  if (place < 0) return { ...rest, shown, cursor };
  const found = {
    ...rest,
    shown,
    cursor: cursorAt(cursor, place, { count: shown.length, height: arrangement.height }),
  };
  return sought?.isOpen ? rowOpened(found) : found;
};

/** The words began to be edited. */
export const filterOpened = <Row extends ListRow>(listing: Listing<Row>): Listing<Row> => ({
  ...listing,
  filter: lineOpened(listing.filter),
  editing: {},
});

/** The words changed; rows narrow at once. */
export const filterEdited = <Row extends ListRow>(
  listing: Listing<Row>,
  filter: Line,
  arrangement: Arrangement<Row>,
): Listing<Row> =>
  filter.text === listing.filter.text ? { ...listing, filter } : arranged({ ...listing, filter }, arrangement);

/** An older (negative `steps`) or newer line was recalled; `earlier` are those kept before, the newest last. */
export const filterRecalled = <Row extends ListRow>(
  listing: Listing<Row>,
  steps: number,
  earlier: readonly string[],
  arrangement: Arrangement<Row>,
): Listing<Row> => {
  const { editing, filter } = listing;
  if (editing === undefined) return listing;
  const recall = recallMoved(editing.recall ?? recallBegun(earlier, filter.text), filter.text, steps);
  return filterEdited({ ...listing, editing: { recall } }, lineReplaced(recalledText(recall))(filter), arrangement);
};

/** The words were kept as they stand. */
export const filterKept = <Row extends ListRow>({ editing: _, ...listing }: Listing<Row>): Listing<Row> => ({
  ...listing,
  filter: lineAccepted(listing.filter),
});

/** Editing was given up: the words are what they were before. */
export const filterRestored = <Row extends ListRow>(
  { editing, ...listing }: Listing<Row>,
  arrangement: Arrangement<Row>,
): Listing<Row> =>
  editing === undefined ? listing : filterEdited(listing, lineCancelled(listing.filter), arrangement);

/** The order changed; the cursor stays on its row. */
export const orderChanged = <Row extends ListRow>(
  listing: Listing<Row>,
  order: Order,
  arrangement: Arrangement<Row>,
): Listing<Row> => arranged({ ...listing, order }, arrangement);

/** The cursor moved. */
export const cursorChanged = <Row extends ListRow>(
  { sought: _, ...listing }: Listing<Row>,
  cursor: Cursor,
): Listing<Row> => ({ ...listing, cursor });

/** The column cursor moved to the column with this id. */
export const columnChanged = <Row extends ListRow>(listing: Listing<Row>, column: string): Listing<Row> => ({
  ...listing,
  column,
});

/** The screen's height changed; the cursor's row stays in view. */
export const heightChanged = <Row extends ListRow>(listing: Listing<Row>, height: number): Listing<Row> => {
  const cursor = cursorAnchored(listing.cursor, listing.cursor.row, { count: listing.shown.length, height });
  return cursor.top === listing.cursor.top ? listing : { ...listing, cursor };
};

/** The row under the cursor was marked, or its mark taken away. */
export const markToggled = <Row extends ListRow>(listing: Listing<Row>): Listing<Row> => {
  const key = currentRow(listing)?.key;
  return key === undefined ? listing : { ...listing, marked: markTurned(listing.marked, key) };
};

/** The rows from the one marked last to the one under the cursor were marked. */
export const markExtended = <Row extends ListRow>(listing: Listing<Row>): Listing<Row> => {
  const keys = listing.shown.map(({ key }) => key);
  return { ...listing, marked: rangeMarked(listing.marked, keys, listing.cursor.row) };
};

/** Every mark was taken away. */
export const marksCleared = <Row extends ListRow>(listing: Listing<Row>): Listing<Row> => ({ ...listing, marked: [] });

/** The row under the cursor was opened. */
export const rowOpened = <Row extends ListRow>(listing: Listing<Row>): Listing<Row> => {
  const row = currentRow(listing);
  return row === undefined ? listing : { ...listing, opened: { row, top: 0 } };
};

/** The open row was scrolled by `lines`, at most to `highest`. */
export const openedScrolled = <Row extends ListRow>(
  listing: Listing<Row>,
  lines: number,
  highest: number,
): Listing<Row> =>
  listing.opened === undefined
    ? listing
    : {
        ...listing,
        opened: { ...listing.opened, top: Math.max(0, Math.min(highest, listing.opened.top + lines)) },
      };

/** The open row was closed. */
export const rowClosed = <Row extends ListRow>({ opened: _, ...listing }: Listing<Row>): Listing<Row> => listing;

/** Recomputes what is shown, and keeps the cursor on its row where that is still there. */
const arranged = <Row extends ListRow>(listing: Listing<Row>, { ranking, height }: Arrangement<Row>): Listing<Row> => {
  const isWanted = wordMatcher(listing.filter.text);
  const kept = listing.rows.filter(({ words }) => isWanted(words));
  const shown = inOrder(kept, listing.order, ranking);
  const key = currentRow(listing)?.key;
  const place = shown.findIndex((row) => row.key === key);
  const cursor = cursorAnchored(listing.cursor, place < 0 ? listing.cursor.row : place, {
    count: shown.length,
    height,
  });
  return { ...listing, shown, cursor };
};
