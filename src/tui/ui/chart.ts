/**
 * Figures over time. As a picture of dots, two across and four down in each cell: a line, and the band around it; where nothing is
 * known nothing is drawn. As a row of bars, one character each. And in words, for terminals of ASCII only and for readers who hear
 * what is appended. Pure.
 */

import { clockTime, dayWords, weekdayTime, zonedTime } from '../../base/time.ts';

export { BARS, sparkline } from '../../drawing/bars.ts';

import { dim, piece, plain, type Segment, type Size } from './segments.ts';

/** Widths that people read easily, times a power of ten. */
const WIDTHS = [1, 2, 2.5, 5, 10] as const;

/** What lies between the sides of a chart, and the figures that stand beside it, ascending. `decimals` write each of them exactly. */
type FigureTicks = {
  readonly lowest: number;
  readonly highest: number;
  readonly ticks: readonly number[];
  readonly decimals: number;
};

/** Ticks from `least` to `greatest` (0 or more) in `rows` lines, no two in one line or in two that follow each other. */
export const figureTicks = (least: number, greatest: number, rows: number): FigureTicks => {
  // What never changes is drawn in the middle.
  const [lowest, highest] = least < greatest ? [least, greatest] : [least * 0.9, greatest * 1.1 || 1];
  const width = easyWidth(((highest - lowest) / (rows - 0.25)) * LINES_APART);
  const first = Math.ceil(lowest / width - 1e-9);
  const last = Math.floor(highest / width + 1e-9);
  const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) =>
    Number(((first + place) * width).toFixed(10)),
  );
  return { lowest, highest, ticks, decimals: Math.max(2, decimalsOf(width)) };
};

/** Lines from one figure to the next, at least. */
const LINES_APART = 2;

const easyWidth = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(least));
  const times = WIDTHS.find((width) => width * power >= least * (1 - 1e-9)) ?? 10;
  return Number((times * power).toPrecision(12));
};

const decimalsOf = (width: number): number => {
  for (let decimals = 0; decimals < 8; decimals++) {
    if (Math.abs(Number(width.toFixed(decimals)) - width) < width * 1e-6) return decimals;
  }
  return 8;
};

/** Times from the first up to but without the second, Unix epoch milliseconds. */
export type TimeRange = { readonly fromEpochMs: number; readonly toEpochMs: number };

/** A moment with its words: `18:00`, `16 Nov`. */
type TimeTick = { readonly epochMs: number; readonly text: string };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Minutes and days from tick to tick. */
const EVERY_MINUTES = [1, 2, 5, 10, 15, 30, ...[1, 2, 3, 4, 6, 12].map((hours) => hours * 60)];
const EVERY_DAYS = [1, 2, 5, 10, 15];

/** Whole minutes or hours in `timeZone`, midnight as the day that begins, or days at their beginning where the range is longer than two, at most `most` of them. */
export const timeTicks = (range: TimeRange, timeZone: string, most: number): readonly TimeTick[] => {
  const length = range.toEpochMs - range.fromEpochMs;
  const isOfDays = length > 2 * DAY_MS;
  const unit = isOfDays ? DAY_MS : MINUTE_MS;
  const steps = isOfDays ? EVERY_DAYS : EVERY_MINUTES;
  const step = steps.find((count) => length / (count * unit) <= most) ?? steps.at(-1) ?? 1;
  const start = zonedTime(range.fromEpochMs, timeZone);
  const ticks: TimeTick[] = [];
  // Back from the last day, so that the newest ones are told.
  if (isOfDays) {
    const last = zonedTime(range.toEpochMs - 1, timeZone);
    for (let day = last.startOfDay(); day.epochMilliseconds >= range.fromEpochMs; day = day.subtract({ days: step })) {
      ticks.unshift({ epochMs: day.epochMilliseconds, text: dayWords(day) });
    }
    return ticks;
  }
  const minutes = Math.min(step, 60);
  let time =
    minutes < 60
      ? start.round({ smallestUnit: 'minute', roundingIncrement: minutes, roundingMode: 'ceil' })
      : start.round({ smallestUnit: 'hour', roundingMode: 'ceil' });
  for (; time.epochMilliseconds < range.toEpochMs; time = time.add({ minutes })) {
    const clock = clockTime(time.epochMilliseconds, timeZone);
    // What is left of it was the day before.
    const text = clock === '00:00' ? dayWords(time) : clock;
    const isTick = (time.hour * 60 + time.minute) % step === 0;
    if (isTick && ticks.at(-1)?.text !== text) ticks.push({ epochMs: time.epochMilliseconds, text });
  }
  return ticks;
};

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
export type ChartPlace = Size & { readonly timeZone: string };

type ChartLine = readonly Segment[];

/** Lines below the dots: the axis, and its times. */
const AXIS_LINES = 2;

/** Cells from one time to the next, at least. */
const TIME_ROOM = 9;

/** The chart in exactly `height` lines, each at most `width` cells. */
export const brailleChart = (
  { points, range, mark }: Chart,
  { width, height, timeZone }: ChartPlace,
): readonly ChartLine[] => {
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
  const drawn = dots.map((cells, row): ChartLine => {
    const label = labelOfRow.get(row);
    return [
      dim(`  ${(label ?? '').padStart(labelRoom)} ${label === undefined ? '│' : '┤'}`),
      ...cellSegments(cells),
      ...(row === markRow ? [piece(markText, 'strong')] : []),
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
const cellSegments = (cells: readonly DotCell[]): ChartLine => {
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

const timeAxis = (range: TimeRange, columns: number, labelRoom: number, timeZone: string): readonly ChartLine[] => {
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

/** What of a chart is told, and how a figure is written. */
type ChartTable = Pick<Chart, 'points' | 'range'> & {
  readonly headings: readonly string[];
  /** The figures of a point, one for each heading. */
  readonly figures: (point: ChartPoint) => readonly number[];
  readonly words: (figure: number) => string;
  /** Cells left of it. */
  readonly margin: number;
};

/** Lengths of a row in minutes, the shortest first. */
const ROW_MINUTES = [1, 2, 5, 10, 15, 30, ...[1, 2, 3, 6, 12, 24, 48, 96, 168].map((hours) => hours * 60)];

/** Cells of a figure. */
const ROOM = 10;

/**
 * The figures in at most `height` lines: each row has those that stood at the end of its time. Rows whose time has none say so, in one
 * line where they follow each other.
 */
export const chartTable = (
  { points, range, headings, figures, words, margin }: ChartTable,
  { height, timeZone }: ChartPlace,
): readonly ChartLine[] => {
  const room = Math.max(1, height - 1);
  const length = range.toEpochMs - range.fromEpochMs;
  const stepMs = MINUTE_MS * (ROW_MINUTES.find((minutes) => length / (minutes * MINUTE_MS) <= room - 1) ?? 168 * 60);
  const rows = rowsOf(points, range, stepMs);
  const line = (first: string, cells: readonly string[]): string =>
    `${' '.repeat(margin)}${first.padEnd(16)}${cells.map((cell) => cell.padStart(ROOM)).join('')}`;
  return [
    [dim(line('until', headings))],
    ...rows.slice(-room).map(({ toEpochMs, point }): ChartLine => {
      const time = weekdayTime(toEpochMs, timeZone);
      if (point === undefined) return [dim(`${line(time, [])}  nothing known`)];
      return [plain(line(time, figures(point).map(words)))];
    }),
  ];
};

type Row = { readonly toEpochMs: number; readonly point: ChartPoint | undefined };

const rowsOf = (
  points: readonly ChartPoint[],
  { fromEpochMs, toEpochMs }: TimeRange,
  stepMs: number,
): readonly Row[] => {
  const rows: Row[] = [];
  for (let end = toEpochMs; end > fromEpochMs; end -= stepMs) {
    const point = points.findLast((it) => it.fromEpochMs >= end - stepMs && it.fromEpochMs < end);
    const after = rows[0];
    // One line tells of a gap, however long it is: with its last time.
    if (point === undefined && after !== undefined && after.point === undefined) continue;
    rows.unshift({ toEpochMs: end, point });
  }
  return rows;
};

/** `values` in exactly `count` cells: where there are fewer cells as thinned, else each in as many as it takes. */
export const inCells = <Value>(
  values: readonly (Value | undefined)[],
  count: number,
): readonly (Value | undefined)[] =>
  values.length >= count
    ? thinned(values, count)
    : Array.from({ length: count }, (_, cell) => values[Math.floor((cell * values.length) / count)]);

/** `values` as `count` at the most: of each group that shares a place the last one that is known. */
export const thinned = <Value>(
  values: readonly (Value | undefined)[],
  count: number,
): readonly (Value | undefined)[] => {
  if (values.length <= count) return values;
  const shared: (Value | undefined)[] = Array.from({ length: count }, () => undefined);
  for (const [index, value] of values.entries()) {
    if (value !== undefined) shared[Math.floor((index * count) / values.length)] = value;
  }
  return shared;
};
