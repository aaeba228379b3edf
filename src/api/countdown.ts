/** Counts the seconds down to a moment that is waited for. */
import type { Clock } from './clock.ts';

/** A countdown; it may be started and stopped again and again. */
type Countdown = { readonly until: (epochMs: number) => void; readonly stop: () => void };

/** A countdown that stands still. `tickMs` is the least time between two counts; `onSeconds` is told how many seconds are left, rounded up; undefined once none are. */
export const createCountdown = (
  clock: Clock,
  tickMs: () => number,
  onSeconds: (seconds: number | undefined) => void,
): Countdown => {
  let untilEpochMs = 0;
  let cancel: (() => void) | undefined;

  const count = () => {
    const leftMs = untilEpochMs - clock.now();
    onSeconds(leftMs > 0 ? Math.ceil(leftMs / 1000) : undefined);
    cancel = leftMs > 0 ? clock.after(Math.min(leftMs, tickMs()), count) : undefined;
  };

  return {
    until: (epochMs) => {
      untilEpochMs = epochMs;
      // A wait that moved is counted when the next count is due.
      if (cancel === undefined) count();
    },
    stop: () => {
      cancel?.();
      cancel = undefined;
    },
  };
};
