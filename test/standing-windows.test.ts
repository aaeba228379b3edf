/** Which windows of a host stand, and in which words they are told. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areSameWindows,
  nextWindowWords,
  standingByMachine,
  standingWindows,
  windowWords,
} from '../src/maintenance/standing-windows.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const at = (iso: string) => Date.parse(iso) / 1000;

describe('the next window', () => {
  test.each([
    ['2026-11-24T13:00:00Z', '2026-11-24T15:00:00Z', 'Tue 24 14:00, 2 h'],
    ['2026-11-22T11:00:00Z', '2026-11-22T15:00:00Z', 'now, to Sun 22 16:00'],
    ['2026-12-24T13:00:00Z', '2026-12-24T14:30:00Z', '24 Dec 14:00, 1.5 h'],
    ['2027-03-24T13:00:00Z', '2027-03-25T13:00:00Z', '2027-03-24 14:00, 24 h'],
  ])('from %s to %s is told as short as can be', (from, to, words) => {
    expect(nextWindowWords({ start_time: at(from), end_time: at(to) }, 'Europe/Berlin', NOW)).toBe(words);
  });

  test.each([
    [{}, '?, ? h'],
    [{ start_time: 1e15, end_time: 1e15 }, '?, ? h'],
    [{ start_time: 1_796_090_400.5, end_time: null }, 'Tue 1 03:00, ? h'],
  ])('of which the service tells %j is told as far as that goes', (window, words) => {
    expect(nextWindowWords(window, 'Europe/Berlin', NOW)).toBe(words);
    expect(windowWords(window, 'Europe/Berlin')).toMatch(/\? h$/);
  });
});

const windows = fc.array(
  fc.record(
    {
      id: fc.nat(5),
      machine_id: fc.nat(3),
      start_time: fc.integer({ min: NOW / 1000 - 9, max: NOW / 1000 + 9 }),
      end_time: fc.option(fc.integer({ min: NOW / 1000 - 9, max: NOW / 1000 + 9 })),
      cancelled_at: fc.option(fc.constant(NOW / 1000)),
    },
    { requiredKeys: ['id', 'machine_id'] },
  ),
  { maxLength: 8 },
);

test('a window stands unless it was withdrawn or is over, under its machine and no other, the earliest first', () => {
  fc.assert(
    fc.property(windows, (listed) => {
      const standing = standingWindows(listed, [0, 1, 2, 3], NOW);
      const kept = standing.flatMap(({ windows: own }) => own);
      const expected = listed.filter(({ cancelled_at: gone, end_time: end }) => !gone && !(end && end * 1000 <= NOW));
      expect(kept).toHaveLength(expected.length);
      expect(new Set(kept)).toEqual(new Set(expected));
      for (const { machineId, windows: own } of standing) {
        expect(own.every(({ machine_id: id }) => id === machineId)).toBe(true);
        const starts = own.map(({ start_time: start }) => start ?? 0);
        expect(starts).toEqual(starts.toSorted((one, other) => one - other));
        expect(standingByMachine(listed, NOW).get(machineId) ?? []).toEqual(own);
      }
      expect(areSameWindows(standing, standingWindows([...listed], [0, 1, 2, 3], NOW))).toBe(true);
      const [first] = kept;
      const fewer = standingWindows(
        listed.filter((window) => window !== first),
        [0, 1, 2, 3],
        NOW,
      );
      expect(areSameWindows(standing, fewer)).toBe(first === undefined);
    }),
  );
});
