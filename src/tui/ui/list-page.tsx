/**
 * The page of a list: the words that narrow it, what is known of it, a failure, then the rows in view with their marks and the
 * cursor, or what stands there before, without and instead of rows.
 */

import { Box } from 'ink';
import { useContext } from 'react';
import { grouped } from '../../base/figures.ts';
import { keyName } from '../../base/named-keys.ts';
import { cellWidth, printable } from '../../base/text.ts';
import { cursorInView } from '../state/cursor.ts';
import { type GroupLine, groupLineAt, lineCount, placeAt } from '../state/groups.ts';
import type { List, ListKind, RowKey } from '../state/list.ts';
import { soughtText } from '../state/list-find.ts';
import { isDeparted } from '../state/list-places.ts';
import { keySet } from '../state/marks.ts';
import { orderMark } from '../state/order.ts';
import { isKept, progressOf, retryOf } from '../state/remote.ts';
import { findingInWords, type ListRow, wordPieces, wordProblems } from '../state/row-words.ts';
import { type Band, bandedLines } from './bands.ts';
import type { PiecesOf } from './field.tsx';
import { FilterLine, FindLine, isFinding } from './filter-line.tsx';
import { type BarLook, barLook } from './gauge.ts';
import {
  ageSegment,
  countSegment,
  failureOver,
  keptSegments,
  orderSegments,
  rowsOnPage,
  type ShownList,
} from './list-words.ts';
import { FailureLines, failureSentences, MessagePage } from './message-page.tsx';
import { filterPage } from './over-list.tsx';
import type { LanguageText } from './over-list-lines.ts';
import { SegmentLine } from './segment-line.tsx';
import { isLow, piece, plain, type Segment, type Size, segmentsWidth } from './segments.ts';
import { SmallTable } from './small-table.tsx';
import { GUTTER, plainColumn, Table, type TableCell, type TableColumn, type TableRow, textOfCells } from './table.tsx';
import { LookContext } from './theme.tsx';

/** The long table, or the one of a few rows. */
export type TableKind = 'long' | 'small';

/** What only the long table shows. */
type LongTableFacts = Pick<Parameters<typeof Table>[0], 'beyond' | 'isStale'>;

/** On a screen of few lines each row is one text in a table without headings: what `textOf` says of it, or else its cells. */
type Brief<Row> = { readonly width: number; readonly textOf?: ((row: Row) => string) | undefined };

/** The one column of such a table. */
const briefColumns = ({ width }: Brief<never>): readonly TableColumn[] => [plainColumn('', width - GUTTER)];

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
  brief,
  bands = [],
  groupLine,
  width,
}: {
  readonly list: Pick<List<Row, Query>, 'shown' | 'groups' | 'departed' | 'cursor' | 'marked' | 'find' | 'columns'>;
  readonly keyOf: (row: Row) => RowKey | undefined;
  readonly finding: ListKind<Row, Query>['finding'];
  readonly columns: readonly TableColumn[];
  /** The cells of a row; they go with the columns. */
  readonly cellsOf: (row: Row, bars: BarLook) => readonly TableCell[];
  readonly kind: TableKind;
  readonly count: number;
  readonly long?: LongTableFacts;
  readonly brief?: Brief<Row> | undefined;
  /** What sets off the rows of the long table, over so many cells. */
  readonly bands?: readonly Band[] | undefined;
  /** What stands between groups, over so many cells. */
  readonly groupLine?: (line: GroupLine, isCurrent: boolean) => TableRow['line'];
  readonly width?: number;
}) => {
  const bars = barLook(useContext(LookContext));
  const { shown, cursor, marked } = list;
  const current = groupLineAt(list, cursor.row);
  const marks = keySet(marked);
  const sought = soughtText(list);
  const isMatch = sought === undefined ? () => false : finding(sought, list.columns);
  const seen =
    bands.length > 0 && brief === undefined ? bandedLines(bands, cursor, shown.length, count) : linesIn(list, count);
  const rows = seen.flatMap((one, index): TableRow | readonly TableRow[] => {
    if (!isRow(one)) {
      const line = 'pieces' in one ? one : groupLine?.(one, one === current);
      return { key: String(index), cells: [], isMarked: false, line: line ?? { pieces: [] } };
    }
    const row = shown[one.at];
    if (row === undefined) return [];
    const key = keyOf(row);
    return {
      key: String(index),
      cells: brief === undefined ? cellsOf(row, bars) : [brief.textOf?.(row) ?? textOfCells(cellsOf(row, 'blank'))],
      isMarked: key !== undefined && marks.has(key),
      isMatch: isMatch(row),
      isDeparted: isDeparted(list, row),
    };
  });
  const place = placeAt(list, cursor.row);
  const table = {
    columns,
    rows,
    cursorRow: current === undefined ? seen.findIndex((one) => isRow(one) && one.at === place) : undefined,
  };
  if (brief !== undefined)
    return <Table {...long} {...table} columns={briefColumns(brief)} hasHeadings={false} sought={sought} />;
  return kind === 'small' ? (
    <SmallTable {...table} />
  ) : (
    <Table {...long} {...table} sought={sought} {...(width !== undefined && { width })} />
  );
};

/** The lines of a list that are in sight, of `count`. */
const linesIn = (
  list: Pick<List<unknown>, 'shown' | 'groups' | 'cursor'>,
  count: number,
): readonly ({ readonly at: number } | GroupLine)[] => {
  const length = lineCount(list);
  const { top } = list.groups === undefined ? list.cursor : cursorInView(list.cursor, { count: length, height: count });
  return Array.from({ length: Math.min(count, length - top) }, (_, index) => {
    return groupLineAt(list, top + index) ?? { at: placeAt(list, top + index) };
  });
};

/** A line with a row, by its place among those shown. */
const isRow = <Line extends object>(line: Line): line is Exclude<Extract<Line, { readonly at: number }>, GroupLine> =>
  'at' in line && !('is' in line);

type AwaitedRowsProps = {
  readonly columns: readonly TableColumn[];
  readonly long?: LongTableFacts;
  readonly brief?: Brief<never> | undefined;
  readonly noun: string;
  readonly width: number;
};

/** The headings of rows that are still awaited, and a sentence in their place. */
export const AwaitedRows = ({ columns, long, brief, noun, width }: AwaitedRowsProps) => (
  <>
    {brief === undefined && <Table {...long} columns={columns} rows={[]} cursorRow={undefined} />}
    <MessagePage lines={[`The ${noun}s stand here once the service has answered.`]} width={width} />
  </>
);

/** Cells between what is said at the left and the order, and behind that. */
const ORDER_GAP = 4;

/** `columns` with the marks of the order and of the column cursor. */
export const markedColumns = <
  Column extends Pick<TableColumn, 'id' | 'heading' | 'width'> & {
    readonly sortField: string | undefined;
    readonly short?: string;
  },
>(
  columns: readonly Column[],
  { order, column }: Pick<List<unknown>, 'order' | 'column'>,
): readonly (Column & Pick<TableColumn, 'mark' | 'isCurrent'>)[] =>
  columns.map((own) => ({
    ...own,
    heading: own.short !== undefined && cellWidth(own.heading) > own.width ? own.short : own.heading,
    mark: orderMark(order, own.sortField),
    isCurrent: own.id === column,
  }));

/** What is wrong in a line and what mends it, how it is cut and told of, and what may stand at its cursor, in so many cells. */
type LineFacts = {
  readonly problems: ReturnType<typeof wordProblems>;
  readonly problemEnd: string;
  readonly piecesOf: PiecesOf;
  readonly languageOf: () => LanguageText;
  readonly offered: (width: number) => readonly Segment[];
};

type ListPageProps<Row extends ListRow> = {
  readonly state: ShownList<Row>;
  readonly columns: readonly TableColumn[];
  /** The cells of a row; they go with the columns. */
  readonly cellsOf: (row: Row, bars: BarLook) => readonly TableCell[];
  /** What sets off rows that are alike. */
  readonly bands?: readonly Band[] | undefined;
  readonly kind: TableKind;
  /** What a row is called. */
  readonly noun: string;
  /** Why there is no row. */
  readonly emptyWords: readonly string[];
  /** What its order is said with. */
  readonly ordering: Omit<Parameters<typeof orderSegments>[0], 'order'>;
  /** What matters of a row, for a screen of few lines; absent: what its cells say. */
  readonly briefOf?: ((row: Row) => string) | undefined;
  /** What stands in its line, where that takes clauses too; absent: words alone. */
  readonly line?: LineFacts | undefined;
  readonly timeZone: string;
} & Size;

/** The page in `width` by `height` cells. */
export const ListPage = <Row extends ListRow>({
  state,
  columns,
  cellsOf,
  bands,
  kind,
  noun,
  emptyWords,
  ordering,
  briefOf,
  line,
  width,
  height,
  timeZone,
}: ListPageProps<Row>) => {
  const { isPlain = false } = useContext(LookContext);
  const { list, answer } = state;
  const failure = failureOver(state);
  const { rows, shown } = list;
  const count = rowsOnPage(height, failure !== undefined);
  const brief = isLow(height) ? { width, textOf: briefOf } : undefined;
  const problems =
    line?.problems ?? wordProblems(list.filter.text, list.editing === undefined ? undefined : list.filter.at);
  const piecesOf = line?.piecesOf ?? wordPieces;
  const [problem] = problems;
  const ofFilter = filterPage(list, piecesOf, problems, { width, height }, line?.languageOf);
  if (ofFilter !== undefined) return ofFilter;
  const { said, order } = lineBelow(state, problem?.message, line, { width, timeZone, ordering });
  return (
    <Box flexDirection="column" height={height}>
      <FilterLine
        line={list.filter}
        problems={problems}
        piecesOf={piecesOf}
        isEditing={list.editing !== undefined}
        example={`press ${keyName('filter')} and type words to look for`}
        facts={factSegments(state, timeZone, isPlain)}
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
          long={{ isStale: answer !== undefined && isKept(answer) }}
          brief={brief}
          bands={bands}
          width={width}
        />
      ) : rows.length > 0 ? (
        <MessagePage
          lines={
            list.isMarkedOnly
              ? noMarkedLines(list, noun)
              : noneLines(
                  rows.length,
                  noun,
                  piecesOf(list.filter.text).some(({ kind }) => kind === 'clause'),
                )
          }
          width={width}
        />
      ) : answer?.stage === 'idle' || answer?.stage === 'loading' ? (
        <AwaitedRows columns={columns} brief={brief} noun={noun} width={width} />
      ) : (
        <MessagePage lines={answer?.stage === 'failed' ? failureSentences(answer.failure) : emptyWords} width={width} />
      )}
    </Box>
  );
};

/** What stands below the filter line: what is wrong in it, may stand at its cursor or is known of the answer; and the order. */
const lineBelow = <Row extends ListRow>(
  { list, answer }: ShownList<Row>,
  problem: string | undefined,
  line: LineFacts | undefined,
  { width, timeZone, ordering }: Pick<ListPageProps<Row>, 'width' | 'timeZone' | 'ordering'>,
): { readonly said: readonly Segment[]; readonly order: readonly Segment[] } => {
  const orderBeside = (cells: number) =>
    list.rows.length === 0 ? [] : orderSegments({ ...ordering, order: list.order }, width - cells - ORDER_GAP);
  const note = answer === undefined ? [] : keptSegments(answer, timeZone);
  const isOffering = problem === undefined && list.editing !== undefined;
  const offered = isOffering ? line?.offered(width - segmentsWidth(orderBeside(width / 2)) - ORDER_GAP) : undefined;
  const trouble = `   ${printable(problem ?? '')}${line?.problemEnd ?? ''}`;
  const said = problem !== undefined ? [piece(trouble, 'danger')] : offered?.length ? offered : note;
  return { said, order: orderBeside(segmentsWidth(said)) };
};

const noneLines = (came: number, noun: string, hasClauses: boolean): readonly string[] => [
  hasClauses
    ? came === 1
      ? `The only ${noun} does not meet this filter.`
      : `None of the ${came} ${noun}s meets this filter.`
    : came === 1
      ? `The only ${noun} does not contain all of these words.`
      : `None of the ${came} ${noun}s contains all of these words.`,
  `Press ${keyName('filter')} to change ${hasClauses ? 'it' : 'them'}; any:word searches everything in a row.`,
];

/** Why there is no row where only marked ones are shown. */
export const noMarkedLines = ({ marked }: Pick<List<unknown>, 'marked'>, noun: string): readonly string[] => [
  marked.length === 1
    ? `The marked ${noun} does not match the filter.`
    : `None of the ${grouped(marked.length)} marked ${noun}s matches the filter.`,
  `Only marked rows are shown: press ${keyName('marked-only')} to see all again, or ${keyName('filter')} to change the filter.`,
];

const keyOfRow = ({ key }: ListRow): string => key;

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
    : waitS === undefined || retryOf(answer) !== undefined || progressOf(answer) !== undefined
      ? ageSegment(answer, timeZone)
      : { text: '   waiting its turn ', role: 'accent' },
];
