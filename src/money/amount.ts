/** Amounts of money that add without drift: whole units of 1e-12 $, so that what a second costs is exact too. Pure. */

export type Amount = bigint;

/** Decimals of a dollar that a unit is. */
const DECIMALS = 12;

/** The amount that `dollars`, a finite number, stands for as it is written in decimals; below half a unit it is nothing. */
export const amountOf = (dollars: number): Amount => {
  const [mantissa = '', exponent = '0'] = String(dollars).split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  const digits = BigInt(whole + decimals);
  const shift = DECIMALS + Number(exponent) - decimals.length;
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  const half = (digits < 0n ? -divisor : divisor) / 2n;
  return (digits + half) / divisor;
};

/** The sum of amounts in dollars, none of which is lost by adding. */
export const sumOf = (amounts: readonly number[]): Amount =>
  amounts.reduce<Amount>((sum, dollars) => sum + amountOf(dollars), 0n);

/** The nearest number of dollars. */
export const inDollars = (amount: Amount): number => Number(`${amount}e-${DECIMALS}`);
