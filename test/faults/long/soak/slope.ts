/** How fast a figure grows that was looked at again and again. Pure. */

/** One look: where on the way, and what was seen. */
type Point = { readonly at: number; readonly value: number };

/**
 * Growth of the value for each 1 of `at`: the median of the slopes between all pairs of points (Theil and Sen), which a few
 * wild ones cannot move. 0 for fewer than two points.
 */
export const slope = (points: readonly Point[]): number => {
  const slopes = points.flatMap((later, index) =>
    points
      .slice(0, index)
      .filter(({ at }) => at < later.at)
      .map((earlier) => (later.value - earlier.value) / (later.at - earlier.at)),
  );
  slopes.sort((a, b) => a - b);
  const middle = Math.floor(slopes.length / 2);
  const upper = slopes[middle] ?? 0;
  return slopes.length % 2 === 1 ? upper : ((slopes[middle - 1] ?? 0) + upper) / 2;
};
