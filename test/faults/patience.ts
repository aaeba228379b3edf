/** Waiting for the program, as long as that can take and no longer, and looking at what it needs meanwhile. */

/** Longer than every time limit under the hurried clock, and than a busy machine needs for half a gigabyte. */
const HANG_MS = 100_000;

/** The program is not idle in time. */
export class Hang extends Error {}

/** Waits for `work`; what takes longer than `limitMs` hangs, and `name` says in what. */
export const within = async <T>(name: string, work: Promise<T>, limitMs = HANG_MS): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const limit = setTimeout(() => reject(new Hang(`not idle ${limitMs / 1000} s after ${name}`)), limitMs);
  work.catch(() => {});
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(limit);
  }
};

const LOOK_EVERY_MS = 5;

/** Waits for `work`; resolves to the bytes by which the process's memory was larger meanwhile than before. */
export const growthDuring = async (work: Promise<unknown>): Promise<number> => {
  const startBytes = process.memoryUsage.rss();
  let peakBytes = startBytes;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, LOOK_EVERY_MS);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
  return peakBytes - startBytes;
};
