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
  const best = { saved: WORTH_A_SHIFT, shift: undefined as Shift | undefined };
  for (const by of likelyDistances(shown, next)) {
    for (const shift of blocksMovedBy(shown, next, by)) {
      const saved = savedBy(shift, shown, next);
      if (saved > best.saved) Object.assign(best, { saved, shift });
    }
  }
  return best.shift;
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

/** The blocks of lines, from the first that gains by the move to the last, whose sum of gains is highest so far. */
function* blocksMovedBy(shown: readonly Row[], next: readonly Row[], by: number): Generator<Shift> {
  let sum = 0;
  let start = 0;
  let best = 0;
  for (let at = Math.max(0, -by); at < Math.min(next.length, next.length - by); at++) {
    if (sum <= 0) {
      sum = 0;
      start = at;
    }
    sum += gain(shown[at + by], shown[at], next[at]);
    if (sum <= best) continue;
    best = sum;
    yield { top: Math.min(start, start + by), bottom: Math.max(at, at + by), by };
  }
}

function savedBy(shift: Shift, shown: readonly Row[], next: readonly Row[]): number {
  const moved = shifted(shown, shift);
  let saved = 0;
  for (let at = shift.top; at <= shift.bottom; at++) saved += gain(moved[at], shown[at], next[at]);
  return saved;
}

/** Cells that need not be sent because a line starts from `moved` instead of from `shown`. */
function gain(moved: Row | undefined, shown: Row | undefined, next: Row | undefined): number {
  if (!moved || !shown || !next) return 0;
  return cellsApart(shown, next) - cellsApart(moved, next);
}

function cellsApart(one: Row, other: Row): number {
  if (one === other || one.hash === other.hash) return 0;
  if (!(one.isCertain && other.isCertain)) return other.length;
  let apart = 0;
  for (let column = Math.max(one.length, other.length) - 1; column >= 0; column--) {
    if (!isSame(one, other, column)) apart++;
  }
  return apart;
}
