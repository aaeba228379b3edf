/** How a number of prices spread, and where one stands among them as `gpudeck market` tells it. Pure. */

/** Figures of some prices, in their unit: how many, the ends, and what a tenth, a quarter, a half ... of them are at most. */
export type Spread = {
  readonly n: number;
  readonly min: number;
  readonly p10: number;
  readonly p25: number;
  readonly median: number;
  readonly p75: number;
  readonly p90: number;
  readonly max: number;
};

/**
 * What a share of `sorted` (ascending) from 0 to 1 is at most: the value at rank share x (n - 1), between two values in
 * proportion. Undefined when there are none.
 */
export const quantile = (sorted: ArrayLike<number>, share: number): number | undefined => {
  const rank = share * (sorted.length - 1);
  const below = sorted[Math.floor(rank)];
  const above = sorted[Math.ceil(rank)];
  return below === undefined || above === undefined ? undefined : below + (above - below) * (rank - Math.floor(rank));
};

/** The figures of `sorted` (ascending); undefined when it is empty. */
export const spreadOf = (sorted: ArrayLike<number>): Spread | undefined => {
  const min = sorted[0];
  if (min === undefined) return undefined;
  const at = (share: number): number => quantile(sorted, share) ?? min;
  return {
    n: sorted.length,
    min,
    p10: at(0.1),
    p25: at(0.25),
    median: at(0.5),
    p75: at(0.75),
    p90: at(0.9),
    max: at(1),
  };
};

/** Place of `price` among `sorted` (ascending) from the cheapest, from 1; equal prices share the first of their places. */
export const rankOf = (price: number, sorted: readonly number[]): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? price) < price) low = middle + 1;
    else high = middle;
  }
  return low + 1;
};
