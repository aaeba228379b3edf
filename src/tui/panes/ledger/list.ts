/** The ledger as a list: what its rows are called, show and are copied as. */
import { curlCommand } from '../../../api/http/curl.ts';
import type { Exchange } from '../../../api/http/exchange.ts';
import { grouped } from '../../../base/figures.ts';
import type { ColouredRole } from '../../../base/roles.ts';
import { exactTime } from '../../../base/time.ts';
import { type ColumnSet, columnsWidth, fittingColumns } from '../../../catalogue/columns.ts';

import { bodyLines } from '../../ui/body-lines.ts';
import { type LabelledValue, RECORD_MARGIN, type RecordLine, sectionLines } from '../../ui/record-lines.ts';
import { band, dim, firstLines, isNarrow, plain } from '../../ui/segments.ts';
import { tableRoom } from '../../ui/table.tsx';
import type { ItemColumn, ListDescription, ListPlace } from '../list-pane/description.ts';
import { lastPageKept } from '../list-pane/record-kind.ts';
import { type LedgerRow, outcomeWords } from './state.ts';

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
const ledgerColumns = ({ width, timeZone }: Pick<ListPlace, 'width' | 'timeZone'>): ColumnSet<ItemColumn<Exchange>> => {
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
  { ...right('status', 'Status', 6, ({ status }) => (status === undefined ? '-' : String(status))), tone: outcomeRole },
  right('durationMs', 'ms', 6, ({ durationMs }) => grouped(Math.round(durationMs))),
  right('receivedBytes', 'Bytes', 10, ({ receivedBytes }) => grouped(receivedBytes)),
  right('attempt', 'Try', 3, ({ attempt }) => String(attempt)),
  right('waitedMs', 'Waited s', 8, ({ waitedMs }) => (waitedMs === 0 ? '-' : (waitedMs / 1000).toFixed(1))),
  { ...left('outcome', 'Outcome', outcomeWidth, outcomeWords), tone: outcomeRole },
];

const outcomeRole = ({ outcome, status = 0, isOutcomeUnknown }: Exchange): ColouredRole =>
  isOutcomeUnknown || outcome === 'aborted' || (outcome === 'answered' && status >= 400)
    ? 'warning'
    : outcome === 'answered'
      ? 'good'
      : 'danger';

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

/** Blanks before the lines of a body. */
const INDENT = '  ';

/** The lines of a call on a page of this width. */
const exchangeLines = (
  { exchange, hasBodies }: LedgerRow,
  { width, timeZone, bodyLines: most }: Pick<ListPlace, 'width' | 'timeZone' | 'bodyLines'>,
): readonly RecordLine[] => {
  const room = width - RECORD_MARGIN;
  return [
    ...sectionLines([{ title: 'Call', entries: entriesOf(exchange, timeZone) }], room),
    ...bodyPart('Sent', exchange.requestText, hasBodies ? 'no body' : DROPPED, room, most),
    ...bodyPart('Received', exchange.replyText, hasBodies ? 'nothing' : DROPPED, room, most),
    ...(exchange.isReplyCut && hasBodies ? [[dim(`${INDENT}only the beginning is kept`)]] : []),
  ];
};

const DROPPED = 'no longer kept: only the newest calls keep their bodies';

const entriesOf = (exchange: Exchange, timeZone: string): readonly LabelledValue[] => [
  entry('Service', exchange.baseUrl),
  entry('Outcome', outcomeWords(exchange)),
  entry('Status', exchange.status === undefined ? 'no answer arrived' : String(exchange.status)),
  entry('Sent at', exactTime(exchange.startedAtEpochMs, timeZone)),
  entry('Duration', grouped(Math.round(exchange.durationMs)), 'ms'),
  entry('Waited for its turn', (exchange.waitedMs / 1000).toFixed(1), 's'),
  entry('Attempt', String(exchange.attempt)),
  entry('Bytes sent', grouped(exchange.sentBytes)),
  entry('Bytes received', grouped(exchange.receivedBytes)),
];

const entry = (label: string, value: string, unit = ''): LabelledValue => ({ label, value, unit });

const bodyPart = (
  title: string,
  text: string | undefined,
  absence: string,
  room: number,
  most = Number.POSITIVE_INFINITY,
): readonly RecordLine[] => [
  [],
  band(title),
  ...(text === undefined || text === ''
    ? [[dim(INDENT + absence)]]
    : firstLines(
        bodyLines(text, room - INDENT.length).map((line) => [plain(INDENT + line)]),
        most,
      )),
];

export const LEDGER_LIST: ListDescription<LedgerRow, Exchange> = {
  name: 'ledger',
  noun: 'call',
  table: 'long',
  columns: ledgerColumns,
  firstColumn: 'startedAtEpochMs',
  unsorted: 'newest first',
  itemOf: ({ exchange }) => exchange,
  orderValue: (exchange, field) => (field === 'outcome' ? outcomeWords(exchange) : Reflect.get(exchange, field)),
  textsOf: ({ endpoint }) => [endpoint],
  emptyWords: [
    'No calls have been made yet.',
    'Every call of this session is listed here, the newest first: what was sent, what came back, how long it took.',
  ],
  title: (exchange) => {
    const { method, path, status } = exchange;
    return `${method} ${path}   ${status ?? ''}   ${outcomeWords(exchange)}`;
  },
  lines: lastPageKept(exchangeLines),
  copy: {
    label: 'copy as curl',
    named: (count) => (count === 1 ? 'the call as a curl command' : `${count} calls as curl commands`),
    text: ({ exchange }) => curlCommand(exchange),
  },
};
