/** Chance that repeats: every number follows from a seed, so that the same seed makes the same market everywhere. */

/** A source of chance. Each call moves it on. */
export type Random = {
  /** A number from 0 up to but not including 1. */
  readonly fraction: () => number;
  /** A number between two bounds. */
  readonly between: (low: number, high: number) => number;
  /** A whole number between two bounds, both included. */
  readonly integer: (low: number, high: number) => number;
  /** A factor around 1, bell-shaped on a logarithmic scale; two thirds lie within `1 ± spread`. */
  readonly around: (spread: number) => number;
  /** True with the given probability, 0 to 1. */
  readonly chance: (probability: number) => boolean;
  /** One of the choices, each as likely as the other. Throws a RangeError when there are none. */
  readonly pick: <Choice>(choices: readonly Choice[]) => Choice;
  /** One of the choices, as likely as its share of all shares. Throws a RangeError when there are none. */
  readonly pickShare: <Choice extends { readonly share: number }>(choices: readonly Choice[]) => Choice;
};

/** A whole number from 0 to 2^32 - 1 that depends on every part and looks unrelated to those of other parts. */
export const hash = (...parts: readonly number[]): number => {
  let mixed = 0x9e3779b9;
  for (const part of parts) {
    mixed = scramble(mixed ^ part);
    // Parts beyond 32 bits count with all their bits.
    if (part > 0xffffffff) mixed = scramble(mixed ^ Math.floor(part / 2 ** 32));
  }
  return mixed;
};

/** A number from 0 up to but not including 1 that depends on every part, as `hash`. */
export const hashFraction = (...parts: readonly number[]): number => hash(...parts) / 2 ** 32;

/** A source of chance that depends on every part of its seed. */
export const createRandom = (...seed: readonly number[]): Random => {
  let state = hash(...seed);
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    return scramble(state) / 2 ** 32;
  };
  const pick = <Choice>(choices: readonly Choice[]): Choice => {
    const choice = choices[Math.floor(fraction() * choices.length)];
    if (choice === undefined) throw new RangeError('There is nothing to pick from');
    return choice;
  };
  return {
    fraction,
    between: (low, high) => low + fraction() * (high - low),
    integer: (low, high) => low + Math.floor(fraction() * (high - low + 1)),
    around: (spread) => Math.exp((fraction() + fraction() + fraction() + fraction() - 2) * Math.sqrt(3) * spread),
    chance: (probability) => fraction() < probability,
    pick,
    pickShare: (choices) => {
      let left = fraction() * choices.reduce((sum, { share }) => sum + share, 0);
      return (
        choices.find(({ share }) => {
          left -= share;
          return left < 0;
        }) ?? pick(choices)
      );
    },
  };
};

/** Spreads the bits of a number over 32 bits; two numbers never give the same one. */
const scramble = (value: number): number => {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

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
