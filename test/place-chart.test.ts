/** Where a price stands among others, as a chart of bars, and in figures. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeLines } from '../src/tui/panes/page/place-chart.ts';
import { lyingBar, standingBars } from '../src/tui/ui/gauge.ts';

const text = (lines: ReturnType<typeof placeLines>) =>
  lines.map((line) =>
    line
      .map((piece) => piece.text)
      .join('')
      .trimEnd(),
  );

describe('a price among others', () => {
  const prices = [1, 1, 1.5, 2, 2, 2, 2, 3];

  test('is pointed at below a bar for each stretch of prices, between the lowest and the highest', () => {
    expect(text(placeLines(prices, 1.5, { width: 24, height: 4 }, 'blocks'))).toEqual([
      '             █',
      '█     ▄      █         ▄',
      '      ▲ 1.5000 -25%',
      '1.0000    2.0000 median',
    ]);
    expect(text(placeLines(prices, 3, { width: 24, height: 3 }, 'ascii'))).toEqual([
      '#     #      #         #',
      '           3.0000 +50% ▲',
      '1.0000    2.0000 median',
    ]);
  });

  test('is told in figures where nothing is drawn, and of few prices each', () => {
    expect(text(placeLines(prices, 1.5, { width: 24, height: 8 }, 'told'))).toEqual([
      '▲ 1.5000 -25%',
      'lowest   1.0000',
      'p10      1.0000',
      'p25      1.3750',
      'median   2.0000',
      'p75      2.0000',
      'p90      2.3000',
      'highest  3.0000',
    ]);
    expect(text(placeLines([1, 2], 2, { width: 24, height: 8 }, 'blocks'))).toEqual(['n 2:  1.0000  2.0000']);
    expect(placeLines([], undefined, { width: 24, height: 8 }, 'blocks')).toEqual([]);
  });

  test('is drawn in as many lines in each look, and in no more cells than there are', () =>
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 90, noNaN: true }), { minLength: 5, maxLength: 60 }),
        fc.nat(),
        fc.integer({ min: 16, max: 80 }),
        (all, own, width) => {
          const sorted = all.toSorted((one, other) => one - other);
          const price = sorted[own % sorted.length];
          for (const look of ['blocks', 'ascii', 'blank', 'told'] as const) {
            const lines = text(placeLines(sorted, price, { width, height: 8 }, look));
            expect(lines).toHaveLength(8);
            expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width);
          }
        },
      ),
    ));
});

test('standing bars are as high as their share says, to an eighth of a line, and something for anything', () => {
  expect(standingBars([0, 0.001, 0.25, 0.5625, 1, 7], 2, 'blocks')).toEqual(['   ▁██', ' ▁▄███']);
  expect(standingBars([0, 0.001, 0.5, 1], 2, 'ascii')).toEqual(['   #', ' ###']);
});

test('lying bars in ASCII stand on dots', () => {
  expect([0, 0.001, 0.5, 1].map((share) => lyingBar(share, 4, 'ascii'))).toEqual(['....', '#...', '##..', '####']);
  expect(lyingBar(0.6, 4, 'blank')).toBe('   ');
});
