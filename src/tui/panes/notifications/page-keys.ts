/** The keys that scroll a page of text. */
import { type Binding, bind, inFooter } from '../../keys/binding.ts';
import { RECORD_TITLE_LINES } from '../../ui/record-lines.ts';

/** Rows that hand a number of lines to `scroll`; `owner` is what their ids start with, `height` that of the page with its title. */
export const pageKeys = (owner: string, height: () => number, scroll: (lines: number) => void): readonly Binding[] => {
  const page = () => Math.max(1, height() - RECORD_TITLE_LINES);
  return [
    bind(`${owner}.down`, ['down', 'j'], 'scroll', 'Move', () => scroll(1), inFooter),
    bind(`${owner}.up`, ['up', 'k'], 'scroll up', 'Move', () => scroll(-1)),
    bind(`${owner}.page-down`, ['pagedown', 'ctrl-f', 'ctrl-d', 'space'], 'page down', 'Move', () => scroll(page())),
    bind(`${owner}.page-up`, ['pageup', 'ctrl-b', 'ctrl-u'], 'page up', 'Move', () => scroll(-page())),
  ];
};
