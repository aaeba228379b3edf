/**
 * Figures over time as a picture of dots, two across and four down in each cell: a line, and the band around it. Where nothing is known
 * nothing is drawn. Pure.
 */
import { figureTicks, type TimeRange, timeTicks } from './chart-ticks.ts';
import { dim, plain, type Segment } from './segments.ts';

/** A stretch of time and its figures: `low` is at most `middle`, that at most `high`, and none is negative. */
export type ChartPoint = TimeRange & { readonly low: number; readonly middle: number; readonly high: number };

/** What is drawn, and where. */
export type Chart = {
  /** By their time, ascending; a stretch that no point has stays empty. */
  readonly points: readonly ChartPoint[];
  readonly range: TimeRange;
  /** A figure that is marked at the right, and in words what it is. */
  readonly mark?: { readonly figure: number; readonly text: string } | undefined;
};

/** Cells, lines, and the zone of the times. */
export type ChartPlace = { readonly width: number; readonly height: number; readonly timeZone: string };

type Line = readonly Segment[];

/** Lines below the dots: the axis, and its times. */
const AXIS_LINES = 2;

/** Cells from one time to the next, at least. */
const TIME_ROOM = 9;

/** The chart in exactly `height` lines, each at most `width` cells. */
export const brailleChart = (
  { points, range, mark }: Chart,
  { width, height, timeZone }: ChartPlace,
): readonly Line[] => {
  const { rows, scale, labels, labelRoom, markText, columns } = measuresOf({ points, mark }, width, height);
  const heightOf = (figure: number): number =>
    Math.round(
      // What is equal but for an error of computing stands in one line.
      Number((((scale.highest - figure) / (scale.highest - scale.lowest)) * (rows * DOTS_DOWN - 1)).toFixed(6)),
    );
  const dots = dotsOf(points, range, columns, rows, heightOf);
  const rowOf = (figure: number): number => Math.floor(heightOf(figure) / DOTS_DOWN);
  const labelOfRow = new Map(scale.ticks.map((tick, place) => [rowOf(tick), labels[place] ?? '']));
  const markRow = mark === undefined ? -1 : rowOf(mark.figure);
  const drawn = dots.map((cells, row): Line => {
    const label = labelOfRow.get(row);
    return [
      dim(`  ${(label ?? '').padStart(labelRoom)} ${label === undefined ? '│' : '┤'}`),
      ...cellSegments(cells),
      ...(row === markRow ? [{ text: markText, role: 'strong' } as const] : []),
    ];
  });
  return [...drawn, ...timeAxis(range, columns, labelRoom, timeZone)].slice(0, height);
};

/** Where the dots of the same chart lie: the cells left of them, and how many each line of them has. */
export const dotArea = (
  chart: Pick<Chart, 'points' | 'mark'>,
  { width, height }: Pick<ChartPlace, 'width' | 'height'>,
): { readonly left: number; readonly columns: number } => {
  const { labelRoom, columns } = measuresOf(chart, width, height);
  return { left: labelRoom + SIDE, columns };
};

/** Cells beside the figures: a margin of two, and the axis. */
const SIDE = 4;

const measuresOf = ({ points, mark }: Pick<Chart, 'points' | 'mark'>, width: number, height: number) => {
  const rows = Math.max(1, height - AXIS_LINES);
  const figures = [...points.flatMap(({ low, high }) => [low, high]), ...(mark === undefined ? [] : [mark.figure])];
  const scale = figureTicks(Math.min(...figures), Math.max(...figures), rows);
  const labels = scale.ticks.map((tick) => tick.toFixed(scale.decimals));
  const labelRoom = Math.max(0, ...labels.map(({ length }) => length));
  const markText = mark === undefined ? '' : ` < ${mark.text}`;
  return { rows, scale, labels, labelRoom, markText, columns: Math.max(1, width - labelRoom - SIDE - markText.length) };
};

const DOTS_ACROSS = 2;
const DOTS_DOWN = 4;

/** The dots of one cell, as the bits of its character: those of the line, and those of the band. */
type DotCell = { line: number; band: number };

/** The bit of each dot of a braille character, by line and column. */
const BITS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
];

const dotsOf = (
  points: readonly ChartPoint[],
  { fromEpochMs, toEpochMs }: TimeRange,
  columns: number,
  rows: number,
  heightOf: (figure: number) => number,
): readonly (readonly DotCell[])[] => {
  const cells = Array.from({ length: rows }, () =>
    Array.from({ length: columns }, (): DotCell => ({ line: 0, band: 0 })),
  );
  const across = columns * DOTS_ACROSS;
  const columnOf = (epochMs: number): number =>
    Math.floor(((epochMs - fromEpochMs) / (toEpochMs - fromEpochMs)) * across);
  const put = (part: keyof DotCell, x: number, y: number): void => {
    const cell = cells[Math.floor(y / DOTS_DOWN)]?.[Math.floor(x / DOTS_ACROSS)];
    if (cell !== undefined) cell[part] |= BITS[y % DOTS_DOWN]?.[x % DOTS_ACROSS] ?? 0;
  };
  for (const { fromEpochMs: from, toEpochMs: to, low, middle, high } of points) {
    const first = Math.min(across - 1, Math.max(0, columnOf(from)));
    const end = Math.min(across, Math.max(first + 1, columnOf(to)));
    for (let x = first; x < end; x++) {
      put('line', x, heightOf(middle));
      // Every other dot, so that the line stands out.
      for (let y = heightOf(high); y <= heightOf(low); y++) if ((x + y) % 2 === 0) put('band', x, y);
    }
  }
  return cells;
};

const BLANK = 0x2800;

/** A row of cells as few pieces: where the line is, it alone. */
const cellSegments = (cells: readonly DotCell[]): Line => {
  const pieces: { text: string; role: Segment['role'] }[] = [];
  for (const { line, band } of cells) {
    const role = line > 0 ? 'accent' : 'dim';
    const bits = line > 0 ? line : band;
    const text = bits === 0 ? ' ' : String.fromCodePoint(BLANK + bits);
    const last = pieces.at(-1);
    if (last !== undefined && (last.role === role || bits === 0)) last.text += text;
    else pieces.push({ text, role });
  }
  return pieces;
};

const timeAxis = (range: TimeRange, columns: number, labelRoom: number, timeZone: string): readonly Line[] => {
  const axis = Array.from({ length: columns }, () => '─');
  const words = Array.from({ length: columns }, () => ' ');
  let free = 0;
  for (const { epochMs, text } of timeTicks(range, timeZone, Math.max(1, Math.floor(columns / TIME_ROOM)))) {
    const place = Math.floor(((epochMs - range.fromEpochMs) / (range.toEpochMs - range.fromEpochMs)) * columns);
    if (place < free || place + text.length > columns) continue;
    axis[place] = '┬';
    words.splice(place, text.length, ...text);
    free = place + text.length + 1;
  }
  const margin = ' '.repeat(labelRoom + 3);
  return [[dim(`${margin}└${axis.join('')}`)], [plain(' '), dim(`${margin}${words.join('')}`.trimEnd())]];
};
