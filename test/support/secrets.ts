/** Lengths of keys and secrets that everything which redacts is tried with, in characters. */

const SIZES: readonly number[] = [1, 2, 3, 7, 8, 11, 12, 100, 4000, 16_000, 65_536, 100_000];

/** Those of at least `least` and at most `most`. */
export const wantedSizes = (least: number, most = Number.POSITIVE_INFINITY): readonly number[] =>
  SIZES.filter((size) => size >= least && size <= most);

/** A key or secret as services make them: nothing in it comes twice within a few characters. */
export const secretOf = (length: number): string => {
  let text = '';
  for (let count = 1; text.length < length; count++) text += `${(count * 2_654_435_761).toString(36)}/"-_.`;
  return text.slice(0, length);
};
