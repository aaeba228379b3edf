/** Counts what the program waits for, timers and tasks alike, and tells when nothing is left. */
import type { Clock } from '../../base/clock.ts';

/** The work under way. */
export type Work = {
  /** The clock whose timers count as work until they have run or were taken back. */
  readonly clock: Clock;
  /** Runs a task and counts it as work until it has ended. A task that fails is a programmer's error and ends the program. */
  readonly run: (task: () => Promise<void>) => void;
  /** Resolves when no work is left; at once when there is none. */
  readonly idle: () => Promise<void>;
};

/** A count of nothing yet. */
export const createWork = (clock: Clock): Work => {
  let pending = 0;
  let waiting: (() => void)[] = [];

  const begin = (): (() => void) => {
    let isOpen = true;
    pending++;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      pending--;
      if (pending > 0) return;
      const resolved = waiting;
      waiting = [];
      for (const resolve of resolved) resolve();
    };
  };

  return {
    clock: {
      now: clock.now,
      ticks: clock.ticks,
      after: (delayMs, run) => {
        const end = begin();
        let hasFired = false;
        const cancel = clock.after(delayMs, () => {
          hasFired = true;
          run();
          end();
        });
        return () => {
          // Taken back by what it runs itself, the timer is still work: that may be about to begin more.
          if (hasFired) return;
          cancel();
          end();
        };
      },
    },
    run: (task) => {
      const end = begin();
      task().finally(end);
    },
    idle: () => (pending === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
};
