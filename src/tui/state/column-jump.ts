/** Going to a column by its name: what is typed, and the columns that have it. Pure. */
import { type NamedColumn, plainName } from './column-names.ts';
import { type LineEdit, lineOf, lineOpened } from './line.ts';
import type { List } from './list.ts';
import type { ColumnJump } from './sought.ts';

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
