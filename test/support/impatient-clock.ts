/** Time that leaps to the next timer as soon as nothing else is to be done: waits cost nothing, and their order holds. */
import type { Clock } from '../../src/api/clock.ts';

/** A clock that starts at `startEpochMs` and moves only when a timer is due next. */
export const impatientClock = (startEpochMs: number): Clock => {
  let nowMs = startEpochMs;
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
    now: () => nowMs,
    after: (delayMs, run) => {
      const timer = { dueMs: nowMs + delayMs, run };
      timers.push(timer);
      schedule();
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
};
