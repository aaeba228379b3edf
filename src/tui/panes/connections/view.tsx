/** Draws the connections pane: the list, which is a few rows, or one connection with all that is known of it. */
import { CONNECTION_COLUMNS } from '../../../catalogue/volume-columns.ts';
import { lastArrived } from '../../state/remote.ts';
import { FetchedListPage } from '../../ui/fetched-list-page.tsx';
import { listFootnote } from '../../ui/list-footnote.ts';
import { markedColumns } from '../../ui/list-page.tsx';
import { RecordPage } from '../../ui/record-page.tsx';
import type { Segment } from '../../ui/segments.ts';
import { fittedColumns } from '../../ui/small-table.tsx';
import { connectionLines } from './detail.ts';
import type { ConnectionRow, ConnectionsState } from './state.ts';

const EMPTY_WORDS = [
  'You have no cloud connection.',
  'A cloud connection lets an instance read and write a storage of yours. Those that you set up in the web console would be listed here.',
  'R asks again.',
];

/** The pane in `width` by `height` cells. */
export const ConnectionsView = ({
  state,
  width,
  height,
  timeZone,
}: {
  readonly state: ConnectionsState;
  readonly width: number;
  readonly height: number;
  readonly timeZone: string;
}) => {
  const { opened, rows } = state.list;
  if (opened !== undefined) {
    const { id, name } = opened.row.connection;
    return (
      <RecordPage
        title={`Connection ${id ?? '?'}   ${name ?? ''}`}
        lines={connectionLines(opened.row, width)}
        top={opened.top}
        width={width}
        height={height}
      />
    );
  }
  const columns = fittedColumns(CONNECTION_COLUMNS, rows.map(cellsOf), width);
  return (
    <FetchedListPage
      state={state}
      columns={markedColumns(columns, state.list)}
      cellsOf={cellsOf}
      kind="small"
      noun="connection"
      emptyWords={EMPTY_WORDS}
      width={width}
      height={height}
      timeZone={timeZone}
    />
  );
};

/** What the footer says of the list: marks and losses. */
export const connectionsFootnote = ({ answer, list }: ConnectionsState): readonly Segment[] =>
  listFootnote(list, lastArrived(answer)?.value);

const cellsOf = ({ connection }: ConnectionRow): readonly string[] =>
  CONNECTION_COLUMNS.map(({ cell }) => cell(connection));
