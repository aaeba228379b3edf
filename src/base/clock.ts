/** Time as the client sees it: a reading and a timer, so that tests own both. */

/** A source of time. */
export type Clock = {
  /** Milliseconds since the Unix epoch, for what is shown, sent and kept. Somebody may set it, so that it jumps either way. */
  readonly now: () => number;
  /** Milliseconds since any moment: it only goes forward, and is what every wait is measured by. */
  readonly ticks: () => number;
  /** Calls `run` once after `delayMs` milliseconds; the answer takes it back and may be called any number of times. */
  readonly after: (delayMs: number, run: () => void) => () => void;
};

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  ticks: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Lets `delayMs` milliseconds pass on `clock`, or less when `signal` ends the wait; tells whether they have passed. */
export const sleep = (clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve(false);
      return;
    }
    const stop = (): void => {
      cancel();
      resolve(false);
    };
    const cancel = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', stop);
      resolve(true);
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
