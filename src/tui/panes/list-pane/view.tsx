/**
 * Draws a list pane: the list, one row of it with all that is known of it, or what lies over it: the menu of copying, the form of
 * exporting, and the page on which columns are chosen, with the table as it is by now where there is room beside it.
 */

import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { keyName } from '../../../base/named-keys.ts';
import { cellText, cellWidth, padCell, printable, printableStart } from '../../../base/text.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import {
  type Choosing,
  type ColumnChoice,
  type ColumnsHere,
  type DescribedColumn,
  listedColumns,
} from '../../state/columns.ts';
import { cursorInView } from '../../state/cursor.ts';
import type { List } from '../../state/list.ts';
import { comparedRows, type Exporting } from '../../state/over-list.ts';
import { findingInWords, type ListRow } from '../../state/row-words.ts';
import { Field } from '../../ui/field.tsx';
import { FilterLine } from '../../ui/filter-line.tsx';
import { ListPage, ListRows, markedColumns } from '../../ui/list-page.tsx';
import { listFootnote } from '../../ui/list-words.ts';
import { ComparisonPage, RecordPage } from '../../ui/over-list.tsx';
import { PageTitle, SegmentLine, SegmentLines } from '../../ui/segment-line.tsx';
import { dim, isLow, piece, plain, type Segment, type Size, segmentsWidth } from '../../ui/segments.ts';
import { cellOf, type TableCell, textOfCell } from '../../ui/table.tsx';
import type { FieldLine } from './clauses.ts';
import { columnsHereOf, columnsLayout, columnsOnPage, inView } from './columns.ts';
import { candidateSegments } from './completing.ts';
import { type CopyItem, type CopySubject, copyItems, exportedRows } from './copy-menu.ts';
import { copySubject } from './copying.ts';
import { kindOf, type ListDescription, type ListPaneState, type ListPlace, placeOf } from './description.ts';

type ColumnsPageProps = {
  readonly choosing: Choosing;
  readonly choice: ColumnChoice | undefined;
  readonly here: ColumnsHere;
  readonly table: (width: number, height: number, column: string | undefined) => ReactNode;
} & Size;

/** The page in `width` by `height` cells; `table` draws the table in so many, the column cursor on the column named. */
export const ColumnsPage = ({ choosing, choice, here, table, width, height }: ColumnsPageProps) => {
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
    ...(rest >= NAME + NAME ? [dim(cellText(label, rest - NAME))] : []),
  ];
};

const cell = (text: string, width: number): string => padCell(cellText(text, width - 2), width);

const stateWords = ({ place, isPinned, isWide }: ColumnLine): string => {
  if (place === undefined) return 'hidden';
  return [...(isPinned ? ['pinned'] : []), ...(isWide ? ['wide'] : [])].join(' ');
};

/** Lines above those of the menu. */
const TITLE_LINES = 2;

type CopyPageProps<Row> = {
  readonly subject: CopySubject<Row>;
  readonly at: number;
} & Size;

/** The page in `width` by `height` cells; Enter takes the line `at`, from 0. */
export const CopyPage = <Row,>({ subject, at, width, height }: CopyPageProps<Row>) => {
  const items = copyItems(subject);
  const room = Math.max(1, height - TITLE_LINES);
  const top = Math.max(0, at - room + 1);
  const labels = Math.max(...items.map(({ label }) => cellWidth(printable(label))));
  return (
    <Box flexDirection="column" height={height}>
      <PageTitle title={`Copy ${printable(subject.named(subject.rows.length))}`} width={width} />
      {items.slice(top, top + room).map((item, index) => (
        <SegmentLine key={item.id} left={itemSegments(item, top + index === at, labels)} width={width - 1} />
      ))}
    </Box>
  );
};

const itemSegments = ({ key, label, preview }: CopyItem, isChosen: boolean, labels: number): readonly Segment[] => [
  plain(isChosen ? ' > ' : '   '),
  { text: key, role: 'accent' },
  { text: `   ${padCell(printable(label), labels)}`, role: isChosen ? 'strong' : 'plain' },
  dim(`   ${printableStart(preview)}`),
];

/** Cells before what is said of the name. */
const MARGIN = 3;

type ExportPageProps = {
  readonly what: string;
  /** Names of what CSV holds, where that is not every field. */
  readonly chosen: readonly string[] | undefined;
  readonly exporting: Exporting;
} & Size;

/** The page in `width` by `height` cells; `what` names the rows. */
export const ExportPage = ({ what, chosen, exporting, width, height }: ExportPageProps) => {
  const { text, role } = said(exporting, chosen);
  return (
    <Box flexDirection="column" height={height}>
      <PageTitle title={`Export ${printable(what)}`} width={width} />
      <Field label=" File" line={exporting.line} isOpen width={width} />
      <Text> </Text>
      <SegmentLines
        lines={wrappedLines(printable(text), width - 2 * MARGIN).map((line) => [{ text: line, role }])}
        margin={MARGIN}
        width={width}
      />
    </Box>
  );
};

/** What is to be known of the name as it stands. */
const said = ({ problem, replaces, isWriting }: Exporting, chosen: readonly string[] | undefined): Segment => {
  if (problem !== undefined) return { text: problem, role: 'danger' };
  if (replaces !== undefined)
    return piece(`${replaces} exists: Enter replaces it, Esc cancels. Type another name to keep it.`, 'warning');
  if (isWriting) return { text: 'Writing it ...', role: 'accent' };
  const which =
    chosen === undefined
      ? ''
      : ` CSV holds the columns chosen with ${keyName('columns')}, which are ${chosen.length}; JSON holds every field.`;
  return { text: `The ending is the format: .csv, .json or .ndjson.${which}`, role: 'dim' };
};

/** The page in `width` by `height` cells; `isWhole` is false where rows of the list may be missing. */
export const listPage = <Row extends ListRow, Item>(
  description: ListDescription<Row, Item>,
  state: ListPaneState<Row>,
  { width, height, timeZone }: Size & { readonly timeZone: string },
  isWhole = true,
): ReactNode => {
  const { itemOf, changedIn, table, noun, emptyWords, unsorted, brief, line } = description;
  const { opened } = state.list;
  const place = placeOf(state, width, timeZone);
  const { copying } = state.list;
  const { menu } = description.copy;
  if (copying !== undefined && menu !== undefined) {
    const subject = copySubject(description, menu, state.list, place);
    return <CopyPage subject={subject} at={copying.at} width={width} height={height} />;
  }
  if (state.list.exporting !== undefined) {
    const what = description.copy.named(exportedRows(state.list, kindOf(description)).length);
    const { chosen } = menu === undefined ? {} : copySubject(description, menu, state.list, place);
    return <ExportPage what={what} chosen={chosen} exporting={state.list.exporting} width={width} height={height} />;
  }
  if (state.list.choosing !== undefined) {
    const { columns: choice, choosing } = state.list;
    return (
      <ColumnsPage
        choosing={choosing}
        choice={choice}
        here={columnsHereOf(description, choice, place)}
        table={(cells, lines, column) =>
          columnsTable(description, state.list, { ...place, width: cells }, lines, column)
        }
        width={width}
        height={height}
      />
    );
  }
  if (opened !== undefined) {
    return (
      <RecordPage
        title={description.title(itemOf(opened.row))}
        beside={[
          ...(description.beside?.(itemOf(opened.row)) ?? []),
          ...(opened.isGone ? [plain('   no longer in the list')] : []),
        ]}
        lines={(drawn) => description.lines(opened.row, { ...place, ...drawn })}
        top={opened.top}
        width={width}
        height={height}
      />
    );
  }
  const { comparing } = state.list;
  if (comparing !== undefined && description.compared !== undefined) {
    const rows = comparedRows(comparing.keys, state.list.rows, kindOf(description).keyOf);
    const comparison = description.compared(rows, comparing.isDifferingOnly);
    return <ComparisonPage comparing={comparing} comparison={comparison} noun={noun} width={width} height={height} />;
  }
  const columns = inView(description, state.list, place);
  return (
    <ListPage
      state={state}
      columns={markedColumns(columns, state.list)}
      cellsOf={(row, bars) =>
        signed(
          columns.map((column) => cellOf(column, itemOf(row), bars)),
          (changedIn?.(row) ?? []).length > 0,
        )
      }
      bands={isLow(height) ? [] : description.bands?.(state.list, { width, isWhole })}
      kind={table}
      noun={noun}
      emptyWords={emptyWords}
      line={line && lineFacts(line, state.list)}
      briefOf={brief && ((row) => brief(itemOf(row)))}
      ordering={{ columns: description.columns(place).columns, ...(unsorted !== undefined && { unsorted }) }}
      width={width}
      height={height}
      timeZone={timeZone}
    />
  );
};

/** What stands in the line of `list`, and what Tab does with what is wrong there. */
const lineFacts = <Row extends ListRow>(
  { problems, pieces, language, completion }: FieldLine<Row>,
  list: List<Row>,
) => {
  const mends = list.editing !== undefined && completion.suggesting(list) !== undefined;
  return {
    problems: problems(list.query),
    problemEnd: mends ? ` ${keyName('filter-complete', 'tab')} applies it.` : '',
    piecesOf: pieces,
    languageOf: () => ({ sections: language.sections(list) }),
    offered: (width: number) => {
      const offering = completion.offering(list);
      return offering.items.length === 0 ? [] : candidateSegments(offering, width);
    },
  };
};

/** The cells of a row, the first one with a sign where something has changed in it. */
const signed = (cells: readonly TableCell[], isChanged: boolean): readonly TableCell[] =>
  isChanged ? [[plain(textOfCell(cells[0] ?? '')), { text: ' <', role: 'mark' }], ...cells.slice(1)] : cells;

/** The table of `list` in `lines` lines, its headings among them, as it is while its columns are chosen. */
const columnsTable = <Row extends ListRow, Item>(
  description: ListDescription<Row, Item>,
  list: List<Row>,
  place: ListPlace,
  lines: number,
  column = list.column,
): ReactNode => {
  const { itemOf, table } = description;
  const seen = { ...list, column };
  const columns = inView(description, seen, place);
  return (
    <ListRows
      list={seen}
      keyOf={({ key }) => key}
      finding={findingInWords}
      columns={markedColumns(columns, seen)}
      cellsOf={(row) => columns.map((column) => cellOf(column, itemOf(row)))}
      kind={table}
      count={Math.max(1, lines - 1)}
    />
  );
};

/** What the footer says of a list: marks, what of the answer could not be read, and what this list says besides. */
export const listFooter = <Row extends ListRow, Item>(
  description: ListDescription<Row, Item>,
  list: List<Row>,
  losses: Parameters<typeof listFootnote>[1],
  isWhole = true,
): readonly Segment[] =>
  list.comparing === undefined && list.choosing === undefined
    ? [...listFootnote(list, losses), ...(description.footnote?.(list, isWhole) ?? [])]
    : [];
