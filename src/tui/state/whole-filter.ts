/** Seeing the whole line that narrows a list, where it is too long for its row: opened, scrolled, closed. Pure. */

/** Lines on screen that are scrolled out above. */
type Whole = { readonly whole?: { readonly top: number } };

/** The whole line is to be seen. */
export const wholeOpened = <Some extends Whole>(list: Some): Some => ({ ...list, whole: { top: 0 } });

/** It was scrolled by `lines`, at most to `highest`. */
export const wholeScrolled = <Some extends Whole>(list: Some, lines: number, highest: number): Some =>
  list.whole === undefined ? list : { ...list, whole: { top: Math.max(0, Math.min(highest, list.whole.top + lines)) } };

/** It is to be seen no more. */
export const wholeClosed = <Some extends Whole>({ whole: _, ...list }: Some): Omit<Some, 'whole'> => list;
