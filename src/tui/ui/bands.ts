/** Rows of a list set off by bands, where those that are next to each other are alike: which lines they take. Pure. */
import { type Cursor, cursorInView } from '../state/cursor.ts';
import type { Segment } from './segments.ts';

/** The line above the rows from `at` on, counted from 0. */
export type Band = { readonly at: number; readonly line: readonly Segment[] };

/** Cells of the screen; `isWhole` is false where rows may be missing. */
export type BandPlace = { readonly width: number; readonly isWhole: boolean };

/** The bands of `rows`, one for each run of those that `alike` says the same of; `lineOf` makes the line of a run. */
export const bandsOf = <Row>(
  rows: readonly Row[],
  alike: (row: Row) => string,
  lineOf: (run: readonly Row[]) => readonly Segment[],
): readonly Band[] => {
  const starts = rows.flatMap((row, at) => (at === 0 || alike(row) !== alike(rows[at - 1] ?? row) ? [at] : []));
  return starts.map((at, place) => ({ at, line: lineOf(rows.slice(at, starts[place + 1])) }));
};

/** Rows that are seen for certain in `lines` lines wherever the list stands: each band may be among them. */
export const rowsBetween = (bands: readonly Band[], lines: number): number => Math.max(1, lines - bands.length);

/** A row that is seen, by its place in the list, or a line between rows. */
type BandedLine = { readonly at: number } | { readonly pieces: readonly Segment[] };

/**
 * What `lines` lines show of `count` rows: each run behind its band, the first one too where it began further up. A blank line stands
 * above a band where all rows are seen all the same.
 */
export const bandedLines = (
  bands: readonly Band[],
  cursor: Cursor,
  count: number,
  lines: number,
): readonly BandedLine[] => {
  const isSpaced = count + 2 * bands.length - 1 <= lines;
  const { top } = cursorInView(cursor, { count, height: rowsBetween(bands, lines) });
  const seen: BandedLine[] = [];
  for (let at = top; at < count; at++) {
    const band = at === top ? bands.findLast((one) => one.at <= at) : bands.find((one) => one.at === at);
    const between = band === undefined ? [] : [...(isSpaced && at > 0 ? [[]] : []), band.line];
    if (seen.length + between.length + 1 > lines) break;
    seen.push(...between.map((pieces) => ({ pieces })), { at });
  }
  return seen;
};
