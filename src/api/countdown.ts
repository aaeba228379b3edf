/** Counts the seconds down to a moment that is waited for (DESIGN.md section 6, promise 6: at most once a second). */
import type { Clock } from './clock.ts';

/** Least time between two counts, ms. */
const COUNT_INTERVAL_MS = 1000;

/** The same where the line to the terminal is slow: each count costs it a packet. */
const SLOW_COUNT_INTERVAL_MS = 5000;

/** A countdown; it may be started and stopped again and again. */
type Countdown = { readonly until: (epochMs: number) => void; readonly stop: () => void };

/** A countdown that stands still. `onSeconds` is told how many seconds are left, rounded up; undefined once none are. */
export const createCountdown = (
  clock: Clock,
  isLinkSlow: () => boolean,
  onSeconds: (seconds: number | undefined) => void,
): Countdown => {
  let untilEpochMs = 0;
  let cancel: (() => void) | undefined;

  const count = () => {
    const leftMs = untilEpochMs - clock.now();
    onSeconds(leftMs > 0 ? Math.ceil(leftMs / 1000) : undefined);
    const intervalMs = isLinkSlow() ? SLOW_COUNT_INTERVAL_MS : COUNT_INTERVAL_MS;
    cancel = leftMs > 0 ? clock.after(Math.min(leftMs, intervalMs), count) : undefined;
  };

  return {
    until: (epochMs) => {
      untilEpochMs = epochMs;
      // A wait that moved is counted when the present second is over.
      if (cancel === undefined) count();
    },
    stop: () => {
      cancel?.();
      cancel = undefined;
    },
  };
};
