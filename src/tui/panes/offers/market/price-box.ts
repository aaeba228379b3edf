/** The prices of a group as a box on an axis that all groups share: p10 to p90 as a line, p25 to p75 as a bar, the median in it. Pure. */

import { PERCENTILES_FROM, type Spread } from '../../../../pricing/spread.ts';
import type { BarLook } from '../../../ui/gauge.ts';
import { dim, joinedSegments, type Segment } from '../../../ui/segments.ts';
import type { Role } from '../../../ui/theme.tsx';
import type { MarketGroup } from './market-rows.ts';

/** A logarithmic axis of prices over `width` cells: both ends are in it. */
type PriceAxis = { readonly least: number; readonly greatest: number; readonly width: number };

/** The part of a group's prices that its box shows: of few all of them. */
const shownEnds = ({ n, min, p10, p90, max }: Spread): readonly number[] =>
  n < PERCENTILES_FROM ? [min, max] : [p10, p90];

/** The axis on which the boxes of `groups` and all of `marked` are seen; undefined where no price is above 0. */
export const priceAxis = (
  groups: readonly Pick<MarketGroup, 'spread'>[],
  marked: readonly number[],
  width: number,
): PriceAxis | undefined => {
  const prices = [...groups.flatMap(({ spread }) => shownEnds(spread)), ...marked].filter((price) => price > 0);
  const least = prices.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const greatest = prices.reduce((one, other) => Math.max(one, other), 0);
  return prices.length === 0 ? undefined : { least, greatest, width };
};

/** The half cell of the axis that `price` is in, from 0. */
const halfOf = (price: number, { least, greatest, width }: PriceAxis): number => {
  const last = 2 * width - 1;
  if (greatest <= least) return width;
  const share = Math.log(Math.max(price, least) / least) / Math.log(greatest / least);
  return Math.min(last, Math.round(share * last));
};

const cellAt = (price: number, axis: PriceAxis): number => Math.floor(halfOf(price, axis) / 2);

/** Figures that stand about as far from each other on such an axis, times a power of ten: the first of them that have room. */
const EASY = [[1, 2, 5], [1, 3], [1]] as const;

/** Cells between two figures, at least. */
const APART = 2;

type Tick = { readonly text: string; readonly cell: number };

/** The figures of the axis, each with its cell: none is cut, or touches another. */
const axisTicks = (axis: PriceAxis): readonly Tick[] => {
  const [first = 0, last = 0] = [axis.least, axis.greatest].map((price) => Math.floor(Math.log10(price)));
  const powers = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const ticksOf = (figures: readonly number[]): readonly Tick[] =>
    powers
      .flatMap((power) => figures.map((figure) => Number((figure * 10 ** power).toPrecision(3))))
      .filter((price) => price >= axis.least && price <= axis.greatest)
      .map((price) => ({ text: String(price), cell: cellAt(price, axis) }))
      .filter(({ text, cell }) => cell + text.length <= axis.width);
  const areApart = (ticks: readonly Tick[]) =>
    ticks.every(({ text, cell }, place) => cell + text.length + APART <= (ticks[place + 1]?.cell ?? Infinity));
  return EASY.map(ticksOf).find(areApart) ?? [];
};

/** Those in one line. */
export const axisHeading = (axis: PriceAxis): string =>
  axisTicks(axis).reduce((line, { text, cell }) => line.padEnd(cell) + text, '');

/** What a box is drawn with. */
const GLYPHS = {
  blocks: { line: '─', left: '▌', right: '▐', full: '█', median: '│', point: '×', own: '◆', grid: '·' },
  ascii: { line: '-', left: '#', right: '#', full: '#', median: '|', point: 'x', own: '@', grid: ' ' },
} as const;

const glyphsIn = (look: BarLook) => GLYPHS[look === 'blocks' ? look : 'ascii'];

/** What each sign of a box is, for the line above the boxes; nothing where there are none. */
export const boxLegend = (look: BarLook): readonly (readonly Segment[])[] => {
  const { line, full, median, own, point } = glyphsIn(look);
  const signs: readonly (readonly [string, Role, string])[] = [
    [line.repeat(3), 'chart', 'p10 to p90'],
    [full.repeat(3), 'accent-bar', 'p25 to p75'],
    [median, 'plain', 'median'],
    [point, 'plain', `each of fewer than ${PERCENTILES_FROM}`],
    [own, 'mark', 'your machines'],
  ];
  return look === 'blank' ? [] : signs.map(([text, role, words]) => [{ text, role }, dim(` ${words}   `)]);
};

/** What stands behind the name of a group with machines of the user's. */
export const ownSign = (look: BarLook): string => (look === 'blank' ? ', yours' : ` ${glyphsIn(look).own}`);

/** The box of a group; of few prices each is a point, as a quarter of them is none of them. */
export const priceBox = (
  { prices, spread }: Pick<MarketGroup, 'prices' | 'spread'>,
  own: readonly number[],
  axis: PriceAxis,
  look: BarLook,
): readonly Segment[] => {
  const glyphs = glyphsIn(look);
  const cells = Array.from({ length: axis.width }, (): Segment => ({ text: ' ', role: 'chart' }));
  const put = (cell: number, text: string, role: Role) => {
    cells[cell] = { text, role };
  };
  for (const { cell } of axisTicks(axis)) put(cell, glyphs.grid, 'chart');
  const { p10, p25, median, p75, p90 } = spread;
  if (prices.length < PERCENTILES_FROM) for (const price of prices) put(cellAt(price, axis), glyphs.point, 'plain');
  else {
    for (let cell = cellAt(p10, axis); cell <= cellAt(p90, axis); cell++) put(cell, glyphs.line, 'chart');
    const [from, to] = [halfOf(p25, axis), halfOf(p75, axis)];
    for (let cell = Math.floor(from / 2); 2 * cell <= to; cell++) {
      const isLeft = 2 * cell >= from;
      const isRight = 2 * cell + 1 <= to;
      put(cell, isLeft && isRight ? glyphs.full : isLeft ? glyphs.left : glyphs.right, 'accent-bar');
    }
    put(cellAt(median, axis), glyphs.median, 'plain');
  }
  for (const price of own) if (price > 0) put(cellAt(price, axis), glyphs.own, 'mark');
  return joinedSegments(cells);
};
