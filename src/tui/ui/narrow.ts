/** Screens on which a table has room for a few columns only: a phone's, or a part of a split window. */

/** Cells from which on a screen shows what it shows on wider ones, only less of it. */
const NARROW_BELOW = 60;

/** True where a row is what identifies it and what decides about it, and everything else is on its page. */
export const isNarrow = (width: number): boolean => width < NARROW_BELOW;
