/** Draws the history: what this profile has announced, the newest first, as the journal on this machine has it. */
import { cursorInView } from '../../../state/cursor.ts';
import type { Announcement } from '../../../storage/announcements.ts';
import { MessagePage } from '../../../ui/message-page.tsx';
import { firstLines } from '../../../ui/segments.ts';
import { Table, type TableColumn, type TableRow } from '../../../ui/table.tsx';
import { printable } from '../../../ui/text.ts';
import { lengthWords } from '../length/length.ts';
import { Lines, line, paragraph, type TextLine } from '../lines.tsx';
import { historyDetailRows, historyRows } from '../measures.ts';
import { isUndecided } from '../review/earlier.ts';
import { outcomeWords } from '../review/lines.ts';
import { stampWords } from '../start/moment-words.ts';
import { currentAnnouncement, type MaintenanceState } from '../state.ts';

/** Cells of the columns but the last, and of the gaps and the gutter. */
const FIXED_CELLS = 16 + 7 + 16 + 10 + 11;

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
          'Nothing was announced from here yet.',
          'Every announcement of this profile is kept here, with what came of it.',
        ]}
        width={width}
      />
    );
  }
  const rows = historyRows(height);
  const cursor = cursorInView(state.historyCursor, { count: history.length, height: rows });
  const shown = history.slice(cursor.top, cursor.top + rows);
  return (
    <>
      <Table
        columns={columnsIn(width)}
        rows={shown.map((announcement) => rowOf(announcement, timeZone))}
        cursorRow={cursor.row - cursor.top}
      />
      <Lines
        lines={detailLines(currentAnnouncement(state), width, historyDetailRows(height, shown.length))}
        width={width}
      />
    </>
  );
};

const columnsIn = (width: number): readonly TableColumn[] =>
  (
    [
      ['Sent', 16, 'left'],
      ['Machine', 7, 'right'],
      ['Start', 16, 'left'],
      ['Length', 10, 'left'],
      ['Outcome', Math.max(9, width - FIXED_CELLS), 'left'],
    ] as const
  ).map(([heading, cells, align]) => ({ id: heading, heading, width: cells, align, isCurrent: false }));

const rowOf = (announcement: Announcement, timeZone: string): TableRow => ({
  key: String(announcement.id),
  cells: [
    stampWords(announcement.sentAtEpochMs, timeZone),
    String(announcement.machineId),
    stampWords(announcement.startsAtEpochS * 1000, timeZone),
    lengthWords(announcement.durationHours),
    outcomeWords(announcement),
  ],
  isMarked: isUndecided(announcement),
});

/** The body that was sent for the announcement under the cursor, and what is known of its outcome, in `room` lines. */
const detailLines = (announcement: Announcement | undefined, width: number, room: number): readonly TextLine[] => {
  if (announcement === undefined) return [];
  const { outcome, body } = announcement;
  const reason = outcome.kind === 'refused' || outcome.kind === 'unknown' ? printable(outcome.reason) : '';
  const came = paragraph(
    reason === '' ? outcomeWords(announcement) : `${outcomeWords(announcement)}: ${reason}`,
    width,
  );
  const sent = firstLines(paragraph(`sent: ${body}`, width, 'dim'), room - 1 - came.length);
  return [line(''), ...sent, ...firstLines(came, room - 1 - sent.length)];
};
