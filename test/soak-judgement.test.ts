/** What the soak makes of its looks at the program: which growth it calls a leak. */
import { describe, expect, test } from 'vitest';
import { growthFailures, type Look } from './faults/long/soak/judgement.ts';
import { slope } from './faults/long/soak/slope.ts';

const MEGABYTE = 1024 * 1024;

/** Twenty looks, a minute and five rounds apart. */
const looksOf = (look: (rounds: number) => Partial<Look>): readonly Look[] =>
  Array.from({ length: 20 }, (_, minute) => ({
    atMs: minute * 60_000,
    rounds: minute * 5,
    program: { data: 25 * MEGABYTE, code: 9 * MEGABYTE },
    service: { data: 8 * MEGABYTE, code: 2 * MEGABYTE },
    objects: { objects: 52_000, functions: 22_700 },
    attachments: { Timeout: 1, 'stdin readable': 1 },
    ...look(minute * 5),
  }));

describe('the soak', () => {
  test('lets a heap breathe, a ledger fill and the engine compile', () => {
    const looks = looksOf((rounds) => ({
      program: { data: 25 * MEGABYTE + (rounds % 4) * 200_000, code: 9 * MEGABYTE + rounds * 8000 },
      objects: { objects: 52_000 + (rounds % 4) * 700 + rounds * 20, functions: 22_700 + (rounds % 3) * 30 },
      attachments: rounds % 10 === 0 ? { Timeout: 3 } : { Timeout: 1 },
    }));
    expect(growthFailures(looks)).toEqual([]);
  });

  test('notices one function left behind in each round', () => {
    const looks = looksOf((rounds) => ({
      objects: { objects: 52_000, functions: 22_700 + (rounds % 3) * 30 + rounds },
    }));
    expect(growthFailures(looks)).toEqual(['functions: 1.0 more with each round']);
  });

  test('notices rows that stay', () => {
    const looks = looksOf((rounds) => ({ objects: { objects: 52_000 + rounds * 300, functions: 22_700 } }));
    expect(growthFailures(looks)).toEqual(['objects: 300.0 more with each round']);
  });

  test('notices texts that stay, in the service too', () => {
    const looks = looksOf((rounds) => ({ service: { data: 8 * MEGABYTE + rounds * 50 * 1024, code: 2 * MEGABYTE } }));
    expect(growthFailures(looks)).toEqual(['KB of data: 50.0 more with each round']);
  });

  test('allows both heaps 5 MB in an hour, compiled code among it', () => {
    const growing = (kilobytesAMinute: number) =>
      looksOf((rounds) => ({
        program: { data: 25 * MEGABYTE, code: 9 * MEGABYTE + (rounds / 5) * kilobytesAMinute * 1024 },
      }));
    expect(growthFailures(growing(250))).toEqual([]);
    expect(growthFailures(growing(300))).toEqual(['the heaps grew by 5.57 MB']);
  });

  test('notices a timer that stays, and is not content with a single look', () => {
    expect(growthFailures(looksOf((rounds) => ({ attachments: { Timeout: 1 + rounds / 5 } })))).toEqual([
      'Timeout: 10 at first, 11 and more later',
    ]);
    expect(growthFailures(looksOf(() => ({})).slice(0, 1))).toEqual(['timers and listeners were looked at too seldom']);
    expect(growthFailures([])).toEqual(['the heap was never looked at']);
  });
});

test('a slope is not moved by single wild points', () => {
  const points = [0, 1, 2, 3, 4, 5, 6].map((at) => ({ at, value: at === 3 ? 900 : 10 + 2 * at }));
  expect(slope(points)).toBe(2);
  expect(slope(points.slice(0, 1))).toBe(0);
});
