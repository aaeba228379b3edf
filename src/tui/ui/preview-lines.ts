/**
 * Puts together what a preview says: a head, and below it blocks of lines, one below the other or, where the place is wide and low, in
 * two columns. What matters least is left out where there is no room for it. Pure.
 */
import { plain, type Segment, type Size, segmentsWidth, spreadSegments } from './segments.ts';

export type PreviewLine = readonly Segment[];

/** Lines that belong together. Of several that do not all fit, those of the lowest `rank` stay; they stand in the order in which they come. */
export type PreviewBlock = { readonly rank: number; readonly lines: readonly PreviewLine[] };

/** What is said in a column of `width` cells; `isLow`: lines are few. */
type PreviewParts = (place: { readonly width: number; readonly isLow: boolean }) => {
  readonly head: readonly PreviewLine[];
  readonly blocks: readonly PreviewBlock[];
};

/** Cells from which on there is room for two columns, and between these. */
const TWO_FROM = 92;
const GAP = 4;

/** The lines in the place, at most as many as it has. */
export const previewLines = (partsIn: PreviewParts, { width, height }: Size): readonly PreviewLine[] => {
  const isLow = width >= TWO_FROM;
  const cells = isLow ? Math.floor((width - GAP) / 2) : width;
  const { head, blocks } = partsIn({ width: cells, isLow });
  if (!isLow) return [...head, ...(stacked(blocks, [height - head.length], 1)[0] ?? [])];
  const [left = [], right = []] = stacked(blocks, [height - head.length, height], 0);
  const first = [...head, ...left];
  return Array.from({ length: Math.max(first.length, right.length) }, (_, line) => {
    const begin = first[line] ?? [];
    return [...begin, plain(' '.repeat(cells - segmentsWidth(begin) + GAP)), ...(right[line] ?? [])];
  });
};

/** The blocks in columns of these heights, `gap` blank lines before each; none is parted. */
const stacked = (
  blocks: readonly PreviewBlock[],
  heights: readonly number[],
  gap: number,
): readonly (readonly PreviewLine[])[] => {
  const free = [...heights];
  const columnOf = new Map<PreviewBlock, number>();
  for (const block of blocks.toSorted((one, other) => one.rank - other.rank)) {
    const column = free.findIndex((lines) => block.lines.length > 0 && block.lines.length + gap <= lines);
    if (column < 0) continue;
    free[column] = (free[column] ?? 0) - block.lines.length - gap;
    columnOf.set(block, column);
  }
  const blanks = Array.from({ length: gap }, (): PreviewLine => []);
  return heights.map((_, column) =>
    blocks.filter((block) => columnOf.get(block) === column).flatMap(({ lines }) => [...blanks, ...lines]),
  );
};

/** Cells of what a line is about. */
const LABEL = 9;

/** `label` in its own column, what is said of it, and a second fact at the right edge of `width` cells. */
export const labelledLine = (
  label: string,
  said: readonly Segment[],
  width: number,
  atEnd: readonly Segment[] = [],
): PreviewLine => spreadSegments([{ text: label.padEnd(LABEL), role: 'strong' }, ...said], atEnd, width);
