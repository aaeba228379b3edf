/**
 * The texts that columns show of records, each once for all that show it: thousands of offers have few models and countries, and prices
 * of a few digits. They are written when they are first looked for, and looked through at each key.
 */
import type { Column, ServiceRecord } from '../catalogue/columns.ts';
import { ABSENT, type RecordColumns, Things } from '../catalogue/record-columns.ts';
import { createFinding, moving, placeOf, type RecordTest } from '../catalogue/record-table.ts';

/** What shows texts: a column, or what is like one. */
export type Shown = Pick<Column, 'cell' | 'madeOf'>;

/** Texts of the first so many records, and those of the values that were met last. */
type Written = { readonly texts: Things; upTo: number; readonly known: Map<unknown, string> };

const WRITTEN = new WeakMap<RecordColumns, Map<Shown, Written>>();

/** Values whose texts are kept while others are written. */
const MOST_KNOWN = 1000;

/** What `column` shows of the first `upTo` records, by their places. */
const writtenUpTo = (records: RecordColumns, column: Shown, upTo: number): Things => {
  const written = WRITTEN.getOrInsertComputed(records, () => new Map<Shown, Written>()).getOrInsertComputed(
    column,
    () => ({ texts: new Things(), upTo: 0, known: new Map() }),
  );
  if (written.upTo >= upTo) return written.texts;
  const { texts, known } = written;
  const { row, slot } = moving(records);
  const [source, other] = column.madeOf ?? [];
  const made = source === undefined || other !== undefined ? undefined : records.named(source);
  for (; written.upTo < upTo; written.upTo++) {
    slot.place = written.upTo;
    // What has no value is written each time: the record tells why.
    const value = made?.at(written.upTo);
    const text = known.get(value) ?? column.cell(row);
    texts.put(written.upTo, text);
    if (value === undefined || value === ABSENT || known.size > MOST_KNOWN) continue;
    known.set(value, text);
  }
  return texts;
};

/** Writes what `columns` show of `records`, and of those that lie before them. */
export const writeShown = (records: readonly object[], columns: readonly Shown[]): void => {
  const upTo = new Map<RecordColumns, number>();
  for (const record of records) {
    const at = placeOf(record);
    if (at !== undefined) upTo.set(at.columns, Math.max(at.place + 1, upTo.get(at.columns) ?? 0));
  }
  for (const [together, count] of upTo) for (const column of columns) writtenUpTo(together, column, count);
};

/** Of records that lie together, as far as they were looked at: 1 at the place of each that shows what is meant. */
type Marks = { marks: Uint8Array; readonly verdicts: Map<Shown, Uint8Array> };

/** Looks at the records that have come since. */
const markMore = <Some extends Shown>(
  known: Marks,
  records: RecordColumns,
  columns: readonly Some[],
  isMeant: (text: string, column: Some) => boolean,
): void => {
  const { verdicts, marks: before } = known;
  const marks = new Uint8Array(records.count);
  marks.set(before);
  for (const column of columns) {
    const texts = writtenUpTo(records, column, marks.length);
    const former = verdicts.get(column) ?? new Uint8Array(0);
    const ofTexts = new Uint8Array(texts.things.length);
    ofTexts.set(former);
    for (let place = former.length; place < ofTexts.length; place++) {
      const text = texts.things[place];
      if (typeof text === 'string' && isMeant(text, column)) ofTexts[place] = 1;
    }
    verdicts.set(column, ofTexts);
    if (ofTexts.includes(1)) texts.mark(marks, ofTexts, before.length);
  }
  known.marks = marks;
};

/** Tells of a record whether one of the columns that there are for it shows what `isMeant`. Of those that lie together it is found at once. */
export const showing = <Some extends Shown>(
  columnsFor: (names: () => readonly string[]) => readonly Some[],
  isMeant: (text: string, column: Some) => boolean,
): RecordTest<ServiceRecord> => {
  const known = new Map<RecordColumns, Marks>();
  let last: { readonly columns: RecordColumns; readonly own: Marks } | undefined;
  const find = createFinding();
  return (record, index, all) => {
    const at = find(record, index, all);
    if (at === undefined || at.columns.othersAt(at.place) !== undefined)
      return columnsFor(() => Object.keys(record)).some((column) => isMeant(column.cell(record), column));
    const { columns, place } = at;
    if (last?.columns !== columns) {
      const unmarked = () => ({ marks: new Uint8Array(0), verdicts: new Map() });
      last = { columns, own: known.getOrInsertComputed(columns, unmarked) };
    }
    const { own } = last;
    if (place >= own.marks.length)
      markMore(
        own,
        columns,
        columnsFor(() => columns.names()),
        isMeant,
      );
    return own.marks[place] === 1;
  };
};
