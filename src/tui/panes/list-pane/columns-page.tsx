/** Draws the page on which the columns of a table are chosen, with the table as it is by now where there is room beside it. */
import { Box } from 'ink';
import type { ReactNode } from 'react';
import { cutCell, padCell, printable } from '../../../base/text.ts';
import {
  type Choosing,
  type ColumnChoice,
  type ColumnsHere,
  type DescribedColumn,
  listedColumns,
} from '../../state/columns.ts';

import { cursorInView } from '../../state/cursor.ts';
import { FilterLine } from '../../ui/filter-line.tsx';
import { SegmentLine } from '../../ui/segment-line.tsx';
import { dim, plain, type Segment, segmentsWidth } from '../../ui/segments.ts';
import { columnsLayout, columnsOnPage } from './columns-measures.ts';

/** The page in `width` by `height` cells; `table` draws the table in so many, the column cursor on the column named. */
export const ColumnsPage = ({
  choosing,
  choice,
  here,
  table,
  width,
  height,
}: {
  readonly choosing: Choosing;
  readonly choice: ColumnChoice | undefined;
  readonly here: ColumnsHere;
  readonly table: (width: number, height: number, column: string | undefined) => ReactNode;
  readonly width: number;
  readonly height: number;
}) => {
  const layout = columnsLayout(width);
  const listed = listedColumns(choosing, here);
  const room = columnsOnPage(height);
  const { row, top } = cursorInView(choosing.cursor, { count: listed.length, height: room });
  const current = listed[row];
  const places = new Map(here.inTable.map(({ id }, place) => [id, place]));
  const lines = listed.slice(top, top + room).map((column, index) => ({
    column,
    place: places.get(column.id),
    isCurrent: top + index === row,
    isPinned: (places.get(column.id) ?? here.pinned) < here.pinned,
    isWide: choice?.widened?.includes(column.id) ?? false,
  }));
  return (
    <Box height={height}>
      <Box flexDirection="column" width={layout.page} flexShrink={0}>
        <SegmentLine left={titleSegments(here, listed.length - top - room, layout.page)} width={layout.page} />
        {choosing.search === undefined ? (
          <SegmentLine left={aboutSegments(current)} width={layout.page} />
        ) : (
          <FilterLine
            line={choosing.search.line}
            isEditing={choosing.search.isTyped}
            example=""
            facts={foundSegments(listed.length, here)}
            width={layout.page}
          />
        )}
        {lines.map((line) => (
          <SegmentLine key={line.column.id} left={lineSegments(line, layout.page)} width={layout.page} />
        ))}
      </Box>
      {layout.table === undefined ? null : (
        <Box flexDirection="column" marginLeft={width - layout.page - layout.table} width={layout.table}>
          {table(layout.table, height, current !== undefined && places.has(current.id) ? current.id : undefined)}
        </Box>
      )}
    </Box>
  );
};

const titleSegments = ({ inTable, hidden, pinned }: ColumnsHere, below: number, width: number): readonly Segment[] => {
  const title: readonly Segment[] = [
    { text: ' Columns', role: 'strong' },
    plain(`   ${inTable.length} shown`),
    ...(pinned === 0 ? [] : [plain(`, ${pinned} pinned`)]),
    ...(hidden.length === 0 ? [] : [plain(`, ${hidden.length} hidden`)]),
  ];
  const more: readonly Segment[] = below > 0 ? [dim(`   ${below} below`)] : [];
  return segmentsWidth([...title, ...more]) <= width ? [...title, ...more] : title;
};

/** What the column under the cursor is: its name on the wire, and what stands in it. */
const aboutSegments = (column: DescribedColumn | undefined): readonly Segment[] => {
  if (column === undefined) return [];
  const { id, label } = column;
  return [dim(` ${printable(id)}${label === undefined ? '' : `: ${printable(label)}`}`)];
};

const foundSegments = (found: number, { inTable, hidden }: ColumnsHere): readonly Segment[] =>
  found === 0
    ? [{ text: 'no such column ', role: 'warning' }]
    : [plain(`${found} of ${inTable.length + hidden.length} `)];

/** One column of the page; `place` is the one that it has in the table, from 0. */
type ColumnLine = {
  readonly column: DescribedColumn;
  readonly place: number | undefined;
  readonly isCurrent: boolean;
  readonly isPinned: boolean;
  readonly isWide: boolean;
};

/** Cells of the place, of the heading and of what else is said of a column, with the spaces behind each. */
const PLACE = 5;
const HEADING = 20;
const STATE = 13;
/** The same of the name on the wire. */
const NAME = 24;

/** Cells before the place. */
const MARK = 3;

const lineSegments = (line: ColumnLine, width: number): readonly Segment[] => {
  const { column, place, isCurrent } = line;
  const isHidden = place === undefined;
  const role = isCurrent ? 'strong' : isHidden ? 'dim' : 'plain';
  const rest = width - MARK - PLACE - HEADING - STATE;
  const { id, label = '' } = column;
  return [
    plain(isCurrent ? ' > ' : '   '),
    dim(padCell(isHidden ? '-' : String(place + 1), PLACE - 2, 'right')),
    plain('  '),
    { text: cell(column.heading, HEADING), role },
    { text: cell(stateWords(line), STATE), role: isHidden ? 'dim' : 'plain' },
    ...(rest >= NAME ? [dim(cell(id, NAME))] : []),
    ...(rest >= NAME + NAME ? [dim(cutCell(printable(label), rest - NAME))] : []),
  ];
};

const cell = (text: string, width: number): string => padCell(cutCell(printable(text), width - 2), width);

const stateWords = ({ place, isPinned, isWide }: ColumnLine): string => {
  if (place === undefined) return 'hidden';
  return [...(isPinned ? ['pinned'] : []), ...(isWide ? ['wide'] : [])].join(' ');
};
