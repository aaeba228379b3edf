/** What happened, as a list: its columns, the page of one event, and what is copied of it. */
import type { ColumnSet } from '../../../../catalogue/column-window.ts';
import type { Field } from '../../../../catalogue/field.ts';
import { bodyLines } from '../../../ui/body-lines.ts';
import { RECORD_MARGIN, type RecordLine } from '../../../ui/record-lines.ts';
import { type LabelledValue, sectionLines } from '../../../ui/sections.ts';
import { plain } from '../../../ui/segments.ts';
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

/** What is wide enough for a sentence gets the cells that are left. */
const WHAT_MINIMUM = 20;
const WHAT_MAXIMUM = 120;
/** Cells of the columns beside the sentence, gaps and the margin of the rows among them. */
const BESIDE_WHAT = 19 + 26 + 3 * 2 + 2;

/** Why there is no event to show, and what would be here. */
export const emptyWordsOf = ({ isRead, problem }: EventsState): readonly string[] => {
  if (problem !== undefined) return [problem];
  if (!isRead) return ['Reading the events ...'];
  return ['Nothing has happened yet.', WHAT_COMES];
};

const WHAT_COMES =
  'Deliveries that gpudeck listen receives on this machine stand here, and alerts that fired, the newest first.';

function columns({ width, timeZone }: ListPlace): ColumnSet<ItemColumn<Happened>> {
  return {
    columns: [
      {
        ...column('at', 'When', 19),
        firstDirection: 'desc',
        cell: ({ atEpochMs }) => momentWords(atEpochMs, timeZone),
      },
      { ...column('kind', 'From', 8), cell: ({ kind }) => EVENT_KINDS[kind] },
      { ...column('type', 'Type', 26), cell: ({ type }) => type },
      {
        ...column('what', 'What', Math.max(WHAT_MINIMUM, Math.min(WHAT_MAXIMUM, width - BESIDE_WHAT - 10 - 26))),
        cell: ({ what }) => what,
      },
      { ...column('outcome', 'Outcome', 24), cell: ({ outcome }) => outcome },
    ],
    keptLongest: ['at', 'type', 'what', 'outcome', 'kind'],
    pinned: 1,
  };
}

const column = (id: string, heading: string, width: number) =>
  ({ id, heading, width, align: 'left', sortField: id, firstDirection: 'asc' }) as const;

function eventLines({ happened }: EventRow, { width, timeZone }: ListPlace): readonly RecordLine[] {
  const { kind, id, atEpochMs, type, what, outcome, body } = happened;
  const room = width - RECORD_MARGIN;
  const entries: readonly LabelledValue[] = [
    ['When', momentWords(atEpochMs, timeZone)],
    ['From', EVENT_KINDS[kind]],
    ['Type', type],
    ['What', what],
    ['Outcome', outcome],
    ['Id', id],
  ].map(([label = '', value = '']) => ({ label, value: value || 'not said', unit: '' }));
  return [
    ...sectionLines([{ title: 'Event', entries }], room),
    [],
    [{ text: 'As it was kept', role: 'accent' }],
    ...bodyLines(body, room - INDENT.length).map((line) => [plain(INDENT + line)]),
  ];
}

const INDENT = '  ';
