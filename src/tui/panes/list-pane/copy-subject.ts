/** What the menu of copying works on in a list of records. Pure. */
import { chosenRows, type List, type ListKind } from '../../state/list.ts';
import type { ListRow } from '../../state/word-list.ts';
import { sequenceOf } from './columns.ts';
import type { CopySubject } from './copy-menu.ts';
import type { ListDescription, ListPlace } from './description.ts';
import { kindOf } from './state.ts';

/** What of a list is written into a file: the marked rows that are shown, or else all that are shown. */
export const exportedRows = <Row, Query>(
  list: List<Row, Query>,
  kind: Pick<ListKind<Row, Query>, 'keyOf'>,
): readonly Row[] => (list.marked.length === 0 ? list.shown : chosenRows(list, kind));

/** What is chosen in `list`, as its menu `menu` reads it. */
export const copySubject = <Row extends ListRow, Item>(
  description: ListDescription<Row, Item>,
  menu: NonNullable<ListDescription<Row, Item>['copy']['menu']>,
  list: List<Row>,
  place: ListPlace,
): CopySubject<Row> => {
  const { copy, itemOf } = description;
  return {
    ...menu,
    rows: chosenRows(list, kindOf(description)),
    named: copy.named,
    jsonOf: copy.text,
    columns: sequenceOf(description, list, place).map(({ id, heading, cell }) => ({
      id,
      heading,
      cell: (row) => cell(itemOf(row)),
    })),
    column: list.column,
  };
};
