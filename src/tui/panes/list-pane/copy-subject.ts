/** What the menu of copying works on in a list of records. Pure. */
import { chosenRows, type List, type ListKind } from '../../state/list.ts';
import { presentOf } from '../../state/list-places.ts';
import type { ListRow } from '../../state/row-words.ts';
import { sequenceOf } from './columns.ts';
import type { CopySubject } from './copy-menu.ts';
import type { ListDescription, ListPlace } from './description.ts';
import { kindOf } from './state.ts';

/** What of a list is written into a file: the open row, or the marked rows that are shown, or else all that are shown. */
export const exportedRows = <Row, Query>(
  list: List<Row, Query>,
  kind: Pick<ListKind<Row, Query>, 'keyOf'>,
): readonly Row[] =>
  list.marked.length === 0 && list.opened === undefined ? presentOf(list, list.shown) : chosenRows(list, kind);

/** Names of what CSV holds of a list whose columns the user has chosen: of `columns` those that it can hold; undefined for all. */
export const chosenNames = <Own extends { readonly id: string }>(
  { columns: choice }: Pick<List<unknown>, 'columns'>,
  columns: readonly Own[],
  canHold: (column: Own) => boolean,
): readonly string[] | undefined => {
  const names = choice?.shown === undefined ? [] : columns.filter(canHold).map(({ id }) => id);
  return names.length === 0 ? undefined : names;
};

/** What is chosen in `list`, as its menu `menu` reads it. */
export const copySubject = <Row extends ListRow, Item>(
  description: ListDescription<Row, Item>,
  menu: NonNullable<ListDescription<Row, Item>['copy']['menu']>,
  list: List<Row>,
  place: ListPlace,
): CopySubject<Row> => {
  const { copy, itemOf } = description;
  const columns = sequenceOf(description, list, place);
  return {
    ...menu,
    rows: chosenRows(list, kindOf(description)),
    named: copy.named,
    jsonOf: copy.text,
    chosen: chosenNames(list, columns, ({ id }) => menu.fields.some(({ name }) => name === id)),
    columns: columns.map(({ id, heading, cell }) => ({
      id,
      heading,
      cell: (row) => cell(itemOf(row)),
    })),
    column: list.column,
  };
};
