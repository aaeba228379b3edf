/** Says how much of a page or list is scrolled out of sight. */

/** `1 more line below`, `12 more lines below`; an empty text when nothing is below. */
export const moreLinesBelow = (below: number): string =>
  below > 0 ? `${below} more ${below === 1 ? 'line' : 'lines'} below` : '';

/** The same as short as it has to be beside what takes `taken` of `width` cells: `12 below`, for which that has to give way. */
export const linesBelowBeside = (below: number, taken: number, width: number): string => {
  const words = below > 0 ? [moreLinesBelow(below), `${below} below`] : [];
  return words.find((text) => taken + GAP + text.length < width) ?? words.at(-1) ?? '';
};

/** Cells between two things that are said in one line. */
const GAP = 2;

/** `10 more above, 3 more below`, whichever of the two there is; an empty text when all is in sight. */
export const moreAboveAndBelow = (above: number, below: number): string =>
  [above > 0 ? `${above} more above` : '', below > 0 ? `${below} more below` : '']
    .filter((part) => part !== '')
    .join(', ');
