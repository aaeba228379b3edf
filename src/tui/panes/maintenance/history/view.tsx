/** Draws the history: what this profile has announced, the newest first, as the journal on this machine has it. */

import { printable } from '../../../../base/text.ts';
import { columnsWidth, fittingColumns } from '../../../../catalogue/columns.ts';
import { isUndecided, outcomeWords } from '../../../../maintenance/announcement.ts';

import { stampWords, zonesOnOneLine } from '../../../../maintenance/moment-words.ts';
import { lengthWords } from '../../../../maintenance/plan.ts';
import type { Announcement } from '../../../../storage/journal/announcements.ts';
import { cursorInView } from '../../../state/cursor.ts';
import { MessagePage } from '../../../ui/message-page.tsx';
import { firstLines, isNarrow } from '../../../ui/segments.ts';

import { Table, type TableColumn, type TableRow, tableRoom } from '../../../ui/table.tsx';
import { typedZoneOf } from '../draft.ts';
import { Lines, line, paragraph, type TextLine } from '../lines.tsx';
import { historyDetailRows, historyRows } from '../measures.ts';
import type { MaintenanceState } from '../state.ts';
import { currentAnnouncement } from './state.ts';

/** Cells of an outcome at least: `2 notifications sent`. */
const OUTCOME_CELLS = 20;
/** The same on a narrow screen, where all of it stands under the list: `refused`, `unknown`. */
const NARROW_OUTCOME_CELLS = 8;

/** What identifies an announcement and what came of it stay in the narrowest table. */
const KEPT_LONGEST = ['Machine', 'Start', 'Outcome', 'Sent', 'Length'];

/** The page in `width` cells of a pane of `height` rows. */
export const HistoryPage = ({
  state,
  width,
  height,
}: {
  readonly state: MaintenanceState;
  readonly width: number;
  readonly height: number;
}) => {
  const { history, timeZone } = state;
  if (history.length === 0) {
    return (
      <MessagePage
        lines={[
          'Nothing has been announced from here yet.',
          'Every announcement of this profile is kept here, with its outcome.',
        ]}
        width={width}
      />
    );
  }
  const rows = historyRows(height);
  const cursor = cursorInView(state.historyCursor, { count: history.length, height: rows });
  const shown = history.slice(cursor.top, cursor.top + rows);
  const columns = columnsIn(width, shown, timeZone);
  return (
    <>
      <Table
        columns={columns}
        rows={shown.map((announcement) => rowOf(announcement, columns))}
        cursorRow={cursor.row - cursor.top}
      />
      <Lines
        lines={detailLines(currentAnnouncement(state), state, width, historyDetailRows(height, shown.length))}
        width={width}
      />
    </>
  );
};

/** The columns that fit, the outcome as wide as what they leave over. */
const columnsIn = (width: number, shown: readonly Announcement[], timeZone: string): readonly HistoryColumn[] => {
  const { width: room, gap } = tableRoom(width);
  const widestId = Math.max(7, ...shown.map(({ machineId }) => String(machineId).length));
  const columns = [
    column('Sent', 16, ({ sentAtEpochMs }) => stampWords(sentAtEpochMs, timeZone)),
    { ...column('Machine', widestId, ({ machineId }) => String(machineId)), align: 'right' as const },
    column('Start', 16, ({ startsAtEpochS }) => stampWords(startsAtEpochS * 1000, timeZone)),
    column('Length', 10, ({ durationHours }) => lengthWords(durationHours)),
    column('Outcome', isNarrow(width) ? NARROW_OUTCOME_CELLS : OUTCOME_CELLS, outcomeWords),
  ];
  const fitting = fittingColumns(columns, KEPT_LONGEST, room, gap);
  const rest = room - columnsWidth(fitting, gap);
  return fitting.map((found) =>
    found.id === 'Outcome' ? { ...found, width: found.width + Math.max(0, rest) } : found,
  );
};

type HistoryColumn = TableColumn & { readonly cell: (announcement: Announcement) => string };

const column = (heading: string, width: number, cell: HistoryColumn['cell']): HistoryColumn => ({
  id: heading,
  heading,
  width,
  align: 'left',
  isCurrent: false,
  cell,
});

const rowOf = (announcement: Announcement, columns: readonly HistoryColumn[]): TableRow => ({
  key: String(announcement.id),
  cells: columns.map(({ cell }) => cell(announcement)),
  isMarked: isUndecided(announcement),
});

/** The body that was sent for the announcement under the cursor, and what is known of its outcome, in `room` lines. */
const detailLines = (
  announcement: Announcement | undefined,
  { draft, timeZone }: MaintenanceState,
  width: number,
  room: number,
): readonly TextLine[] => {
  if (announcement === undefined) return [];
  const { outcome, body, startsAtEpochS } = announcement;
  const start = zonesOnOneLine(startsAtEpochS, timeZone, typedZoneOf(draft, startsAtEpochS));
  const reason = outcome.kind === 'refused' || outcome.kind === 'unknown' ? printable(outcome.reason) : '';
  const came = paragraph(
    reason === '' ? outcomeWords(announcement) : `${outcomeWords(announcement)}: ${reason}`,
    width,
  );
  const sent = firstLines(paragraph(`sent: ${body}`, width, 'dim'), room - 1 - came.length);
  return [line(''), ...sent, ...firstLines(came, room - 1 - sent.length), line(`from ${start}`)].slice(0, room);
};
