/** Draws the history: what this profile has announced, the newest first, as the journal on this machine has it. */
import { printable } from '../../../base/printable.ts';
import { columnsWidth, fittingColumns } from '../../../catalogue/columns.ts';
import { isUndecided, outcomeWords } from '../../../maintenance/announcement.ts';
import { stampWords, zonesOnOneLine } from '../../../maintenance/moment-words.ts';
import { lengthWords } from '../../../maintenance/plan.ts';
import type { Announcement } from '../../../storage/journal/announcements.ts';
import { MessagePage } from '../../ui/message-page.tsx';
import { band, firstLines, isNarrow, piece } from '../../ui/segments.ts';
import { plainColumn, Table, type TableColumn, type TableRow, tableRoom } from '../../ui/table.tsx';
import type { Role } from '../../ui/theme.tsx';
import { typedZoneOf } from './draft.ts';
import { line, paragraph, type Row, type TextLine } from './lines.tsx';
import { historyDetailRows, shownOf } from './measures.ts';
import { currentAnnouncement, type MaintenanceState } from './state.ts';

/** Cells of an outcome at least: `2 notifications sent`. */
const OUTCOME_CELLS = 20;
/** The same on a narrow screen, where all of it stands under the list: `refused`, `unknown`. */
const NARROW_OUTCOME_CELLS = 8;

/** What identifies an announcement and what came of it stay in the narrowest table. */
const KEPT_LONGEST = ['Machine', 'Start', 'Outcome', 'Sent', 'Length'];

/** The page in `width` cells of a pane of `height` rows. */
export const historyRows = (state: MaintenanceState, width: number, height: number): readonly Row[] => {
  const { history, timeZone } = state;
  if (history.length === 0) {
    const words = [
      'Nothing has been announced from here yet.',
      'Every announcement of this profile is kept here, with its outcome.',
    ];
    return [<MessagePage key="none" lines={words} width={width} />];
  }
  const { top, row, rows } = shownOf(state, 'historyCursor', height);
  const shown = history.slice(top, top + rows);
  const columns = columnsIn(width, shown, timeZone);
  const cells = shown.map((announcement) => rowOf(announcement, columns));
  return [
    <Table key="table" columns={columns} rows={cells} cursorRow={row - top} />,
    ...detailLines(currentAnnouncement(state), state, width, historyDetailRows(height, shown.length)),
  ];
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
  ...plainColumn(heading, width),
  cell,
});

const OUTCOME_ROLES: Readonly<Record<Announcement['outcome']['kind'], Role>> = {
  sending: 'accent',
  accepted: 'good',
  refused: 'danger',
  unknown: 'warning',
};

const rowOf = (announcement: Announcement, columns: readonly HistoryColumn[]): TableRow => ({
  key: String(announcement.id),
  cells: columns.map(({ id, cell }) =>
    id === 'Outcome' ? [piece(cell(announcement), OUTCOME_ROLES[announcement.outcome.kind])] : cell(announcement),
  ),
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
  return [
    band(`Machine ${announcement.machineId}`),
    ...sent,
    ...firstLines(came, room - 1 - sent.length),
    line(`from ${start}`),
  ].slice(0, room);
};
