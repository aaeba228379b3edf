/** Lists in groups: which lines they take, and where the cursor is on them. */
import { expect, test } from 'vitest';
import { offersArranged } from '../src/tui/panes/offers/list.ts';
import { initialOffers, USUAL_START } from '../src/tui/panes/offers/state.ts';
import { atStart } from '../src/tui/state/cursor.ts';
import {
  firstLine,
  type Groups,
  grouped,
  groupTurned,
  lineCount,
  lineOfRow,
  nextRowLine,
  offBlank,
  placeAt,
  revealed,
  rowAt,
  rowsOn,
} from '../src/tui/state/groups.ts';
import { arranged } from '../src/tui/state/list.ts';

const letter = (row: string): string => row.charAt(0);

const listOf = (rows: readonly string[], groups: Groups = { by: 'letter', seen: {}, lines: [] }) => ({
  ...grouped(rows, groups, letter),
  cursor: atStart,
});

/** What stands on each line. */
const told = (list: ReturnType<typeof listOf>): readonly string[] =>
  list.groups.lines.map((line) => {
    if (typeof line === 'number') return list.shown[line] ?? '?';
    if (line.is === 'gap') return '';
    return line.is === 'band' ? `[${line.key} ${line.count}]` : `... ${line.from + line.count - line.at} more`;
  });

const MANY = Array.from({ length: 12 }, (_, place) => `m${place}`);

test('rows that are alike stand together, in the order of the first ones and each in the order they had', () => {
  const list = listOf(['b1', 'a1', 'b2', 'c1', 'a2']);
  expect(told(list)).toEqual(['[b 2]', 'b1', 'b2', '', '[a 2]', 'a1', 'a2', '', '[c 1]', 'c1']);
  expect(list.shown).toEqual(['b1', 'b2', 'a1', 'a2', 'c1']);
  expect([firstLine(list), lineCount(list), rowAt(list, 5), rowAt(list, 4)]).toEqual([1, 10, 'a1', undefined]);
  expect([placeAt(list, 4), placeAt(list, 5), lineOfRow(list, 3)]).toEqual([2, 2, 6]);
  expect([nextRowLine(list, 2, 1), nextRowLine(list, 5, -1), nextRowLine(list, 9, 1)]).toEqual([5, 2, 9]);
  expect(rowsOn(list, 1, 6)).toEqual(['b1', 'b2', 'a1']);
});

test('groups of offers by count stand by the count, and others as their first offers do', () => {
  const ordered = [4, 10, null, 1, 4, 2].map((num_gpus, id) => ({ id, num_gpus, gpu_name: `model ${9 - id}` }));
  const idsBy = (by: string) => {
    const list = { ...initialOffers(USUAL_START).list, ordered, groups: { by, seen: {}, lines: [] } };
    return arranged(list, offersArranged(20), false).shown.map(({ id }) => id);
  };
  expect(idsBy('num_gpus')).toEqual([3, 5, 0, 4, 1, 2]);
  expect(idsBy('gpu_name')).toEqual([0, 1, 2, 3, 4, 5]);
});

test('of a long group the first eight are seen, and all of one of nine; what is left out is seen once it is asked for', () => {
  const list = listOf([...MANY, 'z1']);
  expect(told(list).slice(0, 11)).toEqual(['[m 12]', ...MANY.slice(0, 8), '... 4 more', '[z 1]']);
  expect(told(listOf(MANY.slice(0, 9)))).toEqual(['[m 9]', ...MANY.slice(0, 9)]);
  expect([lineOfRow(list, 10), lineOfRow(list, 12), placeAt(list, 9)]).toEqual([9, 11, 8]);
  const all = groupTurned({ ...list, cursor: { row: 9, top: 0 } });
  expect(told(all)).toEqual(['[m 12]', ...MANY, '', '[z 1]', 'z1']);
  expect(told(revealed(list, 10))).toEqual(told(all));
  expect(revealed(list, 3)).toBe(list);
  const folded = groupTurned({ ...all, cursor: atStart });
  expect(told(folded)).toEqual(['[m 12]', '[z 1]', 'z1']);
  expect([firstLine(folded), lineOfRow(folded, 5)]).toEqual([0, 0]);
  expect(told(groupTurned(folded))).toEqual(told(list));
  expect(told(revealed(folded, 2))).toEqual(told(list));
});

test('a group stays folded when other rows are here', () => {
  const list = groupTurned({ ...listOf(['b1', 'a1', 'b2']), cursor: { row: 4, top: 0 } });
  expect(told(list)).toEqual(['[b 2]', 'b1', 'b2', '', '[a 1]']);
  const next = listOf(['a1', 'a2', 'b1'], list.groups);
  expect(told(next)).toEqual(['[a 2]', '[b 1]', 'b1']);
});

test('the cursor is never on a blank line: it goes on where it was going', () => {
  const list = listOf(['b1', 'a1']);
  expect(told(list)).toEqual(['[b 1]', 'b1', '', '[a 1]', 'a1']);
  expect(offBlank(list, { row: 2, top: 0 }, { row: 1, top: 0 })).toEqual({ row: 3, top: 0 });
  expect(offBlank(list, { row: 2, top: 2 }, { row: 3, top: 2 })).toEqual({ row: 1, top: 1 });
  expect(offBlank(list, { row: 4, top: 0 }, { row: 1, top: 0 })).toEqual({ row: 4, top: 0 });
});
