/** Figures over time in words, for terminals of ASCII only and for readers who hear what is appended. Pure. */
import type { Chart, ChartPlace, ChartPoint } from './braille-chart.ts';
import type { TimeRange } from './chart-ticks.ts';
import { dim, plain, type Segment } from './segments.ts';

type Line = readonly Segment[];

/** What of a chart is told, and how a figure is written. */
type ChartTable = Pick<Chart, 'points' | 'range'> & {
  readonly headings: readonly string[];
  /** The figures of a point, one for each heading. */
  readonly figures: (point: ChartPoint) => readonly number[];
  readonly words: (figure: number) => string;
  /** Cells left of it. */
  readonly margin: number;
};

const HOUR_MS = 3_600_000;

/** Lengths of a row, the shortest first. */
const ROW_HOURS = [1, 2, 3, 6, 12, 24, 48, 96, 168];

/** Cells of a figure. */
const ROOM = 10;

/**
 * The figures in at most `height` lines: each row has those that stood at the end of its time. Rows whose time has none say so, in one
 * line where they follow each other.
 */
export const chartTable = (
  { points, range, headings, figures, words, margin }: ChartTable,
  { height, timeZone }: ChartPlace,
): readonly Line[] => {
  const room = Math.max(1, height - 1);
  const length = range.toEpochMs - range.fromEpochMs;
  const stepMs = HOUR_MS * (ROW_HOURS.find((hours) => length / (hours * HOUR_MS) <= room - 1) ?? 168);
  const rows = rowsOf(points, range, stepMs);
  const line = (first: string, cells: readonly string[]): string =>
    `${' '.repeat(margin)}${first.padEnd(16)}${cells.map((cell) => cell.padStart(ROOM)).join('')}`;
  return [
    [dim(line('until', headings))],
    ...rows.slice(-room).map(({ toEpochMs, point }): Line => {
      const time = timeWords(toEpochMs, timeZone);
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

/** `Sat 21 Nov 18:00`. */
const timeWords = (epochMs: number, timeZone: string): string => {
  const time = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
  const day = time.toLocaleString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '');
  return `${day} ${String(time.hour).padStart(2, '0')}:${String(time.minute).padStart(2, '0')}`;
};
