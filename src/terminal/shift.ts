/** Finds the block of lines that only moved up or down, so that the terminal can move it instead of being sent it again. */

import { blankRow, type Row } from './row.ts';
import { isSame } from './row-difference.ts';

/** Lines `top` to `bottom` (both included, from 0) move up by `by` lines, or down where it is negative. */
export type Shift = { readonly top: number; readonly bottom: number; readonly by: number };

/** Cells that a shift must save before it is worth its own bytes. */
const WORTH_A_SHIFT = 30;
/** Only the distances that most lines agree on are looked at closely. */
const CANDIDATES = 3;

/** The shift that saves the most cells; undefined when none is worth it. */
export function findShift(shown: readonly Row[], next: readonly Row[]): Shift | undefined {
  const distances = likelyDistances(shown, next);
  if (distances.length === 0) return undefined;
  const costs = next.map((row, at) => cellsApart(shown[at], row));
  let best: Shift | undefined;
  let bestSaving = WORTH_A_SHIFT;
  for (const by of distances) {
    const shift = bestBlock(shown, next, costs, by);
    const saving = savingOf(shift, shown, next, costs);
    if (saving > bestSaving) {
      best = shift;
      bestSaving = saving;
    }
  }
  return best;
}

/** The lines as the terminal shows them after the shift: what moved out is lost, what is uncovered is blank. */
export function shifted(rows: readonly Row[], { top, bottom, by }: Shift): Row[] {
  const blank = blankRow(rows[0]?.glyphs.length ?? 0);
  return rows.map((row, at) => {
    if (at < top || at > bottom) return row;
    const from = at + by;
    return (from >= top && from <= bottom ? rows[from] : undefined) ?? blank;
  });
}

function likelyDistances(shown: readonly Row[], next: readonly Row[]): number[] {
  const linesByHash = new Map<number, number[]>();
  shown.forEach((row, at) => {
    if (row.length > 0) linesByHash.set(row.hash, [...(linesByHash.get(row.hash) ?? []), at]);
  });
  const votes = new Map<number, number>();
  next.forEach((row, at) => {
    if (row.hash === shown[at]?.hash) return;
    for (const from of linesByHash.get(row.hash) ?? []) votes.set(from - at, (votes.get(from - at) ?? 0) + 1);
  });
  return [...votes]
    .sort((one, other) => other[1] - one[1])
    .slice(0, CANDIDATES)
    .map(([by]) => by);
}

/** The block of lines that gains most by the move, what it uncovers left aside. */
function bestBlock(shown: readonly Row[], next: readonly Row[], costs: readonly number[], by: number): Shift {
  let best: Shift = { top: 0, bottom: 0, by };
  let bestSum = 0;
  let sum = 0;
  let start = 0;
  for (let at = Math.max(0, -by); at < Math.min(next.length, next.length - by); at++) {
    if (sum <= 0) {
      sum = 0;
      start = at;
    }
    sum += (costs[at] ?? 0) - cellsApart(shown[at + by], next[at]);
    if (sum <= bestSum) continue;
    bestSum = sum;
    best = { top: Math.min(start, start + by), bottom: Math.max(at, at + by), by };
  }
  return best;
}

/** Cells that need not be sent after the shift; less than 0 when it costs more than it saves. */
function savingOf(shift: Shift, shown: readonly Row[], next: readonly Row[], costs: readonly number[]): number {
  const moved = shifted(shown, shift);
  let saving = 0;
  for (let at = shift.top; at <= shift.bottom; at++) saving += (costs[at] ?? 0) - cellsApart(moved[at], next[at]);
  return saving;
}

/** How many cells a line differs in; all that are painted when it has to be painted whole. */
function cellsApart(shown: Row | undefined, next: Row | undefined): number {
  if (!shown || !next || shown === next || shown.hash === next.hash) return 0;
  if (!(shown.isCertain && next.isCertain)) return next.length;
  let apart = 0;
  for (let column = Math.max(shown.length, next.length) - 1; column >= 0; column--) {
    if (!isSame(shown, next, column)) apart++;
  }
  return apart;
}
