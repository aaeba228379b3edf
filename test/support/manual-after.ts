/** Time that passes only when a test says so, for code that takes an `After`. */
import type { After } from '../../src/terminal/sink.ts';

/** An `after` and the hand that moves its clock. */
type ManualAfter = {
  readonly after: After;
  /** Lets so many milliseconds pass: what falls due runs, in order. */
  elapse(ms: number): void;
};

/** A clock that stands still at first. */
export function manualAfter(): ManualAfter {
  let nowMs = 0;
  let waiting: { dueMs: number; run: () => void }[] = [];
  return {
    after(delayMs, run) {
      const entry = { dueMs: nowMs + delayMs, run };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
    elapse(ms) {
      const untilMs = nowMs + ms;
      for (;;) {
        const next = waiting.filter((entry) => entry.dueMs <= untilMs).sort((a, b) => a.dueMs - b.dueMs)[0];
        if (!next) break;
        waiting = waiting.filter((other) => other !== next);
        nowMs = next.dueMs;
        next.run();
      }
      nowMs = untilMs;
    },
  };
}
