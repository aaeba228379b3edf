/** The marks of a list: all that are shown, the marked rows alone, and those whose rows are gone. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineReplaced } from '../src/tui/state/line.ts';
import {
  type Arrangement,
  currentRow,
  cursorChanged,
  type List,
  markedOnlyToggled,
  marksCleared,
  markToggled,
  rowsReplaced,
  shownTurned,
} from '../src/tui/state/list.ts';
import { filterEdited } from '../src/tui/state/list-filter.ts';

import { markWords } from '../src/tui/state/marks.ts';
import { emptyWordList, type ListRow, wordListKind, wordsOf } from '../src/tui/state/row-words.ts';

const row = (key: string): ListRow => ({ key, words: wordsOf([key]) });
const ROWS = ['apple', 'banana', 'cherry', 'date', 'elder', 'fig', 'grape'].map(row);

const ALL: Arrangement<ListRow> = { ...wordListKind({ valueOf: () => 0, compareTexts: () => undefined }), height: 3 };
const PART: Arrangement<ListRow> = { ...ALL, isPartial: true };

const listing = (rows = ROWS, by = ALL): List<ListRow> => rowsReplaced(emptyWordList('key'), rows, by);
const onRow = (list: List<ListRow>, place: number) => cursorChanged(list, { row: place, top: 0 });
const marking = (list: List<ListRow>, ...keys: string[]) =>
  keys.reduce(
    (now, key) =>
      markToggled(
        onRow(
          now,
          now.shown.findIndex((own) => own.key === key),
        ),
        ALL,
      ),
    list,
  );
const typed = (list: List<ListRow>, text: string) => filterEdited(list, lineReplaced(text)(list.filter), ALL);
const shown = ({ shown: rows }: List<ListRow>) => rows.map(({ key }) => key);

describe('all that are shown', () => {
  test('are marked behind those marked before, and unmarked by the same key', () => {
    const some = typed(marking(listing(), 'fig'), 'e');
    expect(shown(some)).toEqual(['apple', 'cherry', 'date', 'elder', 'grape']);
    const all = shownTurned(some, ALL);
    expect(all.marked).toEqual(['fig', 'apple', 'cherry', 'date', 'elder', 'grape']);
    expect(shownTurned(all, ALL).marked).toEqual(['fig']);
  });

  test('of an empty list are none', () => {
    const none = listing([]);
    expect(shownTurned(none, ALL)).toBe(none);
  });
});

describe('marked rows alone', () => {
  test('are shown with the cursor on its row, and all again with the cursor on its row', () => {
    const list = onRow(marking(listing(), 'banana', 'date', 'fig'), 3);
    const only = markedOnlyToggled(list, ALL);
    expect([shown(only), currentRow(only)?.key]).toEqual([['banana', 'date', 'fig'], 'date']);
    const all = markedOnlyToggled(only, ALL);
    expect([shown(all), currentRow(all)?.key]).toEqual([ROWS.map(({ key }) => key), 'date']);
    expect(all.isMarkedOnly).toBeUndefined();
  });

  test('are shown from the next one on where the row under the cursor is not marked', () => {
    const list = marking(listing(), 'banana', 'fig');
    expect(currentRow(markedOnlyToggled(onRow(list, 2), ALL))?.key).toBe('fig');
    expect(currentRow(markedOnlyToggled(onRow(list, 6), ALL))?.key).toBe('fig');
    expect(currentRow(markedOnlyToggled(onRow(list, 0), ALL))?.key).toBe('banana');
  });

  test('leave with their mark, the cursor on the next one, and all rows are back with the last', () => {
    const only = onRow(markedOnlyToggled(marking(listing(), 'banana', 'date', 'fig'), ALL), 1);
    const fewer = markToggled(only, ALL);
    expect([shown(fewer), currentRow(fewer)?.key]).toEqual([['banana', 'fig'], 'fig']);
    const none = marksCleared(fewer, ALL);
    expect([none.marked, none.isMarkedOnly, shown(none).length]).toEqual([[], undefined, 7]);
  });

  test('stay alone through words and a newer answer', () => {
    const only = markedOnlyToggled(marking(listing(), 'banana', 'date', 'fig'), ALL);
    expect(shown(typed(only, 'a'))).toEqual(['banana', 'date']);
    expect(shown(rowsReplaced(only, ROWS.slice(0, 4), ALL))).toEqual(['banana', 'date']);
    expect(rowsReplaced(only, ROWS.slice(0, 1), ALL).isMarkedOnly).toBeUndefined();
  });

  test('are those that are marked and that the words leave, whatever is pressed', () => {
    const press = fc.oneof(
      fc
        .nat(6)
        .map(
          (place) => (list: List<ListRow>) =>
            markToggled(onRow(list, Math.min(place, Math.max(0, list.shown.length - 1))), ALL),
        ),
      fc.constant((list: List<ListRow>) => shownTurned(list, ALL)),
      fc.constant((list: List<ListRow>) => (list.marked.length === 0 ? list : markedOnlyToggled(list, ALL))),
      fc.constantFrom('', 'e', 'an', 'zz').map((text) => (list: List<ListRow>) => typed(list, text)),
      fc.subarray(ROWS).map((rows) => (list: List<ListRow>) => rowsReplaced(list, rows, ALL)),
    );
    fc.assert(
      fc.property(fc.array(press, { maxLength: 20 }), (presses) => {
        const list = presses.reduce((now, transition) => transition(now), listing());
        const left = list.rows
          .map(({ key }) => key)
          .filter((key) => key.includes(list.filter.text) && (!list.isMarkedOnly || list.marked.includes(key)));
        expect(shown(list)).toEqual(left);
        expect(new Set(list.marked).size).toBe(list.marked.length);
        expect(list.isMarkedOnly === true && list.marked.length === 0).toBe(false);
        expect(list.cursor.row).toBeLessThan(Math.max(1, left.length));
      }),
    );
  });
});

describe('marks whose rows are gone', () => {
  test('are taken away and named where the answer is all there is, and forgotten with the next one', () => {
    const list = rowsReplaced(marking(listing(), 'banana', 'grape'), ROWS.slice(0, 3), ALL);
    expect([list.marked, list.gone]).toEqual([['banana'], ['grape']]);
    expect(rowsReplaced(list, ROWS, ALL).gone).toBeUndefined();
    expect(marksCleared(list, ALL).gone).toBeUndefined();
  });

  test('stay where the answer is a part: gone is what the same question brought before', () => {
    const list = marking(listing(), 'banana', 'grape');
    const same = rowsReplaced(list, ROWS.slice(0, 3), PART);
    expect([same.marked, same.gone]).toEqual([['banana', 'grape'], ['grape']]);
    const again = rowsReplaced(same, ROWS.slice(1, 3), PART);
    expect(again.gone).toEqual(['grape']);
    expect(rowsReplaced(again, ROWS, PART).gone).toBeUndefined();
    const other = rowsReplaced(list, ROWS.slice(0, 3), PART, { isFirstKept: true });
    expect([other.marked, other.gone]).toEqual([['banana', 'grape'], undefined]);
  });

  test('are said beside those that are here', () => {
    expect(markWords(3, 0, 0)).toBe('3 marked');
    expect(markWords(3, 1, 0)).toBe('3 marked, 1 hidden');
    expect(markWords(25_000, 0, 2)).toBe('25,000 marked, 2 gone');
    expect(markWords(0, 0, 1)).toBe('1 gone');
  });
});
