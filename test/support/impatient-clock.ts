/** Time that leaps to the next timer as soon as nothing else is to be done: waits cost nothing, and their order holds. */
import type { Clock } from '../../src/base/clock.ts';

/** The time limits of a call (docs/interface.md, Decisions), which must not run out because a test does not wait. */
export const TIME_LIMITS_MS: readonly number[] = [5000, 15_000, 30_000, 90_000, 300_000];

/** The account's money is asked for again and again: a clock that leaps to that would never stand still, ms. */
const ACCOUNT_EVERY_MS: readonly number[] = [300_000];

/** Such a clock, and the hand of somebody who sets the time of day by so many milliseconds, forward or back. */
type ImpatientClock = Clock & { readonly set: (ms: number) => void };

/**
 * A clock that starts at `startEpochMs` and moves only when a timer is due next. Timers of exactly one of the delays in
 * `neverMs` never are.
 */
export const impatientClock = (startEpochMs: number, neverMs: readonly number[] = ACCOUNT_EVERY_MS): ImpatientClock => {
  let nowMs = 0;
  let setMs = startEpochMs;
  let timers: { dueMs: number; run: () => void }[] = [];
  let isLeaping = false;

  const leap = () => {
    isLeaping = false;
    const next = timers.reduce<(typeof timers)[number] | undefined>(
      (first, timer) => (first === undefined || timer.dueMs < first.dueMs ? timer : first),
      undefined,
    );
    if (next === undefined) return;
    timers = timers.filter((timer) => timer !== next);
    nowMs = Math.max(nowMs, next.dueMs);
    next.run();
    schedule();
  };
  const schedule = () => {
    if (isLeaping || timers.length === 0) return;
    isLeaping = true;
    setImmediate(leap);
  };

  return {
    now: () => setMs + nowMs,
    ticks: () => nowMs,
    set: (ms) => {
      setMs += ms;
    },
    after: (delayMs, run) => {
      if (neverMs.includes(delayMs)) return () => {};
      const timer = { dueMs: nowMs + delayMs, run };
      timers.push(timer);
      schedule();
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
};
