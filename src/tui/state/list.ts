/**
 * A list that a pane shows: its rows, the line that narrows them, their order, the cursors, the marks, and the row that is
 * looked at closely. What is peculiar to one list is data (`ListKind`). Heights are in rows, at least 1.
 */
import type { RecordTest } from '../../catalogue/record-table.ts';
import type { Walk } from '../../filter/complete.ts';
import type { OwnSets } from '../../filter/own-sets.ts';
import type { Choosing, ColumnChoice } from './columns.ts';
import { atStart, type Cursor, cursorAnchored, cursorAt } from './cursor.ts';
import type { Editing } from './filter-history.ts';
import { firstLine, type Groups, grouped, lineCount, lineOfRow, offBlank, placeAt, revealed, rowAt } from './groups.ts';
import type { LanguageHelp } from './language-help.ts';
import { type Line, lineOf } from './line.ts';
import { inPlaces, isDeparted, type Kept, placesOf, presentOf, withDeparted, withoutDoubles } from './list-places.ts';
import {
  allTurned,
  chosenAmong,
  keySet,
  type Marks,
  markedAmong,
  marksThrough,
  markTurned,
  rangeMarked,
} from './marks.ts';
import { inOrder, type Order, type Ranking } from './order.ts';
import {
  type Comparing,
  type Copying,
  comparedRowsCame,
  type Exporting,
  type OpenedRow,
  rowOpened,
} from './over-list.ts';

/** One way to narrow rows. Every function makes the query from the one before it, which it leaves as it is. */
export type Narrowing<Row, Query> = {
  /** The line began to be edited; `rows` are all that are here. */
  readonly opened: (query: Query, line: Line, rows: readonly Row[]) => Query;
  /** The line, or the place in it, changed while it is edited: what stands at its cursor may be unfinished. */
  readonly typed: (query: Query, line: Line) => Query;
  /** The line is to be kept, perhaps as another `text`. With a `problem` it stays open, and the query says what is wrong with it. */
  readonly kept: (
    query: Query,
    line: Line,
  ) => { readonly query: Query; readonly text?: string; readonly problem?: string };
  /** A text that was kept, as it is typed to mean the same. */
  readonly retyped?: (query: Query, text: string) => string;
  /** The line stands there closed: editing was given up, or an earlier run has left it. */
  readonly closed: (query: Query, line: Line) => Query;
  /** Those of `rows` that the query leaves, in their order, in a table that shows the columns of the user's choice. */
  readonly narrowed: (rows: readonly Row[], query: Query, columns?: ColumnChoice) => readonly Row[];
};

/**
 * A text that is looked for among the rows shown: it is being typed, or kept and gone through, or no more looked for and only
 * remembered. `from` is the row that the cursor was on when the typing began.
 */
export type Find = { readonly line: Line; readonly stage: 'typed' | 'kept' | 'ended'; readonly from: number };

/**
 * The name of a column that is typed, the column that the cursor came from, and the one that it is on: `place` of `count` that
 * have the name.
 */
export type ColumnJump = {
  readonly line: Line;
  readonly from: string;
  readonly found?: { readonly heading: string; readonly place: number; readonly count: number };
};

/** What a row is known by for longer than one answer. */
export type RowKey = string | number;

/** What a line says as it stands; `typing` has the place of the cursor (UTF-16 units), and what is gone through there. */
export type LineQuery = {
  readonly text: string;
  /** The sets that the line may name, once they were read. */
  readonly sets?: OwnSets | undefined;
  readonly typing?: { readonly at: number; readonly walk?: Walk };
};

/** A list. `Query` is what its line says, as the list's narrowing reads it. */
export type List<Row, Query = LineQuery> = {
  /** Every row, as it came. */
  readonly rows: readonly Row[];
  /** The same in the list's order. */
  readonly ordered: readonly Row[];
  /** Those of them that the query leaves. */
  readonly shown: readonly Row[];
  /** Rows among the ordered ones that newer answers do not have, or have otherwise than the query asks. They stand where they stood, and nothing works on them. Absent: none. */
  readonly departed?: readonly Row[];
  /** Earlier records of rows that stand where those stood. Absent: each row stands by what it is now. */
  readonly placedBy?: readonly Row[];
  readonly filter: Line;
  readonly query: Query;
  /** Present while the line is being edited. */
  readonly editing?: Editing;
  /** Present while it is read what the line can say. */
  readonly language?: LanguageHelp;
  /** Present while the whole line is seen: how many of its lines on screen are scrolled out above. */
  readonly whole?: { readonly top: number };
  readonly order: Order;
  /** Present while rows that are alike stand together. */
  readonly groups?: Groups;
  /** In groups it counts lines, not rows. */
  readonly cursor: Cursor;
  /** Id of the column that the column cursor is on. */
  readonly column: string;
  /** Which columns there are, where the user has chosen. */
  readonly columns?: ColumnChoice;
  /** A row that the cursor goes to once it is there, and the page that it is opened at: where an earlier run was. */
  readonly sought?: { readonly key: RowKey; readonly page?: number };
  /** Keys of marked rows, in the order in which they were marked. */
  readonly marked: readonly RowKey[];
  /** Keys of marked rows that a newer answer to the same question did not have. Where it was all there is, they are marked no more. */
  readonly gone?: readonly RowKey[] | undefined;
  /** Present while of the rows that the query leaves only the marked ones are shown. */
  readonly isMarkedOnly?: true;
  /** The text that was looked for last. */
  readonly find?: Find;
  /** Present while the name of a column to go to is typed. */
  readonly jump?: ColumnJump;
  readonly opened?: OpenedRow<Row> | undefined;
  /** The menu of what can be copied is open. */
  readonly copying?: Copying | undefined;
  /** Present while rows are seen side by side. */
  readonly comparing?: Comparing | undefined;
  /** The form of the file that rows are written to is open. */
  readonly exporting?: Exporting | undefined;
  readonly exportCancelled?: string | undefined;
  /** The page on which the columns are chosen is open. */
  readonly choosing?: Choosing | undefined;
};

/** What one list has of its own. */
export type ListKind<Row, Query = LineQuery> = {
  /** What a row is known by; one without a key cannot be marked, and the cursor does not follow it. */
  readonly keyOf: (row: Row) => RowKey | undefined;
  readonly ranking: Ranking<Row>;
  readonly narrowing: Narrowing<Row, Query>;
  /** Tells of rows whether their columns, which the user may have chosen, show a text, in any letter case. */
  readonly finding: (text: string, columns?: ColumnChoice) => RecordTest<Row>;
  /** True where an answer is a part of what there is: a row that is not in it may come back, and its mark stays. */
  readonly isPartial?: true;
  /** What a row has in common with others that are grouped with it; absent where rows are never grouped. */
  readonly groupOf?: (by: string) => (row: Row) => string;
  /** The figure by which groups are ordered before they are by their first rows. */
  readonly groupRank?: (row: Row, by: string) => number;
};

/** A list's kind, and how many of its rows are visible. */
export type Arrangement<Row, Query = LineQuery> = ListKind<Row, Query> & { readonly height: number };

/** A change of a list, by what is arranged how. */
export type ListTransition = <Row, Query>(
  list: List<Row, Query>,
  arrangement: Arrangement<Row, Query>,
) => List<Row, Query>;

/** A list without rows, its column cursor on `column`; `query` is what an empty line says. */
export const emptyList = <Row, Query>(column: string, query: Query): List<Row, Query> => ({
  rows: [],
  ordered: [],
  shown: [],
  filter: lineOf(''),
  query,
  order: [],
  cursor: atStart,
  column,
  marked: [],
});

/** The row under the cursor, or undefined where there is none, as in an empty list. */
export const currentRow = <Row, Query>(list: List<Row, Query>): Row | undefined => rowAt(list, list.cursor.row);

/** What of a list takes the place of its rows on screen. */
const OVER = ['opened', 'comparing', 'choosing', 'copying', 'exporting', 'whole', 'language'] as const;

/** The row under the cursor, or the first one below a band, while the rows are what is seen of the list. */
export const rowInFront = <Row, Query>(list: List<Row, Query>): Row | undefined =>
  list.editing?.history !== undefined || OVER.some((part) => list[part] !== undefined)
    ? undefined
    : list.shown[placeAt(list, list.cursor.row)];

/**
 * The open row; else the marked rows that are shown, in their order on screen; else the row under the cursor. Of these no row
 * that newer answers do not have.
 */
export const chosenRows = <Row, Query>(
  list: List<Row, Query>,
  kind: Pick<ListKind<Row, Query>, 'keyOf'>,
): readonly Row[] => presentOf(list, pointedRows(list, kind));

/** The same with rows that newer answers do not have. */
export const pointedRows = <Row, Query>(
  list: List<Row, Query>,
  { keyOf }: Pick<ListKind<Row, Query>, 'keyOf'>,
): readonly Row[] =>
  list.opened === undefined ? chosenAmong(list.shown, keyOf, list.marked, currentRow(list)) : [list.opened.row];

/** What is to be known of rows that take the place of others. */
export type RowsFacts<Row = never> = {
  /** True for the first rows of a longer answer: a row that is sought is waited for until the others are here. */
  readonly areFirst?: boolean;
  /** True where rows answer another question, or newer ones come first: a cursor on the first row stays on the first. */
  readonly isFirstKept?: boolean;
  /** What keeps the rows that are here in their places; absent: each stands where the list's order wants it. */
  readonly kept?: Kept<Row>;
};

/** Other rows are here; the cursor stays on its row where that is still there, marks of rows that are gone for good go. */
export const rowsReplaced = <Row, Query>(
  list: List<Row, Query>,
  rows: readonly Row[],
  arrangement: Arrangement<Row, Query>,
  { areFirst = false, isFirstKept = false, kept }: RowsFacts<Row> = {},
): List<Row, Query> => {
  const { keyOf, ranking, isPartial, height } = arrangement;
  const isOther = isFirstKept && isPartial === true;
  const { departed: _, placedBy: __, ...before } = withMarks(list, marksThrough(list, rows, arrangement, isOther));
  const changed = arranged(
    {
      ...before,
      ...placesOf(kept),
      rows,
      ordered:
        kept === undefined ? inOrder(rows, list.order, ranking) : inPlaces(list, rows, kept, list.order, arrangement),
    },
    arrangement,
    isFirstKept,
    isOther,
  );
  const next = areFirst ? changed : comparedRowsCame(changed);
  const { sought, ...without } = next;
  if (sought === undefined || areFirst) return next;
  const place = next.shown.findIndex((row) => keyOf(row) === sought.key);
  if (place < 0) return without;
  const rest = revealed(without, place);
  const found = { ...rest, cursor: cursorAt(next.cursor, lineOfRow(rest, place), { count: lineCount(rest), height }) };
  return sought.page === undefined ? found : rowOpened(found, sought.page);
};

/** The list with these marks; one that shows marked rows only shows all again once there are none. */
export const withMarks = <Row, Query>(
  { isMarkedOnly, gone: _, ...list }: List<Row, Query>,
  { marked, gone }: Marks,
): List<Row, Query> => ({
  ...list,
  marked,
  ...(gone !== undefined && { gone }),
  ...(isMarkedOnly && marked.length > 0 && { isMarkedOnly }),
});

/** The rows are forgotten; what the user has done stays: the line, also half typed, order and marks. */
export const rowsForgotten = <Row, Query>({
  opened: _,
  comparing: __,
  departed: ___,
  placedBy: ____,
  ...list
}: List<Row, Query>): List<Row, Query> => ({
  ...list,
  rows: [],
  ordered: [],
  shown: [],
  ...(list.groups && { groups: { ...list.groups, lines: [] } }),
  cursor: atStart,
});

/**
 * The order changed, and each row stands where what it is now belongs; the cursor stays on its row, unless that was the first: who
 * stands there looks for the best.
 */
export const orderChanged = <Row, Query>(
  { placedBy: _, ...list }: List<Row, Query>,
  order: Order,
  arrangement: Arrangement<Row, Query>,
): List<Row, Query> =>
  arranged({ ...list, order, ordered: inOrder(withDeparted(list), order, arrangement.ranking) }, arrangement, true);

/** The cursor moved. */
export const cursorChanged = <Row, Query>(
  { sought: _, ...list }: List<Row, Query>,
  cursor: Cursor,
): List<Row, Query> => ({ ...list, cursor: offBlank(list, cursor, list.cursor) });

/** The column cursor moved to the column with this id. */
export const columnChanged = <Row, Query>(list: List<Row, Query>, column: string): List<Row, Query> => ({
  ...list,
  column,
});

/** The screen's height changed; the cursor's row stays in view. */
export const heightChanged = <Row, Query>(list: List<Row, Query>, height: number): List<Row, Query> => {
  const cursor = cursorAnchored(list.cursor, list.cursor.row, { count: lineCount(list), height });
  return cursor.top === list.cursor.top ? list : { ...list, cursor };
};

/**
 * The list with what its query leaves, the cursor on its row where that is still there, or on the first as before; where another
 * thing is asked for, it is on the first also where its row is gone.
 */
export const arranged = <Row, Query>(
  list: List<Row, Query>,
  { narrowing, keyOf, groupOf, groupRank = () => 0, height }: Arrangement<Row, Query>,
  isFirstKept: boolean,
  isOther = isFirstKept,
): List<Row, Query> => {
  const left = withoutDoubles(list, narrowing.narrowed(list.ordered, list.query, list.columns), keyOf);
  const rows = list.isMarkedOnly ? markedAmong(left, keyOf, list.marked) : left;
  const { groups } = list;
  const next =
    groups === undefined || groupOf === undefined
      ? { ...list, shown: rows }
      : {
          ...list,
          ...grouped(rows, groups, groupOf(groups.by), (row) => groupRank(row, groups.by)),
        };
  const first = { ...next, cursor: { row: firstLine(next), top: 0 } };
  if (isFirstKept && list.cursor.row <= firstLine(list)) return first;
  const row = currentRow(list);
  const key = row === undefined ? undefined : keyOf(row);
  const place = key === undefined ? -1 : next.shown.findIndex((other) => keyOf(other) === key);
  if (isOther && key !== undefined && place < 0) return first;
  const line = place < 0 ? list.cursor.row : lineOfRow(next, place);
  const cursor = cursorAnchored(list.cursor, line, { count: lineCount(next), height });
  return { ...next, cursor: offBlank(next, cursor, list.cursor) };
};

/** The row under the cursor was marked, or its mark taken away. */
export const markToggled: ListTransition = (list, arrangement) => {
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
  const marked = rangeMarked<RowKey | undefined>(list.marked, shown, placeAt(list, list.cursor.row));
  return { ...list, marked: marked.filter((key) => key !== undefined) };
};

/** All rows that are shown were marked, or their marks taken away where each had one. */
export const shownTurned: ListTransition = (list, arrangement) => {
  const keys = presentOf(list, list.shown).flatMap((row) => arrangement.keyOf(row) ?? []);
  return keys.length === 0 ? list : marksChanged(list, allTurned(list.marked, keys), arrangement);
};

/** Every mark was taken away. */
export const marksCleared: ListTransition = ({ gone: _, ...list }, arrangement) => marksChanged(list, [], arrangement);

/**
 * Of the rows that the query leaves only the marked ones are shown from now on, or all of them again. The cursor stays on its row;
 * where that is not marked, it goes to the next one that is.
 */
export const markedOnlyToggled: ListTransition = (list, arrangement) => {
  const { isMarkedOnly, ...rest } = list;
  if (isMarkedOnly) return arranged(rest, arrangement, false);
  const { keyOf, height } = arrangement;
  const keys = keySet(list.marked);
  const above = list.shown.slice(0, placeAt(list, list.cursor.row)).filter((row) => keys.has(keyOf(row))).length;
  const next = arranged({ ...list, isMarkedOnly: true }, arrangement, false);
  return { ...next, cursor: cursorAt(next.cursor, lineOfRow(next, above), { count: lineCount(next), height }) };
};

const marksChanged = <Row, Query>(
  list: List<Row, Query>,
  marked: readonly RowKey[],
  arrangement: Arrangement<Row, Query>,
): List<Row, Query> => {
  const next = withMarks(list, { marked, gone: list.gone });
  return list.isMarkedOnly ? arranged(next, arrangement, false) : next;
};
