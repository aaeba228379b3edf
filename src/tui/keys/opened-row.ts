/** The keys of an open row (see `state/opened-row.ts`): scrolling its page, going to the rows beside it, and closing it. */
import { cursorMoved } from '../state/cursor.ts';
import { type Arrangement, cursorChanged, type List } from '../state/list.ts';
import { openedFollowed, openedScrolled, rowClosed } from '../state/opened-row.ts';
import type { Slice } from '../state/slice.ts';
import { type Binding, bind, inFooter } from './binding.ts';
import { scrollKeys } from './scrolling.ts';

/** What these keys work on. */
export type OpenedKeysNeeds<Row, Query> = {
  /** What the ids of the keys start with. */
  readonly owner: string;
  /** What one row is called: `volume`. */
  readonly noun: string;
  readonly slice: Slice<List<Row, Query>>;
  readonly arrangement: () => Arrangement<Row, Query>;
  /** Lines of the open row's page, and how many of them are visible. */
  readonly openedExtent: (row: Row, page: number) => { readonly length: number; readonly height: number };
};

/** The rows of the key table. */
export const openedKeys = <Row, Query>({
  owner,
  noun,
  slice,
  arrangement,
  openedExtent,
}: OpenedKeysNeeds<Row, Query>): readonly Binding[] => {
  const scroll = (pages: number, lines: number) => {
    const { opened } = slice.get();
    if (opened === undefined) return;
    const { length, height } = openedExtent(opened.row, opened.page);
    const step = pages * Math.max(1, height - 1) + lines;
    slice.change((list) => openedScrolled(list, step, Math.max(0, length - height)));
  };

  const goBeside = (steps: number) =>
    slice.change((list) => {
      const extent = { count: list.shown.length, height: arrangement().height };
      return openedFollowed(cursorChanged(list, cursorMoved(list.cursor, steps, extent)));
    });

  return [
    bind(`${owner}.close`, ['escape', 'q', 'enter'], 'back', 'Detail', () => slice.change(rowClosed), inFooter),
    ...scrollKeys(`${owner}.scroll-`, 'Detail', scroll, { hasEnds: true }),
    bind(`${owner}.next`, ['J', 'right', 'l'], `next ${noun}`, 'Detail', () => goBeside(1), inFooter),
    bind(`${owner}.before`, ['K', 'left', 'h'], `previous ${noun}`, 'Detail', () => goBeside(-1)),
  ];
};
