/** Time that passes only when a test says so. */
import type { Clock } from '../../src/base/clock.ts';
import { manualAfter } from './manual-after.ts';

/** A clock and the hand that moves it. */
type ManualClock = Clock & {
  /** Lets so many milliseconds pass: what falls due runs, in order. */
  readonly elapse: (ms: number) => void;
  /** Somebody sets the time of day by so many milliseconds, forward or back; no wait notices. */
  readonly set: (ms: number) => void;
};

/** A clock that stands at `startEpochMs` at first. */
export const manualClock = (startEpochMs = 0): ManualClock => {
  const { after, elapse } = manualAfter();
  let nowMs = startEpochMs;
  let ticksMs = 0;
  return {
    now: () => nowMs,
    ticks: () => ticksMs,
    set: (ms) => {
      nowMs += ms;
    },
    after,
    elapse: (ms) => {
      nowMs += ms;
      ticksMs += ms;
      elapse(ms);
    },
  };
};
