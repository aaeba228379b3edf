/** Rounds the figures that the market is made of. Nothing that a search computes is ever rounded. */

/** `value` with at most `digits` decimals. */
export const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/**
 * The nearest whole number of MB to `megabytes` that is no whole number of GB, of 1000 or of 1024 MB, as measured memory
 * never is.
 */
export const unevenMegabytes = (megabytes: number): number => {
  const whole = Math.round(megabytes);
  return whole % 1000 === 0 || whole % 1024 === 0 ? whole - 13 : whole;
};
