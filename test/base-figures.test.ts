/** Figures in words: whole ones are grouped without a format, as the format would. */
import { expect, test } from 'vitest';
import { grouped } from '../src/base/figures.ts';

test('figures are grouped by three, whole or not, above and below nothing', () => {
  const format = new Intl.NumberFormat('en-US');
  const figures = [0, 7, -7, 999, 1000, -1000, 12_345, -123_456, 1_234_567, 2 ** 53 - 1, 2 ** 53, 1e21, 1234.5, -0.25];
  expect(figures.map(grouped)).toEqual(figures.map((figure) => format.format(figure)));
  expect(grouped(1_234_567)).toBe('1,234,567');
});
