/** What a list does by its kind: how rows are known, what narrows them, and whether an answer is all there is. */
import { describe, expect, test } from 'vitest';
import { lineReplaced } from '../src/tui/state/line.ts';
import {
  type Arrangement,
  chosenRows,
  currentRow,
  cursorChanged,
  emptyList,
  type List,
  markExtended,
  markToggled,
  orderChanged,
  rowsReplaced,
} from '../src/tui/state/list.ts';
import { filterEdited, filterKept, filterOpened, filterRestored } from '../src/tui/state/list-filter.ts';
import { inOrder } from '../src/tui/state/order.ts';
import { pageTurned } from '../src/tui/state/over-list.ts';

type Box = { readonly id?: number; readonly size: number };

/** Boxes of at least a size; a line that is no number is not kept. */
type Query = { readonly least: number; readonly isTyping: boolean };

const KIND: Arrangement<Box, Query> = {
  keyOf: ({ id }) => id,
  ranking: { valueOf: (box, field) => Reflect.get(box, field), compareTexts: () => undefined },
  narrowing: {
    opened: (query) => ({ ...query, isTyping: true }),
    typed: (query, { text }) => (text === '' || Number.isNaN(Number(text)) ? query : { ...query, least: Number(text) }),
    kept: (query, { text }) =>
      Number.isNaN(Number(text))
        ? { query, problem: `${text} is no number` }
        : { query: { least: Number(text), isTyping: false } },
    closed: (_, { text }) => ({ least: Number(text), isTyping: false }),
    narrowed: (boxes, { least }) => boxes.filter(({ size }) => size >= least),
  },
  finding: (text) => (box) => String(box.size) === text,
  height: 10,
};
const PART: Arrangement<Box, Query> = { ...KIND, isPartial: true };

const BOXES: readonly Box[] = [{ id: 1, size: 5 }, { id: 2, size: 9 }, { size: 7 }, { id: 4, size: 1 }];

const listing = (): List<Box, Query> =>
  rowsReplaced(emptyList<Box, Query>('size', { least: 0, isTyping: false }), BOXES, KIND);
const onRow = (list: List<Box, Query>, row: number) => cursorChanged(list, { row, top: 0 });
const typed = (list: List<Box, Query>, text: string) => filterEdited(list, lineReplaced(text)(list.filter), KIND);
const sizes = ({ shown }: List<Box, Query>) => shown.map(({ size }) => size);
const current = (list: List<Box, Query>) => currentRow(list)?.size;

describe('the line', () => {
  test('narrows by what the kind reads in it, and one that it refuses stays open', () => {
    const opened = filterOpened(listing(), KIND);
    expect(opened.query.isTyping).toBe(true);
    const six = typed(opened, '6');
    expect(sizes(six)).toEqual([9, 7]);
    const wrong = filterKept(typed(six, 'six'), KIND);
    expect([wrong.editing, wrong.filter.text, sizes(wrong)]).toEqual([{}, 'six', [9, 7]]);
    const kept = filterKept(six, KIND);
    expect([kept.editing, kept.query.isTyping, sizes(kept)]).toEqual([undefined, false, [9, 7]]);
  });

  test('leaves the cursor on its row, and puts it on the first where that is not in what is left', () => {
    const down = onRow(filterOpened(listing(), KIND), 1);
    expect(current(typed(down, '6'))).toBe(9);
    expect(typed(onRow(filterOpened(listing(), KIND), 3), '6').cursor).toEqual({ row: 0, top: 0 });
  });

  test('that is given up says again what it said before', () => {
    const kept = filterKept(typed(filterOpened(listing(), KIND), '6'), KIND);
    const given = filterRestored(typed(filterOpened(kept, KIND), '8'), KIND);
    expect([given.filter.text, sizes(given)]).toEqual(['6', [9, 7]]);
  });
});

describe('a row without a key', () => {
  test('is not marked, neither alone nor in a range', () => {
    const alone = markToggled(onRow(listing(), 2), KIND);
    expect(alone.marked).toEqual([]);
    expect(chosenRows(alone, KIND)).toEqual([{ size: 7 }]);
    const range = markExtended(onRow(markToggled(onRow(listing(), 1), KIND), 3), KIND);
    expect(range.marked).toEqual([2, 4]);
  });

  test('is not followed by the cursor, which stays at its place', () => {
    expect(orderChanged(onRow(listing(), 2), [['size', 'asc']], KIND).cursor.row).toBe(2);
  });
});

describe('marks of rows that do not come again', () => {
  test('go where an answer is all there is, and stay where it is a part', () => {
    const marked = markToggled(onRow(listing(), 3), KIND);
    expect(rowsReplaced(marked, BOXES.slice(0, 2), KIND).marked).toEqual([]);
    expect(rowsReplaced(marked, BOXES.slice(0, 2), PART).marked).toEqual([4]);
  });
});

describe('a cursor on the first row', () => {
  const better: readonly Box[] = [{ id: 9, size: 20 }, ...BOXES];

  test('stays on the first through another order and another line, and any other row is followed', () => {
    expect(current(orderChanged(listing(), [['size', 'desc']], KIND))).toBe(9);
    expect(current(orderChanged(onRow(listing(), 3), [['size', 'desc']], KIND))).toBe(1);
    const narrowed = typed(filterOpened(listing(), KIND), '6');
    expect(current(filterRestored(narrowed, KIND))).toBe(5);
  });

  test('stays on its row through a refresh, and on the first when the rows answer something else', () => {
    expect(current(rowsReplaced(listing(), better, KIND))).toBe(5);
    expect(current(rowsReplaced(listing(), better, KIND, { isFirstKept: true }))).toBe(20);
  });
});

describe('a row that is sought', () => {
  const seeking = (): List<Box, Query> => ({ ...listing(), sought: { key: 4, page: 1 } });

  test('is waited for while only the first rows are here, and opened at its page once it is there', () => {
    const first = rowsReplaced(seeking(), BOXES, KIND, { areFirst: true });
    expect([first.opened, first.cursor.row]).toEqual([undefined, 0]);
    const found = rowsReplaced(first, BOXES, KIND);
    expect(found.opened).toEqual({ row: { id: 4, size: 1 }, page: 1, top: 0 });
    expect([found.cursor.row, found.sought]).toEqual([3, undefined]);
    expect(pageTurned(found, 2).opened?.page).toBe(0);
  });

  test('is sought no longer once an answer is there without it', () => {
    expect(rowsReplaced(seeking(), BOXES.slice(0, 2), KIND).sought).toBeUndefined();
  });
});

test('an order that is taken away leaves the rows as they came', () => {
  const sorted = orderChanged(listing(), [['size', 'desc']], KIND);
  expect(sizes(sorted)).toEqual([9, 7, 5, 1]);
  expect(sizes(orderChanged(sorted, [], KIND))).toEqual([5, 9, 7, 1]);
});

test('rows that are in order already are not copied', () => {
  const sorted = [...BOXES].sort((a, b) => a.size - b.size);
  expect(inOrder(sorted, [['size', 'asc']], KIND.ranking)).toBe(sorted);
});
