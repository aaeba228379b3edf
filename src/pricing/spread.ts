/** How a number of prices spread, also in a few steps, and where one stands among them as `gpudeck market` tells it. Pure. */

/** `prices`, the lowest first. */
export const ascending = (prices: Iterable<number>): readonly number[] => [...Float64Array.from(prices).sort()];

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

/** Of fewer a median says little. */
export const LEAST_ALIKE = 5;

/** Fewer prices than these are told one by one: a tenth or a quarter of them is none of them. */
export const PERCENTILES_FROM = 8;

/** Prices from `from` up to and without `to`; the last step of all has no end. */
export type Step = { readonly from: number; readonly to?: number; readonly count: number };

/** Widths that people read easily, times a power of ten. */
const WIDTHS = [1, 2, 2.5, 5, 10] as const;

/** How many times the distance from the median to the ninth tenth a price may lie above that without a step of its own. */
const FAR = 1;

/**
 * `sorted` (ascending) in at most `most` steps, two at least, of one width. The few that are far above all others share the last one.
 * Each price stands in exactly one step.
 */
export const histogramOf = (sorted: readonly number[], most: number): readonly Step[] => {
  const [lowest] = sorted;
  const highest = sorted.at(-1);
  if (lowest === undefined || highest === undefined) return [];
  const upper = quantile(sorted, 0.9) ?? highest;
  const middle = quantile(sorted, 0.5) ?? highest;
  const end = Math.min(highest, upper + FAR * (upper - middle));
  const room = Math.max(2, most);
  const width = easyWidth((end - lowest) / (room - 1) || lowest / 10 || 1);
  const start = Math.floor(lowest / width);
  const count = Math.max(1, Math.min(room, Math.floor(end / width) - start + 1 + (highest > end ? 1 : 0)));
  // Each edge is computed from its number, so that errors do not add up.
  const edge = (place: number): number => Number(((start + place) * width).toPrecision(12));
  const from = Array.from({ length: count }, (_, place) => (place === 0 ? Math.min(edge(0), lowest) : edge(place)));
  const counts = from.map(() => 0);
  let place = 0;
  for (const price of sorted) {
    while (price >= (from[place + 1] ?? Number.POSITIVE_INFINITY)) place++;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return from.map((low, index) => {
    const to = from[index + 1] ?? (highest < edge(count) ? edge(count) : undefined);
    return { from: low, ...(to !== undefined && { to }), count: counts[index] ?? 0 };
  });
};

/** The step that `price` stands in, from 0; the first or the last one where it is outside of all; undefined where there are none. */
export const stepOf = (price: number, steps: readonly Step[]): number | undefined =>
  steps.length === 0
    ? undefined
    : Math.max(
        0,
        steps.findLastIndex(({ from }) => from <= price),
      );

const easyWidth = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(least));
  const times = WIDTHS.find((width) => width * power >= least) ?? 10;
  return Number((times * power).toPrecision(12));
};
