/** The program and the same app on Ink's own writer, which do each step in turn: a machine's speed changes by the second. */
import { type Figure, median } from './figure.ts';
import type { KeyFigures, Terminal } from './terminal.ts';

/** What both did at one step. */
export type Both<Measured> = { readonly ours: Measured; readonly bare: Measured };

/** Presses `key` in one and then in the other. */
export const press = async ({ ours, bare }: Both<Terminal>, key: string): Promise<Both<KeyFigures>> => ({
  ours: await ours.press(key),
  bare: await bare.press(key),
});

/** Presses it `count` times. */
export const pressed = async (
  terminals: Both<Terminal>,
  key: string,
  count: number,
): Promise<readonly Both<KeyFigures>[]> => {
  const answers: Both<KeyFigures>[] = [];
  for (let index = 0; index < count; index++) answers.push(await press(terminals, key));
  return answers;
};

/** The time until the last byte and the bytes of `keys` that were pressed over `rows` offers, the medians. */
export const keyFigures = (name: string, rows: number, keys: readonly Both<KeyFigures>[]): readonly Figure[] => [
  { name, rows, ...summed(keys, ({ lastMs }) => lastMs), unit: 'ms' },
  { name, rows, ...summed(keys, ({ bytes }) => bytes), unit: 'bytes' },
];

/** One value for each of the two: the median of what `read` finds, unless told otherwise. */
export const summed = <Measured>(
  steps: readonly Both<Measured>[],
  read: (measured: Measured) => number,
  sumUp: (values: readonly number[]) => number = median,
): Both<number> => ({
  ours: sumUp(steps.map(({ ours }) => read(ours))),
  bare: sumUp(steps.map(({ bare }) => read(bare))),
});

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
