/** A part of the overview: its lines, and where each of its rows leads; and rows of a few cells that are as wide as what stands in them. Pure. */
import { fixed } from '../base/figures.ts';
import { keyName } from '../base/named-keys.ts';
import { cellWidth } from '../base/text.ts';
import type { BarLook } from '../drawing/bars.ts';
import {
  band,
  cutSegments,
  dim,
  piece,
  plain,
  type Segment,
  segmentsWidth,
  spreadSegments,
} from '../drawing/segments.ts';

export type Line = readonly Segment[];

/** Where a row leads: what lives there, and which of it. */
export type Door = {
  readonly to: 'money' | 'instances' | 'increases' | 'machines' | 'windows' | 'alerts' | 'market' | 'offers';
  readonly key?: string | number | undefined;
};

/** One line; with a door it is a row that can be chosen, and begins with a gutter. */
export type PartLine = { readonly line: Line; readonly door?: Door };

/** The names of the parts, in the order of one column. */
export type PartName =
  | 'figures'
  | 'fortnight'
  | 'instances'
  | 'increases'
  | 'alerts'
  | 'changes'
  | 'machines'
  | 'market'
  | 'best';

export type Part = { readonly name: PartName; readonly lines: readonly PartLine[] };

/** Where a part stands, and what it is told with. */
export type PartPlace = {
  readonly width: number;
  /** Rows of a list at the most. */
  readonly most: number;
  /** IANA name of the zone of the times. */
  readonly timeZone: string;
  /** Up to when what is left is counted, Unix epoch milliseconds. */
  readonly nowEpochMs: number;
  readonly bars: BarLook;
  /** Keys that a message names as they are by now; absent where none lead to what is told. */
  readonly named?: (message: string) => string;
};

/** Cells before each row: a blank, the cursor, a blank. */
export const GUTTER = '   ';

/** The band that begins a part: its title, and of what is said at its end as much as there is room for; the last one is left out first. */
export const partBand = (title: string, said: readonly Line[], width: number): PartLine => {
  let free = width - title.length - BAND_EDGES;
  const fitting = said.filter((line) => {
    free -= segmentsWidth(line);
    return free >= 0;
  });
  return { line: band(title, fitting.flat()) };
};

/** Blanks at the edges of a band, and between its ends. */
const BAND_EDGES = 4;

/** The key that opens a pane, where keys lead there. */
export const opens = (paneKey: string, { named }: Pick<PartPlace, 'named'>): Line =>
  named === undefined ? [] : [plain('  '), piece(named(keyName(paneKey)), 'accent'), dim(' opens')];

/** A row that leads somewhere. */
export const doorLine = (pieces: Line, door: Door): PartLine => ({ line: [plain(GUTTER), ...pieces], door });

/** A line that is only read. */
export const quietLine = (pieces: Line): PartLine => ({ line: [plain(GUTTER), ...pieces] });

/** A column of a few rows. */
export type FewColumn<Row> = {
  readonly heading: string;
  readonly isRight?: true;
  /** Cells at the most; absent: as many as its widest cell has. */
  readonly most?: number;
  /** The least are kept longest where there is little room. */
  readonly rank: number;
  readonly cell: (row: Row) => Line;
};

/** A column of figures with so many decimals; `-` where one is not known. */
export const figureColumn = <Row>(
  heading: string,
  rank: number,
  decimals: number,
  figureOf: (row: Row) => number | null | undefined,
): FewColumn<Row> => ({
  ...{ heading, rank, isRight: true },
  cell: (row) => {
    const figure = figureOf(row);
    return [typeof figure === 'number' ? plain(fixed(figure, decimals)) : dim('-')];
  },
});

/** Blanks between two columns. */
const GAP = 2;

/** The columns that have room in `width` cells, in their order; one in which nothing stands has none. */
export const fewRows = <Row>(
  rows: readonly Row[],
  columns: readonly FewColumn<Row>[],
  width: number,
): { readonly heading: Line; readonly lines: readonly Line[] } => {
  const measured = columns
    .map((column) => {
      const cells = rows.map(column.cell);
      const widest = Math.max(0, ...cells.map(segmentsWidth));
      const room = Math.max(cellWidth(column.heading), Math.min(widest, column.most ?? widest));
      return { ...column, cells, room: widest === 0 ? 0 : room };
    })
    .filter(({ room }) => room > 0);
  let free = width - GUTTER.length;
  const kept = new Set<unknown>();
  for (const column of measured.toSorted((one, other) => one.rank - other.rank)) {
    const taken = column.room + (kept.size === 0 ? 0 : GAP);
    if (taken > free) continue;
    free -= taken;
    kept.add(column);
  }
  const shown = measured.filter((column) => kept.has(column));
  const lineOf = (cellOf: (column: (typeof shown)[number]) => Line): Line =>
    shown.flatMap((column, place) => {
      const cell = cutSegments(cellOf(column), column.room);
      const blanks = plain(' '.repeat(column.room - segmentsWidth(cell)));
      const laid = column.isRight ? [blanks, ...cell] : [...cell, blanks];
      return place === 0 ? laid : [plain(' '.repeat(GAP)), ...laid];
    });
  return {
    heading: lineOf(({ heading }) => [dim(heading)]),
    lines: rows.map((_, place) => lineOf(({ cells }) => cells[place] ?? [])),
  };
};

/** At most `most` rows, each leading where `doorOf` says, and a last one that says how many more there are, and leads to them. */
export const rowLines = <Row>(
  rows: readonly Row[],
  columns: readonly FewColumn<Row>[],
  { width, most }: Pick<PartPlace, 'width' | 'most'>,
  doorOf: (row: Row) => Door,
  all: Door,
): readonly PartLine[] => {
  const { shown, more } = cutRows(rows, most, all);
  const { heading, lines } = fewRows(shown, columns, width);
  return [quietLine(heading), ...shown.map((row, place) => doorLine(lines[place] ?? [], doorOf(row))), ...more];
};

/** The first of `rows`, in at most `most` lines, and the line that says how many more there are. */
export const cutRows = <Row>(rows: readonly Row[], most: number, all: Door) => {
  const shown = rows.length > most ? rows.slice(0, Math.max(1, most - 1)) : rows;
  const left = rows.length - shown.length;
  return { shown, more: left === 0 ? [] : [doorLine([dim(`… ${left} more`)], all)] };
};

/** A line that is exactly so wide, its end at the right. */
export const inWidth = (line: Line, width: number): Line => {
  const end = line.findIndex(({ isAtEnd }) => isAtEnd === true);
  const [start, atEnd] = end < 0 ? [line, []] : [line.slice(0, end), line.slice(end)];
  const laid = spreadSegments(
    start,
    atEnd.map(({ isAtEnd: _, ...piece }) => piece),
    width,
  );
  return segmentsWidth(laid) < width ? [...laid, plain(' '.repeat(width - segmentsWidth(laid)))] : laid;
};
