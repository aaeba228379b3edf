/** Multiplies decimal numbers exactly, so that 8.7 x 100 is 870 and not 869.9999999999999. */

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/**
 * The number nearest to `decimal` x `factor`. `decimal` is digits with an optional sign, point and exponent; the result is
 * infinite when it is too large for a number, and never minus zero.
 */
export const scaledDecimal = (decimal: string, factor: number): number => {
  const amount = digitsOf(decimal);
  const multiplier = digitsOf(String(factor));
  return Number(`${amount.digits * multiplier.digits}e${amount.exponent + multiplier.exponent}`) + 0;
};

/** `decimal` as a whole number of units of ten to the `exponent`. */
const digitsOf = (decimal: string): { readonly digits: bigint; readonly exponent: number } => {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(decimal) ?? [];
  const digits = BigInt(whole + fraction);
  return { digits: sign === '-' ? -digits : digits, exponent: Number(exponent) - fraction.length };
};
