/** Finding in a list, without narrowing it: a text among the rows that are shown, and a column by its name. Pure. */
import { type ColumnChoice, type NamedColumn, plainName } from './columns.ts';
import { cursorAt } from './cursor.ts';
import { lineCount, lineOfRow, placeAt, revealed } from './groups.ts';
import { type LineEdit, lineAccepted, lineCancelled, lineOf, lineOffered, lineOpened } from './line.ts';
import {
  type Arrangement,
  type ColumnJump,
  currentRow,
  cursorChanged,
  type Find,
  type List,
  type ListKind,
  type ListTransition,
} from './list.ts';

/** The text that is looked for now; undefined while none is. */
export const soughtText = ({ find }: Pick<List<unknown>, 'find'>): string | undefined =>
  find === undefined || find.stage === 'ended' || find.line.text.trim() === '' ? undefined : find.line.text;

type Known = {
  readonly text: string;
  readonly columns: ColumnChoice['shown'];
  readonly places: readonly number[];
};

const KNOWN = new WeakMap<readonly unknown[], Known>();

/** The places of the rows that show the text, from the first on. They are found once for the rows shown: a frame asks for them. */
export const matchPlaces = <Row>(
  { shown, columns }: Pick<List<Row>, 'shown' | 'columns'>,
  text: string,
  { finding }: Pick<ListKind<Row, never>, 'finding'>,
): readonly number[] => {
  const known = KNOWN.get(shown);
  if (known?.text === text && known.columns === columns?.shown) return known.places;
  const isMatch = finding(text, columns);
  const places = shown.flatMap((row, place) => (isMatch(row, place, shown) ? [place] : []));
  KNOWN.set(shown, { text, columns: columns?.shown, places });
  return places;
};

/** A text is going to be typed; the last one stands there, selected. */
export const findOpened = <Row, Query>(list: List<Row, Query>): List<Row, Query> => ({
  ...list,
  find: { line: lineOffered(list.find?.line ?? lineOf('')), stage: 'typed', from: placeAt(list, list.cursor.row) },
});

/** The text changed: the cursor is on the first row that shows it from where the typing began, or there where none does. */
export const findEdited = <Row, Query>(
  list: List<Row, Query>,
  edit: LineEdit,
  arrangement: Arrangement<Row, Query>,
): List<Row, Query> => {
  if (list.find === undefined) return list;
  const find = { ...list.find, line: edit(list.find.line) };
  const next = { ...list, find };
  const text = soughtText(next);
  const places = text === undefined ? [] : matchPlaces(list, text, arrangement);
  return onRow(next, places.find((place) => place >= find.from) ?? places[0] ?? find.from, arrangement);
};

/** The text is kept as it stands; an empty one is not looked for. */
export const findKept = <Row, Query>(list: List<Row, Query>): List<Row, Query> =>
  changed(list, (find) => ({
    ...find,
    line: lineAccepted(find.line),
    stage: find.line.text.trim() === '' ? 'ended' : 'kept',
  }));

/** The typing was given up: nothing is looked for, and the cursor is where it was. */
export const findCancelled: ListTransition = (list, arrangement) => {
  const next = changed(list, (find) => ({ ...find, line: lineCancelled(find.line), stage: 'ended' }));
  return onRow(next, list.find?.from ?? placeAt(list, list.cursor.row), arrangement);
};

/** The text is not looked for any more; it is remembered. */
export const findEnded = <Row, Query>(list: List<Row, Query>): List<Row, Query> =>
  changed(list, (find) => ({ ...find, stage: 'ended' }));

/** The cursor went to the next row that shows the text, or to the one before; behind the last comes the first. */
export const matchStepped = <Row, Query>(
  list: List<Row, Query>,
  direction: 1 | -1,
  arrangement: Arrangement<Row, Query>,
): List<Row, Query> => {
  const next = changed(list, (find) => ({ ...find, stage: 'kept' }));
  const text = soughtText(next);
  if (text === undefined) return list;
  const places = matchPlaces(list, text, arrangement);
  // From a band the first row of its group is the next one.
  const row = placeAt(list, list.cursor.row) - (currentRow(list) === undefined ? 0.5 : 0);
  const target =
    direction === 1
      ? (places.find((place) => place > row) ?? places[0])
      : (places.findLast((place) => place < row) ?? places.at(-1));
  return target === undefined ? next : onRow(next, target, arrangement);
};

const changed = <Row, Query>(list: List<Row, Query>, to: (find: Find) => Find): List<Row, Query> =>
  list.find === undefined ? list : { ...list, find: to(list.find) };

/** The cursor is on the row at that place, which is seen. */
export const onRow = <Row, Query>(
  list: List<Row, Query>,
  place: number,
  { height }: Pick<Arrangement<Row, Query>, 'height'>,
): List<Row, Query> => {
  const seen = revealed(list, place);
  return cursorChanged(seen, cursorAt(list.cursor, lineOfRow(seen, place), { count: lineCount(seen), height }));
};

/** The columns with `text` in a name: those that are named so, that begin with it, then the others; each time as they stand. */
export const columnsNamed = <Column extends NamedColumn>(
  columns: readonly Column[],
  text: string,
): readonly Column[] => {
  const part = plainName(text);
  if (part === '') return [];
  const ranked = columns.map((column) => {
    const names = [plainName(column.heading), plainName(column.id)];
    const isNamed = names.includes(part);
    const isBegun = names.some((name) => name.startsWith(part));
    return { column, rank: isNamed ? 0 : isBegun ? 1 : names.some((name) => name.includes(part)) ? 2 : 3 };
  });
  return [0, 1, 2].flatMap((rank) => ranked.filter((own) => own.rank === rank).map(({ column }) => column));
};

/** A name is going to be typed. */
export const jumpOpened = <Row, Query>(list: List<Row, Query>): List<Row, Query> => ({
  ...list,
  jump: { line: lineOpened(lineOf('')), from: list.column },
});

/** The name changed: the column cursor is on the first column that has it, or where it was when none does. */
export const jumpEdited = <Row, Query>(
  list: List<Row, Query>,
  edit: LineEdit,
  columns: readonly NamedColumn[],
): List<Row, Query> =>
  list.jump === undefined ? list : onMatch(list, { line: edit(list.jump.line), from: list.jump.from }, 0, columns);

/** The column cursor went to the next column that has the name, or to the one before; behind the last comes the first. */
export const jumpStepped = <Row, Query>(
  list: List<Row, Query>,
  steps: 1 | -1,
  columns: readonly NamedColumn[],
): List<Row, Query> =>
  list.jump?.found === undefined ? list : onMatch(list, list.jump, list.jump.found.place + steps, columns);

const onMatch = <Row, Query>(
  list: List<Row, Query>,
  { line, from }: ColumnJump,
  place: number,
  columns: readonly NamedColumn[],
): List<Row, Query> => {
  const named = columnsNamed(columns, line.text);
  const count = named.length;
  const at = count === 0 ? 0 : (place + count) % count;
  const target = named[at];
  if (target === undefined) return { ...list, column: from, jump: { line, from } };
  return { ...list, column: target.id, jump: { line, from, found: { heading: target.heading, place: at, count } } };
};

/** The typing has ended; the column cursor stays where it is. */
export const jumpKept = <Row, Query>({ jump: _, ...list }: List<Row, Query>): List<Row, Query> => list;

/** The typing was given up; the column cursor is where it was. */
export const jumpCancelled = <Row, Query>({ jump, ...list }: List<Row, Query>): List<Row, Query> =>
  jump === undefined ? list : { ...list, column: jump.from };
