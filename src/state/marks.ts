/** Marks on the rows of a list: keys of rows in the order in which they were marked. */

/** `marked` with `key` in it, or without it when it was marked before. */
export const markTurned = <Key>(marked: readonly Key[], key: Key): readonly Key[] =>
  marked.includes(key) ? marked.filter((other) => other !== key) : [...marked, key];

/**
 * `marked` with every row between the one marked last and the one at `place` of `shown`, both included. When the one marked
 * last is not shown, nothing changes.
 */
export const rangeMarked = <Key>(marked: readonly Key[], shown: readonly Key[], place: number): readonly Key[] => {
  const last = marked.at(-1);
  const start = last === undefined ? -1 : shown.indexOf(last);
  if (start < 0) return marked;
  const known = new Set(marked);
  const range = shown.slice(Math.min(start, place), Math.max(start, place) + 1).filter((key) => !known.has(key));
  // The row at the cursor comes last, so that the next range begins there.
  return [...marked, ...(start < place ? range : range.reverse())];
};
