/** Draws the ledger: the list of calls, or one of them with its bodies. */
import { ListPage, markedColumns } from '../../ui/list-page.tsx';
import { MessagePage } from '../../ui/message-page.tsx';
import { RecordPage } from '../../ui/record-page.tsx';
import { plain, type Segment } from '../../ui/segments.ts';
import { ledgerColumnsInView } from './columns.ts';
import { exchangeLines } from './detail.ts';
import { type LedgerState, outcomeWords } from './state.ts';

const EMPTY_WORDS = [
  'No call was made yet.',
  'Every call of this run would be listed here, the newest first: what was sent, what came back, how long it took.',
];

/** The pane in `width` by `height` cells. */
export const LedgerView = ({
  state,
  width,
  height,
  timeZone,
}: {
  readonly state: LedgerState;
  readonly width: number;
  readonly height: number;
  readonly timeZone: string;
}) => {
  const { list } = state;
  const place = { width, timeZone };
  if (list.opened !== undefined) {
    const { row, top } = list.opened;
    const { method, path, status } = row.exchange;
    return (
      <RecordPage
        title={`${method} ${path}   ${status ?? ''}   ${outcomeWords(row.exchange)}`}
        lines={exchangeLines(row, place)}
        top={top}
        width={width}
        height={height}
      />
    );
  }
  const columns = ledgerColumnsInView(place, list.column);
  return (
    <ListPage
      list={list}
      columns={markedColumns(columns, list)}
      cellsOf={({ exchange }) => columns.map(({ cell }) => cell(exchange))}
      kind="long"
      noun="call"
      facts={list.rows.length === 0 ? [] : [plain(`${list.shown.length} of ${list.rows.length} calls `)]}
      absence={<MessagePage lines={EMPTY_WORDS} width={width} />}
      width={width}
      height={height}
    />
  );
};

/** What the footer says of the ledger: calls that came before those that are kept. */
export const ledgerFootnote = ({ count, list }: LedgerState): readonly Segment[] => {
  const dropped = count - list.rows.length;
  return dropped === 0 ? [] : [plain(`${dropped} older ones dropped`)];
};
