/** Draws the receipts: for each machine the service's sentence and its number, when it came, and which body was sent. */

import { clockTime } from '../../../../base/time.ts';
import { stampWords, zonesOnOneLine } from '../../../../maintenance/moment-words.ts';
import type { Item } from '../../../../maintenance/queue.ts';
import { cursorInView } from '../../../state/cursor.ts';
import { firstLines } from '../../../ui/segments.ts';
import { SmallTable } from '../../../ui/small-table.tsx';
import { Table, type TableColumn, type TableRow } from '../../../ui/table.tsx';
import { typedZoneOf } from '../draft.ts';
import { Lines, line, paragraph, type TextLine } from '../lines.tsx';
import { isSmallEnough, receiptDetailRows, receiptRows } from '../measures.ts';
import { answerWords, fateWords, tallyWords } from '../sending/words.ts';
import type { MaintenanceState } from '../state.ts';

/** Cells of gutter, gaps and frame: what the small table needs, which is more than the long one does. */
const FRAME_CELLS = 21;

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
  const { queue, timeZone } = state;
  if (queue === undefined) return <Lines lines={[line('Nothing has been sent yet.', 'dim')]} width={width} />;
  const { items } = queue;
  const rowCount = receiptRows(items.length, height);
  const cursor = cursorInView(state.queueCursor, { count: items.length, height: rowCount });
  const rows = items.slice(cursor.top, cursor.top + rowCount).map((item) => rowOf(item, timeZone));
  const columns = columnsFor(rows, width);
  const cursorRow = cursor.row - cursor.top;
  return (
    <>
      <Lines lines={[line(`${tallyWords(queue)}.`, 'strong')]} width={width} />
      {isSmallEnough(items.length, height) ? (
        <SmallTable columns={columns} rows={rows} cursorRow={cursorRow} />
      ) : (
        <Table columns={columns} rows={rows} cursorRow={cursorRow} />
      )}
      <Lines
        lines={detailLines(items[cursor.row], state, width, receiptDetailRows(items.length, height))}
        width={width}
      />
    </>
  );
};

const COLUMNS = [
  ['Machine', 'right'],
  ['Outcome', 'left'],
  ['Notified', 'right'],
  ['Answered', 'left'],
  ['The service said', 'left'],
] as const;

/**
 * The columns as wide as what is in them; the last one takes what is left of `width`. Where that is not even enough for its
 * heading it is left out: below the table stands all that it would say.
 */
const columnsFor = (rows: readonly TableRow[], width: number): readonly TableColumn[] => {
  let left = width - FRAME_CELLS;
  return COLUMNS.flatMap(([heading, align], place) => {
    const widest = Math.max(heading.length, ...rows.map(({ cells }) => cells[place]?.length ?? 0));
    const cells = place === COLUMNS.length - 1 ? left : widest;
    left -= cells;
    return cells < heading.length ? [] : [{ id: heading, heading, width: cells, align, isCurrent: false }];
  });
};

const rowOf = ({ request, fate }: Item, timeZone: string): TableRow => ({
  key: String(request.machineId),
  cells: [
    String(request.machineId),
    fateWords(fate),
    fate.stage === 'announced' && fate.notifications !== undefined ? String(fate.notifications) : '-',
    'atEpochMs' in fate ? clockTime(fate.atEpochMs, timeZone) : '-',
    answerWords(fate),
  ],
  isMarked: false,
});

/** When the answer for the machine under the cursor came, all of what it said, and the body that was sent, in `room` lines. */
const detailLines = (
  item: Item | undefined,
  { draft, timeZone }: MaintenanceState,
  width: number,
  room: number,
): readonly TextLine[] => {
  if (item === undefined) return [];
  const { request, body, fate } = item;
  const when = 'atEpochMs' in fate ? `, ${stampWords(fate.atEpochMs, timeZone)}` : '';
  const { startsAtEpochS } = request;
  const start = line(`from ${zonesOnOneLine(startsAtEpochS, timeZone, typedZoneOf(draft, startsAtEpochS))}`);
  const came = firstLines(
    paragraph(`Machine ${request.machineId}${when}: ${answerWords(fate) || fateWords(fate)}`, width),
    room - 1,
  );
  const sent = paragraph(
    `${fate.stage === 'waiting' || fate.stage === 'before' ? 'never sent' : 'sent'}: ${body}`,
    width,
    'dim',
  );
  return [...came, ...firstLines(sent, room - came.length), start].slice(0, room);
};
