/** The columns of a list on a screen of a given width, and what they show of a row. Pure. */
import { columnSequence, columnsInView, unaskedColumns } from '../../../catalogue/column-window.ts';
import type { List } from '../../state/list.ts';
import { type RowWords, wordsOf } from '../../state/row-words.ts';
import type { ListRow } from '../../state/word-list.ts';
import { fittedColumns } from '../../ui/small-table.tsx';
import { tableRoom } from '../../ui/table.tsx';
import type { ItemColumn, ListDescription, ListPlace } from './description.ts';

/** Every column in the order in which the column cursor meets them. */
export const sequenceOf = <Row extends ListRow, Item>(
  { columns }: ListDescription<Row, Item>,
  place: ListPlace,
): readonly ItemColumn<Item>[] => columnSequence(columns(place), tableRoom(place.width));

/** The columns in view; in a small table all of them are, as wide as their longest cell. */
export const inView = <Row extends ListRow, Item>(
  { columns, itemOf, table }: ListDescription<Row, Item>,
  list: List<Row>,
  place: ListPlace,
): readonly ItemColumn<Item>[] => {
  const set = columns(place);
  if (table === 'long') return columnsInView(set, tableRoom(place.width), list.column);
  const cells = list.rows.map((row) => set.columns.map(({ cell }) => cell(itemOf(row))));
  return fittedColumns(set.columns, cells, place.width);
};

/** The words of items: those that their columns show where there is room for all, and all others. */
export const itemWords = <Row extends ListRow, Item>(
  { columns, textsOf }: Pick<ListDescription<Row, Item>, 'columns' | 'textsOf'>,
  place: Omit<ListPlace, 'width'>,
): ((item: Item) => RowWords) => {
  const shown = unaskedColumns(columns({ ...place, width: Number.POSITIVE_INFINITY }));
  return (item) =>
    wordsOf(
      shown.map(({ cell }) => cell(item)),
      textsOf(item),
    );
};
