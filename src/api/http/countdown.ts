/** Counts the seconds down to a moment that is waited for. */
import type { Clock } from '../../base/clock.ts';

/** A countdown to a moment of the clock's ticks; it may be started and stopped again and again. */
type Countdown = { readonly until: (dueMs: number) => void; readonly stop: () => void };

/** A countdown that stands still. `tickMs` is the least time between two counts; `onSeconds` is told how many seconds are left, rounded up; undefined once none are. */
export const createCountdown = (
  clock: Clock,
  tickMs: () => number,
  onSeconds: (seconds: number | undefined) => void,
): Countdown => {
  let untilMs = 0;
  let cancel: (() => void) | undefined;

  const count = () => {
    const leftMs = untilMs - clock.ticks();
    onSeconds(leftMs > 0 ? Math.ceil(leftMs / 1000) : undefined);
    cancel = leftMs > 0 ? clock.after(Math.min(leftMs, tickMs()), count) : undefined;
  };

  return {
    until: (dueMs) => {
      untilMs = dueMs;
      // A wait that moved is counted when the next count is due.
      if (cancel === undefined) count();
    },
    stop: () => {
      cancel?.();
      cancel = undefined;
    },
  };
};
