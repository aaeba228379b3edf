/** Lots for trials: whole numbers from 0 up to a limit, the same row of them for the same seed. */

/** Draws the next number: 0 or more, below `limit`. */
export type Draw = (limit: number) => number;

/** The row of numbers that belongs to `seed`. */
export const createDraw = (seed: number): Draw => {
  let state = (seed + 1) * 2_654_435_761;
  return (limit) => {
    // The generator of Numerical Recipes; its upper bits are the good ones.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * limit);
  };
};
