/** The keys of rows seen side by side (see `state/over-list.ts`), and the one that opens them. */

import { cursorAt } from '../state/cursor.ts';
import { type Arrangement, cursorChanged, type List, type RowKey } from '../state/list.ts';
import {
  comparedColumnMoved,
  comparedPlace,
  comparedRows,
  comparingRefusal,
  comparisonClosed,
  comparisonOpened,
  comparisonScrolled,
  differingTurned,
} from '../state/over-list.ts';
import type { Slice } from '../state/slice.ts';
import { type Binding, bind, inFooter } from './binding.ts';
import { scrollKeys } from './scrolling.ts';

/** What these keys work on. */
type ComparingKeysNeeds<Row, Query> = {
  /** What the ids of the keys start with. */
  readonly owner: string;
  /** What one row is called: `volume`. */
  readonly noun: string;
  readonly slice: Slice<List<Row, Query>>;
  readonly arrangement: () => Arrangement<Row, Query>;
  /** Lines of the comparison of `rows`, and how many of them are visible. */
  readonly extent: (
    rows: readonly Row[],
    isDifferingOnly: boolean,
  ) => { readonly length: number; readonly height: number };
};

/** The row that opens the comparison, and the rows of the table while it is open. */
export const comparingKeys = <Row, Query>(
  needs: ComparingKeysNeeds<Row, Query>,
): { readonly open: Binding; readonly comparing: () => readonly Binding[] } => {
  const { owner, noun, slice, arrangement, extent } = needs;

  const rowsHere = (keys: readonly RowKey[]) => comparedRows(keys, slice.get().rows, arrangement().keyOf);
  const here = (keys: readonly RowKey[]) => rowsHere(keys).flatMap((row) => arrangement().keyOf(row) ?? []);

  const refusal = () => {
    const { marked } = slice.get();
    // More than can be compared are not looked for: there may be thousands.
    const outright = comparingRefusal(marked.length, marked.length, noun);
    return outright ?? comparingRefusal(marked.length, rowsHere(marked).length, noun);
  };

  const scroll = (pages: number, lines: number) => {
    const { comparing } = slice.get();
    if (comparing === undefined) return;
    const { length, height } = extent(rowsHere(comparing.keys), comparing.isDifferingOnly);
    const step = pages * Math.max(1, height - 1) + lines;
    slice.change((list) => comparisonScrolled(list, step, Math.max(0, length - height)));
  };

  const goBeside = (steps: number) =>
    slice.change((list) => comparedColumnMoved(list, steps, here(list.comparing?.keys ?? [])));

  const currentHere = () => {
    const { comparing } = slice.get();
    if (comparing === undefined) return undefined;
    return rowsHere(comparing.keys)[comparedPlace(comparing, here(comparing.keys))];
  };

  /** Opens the row over the comparison, and puts the list's cursor on it where it is shown. */
  const openRow = () => {
    const row = currentHere();
    if (row === undefined) return;
    slice.change((list) => {
      const place = list.shown.indexOf(row);
      const extentOfList = { count: list.shown.length, height: arrangement().height };
      const on = place < 0 ? list : cursorChanged(list, cursorAt(list.cursor, place, extentOfList));
      return { ...on, opened: { row, page: 0, top: 0 } };
    });
  };

  const needsRow = () =>
    currentHere() === undefined
      ? `None of the compared ${noun}s is in the list ${slice.get().comparing?.isAwaited ? 'yet' : 'now'}.`
      : undefined;
  const close = () => slice.change(comparisonClosed);
  const id = (verb: string) => `${owner}.compare-${verb}`;
  return {
    open: bind(
      `${owner}.compare`,
      ['='],
      'compare',
      'Mark',
      () => slice.change((list) => comparisonOpened(list, here(list.marked))),
      { help: `2 to 6 marked ${noun}s side by side`, refusal },
    ),
    comparing: () => [
      bind(id('close'), ['escape', 'q', '='], 'back', 'Compare', close, inFooter),
      bind(
        id('differing'),
        ['d'],
        slice.get().comparing?.isDifferingOnly ? 'all lines' : 'differences',
        'Compare',
        () => slice.change(differingTurned),
        { isInFooter: true, help: 'only lines that differ, or all' },
      ),
      bind(id('open'), ['enter'], 'detail', 'Compare', openRow, {
        isInFooter: true,
        help: `all details of this ${noun}`,
        refusal: needsRow,
      }),
      bind(id('right'), ['right', 'l'], 'next', 'Compare', () => goBeside(1), {
        isInFooter: true,
        help: `next ${noun}`,
      }),
      bind(id('left'), ['left', 'h'], `previous ${noun}`, 'Compare', () => goBeside(-1)),
      ...scrollKeys(id(''), 'Compare', scroll, { hasEnds: true }),
    ],
  };
};
