/** The keys that scroll what is to be read to its end. */
import { type Binding, bind, inFooter } from '../../keys/binding.ts';

/** Rows that hand a number of lines to `scroll`, at most as many as `page` says. */
export const scrollKeys = (page: () => number, scroll: (lines: number) => void): readonly Binding[] => [
  bind('maintenance.down', ['down', 'j'], 'scroll', 'Move', () => scroll(1), inFooter),
  bind('maintenance.up', ['up', 'k'], 'scroll up', 'Move', () => scroll(-1)),
  bind('maintenance.page-down', ['pagedown', 'ctrl-f', 'ctrl-d', 'space'], 'page down', 'Move', () => scroll(page())),
  bind('maintenance.page-up', ['pageup', 'ctrl-b', 'ctrl-u'], 'page up', 'Move', () => scroll(-page())),
];
