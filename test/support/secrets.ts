/** Lengths of keys and secrets that everything which redacts is tried with, in characters. */

const SIZES: readonly number[] = [1, 2, 3, 7, 8, 11, 12, 100, 4000, 16_000, 65_536, 100_000];

/** Those of at least `least` and at most `most`. */
export const wantedSizes = (least: number, most = Number.POSITIVE_INFINITY): readonly number[] =>
  SIZES.filter((size) => size >= least && size <= most);
