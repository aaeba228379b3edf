/** The marks of a list as its keys change them, and showing the marked rows only. Pure. */
import { cursorAt } from './cursor.ts';
import { type Arrangement, arranged, currentRow, type List, type ListKind, type RowKey, withMarks } from './list.ts';
import { isDeparted, presentOf } from './list-places.ts';
import { allTurned, keySet, markTurned, rangeMarked } from './marks.ts';

/** The row under the cursor was marked, or its mark taken away. */
export const markToggled = <Row, Query>(
  list: List<Row, Query>,
  arrangement: Arrangement<Row, Query>,
): List<Row, Query> => {
  const row = currentRow(list);
  const key = row === undefined ? undefined : arrangement.keyOf(row);
  return key === undefined ? list : marksChanged(list, markTurned(list.marked, key), arrangement);
};

/** The rows from the one marked last to the one under the cursor were marked. */
export const markExtended = <Row, Query>(
  list: List<Row, Query>,
  { keyOf }: Pick<ListKind<Row, Query>, 'keyOf'>,
): List<Row, Query> => {
  const shown = list.shown.map((row) => (isDeparted(list, row) ? undefined : keyOf(row)));
  const marked = rangeMarked<RowKey | undefined>(list.marked, shown, list.cursor.row);
  return { ...list, marked: marked.filter((key) => key !== undefined) };
};

/** All rows that are shown were marked, or their marks taken away where each had one. */
export const shownTurned = <Row, Query>(
  list: List<Row, Query>,
  arrangement: Arrangement<Row, Query>,
): List<Row, Query> => {
  const keys = presentOf(list, list.shown).flatMap((row) => arrangement.keyOf(row) ?? []);
  return keys.length === 0 ? list : marksChanged(list, allTurned(list.marked, keys), arrangement);
};

/** Every mark was taken away. */
export const marksCleared = <Row, Query>(
  { gone: _, ...list }: List<Row, Query>,
  arrangement: Arrangement<Row, Query>,
): List<Row, Query> => marksChanged(list, [], arrangement);

/**
 * Of the rows that the query leaves only the marked ones are shown from now on, or all of them again. The cursor stays on its row;
 * where that is not marked, it goes to the next one that is.
 */
export const markedOnlyToggled = <Row, Query>(
  list: List<Row, Query>,
  arrangement: Arrangement<Row, Query>,
): List<Row, Query> => {
  const { isMarkedOnly, ...rest } = list;
  if (isMarkedOnly) return arranged(rest, arrangement, false);
  const { keyOf, height } = arrangement;
  const keys = keySet(list.marked);
  const above = list.shown.slice(0, list.cursor.row).filter((row) => keys.has(keyOf(row))).length;
  const next = arranged({ ...list, isMarkedOnly: true }, arrangement, false);
  return { ...next, cursor: cursorAt(next.cursor, above, { count: next.shown.length, height }) };
};

const marksChanged = <Row, Query>(
  list: List<Row, Query>,
  marked: readonly RowKey[],
  arrangement: Arrangement<Row, Query>,
): List<Row, Query> => {
  const next = withMarks(list, { marked, gone: list.gone });
  return list.isMarkedOnly ? arranged(next, arrangement, false) : next;
};
