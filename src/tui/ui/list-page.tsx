/**
 * The page of a list: the words that narrow it, what is known of it, a failure, then the rows in view with their marks and the
 * cursor, or what stands there before, without and instead of rows.
 */
import { Box } from 'ink';
import { type ReactNode, useContext } from 'react';
import { grouped } from '../../base/figures.ts';
import { printable } from '../../base/text.ts';
import type { List, ListKind, RowKey } from '../state/list.ts';
import { soughtText } from '../state/list-find.ts';
import { isDeparted } from '../state/list-places.ts';
import { keySet } from '../state/marks.ts';
import { orderMark } from '../state/order.ts';
import { retryOf } from '../state/remote.ts';
import { findingInWords, type ListRow, wordPieces, wordProblems } from '../state/row-words.ts';
import { FilterLine, FindLine, isFinding } from './filter-line.tsx';
import {
  ageSegment,
  countSegment,
  failureOver,
  keptSegments,
  orderSegments,
  rowsOnPage,
  type ShownList,
} from './list-words.ts';
import { FailureLines, type FailureWords, MessagePage } from './message-page.tsx';
import { filterPage } from './over-list.tsx';
import { SegmentLine } from './segment-line.tsx';
import { plain, type Segment, segmentsWidth } from './segments.ts';
import { SmallTable } from './small-table.tsx';
import { Table, type TableColumn } from './table.tsx';
import { LookContext } from './theme.tsx';

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

const NO_NOTE: readonly Segment[] = [];

/** Cells between what is said at the left and the order, and behind that. */
const ORDER_GAP = 4;

/** `columns` with the marks of the order and of the column cursor. */
export const markedColumns = <Column extends { readonly id: string; readonly sortField: string | undefined }>(
  columns: readonly Column[],
  { order, column }: Pick<List<unknown>, 'order' | 'column'>,
): readonly (Column & Pick<TableColumn, 'mark' | 'isCurrent'>)[] =>
  columns.map((own) => ({ ...own, mark: orderMark(order, own.sortField), isCurrent: own.id === column }));

/** The page in `width` by `height` cells. */
const ListPage = <Row extends ListRow>({
  list,
  columns,
  cellsOf,
  kind,
  noun,
  facts,
  note = NO_NOTE,
  ordering,
  failure,
  absence,
  width,
  height,
}: {
  readonly list: List<Row>;
  readonly columns: readonly TableColumn[];
  /** The cells of a row; they go with the columns. */
  readonly cellsOf: (row: Row) => readonly string[];
  readonly kind: TableKind;
  /** What a row is called. */
  readonly noun: string;
  /** What is known of the list, for the right end of its first line. */
  readonly facts: readonly Segment[];
  /** What is to be known of the rows before they are read; none as a rule. */
  readonly note?: readonly Segment[] | undefined;
  /** What its order is said with. */
  readonly ordering: Omit<Parameters<typeof orderSegments>[0], 'order'>;
  /** A failed call, while the rows are still good. */
  readonly failure?: FailureWords | undefined;
  /** What stands in the place of the table while there is no row at all. */
  readonly absence: ReactNode;
  readonly width: number;
  readonly height: number;
}) => {
  const { rows, shown } = list;
  const count = rowsOnPage(height, failure !== undefined);
  const problems = wordProblems(list.filter.text, list.editing === undefined ? undefined : list.filter.at);
  const [problem] = problems;
  const ofFilter = filterPage(list, wordPieces, problems, { width, height });
  if (ofFilter !== undefined) return ofFilter;
  const said: readonly Segment[] =
    problem === undefined ? note : [{ text: `   ${printable(problem.message)}`, role: 'danger' }];
  const room = width - segmentsWidth(said) - ORDER_GAP;
  const order = rows.length === 0 ? [] : orderSegments({ ...ordering, order: list.order }, room);
  return (
    <Box flexDirection="column" height={height}>
      <FilterLine
        line={list.filter}
        problems={problems}
        piecesOf={wordPieces}
        isEditing={list.editing !== undefined}
        example="press / and type words to look for"
        facts={facts}
        width={width}
      />
      {failure === undefined ? null : <FailureLines failure={failure} width={width} />}
      {isFinding(list) ? (
        <FindLine list={list} finding={findingInWords} order={order} width={width} />
      ) : (
        <SegmentLine left={said} right={[...order, plain(' ')]} width={width} />
      )}
      {shown.length > 0 ? (
        <ListRows
          list={list}
          keyOf={keyOfRow}
          finding={findingInWords}
          columns={columns}
          cellsOf={cellsOf}
          kind={kind}
          count={count}
        />
      ) : rows.length > 0 ? (
        <MessagePage
          lines={list.isMarkedOnly ? noMarkedLines(list, noun) : noneLines(rows.length, noun)}
          width={width}
        />
      ) : (
        absence
      )}
    </Box>
  );
};

const noneLines = (came: number, noun: string): readonly string[] => [
  `None of the ${came} ${noun}s contains all of these words.`,
  'Press / to change them; any:word searches everything in a row.',
];

/** Why there is no row where only marked ones are shown. */
export const noMarkedLines = ({ marked }: Pick<List<unknown>, 'marked'>, noun: string): readonly string[] => [
  marked.length === 1
    ? `The marked ${noun} does not match the filter.`
    : `None of the ${grouped(marked.length)} marked ${noun}s matches the filter.`,
  'Only marked rows are shown: press M to see all again, or / to change the filter.',
];

const keyOfRow = ({ key }: ListRow): string => key;

/** The page in `width` by `height` cells. `noun` is what a row is called; `emptyWords` say why there is none. */
export const FetchedListPage = <Row extends ListRow>({
  state,
  columns,
  kind,
  height,
  emptyWords,
  timeZone,
  ...rest
}: {
  readonly state: ShownList<Row>;
  readonly columns: readonly TableColumn[];
  readonly cellsOf: (row: Row) => readonly string[];
  readonly kind: TableKind;
  readonly noun: string;
  readonly emptyWords: readonly string[];
  readonly ordering: Parameters<typeof ListPage>[0]['ordering'];
  readonly width: number;
  readonly height: number;
  readonly timeZone: string;
}) => (
  <ListPage
    {...rest}
    list={state.list}
    columns={columns}
    kind={kind}
    height={height}
    facts={factSegments(state, timeZone, useContext(LookContext).isPlain ?? false)}
    note={state.answer && keptSegments(state.answer, timeZone)}
    failure={failureOver(state)}
    absence={
      <Absence
        state={state}
        columns={columns}
        kind={kind}
        emptyWords={emptyWords}
        width={rest.width}
        count={rowsOnPage(height, false)}
      />
    }
  />
);

const factSegments = <Row extends ListRow>(
  { answer, waitS, list }: ShownList<Row>,
  timeZone: string,
  isPlain: boolean,
): readonly Segment[] => [
  ...(list.rows.length === 0
    ? []
    : [
        countSegment(
          {
            row: list.cursor.row,
            shown: list.shown.length,
            came: list.rows.length,
            isMarkedOnly: list.isMarkedOnly,
          },
          isPlain,
        ),
      ]),
  answer === undefined
    ? plain(' ')
    : waitS === undefined || retryOf(answer) !== undefined
      ? ageSegment(answer, timeZone)
      : { text: '   waiting its turn ', role: 'accent' },
];

/** Why there is no row: none came, none could be had, or they are still awaited and their places stand there. */
const Absence = ({
  state: { answer },
  columns,
  kind,
  emptyWords,
  width,
  count,
}: {
  readonly state: ShownList<ListRow>;
  readonly columns: readonly TableColumn[];
  readonly kind: TableKind;
  readonly emptyWords: readonly string[];
  readonly width: number;
  readonly count: number;
}) => {
  switch (answer?.stage) {
    case 'failed': {
      const { tried, whatCameBack, whatToDo } = answer.failure;
      return <MessagePage lines={[tried, whatCameBack, whatToDo]} width={width} />;
    }
    case undefined:
    case 'loaded':
      return <MessagePage lines={emptyWords} width={width} />;
    case 'idle':
    case 'loading':
      return <AwaitedRows columns={columns} kind={kind} count={count} />;
  }
};
