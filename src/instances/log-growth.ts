/** A log that is read again and again, its last lines each time: which of them are new. Pure. */
import { lastLines } from '../api/records/log-lines.ts';

/** Lines that are asked for each time, where nobody says how many. */
export const LOG_TAIL = 1000;

/** Stands where lines may have come that nobody has read. */
export const GAP = '(some lines may be missing here)';

/**
 * How many of the first lines of `now` are the last ones of `before`: as many as can be. Linear in both, whatever they hold: it is
 * the longest border of the two, one behind the other.
 */
export const overlapOf = (before: readonly string[], now: readonly string[]): number => {
  const all = [...now, undefined, ...before];
  const borders = [0];
  let border = 0;
  for (let at = 1; at < all.length; at++) {
    while (border > 0 && all[at] !== all[border]) border = borders[border - 1] ?? 0;
    if (all[at] === all[border]) border++;
    borders.push(border);
  }
  return border;
};

/** The lines of `now` that `before` does not have, behind {@link GAP} where nothing joins the two. */
export const newLines = (before: readonly string[], now: readonly string[]): readonly string[] => {
  const known = overlapOf(before, now);
  if (known > 0 || before.length === 0 || now.length === 0) return now.slice(known);
  return [GAP, ...now];
};

/** `before` and what is new in `now`, as many of the last lines as are kept; and how many lines of `before` had to go. */
export const grownLog = (
  before: readonly string[],
  now: readonly string[],
): { readonly lines: readonly string[]; readonly gone: number } => {
  const added = newLines(before, now);
  if (added.length === 0) return { lines: before, gone: 0 };
  const all = [...before, ...added];
  const lines = lastLines(all);
  return { lines, gone: all.length - lines.length };
};
