/** Finding a text among the rows that are shown, without narrowing them. Pure. */
import type { ColumnChoice } from './column-choice.ts';
import { cursorAt } from './cursor.ts';
import { type LineEdit, lineAccepted, lineCancelled, lineOf, lineOffered } from './line.ts';
import { type Arrangement, cursorChanged, type List, type ListKind } from './list.ts';
import type { Find } from './sought.ts';

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
  const places = shown.flatMap((row, place) => (isMatch(row) ? [place] : []));
  KNOWN.set(shown, { text, columns: columns?.shown, places });
  return places;
};

/** A text is going to be typed; the last one stands there, selected. */
export const findOpened = <Row, Query>(list: List<Row, Query>): List<Row, Query> => ({
  ...list,
  find: { line: lineOffered(list.find?.line ?? lineOf('')), stage: 'typed', from: list.cursor.row },
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
export const findCancelled = <Row, Query>(
  list: List<Row, Query>,
  arrangement: Arrangement<Row, Query>,
): List<Row, Query> => {
  const next = changed(list, (find) => ({ ...find, line: lineCancelled(find.line), stage: 'ended' }));
  return onRow(next, list.find?.from ?? list.cursor.row, arrangement);
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
  const { row } = list.cursor;
  const target =
    direction === 1
      ? (places.find((place) => place > row) ?? places[0])
      : (places.findLast((place) => place < row) ?? places.at(-1));
  return target === undefined ? next : onRow(next, target, arrangement);
};

const changed = <Row, Query>(list: List<Row, Query>, to: (find: Find) => Find): List<Row, Query> =>
  list.find === undefined ? list : { ...list, find: to(list.find) };

const onRow = <Row, Query>(
  list: List<Row, Query>,
  row: number,
  { height }: Arrangement<Row, Query>,
): List<Row, Query> => cursorChanged(list, cursorAt(list.cursor, row, { count: list.shown.length, height }));
