/** The pages that `[` and `]` turn between, drawn the same way wherever a pane has some. */
import { dim, type Segment, segmentsWidth } from './segments.ts';

/** Cells that a line keeps between its ends. */
const GAP = 2;

/** The keys that turn to another page, for the end of a line of `width` cells behind the titles; as short as can be where those need the room. */
export const pageTabsHint = (titles: readonly Segment[], width: number): readonly Segment[] => {
  const hint = [dim('[ ] other page ')];
  return segmentsWidth(titles) + GAP + segmentsWidth(hint) <= width ? hint : [dim('[ ] ')];
};

/** The titles one behind the other; the one at place `open` stands in brackets, and none moves when the page is turned. */
export const pageTabSegments = (titles: readonly string[], open: number): readonly Segment[] =>
  titles.map((title, place) => (place === open ? { text: ` [${title}]`, role: 'accent' } : dim(`  ${title} `)));
