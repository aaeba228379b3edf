/**
 * Puts together what a preview says: a head, and below it groups of lines, one below the other or, where the place is wide and low, in two
 * columns. What matters least is left out where there is no room for it. Pure.
 */
import { besideLines, RECORD_MARGIN, type RecordLine } from './record-lines.ts';
import type { Size } from './segments.ts';

type Group = readonly RecordLine[];

/** Of several groups that do not all fit, those of the lowest `rank` stay; they stand in the order in which they come. */
type Ranked = { readonly rank: number; readonly group: Group };

/** What is said in lines of `width` cells. */
type Said = { readonly head: Group; readonly groups: readonly Ranked[] };

/** Cells from which on there is room for two columns, and between these. */
const TWO_FROM = 92;
const GAP = 2;

/** The lines in the place, at most as many as it has. */
export const previewLines = (saidIn: (width: number) => Said, { width, height }: Size): readonly RecordLine[] => {
  if (width < TWO_FROM) {
    const { head, groups } = saidIn(width);
    return [...head, ...(columnsOf(groups, [height - head.length], 1)[0] ?? [])];
  }
  const cells = Math.floor((width + RECORD_MARGIN - GAP) / 2);
  const { head, groups } = saidIn(cells - RECORD_MARGIN - 1);
  const [left = [], right = []] = columnsOf(groups, [height - head.length, height], 0);
  return besideLines([[...head, ...left], right], cells);
};

/** The groups in columns of these heights, `gap` blank lines before each; none is parted. */
const columnsOf = (groups: readonly Ranked[], heights: readonly number[], gap: number): readonly Group[] => {
  const free = [...heights];
  const columns = new Map<Ranked, number>();
  for (const ranked of groups.toSorted((one, other) => one.rank - other.rank)) {
    const taken = ranked.group.length + gap;
    const column = ranked.group.length === 0 ? -1 : free.findIndex((lines) => taken <= lines);
    if (column < 0) continue;
    free[column] = (free[column] ?? 0) - taken;
    columns.set(ranked, column);
  }
  const blanks = Array.from({ length: gap }, (): RecordLine => []);
  return heights.map((_, column) =>
    groups.flatMap((ranked) => (columns.get(ranked) === column ? [...blanks, ...ranked.group] : [])),
  );
};
