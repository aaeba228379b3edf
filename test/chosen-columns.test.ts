/** Which columns a table shows: the usual ones, or those that a user has chosen, and how wide they are. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ColumnSet, columnSequence, columnsInView } from '../src/catalogue/columns.ts';
import { chosenSet } from '../src/tui/panes/list-pane/columns.ts';
import { offerColumnSequence, offerColumnsInView } from '../src/tui/panes/offers/columns.ts';
import { columnsSaved, savedColumns, widthToggled } from '../src/tui/state/columns.ts';
import { tableRoom } from '../src/tui/ui/table.tsx';

type Named = { readonly id: string; readonly width: number };

const column = (id: string, width = 5): Named => ({ id, width });

const SET: ColumnSet<Named> = {
  columns: [column('a'), column('b', 8), column('c'), column('d', 10)],
  keptLongest: ['a', 'b', 'd'],
  pinned: 1,
  hidden: [column('e'), column('f', 20)],
};

const asUsual = (): number => 0;
const ids = (columns: readonly Named[]) => columns.map(({ id }) => id);
const widths = (columns: readonly Named[]) => columns.map(({ id, width }) => `${id} ${width}`);

describe('the columns of a table', () => {
  test('are the usual ones as long as nothing is chosen, or nothing that the table has', () => {
    expect(chosenSet(SET, undefined, 80, asUsual)).toBe(SET);
    const unknown = chosenSet(SET, { shown: ['x', 'y'] }, 80, asUsual);
    expect(ids(columnSequence(unknown, tableRoom(80)))).toEqual(['a', 'b', 'd', 'c']);
  });

  test('are the chosen ones in their order, also such as are not in the table else', () => {
    const set = chosenSet(SET, { shown: ['d', 'f', 'x', 'a'], pinned: 3 }, 80, asUsual);
    expect(ids(columnSequence(set, tableRoom(80)))).toEqual(['d', 'f', 'a']);
    expect(set.pinned).toBe(2);
    expect(ids(set.hidden ?? [])).toEqual(['b', 'c', 'e']);
  });

  test('that stay at the left leave room for the widest of the others', () => {
    const choice = { shown: ['a', 'b', 'c', 'f'], pinned: 3 };
    // 3 cells of gutter, 5 + 8 + 5 and 20, with 2 between any two: 47.
    expect(chosenSet(SET, choice, 47, asUsual).pinned).toBe(3);
    expect(chosenSet(SET, choice, 46, asUsual).pinned).toBe(2);
  });

  test('are as wide as what stands in them where that is wanted, and never narrower than usual', () => {
    const content = ({ id }: Named) => (id === 'b' ? 30 : 2);
    const set = chosenSet(SET, { widened: ['b', 'c'] }, 80, content);
    expect(widths(set.columns)).toEqual(['a 5', 'b 30', 'c 5', 'd 10']);
    // Beside the pinned one there are 60 - 3 - 5 - 2 cells.
    expect(widths(chosenSet(SET, { widened: ['b'] }, 60, () => 900).columns)[1]).toBe('b 50');
    // A pinned one leaves room for the widest of the others: 60 - 3 - 10 - 2.
    expect(widths(chosenSet(SET, { widened: ['a'] }, 60, () => 900).columns)[0]).toBe('a 45');
  });

  test('have the one under the cursor in view, whatever is chosen', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'x');
    const choice = fc.record(
      { shown: fc.uniqueArray(id), pinned: fc.nat(7), widened: fc.uniqueArray(id) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(choice, fc.integer({ min: 23, max: 120 }), fc.nat(60), fc.nat(5), (chosen, width, content, at) => {
        const set = chosenSet(SET, chosen, width, () => content);
        const sequence = columnSequence(set, tableRoom(width));
        const wanted = (chosen.shown ?? []).filter((own) => own !== 'x');
        if (wanted.length > 0) expect(ids(sequence)).toEqual(wanted);
        const current = sequence[at % sequence.length]?.id ?? '';
        expect(ids(columnsInView(set, tableRoom(width), current))).toContain(current);
      }),
    );
  });
});

describe('the columns of offers', () => {
  test('can be any value of an offer, a price of a breakdown among them', () => {
    const shown = ['cpu_name', 'search.totalHour', 'dph_gpu', 'gpu_name', 'job_total'];
    const list = { rows: [], columns: { shown }, column: 'gpu_name' };
    expect(offerColumnSequence(200, list).map(({ id }) => id)).toEqual(shown.slice(0, 4));
    expect(offerColumnsInView(200, list).beyond).toEqual({ left: false, right: false });
  });

  test('are measured by all rows, not by those in view', () => {
    const rows = [
      { gpu_name: 'RTX 4090', num_gpus: 1 },
      { gpu_name: 'A very long name of a card', num_gpus: 10 },
    ];
    const list = { rows, columns: { widened: ['gpu_name'] }, column: 'gpu_name' };
    expect(offerColumnSequence(120, list).find(({ id }) => id === 'gpu_name')?.width).toBe(30);
  });
});

describe('a choice of columns', () => {
  test('without any part is none', () => {
    const wide = widthToggled({}, 'a');
    expect(wide).toEqual({ columns: { widened: ['a'] } });
    expect(widthToggled(wide, 'a')).toEqual({});
    const shown = { columns: { shown: ['a'], widened: ['b'] } };
    expect(widthToggled(shown, 'b')).toEqual({ columns: { shown: ['a'] } });
  });

  test('is read back as it was saved', () => {
    const part = fc.uniqueArray(fc.string({ maxLength: 20 }), { minLength: 1, maxLength: 8 });
    const choice = fc
      .record({ shown: part, pinned: fc.nat(9), widened: part }, { requiredKeys: [] })
      .filter((parts) => Object.keys(parts).length > 0);
    fc.assert(
      fc.property(choice, (chosen) => {
        expect(savedColumns.parse(JSON.parse(JSON.stringify(columnsSaved(chosen))))).toEqual(chosen);
      }),
    );
  });

  test('that was written by hand names a column once, shows one at least, and is refused where it is none', () => {
    expect(savedColumns.parse({ shown: ['b', 'a', 'b'], widened: [] })).toEqual({ shown: ['b', 'a'] });
    expect(savedColumns.parse({ shown: [] })).toBeUndefined();
    for (const wrong of ['a', [], { shown: 'a' }, { pinned: -1 }, { pinned: 1.5 }, { shown: [1] }, null]) {
      expect(savedColumns.safeParse(wrong).success).toBe(false);
    }
  });
});
