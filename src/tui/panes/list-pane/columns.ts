/**
 * The columns of a list on a screen of a given width, as the user has chosen them, how wide what stands in them is, and how much
 * of the page on which they are chosen is seen. Pure.
 */

import { cellText, cellWidth } from '../../../base/text.ts';
import {
  type ColumnSet,
  columnSequence,
  columnsInView,
  columnsWidth,
  type Placed,
  unaskedColumns,
} from '../../../catalogue/columns.ts';

import type { ColumnChoice, ColumnsHere, DescribedColumn } from '../../state/columns.ts';
import type { List } from '../../state/list.ts';
import { type ListRow, type RowWords, wordsOf } from '../../state/row-words.ts';
import { fittedColumns } from '../../ui/small-table.tsx';
import { tableRoom } from '../../ui/table.tsx';
import type { ItemColumn, ListDescription, ListPlace } from './description.ts';

/** Cells of a text that are measured: no screen is wider. */
const MEASURED = 500;

/**
 * The columns of `set` as `choice` has them, on a screen of `width` cells: those that are shown, in their order, each reached by
 * moving sideways. `contentOf` tells how wide what stands in a column is.
 */
export const chosenSet = <Own extends Placed>(
  set: ColumnSet<Own>,
  choice: ColumnChoice | undefined,
  width: number,
  contentOf: (column: Own) => number,
): ColumnSet<Own> =>
  choice === undefined ? set : withWidened(shownSet(set, choice, width), choice.widened ?? [], width, contentOf);

/** The columns of `set` as they are with `choice`, for the page on which they are chosen. */
export const columnsOf = <Own extends Placed & DescribedColumn>(
  set: ColumnSet<Own>,
  choice: ColumnChoice | undefined,
  width: number,
): ColumnsHere<Own> => {
  const chosen = chosenSet(set, choice && { ...choice, widened: [] }, width, noWidth);
  const inTable = columnSequence(chosen, tableRoom(width));
  return { inTable, hidden: chosen.hidden ?? [], pinned: Math.min(choice?.pinned ?? set.pinned, inTable.length) };
};

const noWidth = (): number => 0;

const shownSet = <Own extends Placed>(
  set: ColumnSet<Own>,
  { shown = [], pinned = set.pinned }: ColumnChoice,
  width: number,
): ColumnSet<Own> => {
  const all = [...set.columns, ...(set.hidden ?? [])];
  const found = shown.map((id) => all.find((column) => column.id === id));
  const columns = found.filter((column) => column !== undefined);
  // A choice that knows no column of this list is none.
  if (columns.length === 0) return { ...set, pinned: fittingPins(set.columns, pinned, width) };
  const known = found.slice(0, pinned).filter((column) => column !== undefined);
  return {
    columns,
    keptLongest: columns.map(({ id }) => id),
    pinned: fittingPins(columns, known.length, width),
    hidden: all.filter((column) => !columns.includes(column)),
  };
};

/** How many of the first `pinned` columns can stay at the left and leave room for any of the others. */
const fittingPins = (columns: readonly Placed[], pinned: number, width: number): number => {
  let count = Math.min(pinned, columns.length);
  while (count > 0 && roomBeside(columns.slice(0, count), width) < widest(columns.slice(count))) count--;
  return count;
};

const widest = (columns: readonly Placed[]): number => Math.max(0, ...columns.map(({ width }) => width));

/** Cells that are left beside `columns`. */
const roomBeside = (columns: readonly Placed[], width: number): number => {
  const room = tableRoom(width);
  return columns.length === 0 ? room.width : room.width - columnsWidth(columns, room.gap) - room.gap;
};

/** The widened ones as wide as what stands in them, as far as the screen has room for them beside the pinned ones. */
const withWidened = <Own extends Placed>(
  set: ColumnSet<Own>,
  widened: readonly string[],
  width: number,
  contentOf: (column: Own) => number,
): ColumnSet<Own> => {
  if (widened.length === 0) return set;
  let pinned: readonly Own[] = set.columns.slice(0, set.pinned);
  const others = set.columns.slice(set.pinned);
  const wide = (column: Own, room: number): Own =>
    widened.includes(column.id)
      ? { ...column, width: Math.max(column.width, Math.min(contentOf(column), room)) }
      : column;
  for (const [place, column] of pinned.entries()) {
    const room = roomBeside(pinned, width) + column.width - widest(others);
    pinned = pinned.with(place, wide(column, room));
  }
  const room = roomBeside(pinned, width);
  return { ...set, columns: [...pinned, ...others.map((column) => wide(column, room))] };
};

const MEASURES = new WeakMap<readonly unknown[], Map<string, number>>();

/** Cells of the widest of `rows` in a column; measured once for each answer, since there may be thousands. */
export const contentWidth = <Row>(
  rows: readonly Row[],
  { id, cell }: { readonly id: string; readonly cell: (row: Row) => string },
): number => {
  const known = MEASURES.get(rows) ?? new Map<string, number>();
  MEASURES.set(rows, known);
  const measured = known.get(id);
  if (measured !== undefined) return measured;
  let widest = 0;
  for (const row of rows) widest = Math.max(widest, cellWidth(cellText(cell(row), MEASURED)));
  known.set(id, widest);
  return widest;
};

/** The columns of `list` as the user has chosen them. */
const columnSetOf = <Row extends ListRow, Item>(
  { columns, itemOf }: ListDescription<Row, Item>,
  { rows, columns: choice }: Pick<List<Row>, 'rows' | 'columns'>,
  place: ListPlace,
): ColumnSet<ItemColumn<Item>> =>
  chosenSet(columns(place), choice, place.width, ({ id, cell }) =>
    contentWidth(rows, { id, cell: (row) => cell(itemOf(row)) }),
  );

/** Every column in the order in which the column cursor meets them. */
export const sequenceOf = <Row extends ListRow, Item>(
  description: ListDescription<Row, Item>,
  list: Pick<List<Row>, 'rows' | 'columns'>,
  place: ListPlace,
): readonly ItemColumn<Item>[] => columnSequence(columnSetOf(description, list, place), tableRoom(place.width));

/** The columns of `list` for the page on which they are chosen; without a choice the usual ones. */
export const columnsHereOf = <Row extends ListRow, Item>(
  { columns }: ListDescription<Row, Item>,
  choice: ColumnChoice | undefined,
  place: ListPlace,
): ColumnsHere<ItemColumn<Item>> => columnsOf(columns(place), choice, place.width);

/** The columns in view; in a small table all of them are, as wide as their longest cell. */
export const inView = <Row extends ListRow, Item>(
  description: ListDescription<Row, Item>,
  list: Pick<List<Row>, 'rows' | 'columns' | 'column'>,
  place: ListPlace,
): readonly ItemColumn<Item>[] => {
  const { itemOf, table } = description;
  const set = columnSetOf(description, list, place);
  if (table === 'long') return columnsInView(set, tableRoom(place.width), list.column);
  const cells = list.rows.map((row) => set.columns.map(({ cell }) => cell(itemOf(row))));
  return fittedColumns(set.columns, cells, place.width, list.columns?.widened);
};

/** The words of items: those that their columns show where there is room for all, and all others. */
export const itemWords = <Row extends ListRow, Item>(
  { columns, textsOf }: Pick<ListDescription<Row, Item>, 'columns' | 'textsOf'>,
  place: Omit<ListPlace, 'width'>,
): ((item: Item) => RowWords) => {
  const set = columns({ ...place, width: Number.POSITIVE_INFINITY });
  const usual = new Set(unaskedColumns(set).map(({ id }) => id));
  const all = [...set.columns, ...(set.hidden ?? [])];
  return (item) => {
    const cells = all.map(({ id, cell }) => [id, cell(item)] as const);
    const shown = cells.filter(([id]) => usual.has(id)).map(([, text]) => text);
    return wordsOf(shown, textsOf(item), cells);
  };
};

/** Lines above the columns of the page: what it is, and what is looked for or known of a column. */
const COLUMNS_TITLE_LINES = 2;

/** Cells from which on the table stands beside the page, and those from which on the page beside it has room for names too. */
const TABLE_BESIDE_FROM = 100;
const NAMES_BESIDE_FROM = 150;

/** Cells of the page beside the table, and between them. */
const NARROW_PAGE = 42;
const WIDE_PAGE = 66;
const GAP = 2;

/** Columns that a page of `height` lines shows; one at least. */
export const columnsOnPage = (height: number): number => Math.max(1, height - COLUMNS_TITLE_LINES);

/** Cells of the page and of the table beside it, on a screen of `width` cells; no table where there is no room for it. */
export const columnsLayout = (width: number): { readonly page: number; readonly table?: number } => {
  if (width < TABLE_BESIDE_FROM) return { page: width };
  const page = width < NAMES_BESIDE_FROM ? NARROW_PAGE : WIDE_PAGE;
  return { page, table: width - page - GAP };
};
