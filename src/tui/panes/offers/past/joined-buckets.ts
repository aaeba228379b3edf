/** Buckets as long as it takes for those of an even recording to follow each other. Pure. */
import type { PastBucket } from '../pages.ts';

/** How many times as long they become, at most. */
const MOST_TIMES = 8;

/**
 * `buckets` (ascending, of `stepMs`) or longer ones where most of them stand alone, as those of answers that came less often. The figures
 * of a longer one are those of the last in it: both are of the last answer.
 */
export const joinedBuckets = (
  buckets: readonly PastBucket[],
  stepMs: number,
): { readonly buckets: readonly PastBucket[]; readonly stepMs: number } => {
  for (let times = 1; times < MOST_TIMES; times *= 2) {
    const joined = times === 1 ? buckets : longer(buckets, stepMs * times);
    const followed = joined.filter(({ toEpochMs }, place) => joined[place + 1]?.fromEpochMs === toEpochMs).length;
    if (followed * 2 >= joined.length - 1) return { buckets: joined, stepMs: stepMs * times };
  }
  return { buckets: longer(buckets, stepMs * MOST_TIMES), stepMs: stepMs * MOST_TIMES };
};

const longer = (buckets: readonly PastBucket[], stepMs: number): readonly PastBucket[] => {
  const last = new Map(buckets.map((bucket) => [Math.floor(bucket.fromEpochMs / stepMs) * stepMs, bucket]));
  return [...last].map(([fromEpochMs, bucket]) => ({ ...bucket, fromEpochMs, toEpochMs: fromEpochMs + stepMs }));
};
