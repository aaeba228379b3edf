/** Figures as a row of bars, one character each, which terminals of ASCII only show by others of as many steps. Pure. */

/** Steps of a bar, from the lowest. */
export const BARS = '▁▂▃▄▅▆▇█';

/** A bar for each value, from the lowest of them to the highest; a space where none is known. Where all are equal each is of middle height. */
export const sparkline = (values: readonly (number | undefined)[]): string => {
  const known = values.filter((value) => value !== undefined);
  const lowest = Math.min(...known);
  const highest = Math.max(...known);
  const stepOf = (value: number): number =>
    highest > lowest
      ? Math.min(BARS.length - 1, Math.floor(((value - lowest) / (highest - lowest)) * BARS.length))
      : Math.floor((BARS.length - 1) / 2);
  return values.map((value) => (value === undefined ? ' ' : (BARS[stepOf(value)] ?? ' '))).join('');
};

/** `values` in exactly `count` cells: where there are fewer cells as thinned, else each in as many as it takes. */
export const inCells = <Value>(
  values: readonly (Value | undefined)[],
  count: number,
): readonly (Value | undefined)[] =>
  values.length >= count
    ? thinned(values, count)
    : Array.from({ length: count }, (_, cell) => values[Math.floor((cell * values.length) / count)]);

/** `values` as `count` at the most: of each group that shares a place the last one that is known. */
export const thinned = <Value>(
  values: readonly (Value | undefined)[],
  count: number,
): readonly (Value | undefined)[] => {
  if (values.length <= count) return values;
  const shared: (Value | undefined)[] = Array.from({ length: count }, () => undefined);
  for (const [index, value] of values.entries()) {
    if (value !== undefined) shared[Math.floor((index * count) / values.length)] = value;
  }
  return shared;
};
