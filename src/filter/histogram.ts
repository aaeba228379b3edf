/** How figures spread, in so few steps that they fit beside their ends. Pure. */

/** How many figures fall on each step from the smallest to the largest. With `tailFrom` the equal steps end there, and the last one is all above. */
export type Histogram = { readonly counts: readonly number[]; readonly tailFrom?: number };

/** Steps at the most; whole numbers that are at most so many apart have one each. */
const STEPS = 12;

/** The share of the figures that the equal steps are for where few others reach far beyond. */
const MOST = 0.95;

/** How many times as far as most figures the others have to reach for all of them to get one step. */
const FAR = 1.5;

/** The histogram of `sorted` (ascending, not empty); `isWhole` where all of them are whole numbers. */
export const histogramOf = (sorted: ArrayLike<number>, isWhole: boolean): Histogram => {
  const smallest = sorted[0] ?? 0;
  const largest = sorted[sorted.length - 1] ?? smallest;
  if (smallest === largest) return { counts: [sorted.length] };
  if (isWhole && largest - smallest < STEPS) {
    return { counts: counted(sorted, largest - smallest + 1, (figure) => figure - smallest) };
  }
  const most = sorted[Math.floor(MOST * (sorted.length - 1))] ?? largest;
  const hasTail = most > smallest && largest - smallest > FAR * (most - smallest);
  const end = hasTail ? most : largest;
  const steps = hasTail ? STEPS - 1 : STEPS;
  const stepOf = (figure: number): number =>
    figure > end ? steps : Math.min(steps - 1, Math.floor(((figure - smallest) / (end - smallest)) * steps));
  return { counts: counted(sorted, hasTail ? steps + 1 : steps, stepOf), ...(hasTail && { tailFrom: most }) };
};

const counted = (figures: ArrayLike<number>, length: number, stepOf: (figure: number) => number): readonly number[] => {
  const counts = new Array<number>(length).fill(0);
  for (let index = 0; index < figures.length; index++) {
    const step = stepOf(figures[index] ?? 0);
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
};
