/** The keys that scroll the pages of a change. */
import { type Binding, bind } from '../../../keys/binding.ts';
import { RECORD_MARGIN, RECORD_TITLE_LINES } from '../../../ui/record-lines.ts';
import { FOOT_LINES, fateLines, reviewLines } from './lines.ts';
import type { ChangingNeeds } from './needs.ts';
import { changeScrolled } from './state.ts';

/** The keys, and how much is not in view. */
export type Scrolling = {
  readonly keys: readonly Binding[];
  /** Lines below those that are in view. */
  readonly unread: () => number;
};

/** Builds them. */
export const createScrolling = ({
  slice,
  screen,
  timeZone,
  listed,
}: Pick<ChangingNeeds, 'slice' | 'screen' | 'timeZone' | 'listed'>): Scrolling => {
  const extent = () => {
    const changing = slice.get();
    const { width, height } = screen();
    const room = width - RECORD_MARGIN;
    const rows = Math.max(1, height - FOOT_LINES - RECORD_TITLE_LINES);
    if (changing === undefined || changing.stage.kind === 'value') return { count: 0, rows, top: 0 };
    const { stage } = changing;
    const lines =
      stage.kind === 'review'
        ? reviewLines(changing, stage, timeZone, room)
        : fateLines(changing, stage, listed(), room);
    return { count: lines.length, rows, top: stage.top };
  };

  const scroll = (lines: number) => {
    const { count, rows } = extent();
    slice.change((changing) => changing && changeScrolled(changing, lines, Math.max(0, count - rows)));
  };
  const page = () => Math.max(1, extent().rows - 1);

  return {
    unread: () => {
      const { count, rows, top } = extent();
      return Math.max(0, count - top - rows);
    },
    keys: [
      bind('instances.change-down', ['down', 'j'], 'scroll', 'Move', () => scroll(1)),
      bind('instances.change-up', ['up', 'k'], 'scroll up', 'Move', () => scroll(-1)),
      bind('instances.change-page-down', ['pagedown', 'ctrl-f', 'ctrl-d', 'space'], 'page down', 'Move', () =>
        scroll(page()),
      ),
      bind('instances.change-page-up', ['pageup', 'ctrl-b', 'ctrl-u'], 'page up', 'Move', () => scroll(-page())),
    ],
  };
};
