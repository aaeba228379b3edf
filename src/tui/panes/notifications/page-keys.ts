/** The keys that scroll a page of text. */
import type { Binding } from '../../keys/binding.ts';
import { scrollKeys } from '../../keys/scrolling.ts';
import { RECORD_TITLE_LINES } from '../../ui/record-lines.ts';

/** Rows that hand a number of lines to `scroll`; `owner` is what their ids start with, `height` that of the page with its title. */
export const pageKeys = (owner: string, height: () => number, scroll: (lines: number) => void): readonly Binding[] => {
  const page = () => Math.max(1, height() - RECORD_TITLE_LINES);
  return scrollKeys(`${owner}.`, 'Move', (pages, lines) => scroll(pages * page() + lines));
};
