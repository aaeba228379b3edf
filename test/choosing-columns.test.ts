/** Choosing the columns of a table: showing, hiding, moving and pinning them, and looking for one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Choosing,
  type ColumnChoice,
  type ColumnsHere,
  choosingClosed,
  choosingMoved,
  choosingOpened,
  choosingOrdered,
  chosenColumn,
  columnMoved,
  columnToggled,
  firstOnlyShown,
  listedColumns,
  pinToggled,
  searchEdited,
  searchEnded,
  searchKept,
  searchOpened,
  usualTurned,
} from '../src/tui/state/columns.ts';

import { cursorAt } from '../src/tui/state/cursor.ts';
import { lineReplaced } from '../src/tui/state/line.ts';

type Chooser = { readonly column: string; readonly columns?: ColumnChoice; readonly choosing?: Choosing | undefined };

const named = (id: string) => ({ id, heading: id.toUpperCase(), label: id === 'e' ? 'Seen last' : `The ${id}` });

const USUAL: ColumnsHere = { inTable: ['a', 'b', 'c'].map(named), hidden: ['d', 'e'].map(named), pinned: 1 };
const ALL = ['a', 'b', 'c', 'd', 'e'];
const HEIGHT = 3;

/** What the table shows of a list, as the panes find it. */
const hereOf = ({ columns }: Chooser): ColumnsHere => {
  const { shown, pinned } = columns ?? {};
  if (shown === undefined) return USUAL;
  return { inTable: shown.map(named), hidden: ALL.filter((id) => !shown.includes(id)).map(named), pinned: pinned ?? 1 };
};

const opened = (column = 'a'): Chooser => choosingOpened({ column }, { here: USUAL, usual: USUAL, height: HEIGHT });
const at = (list: Chooser, id: string): Chooser =>
  choosingMoved(list, (cursor) => {
    const listed = list.choosing === undefined ? [] : listedColumns(list.choosing, hereOf(list));
    return cursorAt(
      cursor,
      listed.findIndex((column) => column.id === id),
      { count: listed.length, height: HEIGHT },
    );
  });
const placeOf = (list: Chooser) => ({ here: hereOf(list), usual: USUAL, height: HEIGHT });
const toggled = (list: Chooser) => columnToggled(list, placeOf(list));
const moved = (list: Chooser, step: 1 | -1) => columnMoved(list, step, placeOf(list));
const pinned = (list: Chooser) => pinToggled(list, placeOf(list));
const current = (list: Chooser) => list.choosing && chosenColumn(list.choosing, hereOf(list))?.id;
const page = (list: Chooser) =>
  (list.choosing === undefined ? [] : listedColumns(list.choosing, hereOf(list))).map(({ id }) => id).join('');
const shownIn = (list: Chooser) =>
  hereOf(list)
    .inTable.map(({ id }) => id)
    .join('');

describe('a column', () => {
  test('that is hidden keeps its place on the page, and is shown there again, which is as usual', () => {
    const hidden = toggled(at(opened('b'), 'b'));
    expect([shownIn(hidden), page(hidden), current(hidden)]).toEqual(['ac', 'abcde', 'b']);
    expect(hidden.columns).toEqual({ shown: ['a', 'c'], pinned: 1 });
    // The column cursor of the table was on it.
    expect(hidden.column).toBe('c');
    const again = toggled(hidden);
    expect([again.columns, again.column]).toEqual([undefined, 'b']);
  });

  test('that is brought into the table stands behind the others, and the column cursor is on it', () => {
    const shown = toggled(at(opened(), 'e'));
    expect([shownIn(shown), shown.column]).toEqual(['abce', 'e']);
    expect(choosingClosed(shown, hereOf(shown))).toEqual({
      column: 'e',
      columns: { shown: ['a', 'b', 'c', 'e'], pinned: 1 },
    });
  });

  test('that is the last one stays', () => {
    const one = toggled(at(toggled(at(opened(), 'a')), 'b'));
    expect(one.columns).toEqual({ shown: ['c'], pinned: 0 });
    expect(toggled(at(one, 'c'))).toEqual(at(one, 'c'));
  });

  test('moves by one of those that are shown, past hidden ones', () => {
    const list = at(toggled(at(opened(), 'b')), 'a');
    const later = moved(list, 1);
    expect([shownIn(later), page(later), current(later)]).toEqual(['ca', 'cbade', 'a']);
    expect(moved(moved(later, 1), 1)).toBe(moved(later, 1));
    expect(shownIn(moved(later, -1))).toBe('ac');
    // A hidden one has no place to move from.
    expect(moved(at(list, 'b'), 1)).toEqual(at(list, 'b'));
  });

  test('that is pinned joins those at the left, and leaves them as the first behind', () => {
    const both = pinned(at(opened(), 'c'));
    expect([shownIn(both), hereOf(both).pinned, page(both), current(both)]).toEqual(['acb', 2, 'acbde', 'c']);
    const first = pinned(at(both, 'a'));
    expect([shownIn(first), hereOf(first).pinned]).toEqual(['cab', 1]);
    // A hidden one is shown for it.
    const hidden = pinned(at(opened(), 'e'));
    expect([shownIn(hidden), hereOf(hidden).pinned]).toEqual(['aebc', 2]);
  });

  test('is found by any words of its heading, its name and what stands in it', () => {
    const search = (text: string) => searchEdited(searchOpened(opened()), lineReplaced(text));
    expect(page(search('the D'))).toBe('d');
    expect(page(search('seen'))).toBe('e');
    expect([page(search('zzz')), current(search('zzz'))]).toEqual(['', undefined]);
    expect(toggled(search('zzz'))).toEqual(search('zzz'));
    const kept = searchKept(search('seen'));
    const shown = toggled(kept);
    expect(shownIn(shown)).toBe('abce');
    const ended = searchEnded(shown, placeOf(shown));
    expect([page(ended), current(ended), ended.choosing?.cursor]).toEqual(['abcde', 'e', { row: 4, top: 2 }]);
    expect(searchKept(search('  ')).choosing?.search).toBeUndefined();
  });
});

test('all but the pinned columns are hidden at once, or all but the first, and the page keeps its place', () => {
  const both = { ...pinned(at(opened(), 'c')), column: 'c' };
  const left = firstOnlyShown(both, ['a', 'c', 'b'], 2);
  expect([shownIn(left), hereOf(left).pinned, page(left), current(left), left.column]).toEqual([
    'ac',
    2,
    'acbde',
    'c',
    'c',
  ]);
  const first = firstOnlyShown(opened('c'), ['a', 'b', 'c'], 0);
  expect([shownIn(first), first.column, usualTurned(first).columns]).toEqual(['a', 'a', undefined]);
});

test('the usual columns come back, and what was chosen before comes back after that', () => {
  const chosen = moved(at(opened(), 'a'), 1);
  const usual = usualTurned(chosen);
  expect(usual.columns).toBeUndefined();
  const again = usualTurned(usual);
  expect(again.columns).toEqual({ shown: ['b', 'a', 'c'], pinned: 1 });
  expect(page(choosingOrdered(again, 'a', placeOf(again)))).toBe('bacde');
});

/** The same on plain lists: every column in the order of the page, those shown, and how many of these are pinned. */
type Plain = { ids: string[]; shown: Set<string>; pinned: number };

const plainShown = ({ ids, shown }: Plain) => ids.filter((id) => shown.has(id));

const plainStep = (plain: Plain, id: string, step: string): void => {
  const before = plainShown(plain);
  const place = before.indexOf(id);
  if (step === 'toggle') {
    if (place >= 0 && before.length === 1) return;
    if (place >= 0) plain.shown.delete(id);
    else plain.shown.add(id);
    const now = plainShown(plain).indexOf(id);
    if (place >= 0 ? place < plain.pinned : now < plain.pinned) plain.pinned += place >= 0 ? -1 : 1;
  } else if (step === 'pin') {
    const isPinned = place >= 0 && place < plain.pinned;
    const others = before.filter((other) => other !== id);
    const target = isPinned ? plain.pinned - 1 : plain.pinned;
    const order = [...others.slice(0, target), id, ...others.slice(target)];
    plain.shown.add(id);
    plain.pinned += isPinned ? -1 : 1;
    plain.ids = plain.ids.map((own) => (plain.shown.has(own) ? (order.shift() ?? own) : own));
  } else {
    const other = before[place + (step === 'later' ? 1 : -1)];
    if (place < 0 || other === undefined) return;
    plain.ids = plain.ids.map((own) => (own === id ? other : own === other ? id : own));
  }
};

test('any steps lead where plain lists lead, with one column shown at least and the cursor on its column', () => {
  const step = fc.tuple(fc.constantFrom(...ALL), fc.constantFrom('toggle', 'pin', 'later', 'earlier'));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const plain: Plain = { ids: [...ALL], shown: new Set(['a', 'b', 'c']), pinned: 1 };
      let list = opened();
      for (const [id, what] of steps) {
        plainStep(plain, id, what);
        list = at(list, id);
        if (what === 'toggle') list = toggled(list);
        else if (what === 'pin') list = pinned(list);
        else list = moved(list, what === 'later' ? 1 : -1);
        expect(current(list)).toBe(id);
        expect([shownIn(list), hereOf(list).pinned]).toEqual([plainShown(plain).join(''), plain.pinned]);
        expect(shownIn(list)).not.toBe('');
        expect(page(list)).toBe(plain.ids.join(''));
        const { cursor } = list.choosing ?? { cursor: { row: -1, top: 0 } };
        expect(cursor.row >= cursor.top && cursor.row < cursor.top + HEIGHT).toBe(true);
        expect(hereOf(choosingClosed(list, hereOf(list))).inTable.map((column) => column.id)).toContain(
          choosingClosed(list, hereOf(list)).column,
        );
      }
    }),
  );
});
