/** Draws the receipts: for each machine the service's sentence and its number, when it came, and which body was sent. */
import { SmallTable } from '../../../ui/small-table.tsx';
import { Table, type TableColumn, type TableRow } from '../../../ui/table.tsx';
import { BLANK, Lines, line, paragraph, type TextLine } from '../lines.tsx';
import { DETAIL_LINES, isSmallEnough, receiptRows } from '../measures.ts';
import type { Item } from '../sending/queue.ts';
import { answeredAt, answerWords, fateWords, tallyWords } from '../sending/words.ts';
import type { MaintenanceState } from '../state.ts';

/** Cells of the columns but the last, and of the gaps, gutter and frame around them. */
const FIXED_CELLS = 8 + 15 + 8 + 20 + 20;

/** The step in `width` cells of a pane of `height` rows. */
export const ReceiptsStep = ({
  state,
  width,
  height,
}: {
  readonly state: MaintenanceState;
  readonly width: number;
  readonly height: number;
}) => {
  const { queue, queueCursor, timeZone } = state;
  if (queue === undefined) return <Lines lines={[line('Nothing was sent yet.', 'dim')]} width={width} />;
  const { items } = queue;
  const columns = columnsIn(width);
  const top = isSmallEnough(items.length, height) ? 0 : queueCursor.top;
  const rows = items.slice(top, top + receiptRows(items.length, height)).map((item) => rowOf(item, timeZone));
  const cursorRow = queueCursor.row - top;
  return (
    <>
      <Lines lines={[line(`${tallyWords(queue)}.`, 'strong')]} width={width} />
      {isSmallEnough(items.length, height) ? (
        <SmallTable columns={columns} rows={rows} cursorRow={cursorRow} />
      ) : (
        <Table columns={columns} rows={rows} cursorRow={cursorRow} />
      )}
      <Lines lines={detailLines(items[queueCursor.row], width)} width={width} />
    </>
  );
};

const columnsIn = (width: number): readonly TableColumn[] =>
  (
    [
      ['Machine', 8, 'right'],
      ['Outcome', 15, 'left'],
      ['Notified', 8, 'right'],
      ['Answered', 20, 'left'],
      ['The service said', Math.max(10, width - FIXED_CELLS), 'left'],
    ] as const
  ).map(([heading, cells, align]) => ({ id: heading, heading, width: cells, align, mark: '', isCurrent: false }));

const rowOf = ({ request, fate }: Item, timeZone: string): TableRow => ({
  key: String(request.machineId),
  cells: [
    String(request.machineId),
    fateWords(fate),
    fate.stage === 'announced' && fate.notifications !== undefined ? String(fate.notifications) : '-',
    answeredAt(fate, timeZone),
    answerWords(fate),
  ],
  isMarked: false,
});

/** The body that was sent for the machine under the cursor, and all of what came back. */
const detailLines = (item: Item | undefined, width: number): readonly TextLine[] => {
  if (item === undefined) return [];
  const lines = [
    ...paragraph(`${item.fate.stage === 'waiting' ? 'not sent' : 'sent'}: ${item.body}`, width, 'dim').slice(0, 3),
    ...paragraph(answerWords(item.fate), width),
  ].slice(0, DETAIL_LINES);
  return [...lines, ...Array.from({ length: DETAIL_LINES - lines.length }, () => BLANK)];
};
