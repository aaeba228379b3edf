/** The columns of the ledger. They are no words of the service, so that they stand here and not in the catalogue. */
import type { Exchange } from '../../../api/http/exchange.ts';
import { exactTime } from '../../../base/time.ts';
import { type ColumnSet, columnSequence, columnsInView } from '../../../catalogue/column-window.ts';
import { type Column, columnsWidth, fittingColumns } from '../../../catalogue/columns.ts';
import { tableRoom } from '../../ui/table.tsx';
import { outcomeWords } from './state.ts';

/** One column of calls; every one can be ordered by. */
type LedgerColumn = Omit<Column, 'cell'> & { readonly cell: (exchange: Exchange) => string };

/** Cells of the screen, and the IANA name of the zone in which times are shown. */
export type LedgerPlace = { readonly width: number; readonly timeZone: string };

/** Cells that a path takes at least, and at most: the longest is that of the preferences. */
const PATH_MINIMUM = 20;
const PATH_MAXIMUM = 44;

/** Cells from which on a table that shows what a call is has room for any outcome in full. */
const OUTCOME_ROOM = 67;

/** Every column in the order in which the column cursor meets them. */
export const ledgerColumnSequence = (place: LedgerPlace): readonly LedgerColumn[] =>
  columnSequence(columnSet(place), tableRoom(place.width));

/** The columns in view with the column cursor on `current`. */
export const ledgerColumnsInView = (place: LedgerPlace, current: string): readonly LedgerColumn[] =>
  columnsInView(columnSet(place), tableRoom(place.width), current);

/** What all columns show of a call. */
export const ledgerCells = (exchange: Exchange, timeZone: string): readonly string[] =>
  columnsOf(timeZone).map(({ cell }) => cell(exchange));

/** What a call is and what came of it stay in the narrowest table. */
const KEPT_LONGEST = [
  'startedAtEpochMs',
  'method',
  'path',
  'status',
  'outcome',
  'durationMs',
  'receivedBytes',
  'waitedMs',
  'attempt',
];

/** Paths get the cells that the columns which fit leave over. */
const columnSet = ({ width, timeZone }: LedgerPlace): ColumnSet<LedgerColumn> => {
  const room = tableRoom(width);
  const columns = columnsOf(timeZone, room.width < OUTCOME_ROOM ? 9 : 19);
  const fitting = fittingColumns(columns, KEPT_LONGEST, room.width, room.gap);
  const used = columnsWidth(fitting, room.gap);
  const pathWidth = Math.max(PATH_MINIMUM, Math.min(PATH_MAXIMUM, PATH_MINIMUM + room.width - used));
  return {
    columns: columns.map((column) => (column.id === 'path' ? { ...column, width: pathWidth } : column)),
    keptLongest: KEPT_LONGEST,
    pinned: fitting.findIndex(({ id }) => id === 'path') + 1,
  };
};

const columnsOf = (timeZone: string, outcomeWidth = 19): readonly LedgerColumn[] => [
  left('startedAtEpochMs', 'Time', 8, ({ startedAtEpochMs }) => exactTime(startedAtEpochMs, timeZone)),
  left('method', 'Method', 6, ({ method }) => method),
  left('path', 'Path', PATH_MINIMUM, ({ path }) => path),
  right('status', 'Status', 6, ({ status }) => (status === undefined ? '-' : String(status))),
  right('durationMs', 'ms', 6, ({ durationMs }) => grouped(durationMs)),
  right('receivedBytes', 'Bytes', 10, ({ receivedBytes }) => grouped(receivedBytes)),
  right('attempt', 'Try', 3, ({ attempt }) => String(attempt)),
  right('waitedMs', 'Waited s', 8, ({ waitedMs }) => (waitedMs === 0 ? '-' : (waitedMs / 1000).toFixed(1))),
  left('outcome', 'Outcome', outcomeWidth, outcomeWords),
];

const left = (id: string, heading: string, width: number, cell: LedgerColumn['cell']): LedgerColumn => ({
  id,
  heading,
  width,
  align: 'left',
  sortField: id,
  firstDirection: 'asc',
  cell,
});

/** Of figures, and of times, the largest are wanted first. */
const right = (...column: Parameters<typeof left>): LedgerColumn => ({
  ...left(...column),
  align: 'right',
  firstDirection: 'desc',
});

const grouped = (figure: number): string => Math.round(figure).toLocaleString('en-US');
