/** The marks of a list as its keys change them. Pure. */
import { currentRow, type List, type ListKind, type RowKey } from './list.ts';
import { markTurned, rangeMarked } from './marks.ts';

/** The row under the cursor was marked, or its mark taken away. */
export const markToggled = <Row, Query>(
  list: List<Row, Query>,
  { keyOf }: Pick<ListKind<Row, Query>, 'keyOf'>,
): List<Row, Query> => {
  const row = currentRow(list);
  const key = row === undefined ? undefined : keyOf(row);
  return key === undefined ? list : { ...list, marked: markTurned(list.marked, key) };
};

/** The rows from the one marked last to the one under the cursor were marked. */
export const markExtended = <Row, Query>(
  list: List<Row, Query>,
  { keyOf }: Pick<ListKind<Row, Query>, 'keyOf'>,
): List<Row, Query> => {
  const marked = rangeMarked<RowKey | undefined>(list.marked, list.shown.map(keyOf), list.cursor.row);
  return { ...list, marked: marked.filter((key) => key !== undefined) };
};

/** Every mark was taken away. */
export const marksCleared = <Row, Query>(list: List<Row, Query>): List<Row, Query> => ({
  ...list,
  marked: [],
});
