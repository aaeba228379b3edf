/** The keys that scroll a page of text. */
import { type Binding, bind, inFooter } from './binding.ts';

/**
 * Rows that hand `scroll` whole pages and single lines, down where they are above 0; their ids begin with `prefix`. With `hasEnds` they
 * also go to the first and the last line.
 */
export const scrollKeys = (
  prefix: string,
  group: string,
  scroll: (pages: number, lines: number) => void,
  { isInFooter = true, hasEnds = false } = {},
): readonly Binding[] => [
  bind(`${prefix}down`, ['down', 'j'], 'scroll', group, () => scroll(0, 1), isInFooter ? inFooter : {}),
  bind(`${prefix}up`, ['up', 'k'], 'scroll up', group, () => scroll(0, -1)),
  bind(`${prefix}page-down`, ['pagedown', 'ctrl-f', 'ctrl-d', 'space'], 'page down', group, () => scroll(1, 0)),
  bind(`${prefix}page-up`, ['pageup', 'ctrl-b', 'ctrl-u'], 'page up', group, () => scroll(-1, 0)),
  ...(hasEnds
    ? [
        bind(`${prefix}first`, ['g', 'home'], 'first', group, () => scroll(0, Number.NEGATIVE_INFINITY)),
        bind(`${prefix}last`, ['G', 'end'], 'last', group, () => scroll(0, Number.POSITIVE_INFINITY)),
      ]
    : []),
];
