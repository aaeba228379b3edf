/** The pages that `[` and `]` turn between, drawn the same way wherever a pane has some. */
import { dim, type Segment } from './segments.ts';

/** The keys that turn to another page, for the end of the line that the titles stand in. */
export const PAGE_TABS_HINT: readonly Segment[] = [dim('[ ] other page ')];

/** The titles one behind the other; the one at place `open` stands in brackets, and none moves when the page is turned. */
export const pageTabSegments = (titles: readonly string[], open: number): readonly Segment[] =>
  titles.map((title, place) => (place === open ? { text: ` [${title}]`, role: 'accent' } : dim(`  ${title} `)));
