import { describe, expect, test } from 'vitest';
import { atStart, cursorAnchored, cursorAt, cursorMoved, cursorPaged } from '../src/tui/state/cursor.ts';
import {
  deletedBefore,
  deletedToEnd,
  deletedToStart,
  deletedUnder,
  deletedWordBefore,
  inserted,
  lineOf,
  movedLeft,
  movedToStart,
  movedWordLeft,
  movedWordRight,
  putBack,
} from '../src/tui/state/line.ts';
import {
  arrived,
  asked,
  failed,
  foundAgain,
  idle,
  isUnasked,
  lastArrived,
  putOff,
  type Remote,
} from '../src/tui/state/remote.ts';

describe('a list cursor', () => {
  const extent = { count: 100, height: 10 };

  test('moves without scrolling while the row is in view', () => {
    expect(cursorMoved({ row: 3, top: 0 }, 1, extent)).toEqual({ row: 4, top: 0 });
  });

  test('scrolls by one row when it leaves the screen at the bottom or the top', () => {
    expect(cursorMoved({ row: 9, top: 0 }, 1, extent)).toEqual({ row: 10, top: 1 });
    expect(cursorMoved({ row: 5, top: 5 }, -1, extent)).toEqual({ row: 4, top: 4 });
  });

  test('stops at both ends', () => {
    expect(cursorMoved({ row: 98, top: 90 }, 5, extent)).toEqual({ row: 99, top: 90 });
    expect(cursorAt({ row: 50, top: 45 }, -3, extent)).toEqual(atStart);
  });

  test('pages by a screen less one row', () => {
    expect(cursorPaged({ row: 2, top: 0 }, 1, extent)).toEqual({ row: 11, top: 9 });
    expect(cursorPaged({ row: 11, top: 9 }, -1, extent)).toEqual({ row: 2, top: 0 });
  });

  test('keeps its distance from the top when its row is elsewhere after a sort', () => {
    expect(cursorAnchored({ row: 14, top: 10 }, 60, extent)).toEqual({ row: 60, top: 56 });
  });

  test('a list at its start stays there while the row of the cursor is in view', () => {
    expect(cursorAnchored(atStart, 3, extent)).toEqual({ row: 3, top: 0 });
    expect(cursorAnchored(atStart, 30, extent)).toEqual({ row: 30, top: 30 });
  });

  test('stands at 0 in an empty list and never scrolls past the end of a short one', () => {
    expect(cursorAt({ row: 7, top: 5 }, 7, { count: 0, height: 10 })).toEqual(atStart);
    expect(cursorAt({ row: 7, top: 5 }, 7, { count: 8, height: 10 })).toEqual({ row: 7, top: 0 });
  });
});

describe('editing a line', () => {
  test('typing goes in at the cursor, and a paste of several lines stays one line', () => {
    expect(inserted('b')({ text: 'ac', at: 1 })).toMatchObject({ text: 'abc', at: 2 });
    expect(inserted('x\r\ny\tz')(lineOf(''))).toMatchObject({ text: 'x y z', at: 5 });
  });

  test('deletes whole characters, however many units they take', () => {
    expect(deletedBefore(lineOf('a👍🏽'))).toMatchObject({ text: 'a', at: 1 });
    expect(deletedUnder({ text: 'éa', at: 0 })).toMatchObject({ text: 'a', at: 0 });
    expect(movedLeft(lineOf('a👍🏽'))).toEqual({ text: 'a👍🏽', at: 1 });
  });

  test('deletes words and ends as readline does', () => {
    expect(deletedWordBefore(lineOf('gpu_ram>=24 dph<3  '))).toMatchObject({
      text: 'gpu_ram>=24 ',
      at: 12,
      deleted: 'dph<3  ',
    });
    expect(deletedToStart({ text: 'abcdef', at: 2 })).toMatchObject({ text: 'cdef', at: 0, deleted: 'ab' });
    expect(deletedToEnd({ text: 'abcdef', at: 2 })).toMatchObject({ text: 'ab', at: 2, deleted: 'cdef' });
    expect(putBack()(deletedToEnd({ text: 'abcdef', at: 2 }))).toMatchObject({ text: 'abcdef', at: 6 });
    expect(putBack()(deletedBefore(deletedWordBefore(lineOf('ab cd'))))).toMatchObject({ text: 'abcd', at: 4 });
    expect(putBack()(lineOf('ab'))).toEqual({ text: 'ab', at: 2 });
  });

  test('moves by words and stops at the ends', () => {
    expect(movedWordLeft({ text: 'one two', at: 7 }).at).toBe(4);
    expect(movedWordRight({ text: 'one two', at: 3 }).at).toBe(7);
    expect(movedLeft(movedToStart(lineOf('abc'))).at).toBe(0);
    expect(deletedBefore({ text: 'abc', at: 0 })).toEqual({ text: 'abc', at: 0 });
  });
});

describe('an answer that is awaited', () => {
  const loading = asked<string, string>(idle, 1);

  test('is loaded with the time of its arrival', () => {
    expect(arrived(loading, 1, 'rows', 5)).toEqual({
      stage: 'loaded',
      ticket: 1,
      last: { value: 'rows', atEpochMs: 5 },
    });
  });

  test('changes nothing when a newer question was asked', () => {
    const newer = asked<string, string>(loading, 2);
    expect(arrived(newer, 1, 'late', 5)).toBe(newer);
    expect(failed(newer, 1, 'late')).toBe(newer);
  });

  test('leaves the last good answer in place when it fails', () => {
    const loaded: Remote<string, string> = arrived(loading, 1, 'rows', 5);
    const broken = failed(asked<string, string>(loaded, 2), 2, 'no service');
    expect(broken.stage).toBe('failed');
    expect(lastArrived(broken)).toEqual({ value: 'rows', atEpochMs: 5 });
  });

  test('is stood in for by the one of an earlier run, whether it is on its way, put off or failed', () => {
    const retry = { attempt: 2, ofTries: 6, because: 'no connection' };
    for (const remote of [loading, putOff(loading, 1, retry), failed(loading, 1, 'no service')]) {
      const found = foundAgain(remote, 'old rows', 3, 7);
      expect(found).toEqual({ ...remote, last: { value: 'old rows', atEpochMs: 3, foundAtEpochMs: 7 } });
    }
  });

  test('is never replaced by that of an earlier run, which may be found after it', () => {
    const loaded: Remote<string, string> = arrived(loading, 1, 'rows', 5);
    for (const remote of [loaded, asked<string, string>(loaded, 2)]) {
      expect(foundAgain<string, string>(remote, 'old rows', 3, 7)).toBe(remote);
    }
  });

  test('is stood in for before it is asked for, and by all that is found once the first of it stands there', () => {
    const first = foundAgain<string, string>(idle, 'old rows', 3, 7);
    expect([isUnasked(idle), isUnasked(first), isUnasked(loading)]).toEqual([true, true, false]);
    const whole = foundAgain(first, 'more old rows', 3, 7);
    expect(lastArrived(whole)).toEqual({ value: 'more old rows', atEpochMs: 3, foundAtEpochMs: 7 });
    expect(lastArrived(asked(whole, 1))).toEqual(lastArrived(whole));
    expect(foundAgain(whole, 'others', 4, 8)).toBe(whole);
  });
});
