/** What happened, as a list: its columns, the page of one event, and what is copied of it. */

import { keyName } from '../../../base/named-keys.ts';
import type { ColouredRole } from '../../../base/roles.ts';
import { momentWords } from '../../../base/time.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import type { ColumnSet } from '../../../catalogue/columns.ts';
import type { Field } from '../../../catalogue/field.ts';
import { STATUS_TONES, toneOf } from '../../../catalogue/tones.ts';
import { bodyLines } from '../../ui/body-lines.ts';
import { type LabelledValue, RECORD_MARGIN, type RecordLine, said, sectionLines } from '../../ui/record-lines.ts';
import { firstLines, isNarrow, plain } from '../../ui/segments.ts';
import { tableRoom } from '../../ui/table.tsx';
import type { ItemColumn, ListDescription, ListPlace } from '../list-pane/description.ts';
import { lastPageKept } from '../list-pane/record-kind.ts';
import {
  type EventRow,
  type EventsState,
  fromWords,
  type Happened,
  type Sent,
  type SentReading,
  stateWords,
} from './events-state.ts';

/** What is written of an event into a file. */
const FIELDS: readonly Field[] = [
  { name: 'at', wire: 'number', quantity: 'moment', group: 'identity', label: 'At' },
  { name: 'from', wire: 'string', group: 'identity', label: 'From' },
  { name: 'id', wire: 'string', group: 'identity', label: 'Id' },
  { name: 'type', wire: 'string', group: 'identity', label: 'Type' },
  { name: 'what', wire: 'string', group: 'identity', label: 'What' },
  { name: 'outcome', wire: 'string', group: 'identity', label: 'Outcome' },
];

const recordOf = ({ happened }: EventRow) => {
  const { atEpochMs, id, type, what, outcome } = happened;
  return { at: atEpochMs / 1000, from: fromWords(happened), id, type, what, outcome };
};

/** The list, for its keys and its words; what an empty one says depends on why it is empty (`emptyWordsOf`). */
export const EVENTS_LIST: ListDescription<EventRow, Happened> = {
  name: 'events',
  noun: 'event',
  table: 'long',
  columns,
  firstColumn: 'at',
  unsorted: 'newest first',
  itemOf: ({ happened }) => happened,
  orderValue: (happened, field) => {
    if (field === 'at') return happened.atEpochMs;
    return field === 'from' ? fromWords(happened) : Reflect.get(happened, field);
  },
  textsOf: ({ id, body }) => [id, body],
  emptyWords: [],
  title: (happened) => `${fromWords(happened)} ${happened.type || happened.id}`,
  lines: lastPageKept(eventLines),
  copy: {
    label: 'copy',
    named: (count) => (count === 1 ? 'the event' : `${count} events`),
    text: ({ happened }) => happened.body,
    menu: { recordOf, fields: FIELDS },
  },
};

/** Why there is no event to show, and what would be here. */
export const emptyWordsOf = (state: EventsState): readonly string[] => {
  const { kept, problem, asked } = state;
  const isWaiting = asked.kind === 'unasked' || (kept === undefined && problem === undefined);
  if (isWaiting) return ['Reading the events ...'];
  return [
    ...(problem === undefined || asked.kind === 'told' ? ['Nothing has happened yet.'] : []),
    ...(problem === undefined ? [RECEIVED] : [problem]),
    serviceWords(asked),
  ];
};

const RECEIVED =
  'Deliveries that gpudeck listen receives on this machine stand here, and alerts that fired, the newest first.';

const serviceWords = (asked: Exclude<SentReading, { kind: 'unasked' }>): string => {
  switch (asked.kind) {
    case 'told':
      return asked.webhooks === 0
        ? `The service tells what it sends to webhooks, and you have none there: ${keyName('notifications.new')} on the first page creates one.`
        : 'What the service sends to your webhooks stands here too.';
    case 'missing':
      return 'This service does not tell what it sends to webhooks: it has no call for it.';
    case 'failed':
      return `The service could not be asked what it sends: ${asked.why}`;
  }
};

/** What of the events is not here, in a line over those that are; empty where nothing is missing. */
export const missingWords = ({ list, problem, asked }: EventsState): string => {
  if (list.rows.length === 0) return '';
  if (asked.kind === 'failed') return `The service could not be asked: ${asked.why}`;
  if (problem !== undefined) return 'No history is read here: only what the service sends.';
  return asked.kind === 'missing' ? 'The service does not tell what it sends: that is not here.' : '';
};

/** The sentence gets the cells that the other columns leave over; on a narrow screen it stands beside the time alone. */
function columns({ width, timeZone }: ListPlace): ColumnSet<ItemColumn<Happened>> {
  const isWide = width >= WIDE;
  const beside = isWide ? WHEN + TYPE + FROM + OUTCOME + 4 * 2 : WHEN + (isNarrow(width) ? 0 : SHORT_TYPE + 2) + 2;
  const what = Math.max(WHAT_MINIMUM, Math.min(WHAT_MAXIMUM, tableRoom(width).width - beside));
  return {
    columns: [
      {
        ...column('at', 'When', WHEN),
        firstDirection: 'desc',
        cell: ({ atEpochMs }) => shortMoment(atEpochMs, timeZone),
      },
      { ...column('from', 'From', FROM), cell: fromWords },
      { ...column('type', 'Type', isWide ? TYPE : SHORT_TYPE), cell: ({ type }) => type },
      { ...column('what', 'What', what), cell: ({ what: sentence }) => sentence },
      { ...column('outcome', 'Outcome', OUTCOME), cell: ({ outcome }) => outcome, tone: outcomeRole },
    ],
    keptLongest: ['at', 'what', 'type', 'outcome', 'from'],
    pinned: 1,
  };
}

/** The worst of what became of its deliveries; what an alert says of itself is as usual. */
const outcomeRole = ({ sent = [] }: Happened): ColouredRole | undefined => {
  const roles = sent.map(({ state }) => toneOf(STATUS_TONES, state));
  return (['danger', 'warning', 'accent', 'good'] as const).find((role) => roles.includes(role));
};

/** Cells of the columns, and from which width on there is room for all of them. */
const WHEN = 14;
const FROM = 14;
const TYPE = 26;
const SHORT_TYPE = 20;
const OUTCOME = 30;
const WIDE = 140;
const WHAT_MINIMUM = 24;
const WHAT_MAXIMUM = 120;

/** `11-23 14:03:27`: the year stands on the event's page. */
const shortMoment = (epochMs: number, timeZone: string): string => momentWords(epochMs, timeZone).slice('2026-'.length);

const column = (id: string, heading: string, width: number) =>
  ({ id, heading, width, align: 'left', sortField: id, firstDirection: 'asc' }) as const;

function eventLines({ happened }: EventRow, { width, timeZone, bodyLines: most }: ListPlace): readonly RecordLine[] {
  const { id, atEpochMs, type, what, outcome, body, received, sent = [] } = happened;
  const room = width - RECORD_MARGIN;
  const moment = (epochMs: number) => momentWords(epochMs, timeZone);
  return [
    ...wrappedLines(what, room).map((line) => [plain(line)]),
    ...(what === '' ? [] : [[]]),
    ...sectionLines(
      [
        {
          title: 'Event',
          entries: [
            labelled('When', moment(atEpochMs)),
            labelled('From', fromWords(happened)),
            labelled('Type', type),
            labelled('Outcome', outcome),
            labelled('Id', id),
          ],
        },
        ...(received === undefined || sent.length === 0
          ? []
          : [
              {
                title: 'Received here',
                entries: [
                  labelled('At', moment(received.atEpochMs)),
                  labelled('Signature and command', received.verdict),
                  labelled('Attempt', received.attempt === undefined ? '' : String(received.attempt)),
                ],
              },
            ]),
      ],
      room,
    ),
    ...sent.flatMap((one) => sentLines(one, moment, room)),
    [],
    [{ text: sent.length === 0 ? 'As it was kept' : 'All of it', role: 'accent' }],
    ...firstLines(
      bodyLines(body, room - INDENT.length).map((line) => [plain(INDENT + line)]),
      most ?? Number.POSITIVE_INFINITY,
    ),
  ];
}

const labelled = (label: string, value: string): LabelledValue => said(label, value || undefined);

/** What the service says of sending it to one webhook, and of each attempt. */
const sentLines = (one: Sent, moment: (epochMs: number) => string, room: number): readonly RecordLine[] => [
  [],
  ...sectionLines(
    [
      {
        title: `Sent to webhook ${one.webhookId}`,
        entries: [
          labelled('Name', one.webhook),
          labelled('State', stateWords(one)),
          ...(one.nextAttemptAtS === undefined ? [] : [labelled('Next attempt', moment(one.nextAttemptAtS * 1000))]),
          ...one.attempts.map(({ number, at, status, trouble }) =>
            labelled(
              `Attempt ${number ?? '?'}${at === undefined ? '' : ` at ${moment(at * 1000).slice(-'12:00:00'.length)}`}`,
              status === undefined ? `no answer: ${trouble ?? 'not said'}` : `answered ${status}`,
            ),
          ),
        ],
      },
    ],
    room,
  ),
];

const INDENT = '  ';
