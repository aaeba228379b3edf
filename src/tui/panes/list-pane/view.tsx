/** Draws a list pane: the list, or one row of it with all that is known of it. */
import type { ReactNode } from 'react';
import type { List } from '../../state/list.ts';
import { comparedRows } from '../../state/over-list.ts';
import { findingInWords, type ListRow } from '../../state/row-words.ts';
import { FetchedListPage, ListRows, markedColumns } from '../../ui/list-page.tsx';
import { listFootnote } from '../../ui/list-words.ts';
import { ComparisonPage, RecordPage } from '../../ui/over-list.tsx';

import type { Segment } from '../../ui/segments.ts';
import { columnsHereOf, inView } from './columns.ts';
import { ColumnsPage } from './columns-page.tsx';
import { CopyPage } from './copy-page.tsx';
import { copySubject, exportedRows } from './copy-subject.ts';
import type { ListDescription, ListPlace } from './description.ts';
import { ExportPage } from './export-page.tsx';
import { kindOf, type ListPaneState, placeOf } from './state.ts';

/** The page in `width` by `height` cells. */
export const listPage = <Row extends ListRow, Item>(
  description: ListDescription<Row, Item>,
  state: ListPaneState<Row>,
  { width, height, timeZone }: { readonly width: number; readonly height: number; readonly timeZone: string },
): ReactNode => {
  const { itemOf, changedIn, table, noun, emptyWords, unsorted } = description;
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
        title={`${description.title(itemOf(opened.row))}${opened.isGone ? '   no longer in the list' : ''}`}
        lines={description.lines(opened.row, place)}
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
    <FetchedListPage
      state={state}
      columns={markedColumns(columns, state.list)}
      cellsOf={(row) =>
        signed(
          columns.map(({ cell }) => cell(itemOf(row))),
          (changedIn?.(row) ?? []).length > 0,
        )
      }
      kind={table}
      noun={noun}
      emptyWords={emptyWords}
      ordering={{ columns: description.columns(place).columns, ...(unsorted !== undefined && { unsorted }) }}
      width={width}
      height={height}
      timeZone={timeZone}
    />
  );
};

/** The cells of a row, the first one with a sign where something has changed in it. */
const signed = (cells: readonly string[], isChanged: boolean): readonly string[] =>
  isChanged ? [`${cells[0] ?? ''} <`, ...cells.slice(1)] : cells;

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
      cellsOf={(row) => columns.map(({ cell }) => cell(itemOf(row)))}
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
): readonly Segment[] =>
  list.comparing === undefined && list.choosing === undefined
    ? [...listFootnote(list, losses), ...(description.footnote?.(list) ?? [])]
    : [];
