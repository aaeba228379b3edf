/** How fast a figure grows that was looked at again and again. Pure. */

/** One look: when, in milliseconds, and what was seen. */
export type Sample = { readonly atMs: number; readonly value: number };

const HOUR_MS = 3_600_000;

/**
 * Growth of the value by the hour: the median of the slopes between all pairs of samples (Theil and Sen), which a few wild
 * samples cannot move. 0 for fewer than two samples.
 */
export const growthPerHour = (samples: readonly Sample[]): number => {
  const slopes = samples.flatMap((later, index) =>
    samples
      .slice(0, index)
      .filter(({ atMs }) => atMs < later.atMs)
      .map((earlier) => ((later.value - earlier.value) / (later.atMs - earlier.atMs)) * HOUR_MS),
  );
  slopes.sort((a, b) => a - b);
  const middle = Math.floor(slopes.length / 2);
  const upper = slopes[middle] ?? 0;
  return slopes.length % 2 === 1 ? upper : ((slopes[middle - 1] ?? 0) + upper) / 2;
};
