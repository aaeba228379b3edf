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

/** What actions work on: the marked rows among those that are shown, in their order; without any mark the one at the cursor. */
export const chosenAmong = <Row, Key>(
  shown: readonly Row[],
  keyOf: (row: Row) => Key,
  marked: readonly Key[],
  current: Row | undefined,
): readonly Row[] => {
  if (marked.length === 0) return current === undefined ? [] : [current];
  const keys = new Set(marked);
  return shown.filter((row) => keys.has(keyOf(row)));
};

/** How many rows are marked, and how many of those the present filter hides; nothing for none. */
export const markWords = (marked: number, shown: number): string => {
  if (marked === 0) return '';
  return marked === shown ? `${marked} marked` : `${marked} marked, ${marked - shown} hidden`;
};

/** Why actions on marked rows have nothing to work on, which happens when the filter hides them all. */
export const hiddenMarksRefusal = (marked: number, noun: string): string =>
  marked === 1
    ? `The marked ${noun} is hidden by the filter: change the filter, or clear the mark with u.`
    : `All ${marked} marked ${noun}s are hidden by the filter: change the filter, or clear the marks with u.`;
