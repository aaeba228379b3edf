/** Draws the webhooks that the service lists, beside those that were created from here. */

import { keyName } from '../../../../base/named-keys.ts';
import { padCell } from '../../../../base/text.ts';
import { momentWords } from '../../../../base/time.ts';
import { cursorInView } from '../../../state/cursor.ts';
import { lastArrived, retryOf } from '../../../state/remote.ts';
import { ageSegment } from '../../../ui/list-words.ts';
import { FailureLines, MessagePage } from '../../../ui/message-page.tsx';
import { paragraph, type RecordLine } from '../../../ui/record-lines.ts';
import { SegmentLine, SegmentLines } from '../../../ui/segment-line.tsx';
import { dim, firstLines, plain, type Segment, type Size } from '../../../ui/segments.ts';
import { plainColumn, Table, type TableCell, type TableColumn } from '../../../ui/table.tsx';
import { webhookLines, webhookRows } from '../measures.ts';
import { type IsTypeOn, standingWords } from './record-lines.ts';
import { idOf, type WebhookRow } from './rows.ts';
import { currentRow, rowsIn, type WebhooksState } from './state.ts';

type WebhookListViewProps = Size & {
  readonly state: WebhooksState;
  readonly isTypeOn: IsTypeOn;
  readonly timeZone: string;
  readonly refusal: string | undefined;
};

/** The list in `width` by `height` cells. */
export const WebhookListView = ({ state, isTypeOn, timeZone, refusal, width, height }: WebhookListViewProps) => {
  const { answer, waitS } = state.listed;
  const rows = rowsIn(state);
  const age: Segment =
    waitS === undefined || retryOf(answer) !== undefined
      ? ageSegment(answer, timeZone)
      : { text: '   waiting its turn ', role: 'accent' };
  const isMissing = lastArrived(answer)?.value === 'missing';
  const head = (
    <SegmentLine
      left={[dim(` ${countWords(rows)}`)]}
      right={isMissing ? [dim('the service does not list its webhooks ')] : [age]}
      width={width}
    />
  );
  const failure = answer.stage === 'failed' ? <FailureLines failure={answer.failure} width={width} /> : null;
  if (rows.length === 0) {
    return (
      <>
        {failure === null && (lastArrived(answer) === undefined || isMissing) ? null : head}
        {failure}
        <MessagePage lines={emptyLines(state, refusal)} width={width} />
      </>
    );
  }
  const hasFailure = answer.stage === 'failed';
  const count = webhookRows(height, hasFailure);
  const cursor = cursorInView(state.listCursor, { count: rows.length, height: count });
  const room = webhookLines(height, hasFailure) - Math.min(rows.length, count);
  const columns = columnsIn(width);
  return (
    <>
      {head}
      {failure}
      <Table
        columns={columns.map(({ cell: _, ...column }) => column)}
        rows={rows.slice(cursor.top, cursor.top + count).map((row) => ({
          key: row.key,
          cells: columns.map(({ cell }) => cell(row, isTypeOn, timeZone)),
          isMarked: row.standing === 'unknown' || state.open.some(({ instanceId }) => instanceId === row.service?.id),
        }))}
        cursorRow={cursor.row - cursor.top}
      />
      <SegmentLines lines={detailLines(currentRow(state), isMissing, width, room)} margin={3} width={width} />
    </>
  );
};

const countWords = (rows: readonly WebhookRow[]): string => {
  const there = rows.filter(({ service }) => service !== undefined).length;
  const others = rows.length - there;
  const words = [there > 0 ? `${there} on the service` : '', others > 0 ? `${others} known from here alone` : ''];
  return words.filter(Boolean).join(', ');
};

const emptyLines = ({ listed }: WebhooksState, refusal: string | undefined): readonly string[] => {
  const what =
    refusal ??
    `${keyName('notifications.new')} creates one: the service then sends notifications to an address of yours.`;
  switch (lastArrived(listed.answer)?.value) {
    case undefined:
      return listed.answer.stage === 'failed'
        ? ['No webhook has been created from here yet.', what]
        : ['Reading the webhooks ...', what];
    case 'missing':
      return [
        'No webhook has been created from here yet.',
        what,
        'This service has no call that lists webhooks (GET /webhooks): those created elsewhere cannot be shown.',
      ];
    default:
      return ['There is no webhook: the service lists none, and none was created from here.', what];
  }
};

type Column = TableColumn & { readonly cell: (row: WebhookRow, isOn: IsTypeOn, timeZone: string) => TableCell };

const column = (heading: string, width: number, cell: Column['cell'], align: Column['align'] = 'left'): Column => ({
  ...plainColumn(heading, width, align),
  cell,
});

/** Cells of a screen on which everything has room, and below which the id has none. */
const WIDE = 120;
const NARROW = 76;
const GUTTER = 3;
const GAP = 2;

const columnsIn = (width: number): readonly Column[] => {
  const isWide = width >= WIDE;
  const name = column('Name', isWide ? 24 : width < NARROW ? 14 : 16, ({ name: text }) => text);
  const beside = [
    column('Where', 15, (row) => [{ text: WHERE[row.standing], role: standingRole(row) ?? 'plain' }]),
    column('Types', isWide ? 40 : 7, ({ types }, isOn) => typesWords(types, isOn, isWide)),
  ];
  const id = width < NARROW ? [] : [column('Id', 6, (row) => idOf(row)?.toString() ?? '', 'right')];
  const more = isWide
    ? [
        column('Created', 19, ({ service, known }, _, timeZone) => {
          const atMs = service?.createdAtS === undefined ? known?.sentAtEpochMs : service.createdAtS * 1000;
          return atMs === undefined ? '' : momentWords(atMs, timeZone);
        }),
      ]
    : [];
  const fixed = [name, ...id, ...more, ...beside];
  const used = fixed.reduce((sum, { width: cells }) => sum + cells + GAP, GUTTER);
  return [...fixed, column('Address', Math.max(12, width - used), ({ url }) => url)];
};

const WHERE: Readonly<Record<WebhookRow['standing'], string>> = {
  service: 'service',
  both: 'service, here',
  here: 'from here',
  gone: 'no longer there',
  unknown: 'outcome unknown',
  sending: 'being sent',
};

/** `2 on`, `1/2 on`, or their number alone where the preferences are not known; with the types where there is room. */
const typesWords = (types: readonly string[], isOn: IsTypeOn, isWide: boolean): string => {
  if (types.length === 0) return '?';
  const on = types.map(isOn);
  const onCount = on.filter(Boolean).length;
  const words = on.includes(undefined)
    ? `${types.length}`
    : `${onCount === types.length ? '' : `${onCount}/`}${types.length} on`;
  return isWide ? `${words}: ${types.join(' ')}` : words;
};

/** What sets a standing apart; undefined for one that is as it should be. */
const standingRole = ({ standing }: WebhookRow): 'warning' | undefined =>
  standing === 'both' || standing === 'service' || standing === 'here' ? undefined : 'warning';

/** What is known of the webhook under the cursor, in at most `count` lines. */
const detailLines = (
  row: WebhookRow | undefined,
  isMissing: boolean,
  width: number,
  count: number,
): readonly RecordLine[] => {
  if (row === undefined || count < 2) return [];
  const room = width - 6 - LABEL;
  const standing = paragraph(standingWords(row, isMissing), room, standingRole(row) ?? 'dim');
  const left = count - 1 - standing.length;
  const url = firstLines(paragraph(row.url, room), Math.max(1, left - 1));
  const types = firstLines(paragraph(row.types.join('  '), room), left - url.length);
  return firstLines(
    [
      [plain(' ')],
      ...(left >= 1 ? labelled('', url) : []),
      ...(left > url.length ? labelled('Types', types) : []),
      ...labelled('Known', standing),
    ],
    count,
  );
};

/** Cells of what stands before those lines. */
const LABEL = 9;

const labelled = (label: string, lines: readonly RecordLine[]): readonly RecordLine[] =>
  lines.map((line, place) => [dim(padCell(place === 0 ? label : '', LABEL)), ...line]);
