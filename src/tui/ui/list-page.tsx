/** The page of a list: the words that narrow it, what is known of it, a failure, then its rows or why there are none. */
import { Box } from 'ink';
import type { ReactNode } from 'react';
import { printable } from '../../base/text.ts';
import type { List } from '../state/list.ts';
import { orderMark } from '../state/order.ts';
import { findingInWords, type ListRow, wordPieces, wordProblems } from '../state/row-words.ts';

import { FailureLines, type FailureWords } from './failure-lines.tsx';
import { FilterLine } from './filter-line.tsx';
import { filterPage } from './filter-page.tsx';
import { FindLine, isFinding } from './find-line.tsx';
import { ListRows, type TableKind } from './list-rows.tsx';
import { MessagePage } from './message-page.tsx';
import { orderSegments } from './order-words.ts';
import { SegmentLine } from './segment-line.tsx';
import { plain, type Segment, segmentsWidth } from './segments.ts';
import type { TableColumn } from './table.tsx';
import { rowsOnPage } from './visible-rows.ts';

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
export const ListPage = <Row extends ListRow>({
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
    : `None of the ${marked.length.toLocaleString('en-US')} marked ${noun}s matches the filter.`,
  'Only marked rows are shown: press M to see all again, or / to change the filter.',
];

const keyOfRow = ({ key }: ListRow): string => key;
