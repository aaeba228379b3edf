/** The closer look at one call as lines: its figures, what was sent, and what came back. Keys and secrets were replaced before. */
import type { Exchange } from '../../../api/http/exchange.ts';
import { exactTime } from '../../../base/time.ts';
import { bodyLines } from '../../ui/body-lines.ts';
import { RECORD_MARGIN, type RecordLine } from '../../ui/record-lines.ts';
import { type LabelledValue, sectionLines } from '../../ui/sections.ts';
import { dim, plain } from '../../ui/segments.ts';
import type { ListPlace } from '../list-pane/description.ts';
import { type LedgerRow, outcomeWords } from './state.ts';

/** Blanks before the lines of a body. */
const INDENT = '  ';

/** The lines of a call on a page of this width. */
export const exchangeLines = (
  { exchange, hasBodies }: LedgerRow,
  { width, timeZone }: Pick<ListPlace, 'width' | 'timeZone'>,
): readonly RecordLine[] => {
  const room = width - RECORD_MARGIN;
  return [
    ...sectionLines([{ title: 'Call', entries: entriesOf(exchange, timeZone) }], room),
    ...bodyPart('Sent', exchange.requestText, hasBodies ? 'no body' : DROPPED, room),
    ...bodyPart('Received', exchange.replyText, hasBodies ? 'nothing' : DROPPED, room),
    ...(exchange.isReplyCut && hasBodies ? [[dim(`${INDENT}only the beginning is kept`)]] : []),
  ];
};

const DROPPED = 'no longer kept: only the newest calls keep their bodies';

const entriesOf = (exchange: Exchange, timeZone: string): readonly LabelledValue[] => [
  entry('Service', exchange.baseUrl),
  entry('Outcome', outcomeWords(exchange)),
  entry('Status', exchange.status === undefined ? 'no answer arrived' : String(exchange.status)),
  entry('Sent at', exactTime(exchange.startedAtEpochMs, timeZone)),
  entry('Duration', grouped(exchange.durationMs), 'ms'),
  entry('Waited for its turn', (exchange.waitedMs / 1000).toFixed(1), 's'),
  entry('Attempt', String(exchange.attempt)),
  entry('Bytes sent', grouped(exchange.sentBytes)),
  entry('Bytes received', grouped(exchange.receivedBytes)),
];

const entry = (label: string, value: string, unit = ''): LabelledValue => ({ label, value, unit });

const bodyPart = (title: string, text: string | undefined, absence: string, room: number): readonly RecordLine[] => [
  [],
  [{ text: title, role: 'accent' }],
  ...(text === undefined || text === ''
    ? [[dim(INDENT + absence)]]
    : bodyLines(text, room - INDENT.length).map((line) => [plain(INDENT + line)])),
];

const grouped = (figure: number): string => Math.round(figure).toLocaleString('en-US');
