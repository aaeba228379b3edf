/**
 * What one kind of the service's records says of its list, and what is made of that: the rows, the description, and what has
 * changed since the user looked last.
 */
import type { ListCall } from '../../../api/calls.ts';
import type { Explanation } from '../../../api/errors/explain.ts';
import type { ListReply, Losses } from '../../../api/records/replies.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import type { ServiceRecord } from '../../../catalogue/columns.ts';
import { comparisonOf, differingRows } from '../../../catalogue/comparison.ts';
import { sectionsOf, textsOf } from '../../../catalogue/sections.ts';
import { listFieldsOf } from '../../../filter/list-line.ts';
import type { HostRow } from '../../../maintenance/machine-hosts.ts';
import { type Binding, bind } from '../../keys/binding.ts';
import type { FetchedList } from '../../state/fetched-list.ts';
import type { Order } from '../../state/order.ts';
import type { ListRow } from '../../state/row-words.ts';
import type { Band, BandPlace } from '../../ui/bands.ts';
import { RECORD_MARGIN, type RecordLine, sectionLines } from '../../ui/record-lines.ts';
import { dim } from '../../ui/segments.ts';
import type { PaneNeeds } from '../pane.ts';
import { fieldLine } from './clauses.ts';
import { itemWords } from './columns.ts';
import type { ListDescription, ListPlace } from './description.ts';

type Lines<Row> = (row: Row, place: ListPlace) => readonly RecordLine[];

/** `lines` with its last answer kept, and no other: a page may take ten times the room of its row. */
export const lastPageKept = <Row>(lines: Lines<Row>): Lines<Row> => {
  let last: { readonly row: Row; readonly place: ListPlace; readonly lines: readonly RecordLine[] } | undefined;
  return (row, place) => {
    if (last?.row !== row || !isSame(last.place, place)) last = { row, place, lines: lines(row, place) };
    return last.lines;
  };
};

const isSame = (one: ListPlace, other: ListPlace): boolean =>
  one.width === other.width &&
  one.timeZone === other.timeZone &&
  one.answeredAtEpochMs === other.answeredAtEpochMs &&
  one.beside === other.beside &&
  one.bars === other.bars &&
  one.isInWords === other.isInWords &&
  one.bodyLines === other.bodyLines;

/** What is watched of a record: each value in words, by what it is called. */
type Watched = Readonly<Record<string, string>>;

/** A row, and in words what has changed in it; absent where nothing has. */
type SeenRow<Kept> = { readonly key: string; readonly record: Kept; readonly changed?: readonly string[] };

/** What was seen last, and what is new against it; of a list of which nothing is watched, nothing ever is. */
export const createLastLook = <Kept>(watched: ((record: Kept) => Watched) | undefined) => {
  let seen: ReadonlyMap<string, Watched> | undefined;
  const remember = (rows: readonly SeenRow<Kept>[]): void => {
    if (watched !== undefined) seen = new Map(rows.map(({ key, record }) => [key, watched(record)]));
  };
  return {
    /** `rows` of a new answer, each with what has changed in it. The first answer is what is seen first. */
    compared: <Row extends SeenRow<Kept>>(rows: readonly Row[]): readonly Row[] => {
      const before = seen;
      if (watched === undefined || before === undefined) {
        remember(rows);
        return rows;
      }
      return rows.map((row) => {
        const changed = changesIn(before.get(row.key), watched(row.record));
        return changed.length === 0 ? row : { ...row, changed };
      });
    },
    /** The pane was left: what it shows was seen. */
    left: <Row extends SeenRow<Kept>>(rows: readonly Row[]): readonly Row[] => {
      if (seen === undefined) return rows;
      remember(rows);
      if (rows.every(({ changed }) => changed === undefined)) return rows;
      return rows.map(({ changed: _, ...row }) => row as Row);
    },
    /** Another service or key is in use. */
    forgotten: (): void => {
      seen = undefined;
    },
  };
};

const changesIn = (before: Watched | undefined, now: Watched): readonly string[] =>
  before === undefined
    ? ['not there before']
    : Object.entries(now).flatMap(([name, value]) =>
        before[name] === value ? [] : `${name} was ${before[name] === '' ? 'not set' : before[name]}`,
      );

/** One record, with its JSON text exactly as received. */
type RecordRow<Kept> = ListRow & {
  readonly record: Kept;
  readonly text: string;
  /** In words what has changed since the user looked last; absent where nothing has. */
  readonly changed?: readonly string[];
};

/** The state of a list of records. */
export type RecordList<Kept> = FetchedList<RecordRow<Kept>, Losses, Explanation>;

/** The description of a list of records. */
export type RecordDescription<Kept> = ListDescription<RecordRow<Kept>, Kept>;

/** What one kind of record says of itself. */
export type RecordKind<Kept extends ServiceRecord> = {
  /** The call that brings the list; the pane is named as it is. */
  readonly call: ListCall<Kept>;
  /** Lines of the page of a record before and behind those of its fields, in `room` cells. */
  readonly firstLines?: (record: Kept, room: number, place: ListPlace) => readonly RecordLine[];
  readonly moreLines?: (record: Kept, room: number) => readonly RecordLine[];
  /** What stands under the id of a record that is compared with others. */
  readonly comparedAs: (record: Kept) => string;
  /** Keys that only this list has; they work on what is chosen. */
  readonly ownKeys?: (
    chosen: () => readonly Kept[],
    needs: Omit<PaneNeeds<never>, 'slice'> & {
      /** Asks for the list again, whatever is under way, and shows no sign of it. */
      readonly askAgain: () => void;
      /** What `joining` adds to records is another thing than before. */
      readonly joinAgain: () => void;
    },
  ) => readonly Binding[];
  /** Begins to add to records what is known of them besides; absent: they are as they came. */
  readonly joining?: () => (record: Kept) => Kept;
  /** The record without that: as the service gave it. */
  readonly bare?: (record: Kept) => Kept;
  /** Ids of those that stand first in the footer. */
  readonly ownFirst?: readonly string[];
  /** Ids of own keys that the footer never shows. */
  readonly ownQuiet?: readonly string[];
  /** How pressing a record is by then (Unix epoch milliseconds): the least comes first where nobody has chosen another order; absent: as the service gave them. */
  readonly pressing?: (record: Kept, answeredAtEpochMs: number) => number;
  /** What sets off records that are next to each other and alike in an order; absent: nothing does. */
  readonly bands?: (records: readonly Kept[], order: Order, place: BandPlace) => readonly Band[];
  /** What is told of a record that has changed since the user looked last; absent where nothing is. */
  readonly watched?: (record: Kept) => Watched;
  /** True while something is on its way with a record: the list is then asked for again while it is looked at. */
  readonly isUnderway?: (record: Kept) => boolean;
  /** What can be copied of one record besides, where there is something. */
  readonly copied?: { readonly label: string; readonly text: (record: Kept) => string | undefined };
  /** For records that name a machine: which one and its host, and whether the caller has something there. */
  readonly machines?: { readonly hostRow: (record: Kept) => HostRow; readonly areHeld: boolean };
} & Pick<RecordDescription<Kept>, 'noun' | 'columns' | 'emptyWords' | 'title' | 'footnote'> &
  Partial<
    Pick<RecordDescription<Kept>, 'firstColumn' | 'beside' | 'preview' | 'table' | 'orderValue' | 'unsorted' | 'brief'>
  >;

/** The whole description of the list. */
export const descriptionOf = <Kept extends ServiceRecord>({
  call,
  firstLines = () => [],
  moreLines = () => [],
  comparedAs,
  copied,
  bands,
  noun,
  bare = itself,
  ...kind
}: RecordKind<Kept>): RecordDescription<Kept> => ({
  name: call.name,
  table: 'long',
  firstColumn: 'id',
  orderValue: (record, field) => record[field],
  ...kind,
  noun,
  itemOf: ({ record }) => record,
  line: fieldLine(listFieldsOf(call.fields), ({ record }) => bare(record)),
  changedIn: ({ changed = [] }) => changed,
  ...(bands && {
    bands: ({ shown, order }, place) => {
      const records = shown.map(({ record }) => record);
      return bands(records, order, place);
    },
  }),
  textsOf: (record) => textsOf(bare(record), call.fields),
  lines: lastPageKept(({ record, changed = [] }, place) => [
    ...changedLines(changed, place.width - RECORD_MARGIN),
    ...firstLines(record, place.width - RECORD_MARGIN, place),
    ...sectionLines(sectionsOf(bare(record), call.fields), place.width - RECORD_MARGIN),
    ...moreLines(record, place.width - RECORD_MARGIN),
  ]),
  compared: (rows, isDifferingOnly) => {
    const groups = comparisonOf(
      rows.map(({ record }) => bare(record)),
      call.fields,
    );
    return {
      keys: rows.map(({ key }) => key),
      headings: rows.map(({ key, record }) => [key, comparedAs(record)]),
      sections: isDifferingOnly ? differingRows(groups) : groups,
    };
  },
  copy: {
    label: 'copy',
    named: (count) => (count === 1 ? `the ${noun}` : `${count} ${noun}s`),
    text: ({ text }) => text,
    menu: {
      recordOf: ({ record }) => bare(record),
      fields: call.fields,
      ...(copied && { own: { label: copied.label, textOf: ({ record }) => copied.text(record) } }),
    },
  },
});

const changedLines = (changed: readonly string[], room: number): readonly RecordLine[] =>
  changed.length === 0
    ? []
    : wrappedLines(`Since you looked last: ${changed.join('; ')}.`, room).map((text) => [{ text, role: 'accent' }]);

const itself = <Kept>(record: Kept): Kept => record;

const nothingJoined = () => itself;

/** The rows with what is known of their records besides, which is another thing than it was. */
export const rowsJoined = <Kept extends ServiceRecord>(
  rows: readonly RecordRow<Kept>[],
  description: RecordDescription<Kept>,
  { joining = nothingJoined }: Pick<RecordKind<Kept>, 'joining'>,
  place: Pick<ListPlace, 'timeZone' | 'answeredAtEpochMs'>,
): readonly RecordRow<Kept>[] => {
  const words = itemWords(description, place);
  const joined = joining();
  return rows.map((row) => {
    const record = joined(row.record);
    return record === row.record ? row : { ...row, record, words: words(record) };
  });
};

/** Reads an answer that came at a time (Unix epoch milliseconds): its rows, and what had to be left out of it. */
export const rowReader =
  <Kept extends ServiceRecord>(
    description: RecordDescription<Kept>,
    { pressing, joining = nothingJoined }: Pick<RecordKind<Kept>, 'pressing' | 'joining'>,
    timeZone: string,
  ) =>
  (
    { records, texts, ...facts }: ListReply<Kept>,
    answeredAtEpochMs: number,
  ): { readonly rows: readonly RecordRow<Kept>[]; readonly facts: Losses } => {
    const words = itemWords(description, { timeZone, answeredAtEpochMs });
    const joined = joining();
    const rows = records.map((came, place) => {
      const record = joined(came);
      return {
        // A record without an id is known by its place.
        key: typeof record.id === 'number' ? String(record.id) : `place ${place}`,
        words: words(record),
        record,
        text: texts[place] ?? '',
      };
    });
    if (pressing !== undefined)
      rows.sort((a, b) => pressing(a.record, answeredAtEpochMs) - pressing(b.record, answeredAtEpochMs));
    return { facts, rows };
  };

/** The footnote of what a figure of the rows that are shown comes to in all, or of those that tell it, in words. */
export const sumNote =
  (name: string, words: (sum: number) => string): NonNullable<RecordKind<ServiceRecord>['footnote']> =>
  ({ shown, rows }) => {
    const told = shown.flatMap(({ record: { [name]: own } }) => (typeof own === 'number' ? own : []));
    if (told.length === 0) return [];
    const all = shown.length === rows.length ? 'all' : 'shown';
    const whose = told.length === shown.length ? all : `${told.length} of ${shown.length}`;
    const sum = told.reduce((total, own) => total + own, 0);
    return [dim(`${whose}: ${words(sum)}`)];
  };

/** The key that plans maintenance for the machines of what is chosen; its id begins with `owner`. */
export const maintainKey = (
  owner: string,
  ids: () => readonly number[],
  { planMaintenance }: Pick<PaneNeeds<never>, 'planMaintenance'>,
): Binding =>
  bind(`${owner}.maintain`, ['m'], 'maintenance', 'Host', () => planMaintenance(ids()), {
    isInFooter: true,
    help: 'plan maintenance',
    refusal: () => (ids().length === 0 ? 'The chosen rows name no machine.' : undefined),
  });

/** The key that withdraws the windows of the machines with the chosen `ids`; its id begins with `owner`. `refusal`: why it cannot be begun at all. */
export const withdrawKey = (
  owner: string,
  ids: () => readonly number[],
  withdraw: (ids: readonly number[]) => void,
  refusal: () => string | undefined = () => undefined,
): Binding =>
  bind(`${owner}.withdraw`, ['X'], 'withdraw', 'Host', () => withdraw(ids()), {
    help: 'withdraw the windows of the machines',
    words: ['cancel', 'window', 'maintenance', 'delete', 'remove'],
    isDestructive: true,
    refusal: () => refusal() ?? (ids().length === 0 ? 'No row is chosen that names a machine.' : undefined),
  });
