/**
 * A list in groups: rows that are alike stand together behind a band, and of a long group only the first are seen. The cursor of such
 * a list counts lines, which are rows and what stands between them; it is never on a blank one. Pure.
 */
import type { Cursor } from './cursor.ts';

/** A line that is no row: the band of a group, what it says of its rows that are left out, or nothing before the next band. */
export type GroupLine = {
  readonly is: 'band' | 'more' | 'gap';
  /** What the rows of the group have in common, and how many there are from the place `from` on, among those shown. */
  readonly key: string;
  readonly from: number;
  readonly count: number;
  /** The place of the first row of the group below the line. */
  readonly at: number;
};

/** How a list is grouped. */
export type Groups = {
  /** What decides which rows are alike. */
  readonly by: string;
  /** Of which groups no row is seen, and of which every one, however many there are; by their keys. */
  readonly seen: Readonly<Record<string, 'none' | 'all' | 'first'>>;
  /** What stands one below the other: a row is its place among those shown. */
  readonly lines: readonly (number | GroupLine)[];
};

/** What of a list the lines are of. */
type Lined<Row = unknown> = { readonly shown: readonly Row[]; readonly groups?: Groups };

/** Rows that are seen of a group, unless it has hardly more. */
const SEEN = 8;

/** `rows` with those of one `keyOf` together, by rank and then in the order of the first ones, and the lines that they take. */
export const grouped = <Row>(
  rows: readonly Row[],
  groups: Groups,
  keyOf: (row: Row) => string,
  rankOf: (row: Row) => number = () => 0,
): { readonly shown: readonly Row[]; readonly groups: Groups } => {
  const rankOfRun = ([, [first]]: readonly [string, readonly Row[]]) => (first === undefined ? 0 : rankOf(first));
  const runs = [...Map.groupBy(rows, keyOf)].sort((one, other) => rankOfRun(one) - rankOfRun(other));
  let from = 0;
  const bands = runs.map(([key, { length: count }]): GroupLine => {
    from += count;
    return { is: 'band', key, count, from: from - count, at: from - count };
  });
  return { shown: runs.flatMap(([, own]) => own), groups: withLines(groups, bands) };
};

const withLines = (groups: Groups, bands: readonly GroupLine[]): Groups => {
  const lines: (number | GroupLine)[] = [];
  for (const band of bands) {
    const { key, count, from } = band;
    const most = groups.seen[key] === 'none' ? 0 : groups.seen[key] === 'all' || count <= SEEN + 1 ? count : SEEN;
    // Under rows that are left out, and under a folded group, the next band is set off well enough.
    if (typeof lines.at(-1) === 'number') lines.push({ ...band, is: 'gap' });
    lines.push(band);
    for (let place = 0; place < most; place++) lines.push(from + place);
    if (most > 0 && most < count) lines.push({ ...band, is: 'more', at: from + most });
  }
  return { ...groups, lines };
};

/** As much as `how` says is seen of the group of `line`. */
const turned = <Some extends Lined>(list: Some, { key }: GroupLine, how: Groups['seen'][string]): Some => {
  const { groups } = list;
  if (groups === undefined) return list;
  const bands = groups.lines.filter((line) => typeof line !== 'number').filter(({ is }) => is === 'band');
  return { ...list, groups: withLines({ ...groups, seen: { ...groups.seen, [key]: how } }, bands) };
};

/** How many lines a list has. */
export const lineCount = ({ shown, groups }: Lined): number => groups?.lines.length ?? shown.length;

/** What is on a line that is no row. */
export const groupLineAt = ({ groups }: Lined, line: number): GroupLine | undefined => {
  const here = groups?.lines[line];
  return typeof here === 'number' ? undefined : here;
};

/** The row on a line; undefined where that is none. */
export const rowAt = <Row>(list: Lined<Row>, line: number): Row | undefined =>
  groupLineAt(list, line) === undefined ? list.shown[placeAt(list, line)] : undefined;

/** The rows on the lines from `start` up to `end`. */
export const rowsOn = <Row>(list: Lined<Row>, start: number, end: number): readonly Row[] =>
  Array.from({ length: end - start }, (_, line) => rowAt(list, start + line)).filter((row) => row !== undefined);

/** The place among the rows shown of what is on a line, or of the first row below it. */
export const placeAt = ({ groups }: Lined, line: number): number => {
  const here = groups?.lines[line] ?? line;
  return typeof here === 'number' ? here : here.at;
};

/** The line of the row at `place`, or the one that stands for it while it is not seen. */
export const lineOfRow = ({ groups }: Lined, place: number): number => {
  if (groups === undefined) return place;
  const line = groups.lines.indexOf(place);
  const isBefore = (other: number | GroupLine) => typeof other !== 'number' && other.is !== 'gap' && other.at <= place;
  return line >= 0 ? line : Math.max(0, groups.lines.findLastIndex(isBefore));
};

/** The line of the first row, or of what stands before it while it is not seen: where a list is begun. */
export const firstLine = ({ groups }: Lined): number => (typeof groups?.lines[1] === 'number' ? 1 : 0);

/** The line of the next row from `line` on in a direction; the same where there is none. */
export const nextRowLine = (list: Lined, line: number, direction: 1 | -1): number => {
  for (let next = line + direction; next >= 0 && next < lineCount(list); next += direction) {
    if (rowAt(list, next) !== undefined) return next;
  }
  return line;
};

/** `cursor`, that came from `before`, on a line that is not blank. */
export const offBlank = (list: Lined, cursor: Cursor, before: Cursor): Cursor => {
  if (groupLineAt(list, cursor.row)?.is !== 'gap') return cursor;
  const row = cursor.row + (cursor.row < before.row ? -1 : 1);
  return { row, top: Math.min(cursor.top, row) };
};

/** The row at `place` is seen. */
export const revealed = <Some extends Lined>(list: Some, place: number): Some => {
  const line = groupLineAt(list, lineOfRow(list, place));
  return line === undefined ? list : turned(list, line, place < line.from + SEEN ? 'first' : 'all');
};

/** The group whose band the cursor is on was folded, or is seen again; where it is on what is left out, all is seen. */
export const groupTurned = <Some extends Lined & { readonly cursor: Cursor }>(list: Some): Some => {
  const line = groupLineAt(list, list.cursor.row);
  if (line === undefined) return list;
  return turned(list, line, line.is === 'more' ? 'all' : list.groups?.seen[line.key] === 'none' ? 'first' : 'none');
};
