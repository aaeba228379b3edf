/** What the list of machines and the page of one say: its price in the market, its silence, its end, and what comes first. */
import { expect, test } from 'vitest';
import { MACHINE_FIELDS } from '../src/catalogue/machine-fields.ts';
import { sectionsOf } from '../src/catalogue/sections.ts';
import { toTheCent } from '../src/money/money.ts';
import { sumNote } from '../src/tui/panes/list-pane/record-kind.ts';
import { machineColumns, orderValue, pressingOf } from '../src/tui/panes/machines/columns.ts';
import { machineLines } from '../src/tui/panes/machines/machine-lines.ts';
import {
  aboutChanged,
  joining,
  type MachinesState,
  type OwnMachine,
  UNASKED,
} from '../src/tui/panes/machines/state.ts';
import { neverAsked } from '../src/tui/state/fetched-list.ts';
import { wordsOf } from '../src/tui/state/row-words.ts';

const AT = Date.UTC(2026, 10, 21, 12);
const PLACE = { timeZone: 'UTC', answeredAtEpochMs: AT };

const MACHINE: OwnMachine = { id: 7, gpu_name: 'RTX 4090', listed: true, listed_gpu_cost: 0.4 };

/** The state in which others ask for these prices. */
const among = (others: readonly number[], isWhole = true): MachinesState => ({
  ...UNASKED,
  list: neverAsked('id'),
  markets: {
    answer: {
      stage: 'loaded',
      ticket: 1,
      last: { value: { byMachine: { 7: { others, isWhole, readAtEpochMs: AT } }, offers: {} }, atEpochMs: AT },
    },
  },
});

const UNKNOWN: MachinesState = { ...UNASKED, list: neverAsked('id') };

/** What a column says, on a screen of 160 cells. */
const says = (id: string, machine: OwnMachine, width = 160): string => {
  const column = machineColumns({ ...PLACE, width }).columns.find((one) => one.id === id);
  return column?.drawn?.(machine, column.width) ?? column?.cell(machine) ?? 'no such column';
};

test.each([
  ['among others', among([0.3, 0.35, 0.45, 0.5, 0.6]), {}, '3rd of 6', '-11%'],
  ['cheaper than most', among([0.5, 0.5, 0.5, 0.6]), {}, '1st of 5', '-20%'],
  ['among few', among([0.3, 0.5]), {}, '2nd of 3', 'n 3'],
  ['alone', among([]), {}, 'the only one', 'n 1'],
  ['of a cut answer', among([0.3, 0.35, 0.45, 0.5, 0.6], false), {}, '? cut', '?'],
  ['not listed', among([0.3]), { listed: false }, '-', '-'],
  ['without a price', among([0.3]), { listed_gpu_cost: null }, '-', '-'],
  ['where the market is not known', UNKNOWN, {}, '?', '?'],
])('the place of a price: %s', (_, state, machine, rank, lean) => {
  const joined = joining(state)({ ...MACHINE, ...machine });
  expect([says('rank', joined), says('vs_median', joined)]).toEqual([rank, lean]);
});

test('windows that an earlier run was told say nothing of what stands now', () => {
  const last = { value: [], atEpochMs: AT };
  const windowsOf = (more: { readonly foundAtEpochMs?: number }) =>
    joining({ ...UNKNOWN, windows: { answer: { stage: 'loaded', ticket: 1, last: { ...last, ...more } } } })(MACHINE);
  expect(says('next_window', windowsOf({}))).toBe('-');
  expect(says('next_window', windowsOf({ foundAtEpochMs: AT }))).toBe('?');
});

test('a place that has no room is told without its count', () => {
  const joined = joining(among(Array.from({ length: 12_345 }, (_, at) => at / 1000)))({
    ...MACHINE,
    listed_gpu_cost: 12,
  });
  expect(says('rank', joined)).toBe('12,001st');
});

test.each([
  [null, '-', 1, '-'],
  [0, 'online', 1, '0 s'],
  [40, '! 40 s', 0, '40 s'],
  [90, '! 1 min', 0, '1 min'],
  [7200, '! 2 h', 0, '2 h'],
  [200_000, '! 2 d', 0, '2 d'],
])('a machine of which nothing was heard for %s s', (timeout, words, pressing, onPage) => {
  const machine = { ...MACHINE, timeout };
  const entries = sectionsOf(machine, MACHINE_FIELDS).flatMap((section) => section.entries);
  const silent = entries.find(({ label }) => label === 'Not heard of for');
  expect(silent).toMatchObject({ value: onPage, unit: '' });
  expect([says('timeout', machine), pressingOf(machine, AT)]).toEqual([words, pressing]);
});

test('what is not listed is off at every width, whatever its end is', () => {
  const machine = { ...MACHINE, listed: false, end_date: AT / 1000 - 60 };
  expect([says('end_date', machine, 80), says('end_date', machine)]).toEqual(['! off', '! not listed']);
  expect(pressingOf(machine, AT)).toBe(0);
});

test.each([
  [-60, '! over', 0],
  [0, '! over', 0],
  [3600, '! 1 h', 1],
])('a machine whose end is %s s away', (awayS, words, pressing) => {
  const machine = { ...MACHINE, end_date: AT / 1000 + awayS };
  expect([says('end_date', machine, 80), pressingOf(machine, AT)]).toEqual([words, pressing]);
});

test('a machine is made anew by what is new of it alone', () => {
  const state = among([0.3, 0.5]);
  const joined = joining(state)(MACHINE);
  expect(joining(state)(joined)).toBe(joined);
  expect(joining({ ...state, weeks: { 'RTX 4090': [0.4, 0.5] } })(joined)).not.toBe(joined);
  expect(orderValue(joined, 'rank')).toBe(2);
  expect(orderValue(joined, 'vs_median')).toBeUndefined();
  expect(orderValue(joined, 'listed_gpu_cost')).toBe(0.4);
});

/** The page of a machine as text, in 80 cells. */
const pageOf = (machine: OwnMachine): string =>
  machineLines(machine, 80, { ...PLACE, width: 80 })
    .map((line) => line.map(({ text }) => text).join(''))
    .join('\n');

const FAILURE = { tried: 'Tried to search.', whatCameBack: 'The service is down.', whatToDo: 'R asks again.' };

test('the page says why the market is not known, and beside an older answer why there is no newer one', () => {
  const { last } = among([0.3, 0.5]).markets.answer as { readonly last: object };
  const failed = (more: object): MachinesState => ({
    ...UNKNOWN,
    markets: { answer: { stage: 'failed', ticket: 2, failure: FAILURE, ...more } },
  });
  expect(pageOf(joining(failed({}))(MACHINE))).toMatch(
    /Its price in the market.*\n! The service is down\. R asks again\./,
  );
  const older = pageOf(joining(failed({ last }))(MACHINE));
  expect(older).toMatch(/Its price in the market *2nd of 3/);
  expect(older).toContain('! The service is down.');
  expect(pageOf(joining(UNKNOWN)(MACHINE))).toContain('It is not known.');
  expect(pageOf(joining(among([0.3], false))(MACHINE))).toMatch(
    /Its price in the market *not known[\s\S]*has cut its answer/,
  );
});

test('the page says what a service does not tell of a machine, and what was recorded of it', () => {
  const told = (value: unknown) => ({ answer: { stage: 'loaded', ticket: 1, last: { value, atEpochMs: AT } } });
  const at = (about: object): MachinesState =>
    aboutChanged(UNKNOWN, 7, (before) => ({ ...before, ...about }) as typeof before);
  const silent = pageOf(joining(at({ earned: told(undefined), reports: told(undefined), past: 'nothing' }))(MACHINE));
  expect(silent).toContain('This service does not tell what machines have earned.');
  expect(silent).toContain('This service does not tell them.');
  expect(silent).toContain('No record of it: gpudeck record keeps what it is listed for.');
  const changes = [{ price: 0.4, before: 0.5, atEpochMs: AT }];
  const known = at({ reports: told([]), past: { prices: { changes } } });
  expect(pageOf(joining(known)(MACHINE))).toMatch(/Reports of renters *none/);
  expect(pageOf(joining(known)(MACHINE))).toMatch(/Sat 21 Nov 12:00 {2}0\.5000 to 0\.4000 \$\/GPU\/h {2}-20%/);
});

test.each([
  [[1.5, 2], 'all: $3.50'],
  [[1.5, undefined, 0], '2 of 3: $1.50'],
  [[undefined], undefined],
])('what machines have earned in all is of those that tell it: %j', (earned, said) => {
  const rows = earned.map((earn_day, id) => ({
    key: String(id),
    record: { id, earn_day },
    text: '',
    words: wordsOf([]),
  }));
  const note = sumNote('earn_day', toTheCent);
  expect(note({ ...neverAsked<(typeof rows)[number]>('id').list, rows, shown: rows }, true)[0]?.text).toBe(said);
});
