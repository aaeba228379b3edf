/** Guesses which word was meant where one was mistyped. */

/**
 * At most `count` of `words` that `word` may be a slip of, nearest first; none when nothing is near. A slip is a letter too
 * much, too little, wrong, or two that changed places; a third of the letters may be wrong, `most` at the most.
 */
export const nearestWords = (
  word: string,
  words: readonly string[],
  count = 3,
  most = Number.POSITIVE_INFINITY,
): readonly string[] => {
  const wanted = word.toLowerCase();
  // Of two letters, one that is wrong leaves nothing that was meant.
  const limit = wanted.length < 3 ? 0 : Math.min(most, Math.floor(wanted.length / 3));
  return words
    .filter((candidate) => Math.abs(candidate.length - wanted.length) <= limit || isPart(wanted, candidate))
    .map((candidate) => ({ candidate, slips: isPart(wanted, candidate) ? 1 : slipsBetween(wanted, candidate) }))
    .filter(({ slips }) => slips <= limit)
    .sort((a, b) => a.slips - b.slips || a.candidate.localeCompare(b.candidate))
    .slice(0, count)
    .map(({ candidate }) => candidate);
};

/** True when `wanted` is a piece of `candidate` that is long enough to mean it: `ram` for `gpu_ram`. */
const isPart = (wanted: string, candidate: string): boolean =>
  wanted.length > 2 && candidate.toLowerCase().includes(wanted);

const slipsBetween = (wanted: string, candidate: string): number => {
  const other = candidate.toLowerCase();
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= wanted.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = wanted[row - 1] === other[column - 1];
      const hasChangedPlaces = wanted[row - 1] === other[column - 2] && wanted[row - 2] === other[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          hasChangedPlaces ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, other.length);
};

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
