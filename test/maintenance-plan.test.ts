/** What a plan makes of what was typed, what counts as announced before, and how long text is broken into lines. */

import { describe, expect, test } from 'vitest';
import { callOf } from '../src/api/call.ts';
import { CALLS } from '../src/api/calls.ts';
import { wrappedLines } from '../src/base/wrap.ts';
import { earlierAnnouncements } from '../src/maintenance/announcement.ts';
import { bodyTextOf, endOf, requestsOf } from '../src/maintenance/plan.ts';
import type { Announcement } from '../src/storage/journal/announcements.ts';
import { EMPTY_DRAFT, machinesPicked, planOf, problemsOf, startTyped } from '../src/tui/panes/maintenance/draft.ts';
import { lineOf } from '../src/tui/state/line.ts';

const NOON_EPOCH_MS = Date.UTC(2026, 10, 21, 12);
const CONTEXT = { timeZone: 'Europe/Berlin', nowEpochMs: NOON_EPOCH_MS };

/** 2026-12-01T02:00:00Z. */
const START_EPOCH_S = 1_796_090_400;

const draft = machinesPicked(
  startTyped(
    { ...EMPTY_DRAFT, typed: lineOf('8207, 8208'), length: lineOf('90m'), category: 'gpu', reason: lineOf(' fan ') },
    lineOf('2026-12-01 03:00'),
    CONTEXT,
  ),
  [8208, 11843],
);

describe('a plan', () => {
  test('is what was typed and picked, each machine once', () => {
    expect(planOf(draft, NOON_EPOCH_MS)).toEqual({
      machineIds: [8207, 8208, 11843],
      startsAtEpochS: START_EPOCH_S,
      durationHours: 1.5,
      category: 'gpu',
      reason: 'fan',
    });
    expect(problemsOf(draft, NOON_EPOCH_MS)).toEqual([]);
  });

  test('becomes one published call for each machine, with nothing else in its body', () => {
    const plan = planOf(draft, NOON_EPOCH_MS);
    const calls = (plan === undefined ? [] : requestsOf(plan)).map((request) => callOf(CALLS.maintenance, request));
    const body = {
      sdate: '2026-12-01T02:00:00Z',
      duration: 1.5,
      maintenance_reason: 'fan',
      maintenance_category: 'gpu',
    };
    expect(calls).toEqual([
      { endpoint: 'maintenance', method: 'PUT', path: '/api/v0/machines/8207/dnotify', body },
      { endpoint: 'maintenance', method: 'PUT', path: '/api/v0/machines/8208/dnotify', body },
      { endpoint: 'maintenance', method: 'PUT', path: '/api/v0/machines/11843/dnotify', body },
    ]);
  });

  test('a start in seconds and a length of 20 minutes go out exactly', () => {
    const request = {
      machineId: 1,
      startsAtEpochS: START_EPOCH_S + 20,
      durationHours: 1 / 3,
      reason: '',
      category: 'other',
    } as const;
    expect(bodyTextOf(request)).toBe(
      '{"sdate":"2026-12-01T02:00:20Z","duration":0.3333333333333333,"maintenance_reason":"","maintenance_category":"other"}',
    );
    expect(endOf(request)).toBe(START_EPOCH_S + 20 + 1200);
  });

  test('there is none once its start has passed', () => {
    expect(planOf(draft, START_EPOCH_S * 1000 - 1)).toBeDefined();
    expect(planOf(draft, START_EPOCH_S * 1000)).toBe(undefined);
    expect(problemsOf(draft, START_EPOCH_S * 1000)).toEqual([{ part: 'start', message: 'That time has passed.' }]);
  });
});

describe('announced before', () => {
  const window = { startsAtEpochS: START_EPOCH_S, durationHours: 2 };
  const announcement = (id: number, more: Partial<Announcement> = {}): Announcement => ({
    id,
    machineId: 8207,
    ...window,
    body: '{}',
    sentAtEpochMs: NOON_EPOCH_MS,
    outcome: { kind: 'accepted', atEpochMs: NOON_EPOCH_MS },
    ...more,
  });
  const unknown = { kind: 'unknown', reason: 'no answer' } as const;
  const found = (...newestFirst: Announcement[]) =>
    earlierAnnouncements([8207], window, newestFirst).map(({ announcement: { id }, isSame }) => ({ id, isSame }));

  test.each([
    ['the same window', announcement(1), [{ id: 1, isSame: true }]],
    [
      'the same window, length written otherwise',
      announcement(1, { durationHours: 2.0000001 }),
      [{ id: 1, isSame: true }],
    ],
    ['a longer one from the same start', announcement(1, { durationHours: 3 }), [{ id: 1, isSame: false }]],
    ['one that ends inside', announcement(1, { startsAtEpochS: START_EPOCH_S - 3600 }), [{ id: 1, isSame: false }]],
    ['one that ends when this begins', announcement(1, { startsAtEpochS: START_EPOCH_S - 7200 }), []],
    ['one that begins when this ends', announcement(1, { startsAtEpochS: START_EPOCH_S + 7200 }), []],
    ['one for another machine', announcement(1, { machineId: 8208 }), []],
    ['one that was refused', announcement(1, { outcome: { kind: 'refused', reason: 'no', atEpochMs: 1 } }), []],
    ['one of unknown outcome', announcement(1, { outcome: unknown }), [{ id: 1, isSame: true }]],
    [
      'one counted as announced',
      announcement(1, { outcome: unknown, decision: 'announced' }),
      [{ id: 1, isSame: true }],
    ],
    ['one counted as not announced', announcement(1, { outcome: unknown, decision: 'dropped' }), []],
    ['one being sent', announcement(1, { outcome: { kind: 'sending' } }), [{ id: 1, isSame: true }]],
  ] as const)('%s', (_name, earlier, expected) => {
    expect(found(earlier)).toEqual(expected);
  });

  test('the same window matters more than a newer one that only overlaps', () => {
    expect(found(announcement(3, { durationHours: 1 }), announcement(2), announcement(1))).toEqual([
      { id: 2, isSame: true },
    ]);
  });
});

describe('long text', () => {
  test.each([
    ['words that are too many', 12, ['words that', 'are too many']],
    ['fits exactly', 12, ['fits exactly']],
    ['{"sdate":"2026","duration":1.5,"x":1}', 20, ['{"sdate":"2026",', '"duration":1.5,', '"x":1}']],
    ['abcdefghijklmnop', 5, ['abcde', 'fghij', 'klmno', 'p']],
    ['a bcdefghijklmnop', 6, ['a bcde', 'fghijk', 'lmnop']],
    ['漢字漢字漢字', 5, ['漢字', '漢字', '漢字']],
    ['line\nbreak\u001b[2J', 20, ['line break']],
    ['', 5, ['']],
  ])('%j in %i cells', (text, width, lines) => {
    expect(wrappedLines(text, width)).toEqual(lines);
  });
});
