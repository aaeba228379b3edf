/** What happened, as a list: its columns, the page of one event, and what is copied of it. */
import { wrappedLines } from '../../../../base/wrap.ts';
import type { ColumnSet } from '../../../../catalogue/column-window.ts';
import type { Field } from '../../../../catalogue/field.ts';
import { bodyLines } from '../../../ui/body-lines.ts';
import { isNarrow } from '../../../ui/narrow.ts';
import { RECORD_MARGIN, type RecordLine } from '../../../ui/record-lines.ts';
import { type LabelledValue, sectionLines } from '../../../ui/sections.ts';
import { plain } from '../../../ui/segments.ts';
import { tableRoom } from '../../../ui/table.tsx';
import type { ItemColumn, ListDescription, ListPlace } from '../../list-pane/description.ts';
import { lastPageKept } from '../../list-pane/last-page.ts';
import { momentWords } from '../moment-words.ts';
import { EVENT_KINDS, type Happened } from './happened.ts';
import type { EventRow, EventsState } from './state.ts';

/** What is written of an event into a file. */
const FIELDS: readonly Field[] = [
  { name: 'at', wire: 'number', quantity: 'moment', group: 'identity', label: 'At' },
  { name: 'kind', wire: 'string', group: 'identity', label: 'Kind' },
  { name: 'id', wire: 'string', group: 'identity', label: 'Id' },
  { name: 'type', wire: 'string', group: 'identity', label: 'Type' },
  { name: 'what', wire: 'string', group: 'identity', label: 'What' },
  { name: 'outcome', wire: 'string', group: 'identity', label: 'Outcome' },
];

const recordOf = ({ happened: { atEpochMs, body: _, ...rest } }: EventRow) => ({ at: atEpochMs / 1000, ...rest });

/** The list, for its keys and its words; what an empty one says depends on why it is empty (`emptyWordsOf`). */
export const EVENTS_LIST: ListDescription<EventRow, Happened> = {
  name: 'events',
  noun: 'event',
  table: 'long',
  columns,
  firstColumn: 'at',
  unsorted: 'newest first',
  itemOf: ({ happened }) => happened,
  orderValue: (happened, field) => (field === 'at' ? happened.atEpochMs : Reflect.get(happened, field)),
  textsOf: ({ id, body }) => [id, body],
  emptyWords: [],
  title: ({ kind, type, id }) => `${EVENT_KINDS[kind]} ${type || id}`,
  lines: lastPageKept(eventLines),
  copy: {
    label: 'copy',
    named: (count) => (count === 1 ? 'the event' : `${count} events`),
    text: ({ happened }) => happened.body,
    menu: { recordOf, fields: FIELDS },
  },
};

/** Why there is no event to show, and what would be here. */
export const emptyWordsOf = ({ isRead, problem }: EventsState): readonly string[] => {
  if (problem !== undefined) return [problem];
  if (!isRead) return ['Reading the events ...'];
  return ['Nothing has happened yet.', WHAT_COMES];
};

const WHAT_COMES =
  'Deliveries that gpudeck listen receives on this machine stand here, and alerts that fired, the newest first.';

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
      { ...column('kind', 'From', FROM), cell: ({ kind }) => EVENT_KINDS[kind] },
      { ...column('type', 'Type', isWide ? TYPE : SHORT_TYPE), cell: ({ type }) => type },
      { ...column('what', 'What', what), cell: ({ what: sentence }) => sentence },
      { ...column('outcome', 'Outcome', OUTCOME), cell: ({ outcome }) => outcome },
    ],
    keptLongest: ['at', 'what', 'type', 'outcome', 'kind'],
    pinned: 1,
  };
}

/** Cells of the columns, and from which width on there is room for all of them. */
const WHEN = 14;
const FROM = 8;
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

function eventLines({ happened }: EventRow, { width, timeZone }: ListPlace): readonly RecordLine[] {
  const { kind, id, atEpochMs, type, what, outcome, body } = happened;
  const room = width - RECORD_MARGIN;
  const entries: readonly LabelledValue[] = [
    ['When', momentWords(atEpochMs, timeZone)],
    ['From', EVENT_KINDS[kind]],
    ['Type', type],
    ['Outcome', outcome],
    ['Id', id],
  ].map(([label = '', value = '']) => ({ label, value: value || 'not said', unit: '' }));
  return [
    ...wrappedLines(what, room).map((line) => [plain(line)]),
    ...(what === '' ? [] : [[]]),
    ...sectionLines([{ title: 'Event', entries }], room),
    [],
    [{ text: 'As it was kept', role: 'accent' }],
    ...bodyLines(body, room - INDENT.length).map((line) => [plain(INDENT + line)]),
  ];
}

const INDENT = '  ';
