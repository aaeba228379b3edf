/** The columns of the ledger. They are no words of the service, so that they stand here and not in the catalogue. */
import type { Exchange } from '../../../api/http/exchange.ts';
import { exactTime } from '../../../base/time.ts';
import type { ColumnSet } from '../../../catalogue/column-window.ts';
import { columnsWidth, fittingColumns } from '../../../catalogue/columns.ts';
import { isNarrow } from '../../ui/narrow.ts';
import { tableRoom } from '../../ui/table.tsx';
import type { ItemColumn, ListPlace } from '../list-pane/description.ts';
import { outcomeWords } from './state.ts';

/** Cells that a path takes at least, and at most: the longest is that of the preferences. */
const PATH_MINIMUM = 20;
const PATH_MAXIMUM = 44;

/** Cells from which on a table that shows what a call is has room for any outcome in full. */
const OUTCOME_ROOM = 67;

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

/** The columns; paths get the cells that those which fit leave over. */
export const ledgerColumns = ({
  width,
  timeZone,
}: Pick<ListPlace, 'width' | 'timeZone'>): ColumnSet<ItemColumn<Exchange>> => {
  const room = tableRoom(width);
  if (isNarrow(width)) return narrowColumns(timeZone, room.width);
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

/** Cells that a path has at least on a narrow screen, and those beside it: the method, and the widest column that is moved to. */
const NARROW_PATH = 15;
const BESIDE_PATH = 6 + 10 + 2 * 2;

/** What was called and when; what came of it is reached by moving sideways. */
const narrowColumns = (timeZone: string, room: number): ColumnSet<ItemColumn<Exchange>> => {
  const path = Math.min(PATH_MAXIMUM, Math.max(NARROW_PATH, room - BESIDE_PATH));
  const columns = columnsOf(timeZone, 9).map((column) => (column.id === 'path' ? { ...column, width: path } : column));
  const chief = ['method', 'path', 'startedAtEpochMs', 'status', 'outcome'];
  const others = columns.filter(({ id }) => !chief.includes(id));
  return {
    columns: [...chief.flatMap((id) => columns.find((column) => column.id === id) ?? []), ...others],
    keptLongest: chief,
    pinned: 2,
  };
};

const columnsOf = (timeZone: string, outcomeWidth: number): readonly ItemColumn<Exchange>[] => [
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

const left = (
  id: string,
  heading: string,
  width: number,
  cell: ItemColumn<Exchange>['cell'],
): ItemColumn<Exchange> => ({
  id,
  heading,
  width,
  align: 'left',
  sortField: id,
  firstDirection: 'asc',
  cell,
});

/** Of figures, and of times, the largest are wanted first. */
const right = (...column: Parameters<typeof left>): ItemColumn<Exchange> => ({
  ...left(...column),
  align: 'right',
  firstDirection: 'desc',
});

const grouped = (figure: number): string => Math.round(figure).toLocaleString('en-US');
