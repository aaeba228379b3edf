/** The rows of a list that are in view, with their marks and the cursor, and what stands in their places while they are awaited. */
import type { List, ListKind, RowKey } from '../state/list.ts';
import { soughtText } from '../state/list-find.ts';
import { isDeparted } from '../state/list-places.ts';
import { keySet } from '../state/marks.ts';
import { SmallTable } from './small-table.tsx';
import { Table, type TableColumn } from './table.tsx';

/** The long table, or the one of a few rows. */
export type TableKind = 'long' | 'small';

/** What only the long table shows. */
type LongTableFacts = Pick<Parameters<typeof Table>[0], 'beyond' | 'isStale'>;

/** As many of the list's rows as `count`, from the one at the top of the screen. */
export const ListRows = <Row, Query>({
  list,
  keyOf,
  finding,
  columns,
  cellsOf,
  kind,
  count,
  long,
}: {
  readonly list: Pick<List<Row, Query>, 'shown' | 'departed' | 'cursor' | 'marked' | 'find' | 'columns'>;
  readonly keyOf: (row: Row) => RowKey | undefined;
  readonly finding: ListKind<Row, Query>['finding'];
  readonly columns: readonly TableColumn[];
  /** The cells of a row; they go with the columns. */
  readonly cellsOf: (row: Row) => readonly string[];
  readonly kind: TableKind;
  readonly count: number;
  readonly long?: LongTableFacts;
}) => {
  const { shown, cursor, marked } = list;
  const marks = keySet(marked);
  const sought = soughtText(list);
  const isMatch = sought === undefined ? () => false : finding(sought, list.columns);
  const rows = shown.slice(cursor.top, cursor.top + count).map((row, index) => {
    const key = keyOf(row);
    return {
      key: String(index),
      cells: cellsOf(row),
      isMarked: key !== undefined && marks.has(key),
      isMatch: isMatch(row),
      isDeparted: isDeparted(list, row),
    };
  });
  const cursorRow = cursor.row - cursor.top;
  return kind === 'small' ? (
    <SmallTable columns={columns} rows={rows} cursorRow={cursorRow} />
  ) : (
    <Table {...long} columns={columns} rows={rows} cursorRow={cursorRow} sought={sought} />
  );
};

/** The places of `count` rows that are still awaited. */
export const AwaitedRows = ({
  columns,
  kind,
  count,
  long,
}: {
  readonly columns: readonly TableColumn[];
  readonly kind: TableKind;
  readonly count: number;
  readonly long?: LongTableFacts;
}) => {
  const rows = Array.from({ length: count }, (_, index) => ({
    key: String(index),
    cells: columns.map(({ width }) => '.'.repeat(Math.min(width, 4))),
    isMarked: false,
  }));
  return kind === 'small' ? (
    <SmallTable columns={columns} rows={rows} cursorRow={undefined} />
  ) : (
    <Table {...long} columns={columns} rows={rows} cursorRow={undefined} />
  );
};
