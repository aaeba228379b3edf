/** The list that panes show: what its words, order, cursors and marks do to its rows. */
import { describe, expect, test } from 'vitest';
import { lineReplaced } from '../src/tui/state/line.ts';
import {
  type Arrangement,
  chosenRows,
  currentRow,
  cursorChanged,
  heightChanged,
  type List,
  markExtended,
  markToggled,
  orderChanged,
  rowsReplaced,
} from '../src/tui/state/list.ts';
import {
  filterEdited,
  filterKept,
  filterOpened,
  filterRecalled,
  filterRestored,
} from '../src/tui/state/list-filter.ts';
import { inOrder, type Order, orderKeyToggled, orderMark, orderToggled } from '../src/tui/state/order.ts';
import { openedScrolled, rowOpened } from '../src/tui/state/over-list.ts';
import {
  emptyWordList,
  type ListRow,
  wordListKind,
  wordMatcher,
  wordProblems,
  wordsOf,
} from '../src/tui/state/row-words.ts';

type Disk = ListRow & { readonly gb?: number; readonly name: string };

const disk = (key: string, name: string, gb?: number): Disk => ({
  key,
  name,
  words: wordsOf([key, name]),
  ...(gb === undefined ? {} : { gb }),
});

const BY: Arrangement<Disk> = {
  ...wordListKind<Disk>({ valueOf: (row, field) => Reflect.get(row, field), compareTexts: () => undefined }),
  height: 3,
};

const DISKS = [
  disk('1', 'Samsung 980', 500),
  disk('2', 'nvme_fast', 100),
  disk('3', 'WD Blue'),
  disk('4', 'Samsung 870', 250),
];

const listing = (rows: readonly Disk[] = DISKS): List<Disk> => rowsReplaced(emptyWordList<Disk>('name'), rows, BY);
const keys = ({ shown }: List<Disk>): string => shown.map(({ key }) => key).join(' ');
const typed = (list: List<Disk>, text: string) => filterEdited(list, lineReplaced(text)(list.filter), BY);
const toggled = (list: List<Disk>) => markToggled(list, BY);
const extended = (list: List<Disk>) => markExtended(list, BY);
const opened = (list: List<Disk>) => filterOpened(list, BY);
const onRow = (list: List<Disk>, row: number) => cursorChanged(list, { row, top: 0 });

describe('words', () => {
  test('every word must be in a row, wherever and in any letter case', () => {
    const matches = wordMatcher('samsung 98');
    expect(matches(wordsOf(['Samsung 980']))).toBe(true);
    expect(matches(wordsOf(['980 by SAMSUNG']))).toBe(true);
    expect(matches(wordsOf(['Samsung 870']))).toBe(false);
  });

  test('an underscore matches a blank and an underscore', () => {
    expect(wordMatcher('wd_blue')(wordsOf(['WD Blue']))).toBe(true);
    expect(wordMatcher('nvme_fast')(wordsOf(['nvme_fast']))).toBe(true);
  });

  test('what stands in quotes is one word, and "any:" looks in what no column shows too', () => {
    const row = wordsOf(['WD Blue', '14:03:20'], ['ROME_D8 board']);
    const matching = ['"wd blue"', '14:03', 'any:rome_d8', 'any:"d8 board"', 'any:blue', '"wd', ''];
    for (const typed of matching) expect([typed, wordMatcher(typed)(row)]).toEqual([typed, true]);
    for (const typed of ['"blue wd"', 'rome', 'any:green'])
      expect([typed, wordMatcher(typed)(row)]).toEqual([typed, false]);
  });

  test.each([
    ['status=active', 'status=active'],
    ['blue status:active', 'status:active'],
    ['disk_space>=100', 'disk_space>=100'],
    ['name~blue', 'name~blue'],
    ['size≥100', 'size≥100'],
    ['status = active', 'status = active'],
    ['blue status= active', 'status= active'],
    ['status >=', 'status >='],
    ['url=https://a.b/c', 'url=https://a.b/c'],
    ["name='Team drive' blue", "name='Team drive'"],
    ['name=“Team drive”', 'name=“Team drive”'],
    ['status in [active, blue]', 'status in [active, blue]'],
  ])('a clause narrows nothing and says so: %s', (typed, marked) => {
    const [problem] = wordProblems(typed);
    expect(typed.slice(problem?.from, problem?.to)).toBe(marked);
    expect(problem?.message).toBe(`This list takes only words: put ${marked} in quotes to look for it.`);
    expect(wordMatcher(typed)(wordsOf(['blue active status']))).toBe(true);
  });

  test.each([
    'name="Team drive"',
    'name = "Team drive"',
    'name ="Team drive"',
    'name: "Team drive"',
    'name not in ("Team drive", x)',
    '!name="Team drive"',
    'name="Team dri',
    `name=${'x'.repeat(41)}`,
  ])('a clause with quotes, or a long one, is whole, and repeated in no message: %s', (typed) => {
    const message = 'This list takes only words: put it in quotes to look for it.';
    expect(wordProblems(typed)).toEqual([{ from: 0, to: typed.length, message }]);
  });

  test('any quotes hold a word together, and an apostrophe inside a word is none', () => {
    const row = wordsOf(["Team drive of O'Brien"]);
    for (const typed of ["'team drive'", '“team drive”', '‘drive of’', "o'brien", "'team dr", "o'brien 'team drive'"])
      expect([typed, wordMatcher(typed)(row)]).toEqual([typed, true]);
    for (const typed of ["'drive team'", "!'team drive'", '“drive team”'])
      expect([typed, wordMatcher(typed)(row)]).toEqual([typed, false]);
  });

  test.each(['and', 'OR', '&&', '||'])(
    '"%s" has no meaning here and says so, once more letters cannot make a word of it',
    (link) => {
      const typed = `wd ${link} blue`;
      expect(wordProblems(typed)).toEqual([
        {
          from: 3,
          to: 3 + link.length,
          message: `Every word must be in a row: remove "${link}", or put it in quotes.`,
        },
      ]);
      expect(wordProblems(`wd ${link}`, 3 + link.length)).toEqual([]);
      expect(wordProblems(`wd "${link}"`)).toEqual([]);
    },
  );

  test.each(['14:03:20', '2026-11-21', '/api/v0/bundles/', 'https://a.b/c', 'a-b', 'R&D', '"a=b"', 'any:x'])(
    'a word that holds a sign stays a word: %s',
    (typed) => {
      expect(wordProblems(typed)).toEqual([]);
    },
  );

  test('narrow the rows while they are typed', () => {
    const list = typed(opened(listing()), 'sams');
    expect(keys(list)).toBe('1 4');
    expect(keys(typed(list, 'samsung 87'))).toBe('4');
    expect(keys(typed(list, ''))).toBe('1 2 3 4');
  });

  test('are back as they were when editing is given up', () => {
    const kept = filterKept(typed(opened(listing()), 'samsung'), BY);
    const given = filterRestored(typed(opened(kept), 'nvme'), BY);
    expect(given.filter.text).toBe('samsung');
    expect(keys(given)).toBe('1 4');
    expect(given.editing).toBeUndefined();
  });

  test('that were kept can be recalled, and what was being typed comes back on the way down', () => {
    const recalled = (list: List<Disk>, steps: number) => filterRecalled(list, steps, ['samsung', 'blue'], BY);
    const typing = typed(opened(listing()), 'nvm');
    const older = recalled(recalled(typing, -1), -1);
    expect(older.filter.text).toBe('samsung');
    expect(keys(older)).toBe('1 4');
    expect(recalled(older, -1).filter.text).toBe('samsung');
    expect(recalled(older, 1).filter.text).toBe('blue');
    expect(recalled(recalled(older, 1), 1).filter.text).toBe('nvm');
    const changed = typed(older, 'samsung 98');
    expect(recalled(recalled(changed, 1), -1).filter.text).toBe('samsung 98');
  });

  test('that stand there already are not found once more', () => {
    const kept = opened(filterKept(typed(opened(listing()), 'blue'), BY));
    expect(filterRecalled(kept, -1, ['samsung', 'blue'], BY).filter.text).toBe('samsung');
  });
});

describe('the cursor', () => {
  test('stays on its row when rows before it go and come', () => {
    const list = typed(onRow(listing(), 3), 'samsung');
    expect(currentRow(list)?.key).toBe('4');
    expect(currentRow(typed(list, ''))?.key).toBe('4');
  });

  test('stays on its row when the order changes and when an answer comes in another order', () => {
    const list = orderChanged(onRow(listing(), 1), [['gb', 'desc']], BY);
    expect(currentRow(list)?.key).toBe('2');
    expect(currentRow(rowsReplaced(list, [...DISKS].reverse(), BY))?.key).toBe('2');
  });

  test('stays within the list when its row is gone', () => {
    const list = rowsReplaced(onRow(listing(), 3), DISKS.slice(0, 2), BY);
    expect(list.cursor.row).toBe(1);
    expect(currentRow(rowsReplaced(list, [], BY))).toBeUndefined();
  });

  test('stays in view on a lower screen', () => {
    expect(heightChanged(onRow(listing(), 3), 2).cursor).toEqual({ row: 3, top: 2 });
  });
});

describe('marks', () => {
  test('choose rows in the order in which they came; without any, the row under the cursor is chosen', () => {
    const list = toggled(onRow(toggled(onRow(listing(), 3)), 0));
    expect(list.marked).toEqual(['4', '1']);
    expect(chosenRows(list, BY).map(({ key }) => key)).toEqual(['1', '4']);
    expect(chosenRows(onRow(listing(), 2), BY).map(({ key }) => key)).toEqual(['3']);
  });

  test('reach from the row marked last to the cursor, upwards too, and go on from there', () => {
    const down = extended(onRow(toggled(onRow(listing(), 1)), 3));
    expect(down.marked).toEqual(['2', '3', '4']);
    expect(extended(onRow(down, 0)).marked).toEqual(['2', '3', '4', '1']);
    expect(extended(onRow(listing(), 2)).marked).toEqual([]);
  });

  test('go with their rows', () => {
    const list = rowsReplaced(toggled(onRow(listing(), 3)), DISKS.slice(0, 2), BY);
    expect(list.marked).toEqual([]);
  });
});

test('an open row stays as it was through a new answer, and is scrolled no further than its end', () => {
  const list = rowsReplaced(rowOpened(onRow(listing(), 1)), [], BY);
  expect(list.opened?.row.name).toBe('nvme_fast');
  expect(openedScrolled(list, 50, 7).opened?.top).toBe(7);
  expect(openedScrolled(list, Number.NEGATIVE_INFINITY, 7).opened?.top).toBe(0);
});

const GB = { field: 'gb', first: 'asc' } as const;

describe('order', () => {
  test('a column goes through ascending, descending, and as the rows came', () => {
    const once = orderToggled([], GB, []);
    const twice = orderToggled(once, GB, []);
    expect([once, twice, orderToggled(twice, GB, [])]).toEqual([[['gb', 'asc']], [['gb', 'desc']], []]);
  });

  test('a further column is added, turned, and taken out', () => {
    const byName: Order = [['name', 'asc']];
    const added = orderKeyToggled(byName, GB, []);
    const turned = orderKeyToggled(added, GB, []);
    expect(added).toEqual([
      ['name', 'asc'],
      ['gb', 'asc'],
    ]);
    expect(turned).toEqual([
      ['name', 'asc'],
      ['gb', 'desc'],
    ]);
    expect(orderKeyToggled(turned, GB, [])).toEqual(byName);
    expect([orderMark(turned, 'gb'), orderMark(turned, 'name'), orderMark(turned, 'key')]).toEqual([
      { arrow: '↓', rank: '²' },
      { arrow: '↑', rank: '¹' },
      undefined,
    ]);
  });

  test('absent values come last in either direction, and equal rows stay as they came', () => {
    const by = (order: Order) =>
      inOrder(DISKS, order, BY.ranking)
        .map(({ key }) => key)
        .join(' ');
    expect(by([['gb', 'asc']])).toBe('2 4 1 3');
    expect(by([['gb', 'desc']])).toBe('1 4 2 3');
    expect(inOrder([disk('a', 'x'), disk('b', 'x')], [['name', 'desc']], BY.ranking).map(({ key }) => key)).toEqual([
      'a',
      'b',
    ]);
  });

  test('lists compare by their length, booleans by no before yes, and versions as they are told to', () => {
    const rows = [{ at: [1, 2] }, { at: [] }, { at: [3] }];
    const plain = { valueOf: (row: { at: unknown }) => row.at, compareTexts: () => undefined };
    expect(inOrder(rows, [['at', 'asc']], plain).map(({ at }) => at.length)).toEqual([0, 1, 2]);
    expect(inOrder([{ at: true }, { at: false }], [['at', 'asc']], plain)).toEqual([{ at: false }, { at: true }]);
    const byNumber = { ...plain, compareTexts: () => (a: string, b: string) => Number(a) - Number(b) };
    const versions = [{ at: '100' }, { at: '99' }];
    expect(inOrder(versions, [['at', 'asc']], byNumber)).toEqual([{ at: '99' }, { at: '100' }]);
    expect(inOrder(versions, [['at', 'asc']], plain)).toEqual(versions);
  });
});
