/** Draws the webhooks that this machine knows of: those that were created from here. */
import type { KnownWebhook } from '../../../../storage/journal/webhooks.ts';
import { cursorInView } from '../../../state/cursor.ts';
import { MessagePage } from '../../../ui/message-page.tsx';
import type { RecordLine } from '../../../ui/record-lines.ts';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { firstLines, plain } from '../../../ui/segments.ts';
import { Table, type TableColumn } from '../../../ui/table.tsx';
import { KNOWN_DETAIL_LINES, knownRows } from '../measures.ts';
import { momentWords } from '../moment-words.ts';
import { paragraph } from '../paragraph.ts';
import { currentKnown, type WebhooksState } from './state.ts';

/** Cells of the columns but the last, of the gaps, and of the gutter. */
const FIXED_CELLS = 16 + 6 + 19 + 6 + 3;

/** The list in `width` by `height` cells. */
export const KnownWebhooksView = ({
  state,
  timeZone,
  refusal,
  width,
  height,
}: {
  readonly state: WebhooksState;
  readonly timeZone: string;
  readonly refusal: string | undefined;
  readonly width: number;
  readonly height: number;
}) => {
  const { known } = state;
  if (known.length === 0) {
    return (
      <MessagePage
        lines={[
          'No webhook has been created from this machine yet.',
          refusal ?? 'n creates one: the service then sends notifications to an address of yours.',
          'The service has no call that lists webhooks, so those created elsewhere cannot be shown.',
        ]}
        width={width}
      />
    );
  }
  const rows = knownRows(height);
  const cursor = cursorInView(state.listCursor, { count: known.length, height: rows });
  return (
    <>
      <Table
        columns={columnsIn(width)}
        rows={known.slice(cursor.top, cursor.top + rows).map((webhook) => ({
          key: String(webhook.line),
          cells: [
            webhook.name,
            webhook.outcome.kind === 'created' ? (webhook.outcome.webhookId?.toString() ?? '?') : '',
            momentWords(webhook.sentAtEpochMs, timeZone),
            webhook.outcome.kind === 'created' ? webhook.url : stateWords(webhook),
          ],
          isMarked: webhook.outcome.kind === 'unknown',
        }))}
        cursorRow={cursor.row - cursor.top}
      />
      {detailLines(currentKnown(state), width, height - 1 - Math.min(known.length, rows)).map((line, index) => (
        <SegmentLine key={index} left={[plain('   '), ...line]} width={width} />
      ))}
    </>
  );
};

const columnsIn = (width: number): readonly TableColumn[] =>
  (
    [
      ['Name', 16, 'left'],
      ['Id', 6, 'right'],
      ['Created', 19, 'left'],
      ['Address', Math.max(12, width - FIXED_CELLS), 'left'],
    ] as const
  ).map(([heading, cells, align]) => ({ id: heading, heading, width: cells, align, isCurrent: false }));

const stateWords = ({ outcome }: KnownWebhook): string =>
  outcome.kind === 'sending' ? 'waiting for the answer' : 'outcome unknown';

/** All that is known of the webhook under the cursor, in at most `count` lines. */
const detailLines = (webhook: KnownWebhook | undefined, width: number, count: number): readonly RecordLine[] => {
  if (webhook === undefined) return [];
  const { url, eventTypes, outcome } = webhook;
  const room = width - 6;
  const lines = [
    [plain(' ')],
    ...firstLines(paragraph(url, room), count - KNOWN_DETAIL_LINES + 1),
    ...firstLines(paragraph(eventTypes.join('  '), room, 'dim'), count - KNOWN_DETAIL_LINES + 1),
    ...(outcome.kind === 'unknown'
      ? paragraph(
          `Outcome unknown: ${outcome.reason} Look in the web console, then f forgets this line.`,
          room,
          'warning',
        )
      : paragraph(
          'Known to this machine: it was created from here. Only the service knows whether it still exists.',
          room,
          'dim',
        )),
  ];
  return firstLines(lines, count);
};
