/** Going to a column by its name. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineReplaced } from '../src/tui/state/line.ts';
import {
  columnsNamed,
  jumpCancelled,
  jumpEdited,
  jumpKept,
  jumpOpened,
  jumpStepped,
} from '../src/tui/state/list-find.ts';
import { emptyWordList } from '../src/tui/state/row-words.ts';

const COLUMNS = [
  { id: 'dph_total', heading: '$/h' },
  { id: 'dlperf_per_dphtotal', heading: 'DLP/$' },
  { id: 'inet_down', heading: 'Down MB/s' },
  { id: 'disk_space', heading: 'Disk GB' },
  { id: 'disk_bw', heading: 'Disk MB/s' },
  { id: 'machine_id', heading: 'Machine' },
];
const named = (text: string) => columnsNamed(COLUMNS, text).map(({ id }) => id);
const typed = (text: string) => jumpEdited(jumpOpened(emptyWordList('machine_id')), lineReplaced(text), COLUMNS);

test('a column is found by its heading or the name of its field, the best first', () => {
  expect(named('disk')).toEqual(['disk_space', 'disk_bw']);
  expect(named('MB/s')).toEqual(['inet_down', 'disk_bw']);
  expect(named('$/h')).toEqual(['dph_total']);
  expect(named('dph_total')).toEqual(['dph_total']);
  expect(named('dl')).toEqual(['dlperf_per_dphtotal']);
  expect(named('dph')).toEqual(['dph_total', 'dlperf_per_dphtotal']);
  expect(named('zzz')).toEqual([]);
  expect(named(' ')).toEqual([]);
});

test('the column cursor follows the typing, walks what is found, and comes back when it is given up', () => {
  const first = typed('disk');
  expect([first.column, first.jump?.found]).toEqual(['disk_space', { heading: 'Disk GB', place: 0, count: 2 }]);
  const next = jumpStepped(first, 1, COLUMNS);
  expect(next.column).toBe('disk_bw');
  expect(jumpStepped(next, 1, COLUMNS).column).toBe('disk_space');
  expect(jumpStepped(first, -1, COLUMNS).column).toBe('disk_bw');
  expect(jumpKept(next)).toMatchObject({ column: 'disk_bw' });
  expect(jumpKept(next).jump).toBeUndefined();
  expect([jumpCancelled(next).column, jumpCancelled(next).jump]).toEqual(['machine_id', undefined]);
  expect(typed('zzz').column).toBe('machine_id');
});

test('every column is found by its own name before all others', () => {
  fc.assert(
    fc.property(fc.constantFrom(...COLUMNS), fc.boolean(), (column, isUpper) => {
      const { id } = column;
      expect(columnsNamed(COLUMNS, isUpper ? id.toUpperCase() : id)[0]).toBe(column);
      expect(columnsNamed(COLUMNS, column.heading)[0]).toBe(column);
    }),
  );
});
