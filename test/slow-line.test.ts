/** When it is said that a slow line has things left out: after a second answer, and once. */
import { expect, test } from 'vitest';
import { type FrameState, initialFrame, linkJudged, noticeSeen, noticeShown } from '../src/tui/frame/state.ts';

/** What is said at each key, one after each of the round trips. */
const saidAt = (roundTripsMs: readonly number[]): readonly (string | undefined)[] => {
  let frame: FrameState = initialFrame('offers', { columns: 80, rows: 24 }, 'test service', false);
  return roundTripsMs.map((roundTripMs) => {
    frame = linkJudged(noticeSeen(frame), { roundTripMs, isSlow: roundTripMs > 150 });
    return noticeShown(frame)?.text;
  });
};

const SLOW = 'Slow line (200 ms): colours, bars, weeks and the preview are left out.';

test('a line that stays slow is told of once, and once when it is so no longer', () => {
  const quick = 'The line is quick enough again: what was left out is back.';
  expect(saidAt([20, 180, 180, 200, 210, 30, 30])).toEqual([
    ...[undefined, undefined, undefined, SLOW, undefined, quick, undefined],
  ]);
});

test('one slow answer, which may be due to the program, is not spoken of', () => {
  expect(saidAt([180, 20, 20, 190, 10])).toEqual([undefined, undefined, undefined, undefined, undefined]);
});
