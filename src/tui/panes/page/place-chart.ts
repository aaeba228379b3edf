/** Where a price stands among those that are alike: a standing bar for each stretch of prices, and below them which is this one. Pure. */

import { leanRoles, leanWords } from '../../../drawing/lean.ts';
import { priceWords } from '../../../pricing/place-words.ts';
import { LEAST_ALIKE, spreadOf } from '../../../pricing/spread.ts';
import { type BarLook, standingBars } from '../../ui/gauge.ts';
import { dim, joinedSegments, plain, type Segment, type Size, segmentsWidth } from '../../ui/segments.ts';

type Line = readonly Segment[];

/** How many times the distance from the median to the ninth tenth a price may lie above that and have a place of its own. */
const FAR = 1.5;

/** Lines below the bars: this price, and the axis. */
const FOOT_LINES = 2;

/**
 * The chart in `width` by `height` cells, or told in figures; of few prices each for itself in one line. `all` (ascending)
 * has the prices, among them `own`, the one that is pointed at.
 */
export const placeLines = (
  all: readonly number[],
  own: number | undefined,
  { width, height }: Size,
  look: BarLook | 'told',
): readonly Line[] => {
  const spread = spreadOf(all);
  if (spread === undefined) return [];
  const { n, min, p10, p25, median, p75, p90, max } = spread;
  if (n < LEAST_ALIKE) return [[dim(`n ${n}:  `), plain(all.map(priceWords).join('  '))]];
  const ownLines = (column: number) => (own === undefined ? [] : [ownLine(own, median, column, width)]);
  if (look === 'told') {
    const figures = { lowest: min, p10, p25, median, p75, p90, highest: max };
    const told = Object.entries(figures).map(([name, price]): Line => [dim(name.padEnd(9)), plain(priceWords(price))]);
    return [...ownLines(0), ...told].slice(0, height);
  }
  const end = Math.min(max, p90 + FAR * (p90 - median));
  const columnOf = (price: number): number =>
    end <= min ? 0 : Math.min(width - 1, Math.floor(((price - min) / (end - min)) * width));
  const counts = Array.from({ length: width }, () => 0);
  for (const price of all) counts[columnOf(price)] = (counts[columnOf(price)] ?? 0) + 1;
  const highest = Math.max(...counts);
  const roles = counts.map((_, column) => leanRoles((min + ((column + 0.5) / width) * (end - min)) / median - 1).bar);
  const bars = standingBars(
    counts.map((count) => count / highest),
    Math.max(1, height - FOOT_LINES),
    look,
  );
  const ends = [min, median].map(priceWords);
  return [
    ...bars.map((line) =>
      joinedSegments(
        [...line].map((text, column) => ({ text, role: text === ' ' ? 'plain' : (roles[column] ?? 'chart') })),
      ),
    ),
    ...ownLines(columnOf(own ?? min)),
    axisLine(ends, max > end ? `${priceWords(end)}+` : priceWords(max), columnOf(median), width),
  ];
};

/** `▲ 1.8383 -18%`, its point below the bar. */
const ownLine = (own: number, median: number, column: number, width: number): Line => {
  const lean = own / median - 1;
  const told: Line = [
    { text: priceWords(own), role: 'strong' },
    plain(' '),
    { text: leanWords(lean), role: leanRoles(lean).text },
  ];
  return pointLine(told, column, width);
};

/** A point below the bar in `column`, and what it is: behind it, or before it where there is no room. */
export const pointLine = (told: Line, column: number, width: number): Line => {
  const length = segmentsWidth(told);
  const point: Segment = { text: '▲', role: 'accent' };
  return column + 2 + length <= width
    ? [plain(' '.repeat(column)), point, plain(' '), ...told]
    : [plain(' '.repeat(Math.max(0, column - 1 - length))), ...told, plain(' '), point];
};

/** The lowest and the highest at the edges, the median below its bar; what has no room beside that is left out. */
const axisLine = ([low = '', median = '']: readonly string[], high: string, column: number, width: number): Line => {
  const room = `${median} median`.length;
  const from = Math.max(0, Math.min(column - Math.floor(median.length / 2), width - room));
  const rest = width - from - room;
  return [
    dim((low.length < from ? low : '').padEnd(from)),
    plain(median),
    dim(` median${(high.length < rest ? high : '').padStart(rest)}`),
  ];
};
