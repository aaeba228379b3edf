/** The columns of a list on a screen of a given width, and what they show of a row. Pure. */
import { type ColumnSet, columnSequence, columnsInView, unaskedColumns } from '../../../catalogue/column-window.ts';
import type { ColumnChoice, ColumnsHere } from '../../state/columns.ts';

import type { List } from '../../state/list.ts';
import { type ListRow, type RowWords, wordsOf } from '../../state/row-words.ts';

import { fittedColumns } from '../../ui/small-table.tsx';
import { tableRoom } from '../../ui/table.tsx';
import { chosenSet, columnsOf, contentWidth } from './chosen-columns.ts';
import type { ItemColumn, ListDescription, ListPlace } from './description.ts';

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
