/** How much is worked, for tests of what must not take long: what else the machine does counts for nothing. */

/** Milliseconds that this thread has worked so far. */
export const workedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Milliseconds of work in `run`. */
export const workOf = (run: () => unknown): number => {
  const before = workedMs();
  run();
  return workedMs() - before;
};

/** Every so often the longest work between two turns of the loop is looked for, in milliseconds. */
const LOOK_EVERY_MS = 1;

/** Looks for the longest work during which nothing else could run. */
export const watchWork = () => {
  let longestMs = 0;
  let beforeMs = workedMs();
  const look = () => {
    const nowMs = workedMs();
    longestMs = Math.max(longestMs, nowMs - beforeMs);
    beforeMs = nowMs;
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    /** The longest since the last call, ms. */
    longest: (): number => {
      look();
      const found = longestMs;
      longestMs = 0;
      return found;
    },
    end: () => clearInterval(timer),
  };
};
