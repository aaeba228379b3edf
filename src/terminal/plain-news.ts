/** What is new on a page to someone who has read the one before. Pure. */
import type { PlainLine } from './plain-page.ts';

/**
 * What to say of each row of `now`, from the top; undefined where there is nothing new. Rows that only moved are not
 * said, but for the one that the cursor came to, or in which it moved: that one is said whole. Where only the emphasis moved, what it has
 * moved to is said.
 */
export function newsOf(before: readonly PlainLine[], now: readonly PlainLine[]): readonly (string | undefined)[] {
  const by = shiftOf(before, now);
  return now.map((line, row) => {
    if (line.bare === '') return undefined;
    const earlier = [before[row], before[row + by]].find((other) => other?.bare === line.bare);
    if (earlier === undefined || (line.isCurrent && line.text !== earlier.text)) return line.text;
    const emphases = line.emphases.filter((piece) => !earlier.emphases.includes(piece));
    return emphases.length === 0 ? undefined : emphases.join('  ');
  });
}

/** By how many rows a list was scrolled, downwards positive; 0 unless that explains more than half of what changed. */
function shiftOf(before: readonly PlainLine[], now: readonly PlainLine[]): number {
  const changed = now.flatMap(({ bare }, row) => (bare === '' || bare === before[row]?.bare ? [] : [{ bare, row }]));
  const moves = Array.from({ length: now.length }, (_, distance) => [distance, -distance]).flat();
  const explained = (by: number) => changed.filter(({ bare, row }) => before[row + by]?.bare === bare).length;
  return moves.find((by) => 2 * explained(by) > changed.length) ?? 0;
}
