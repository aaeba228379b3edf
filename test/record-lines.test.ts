/** What a record says, as lines: sections in columns, figures below each other, and what is not said in one place. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sectionLines } from '../src/tui/ui/record-lines.ts';
import { segmentsWidth } from '../src/tui/ui/segments.ts';

const entry = (label: string, value: string, unit = '') => ({ label, value, unit });
const text = (lines: ReturnType<typeof sectionLines>) =>
  lines.map((line) =>
    line
      .map((piece) => piece.text)
      .join('')
      .trimEnd(),
  );

const PRICE = {
  title: 'Price',
  entries: [
    { ...entry('Total', '0.9781', '$/h'), beside: [{ ...entry('Per GPU', '0.2445', '$/h'), words: '_ per GPU' }] },
    entry('Disk', '12.5', '$/GB'),
    entry('Priced as', 'a bid'),
    { ...entry('Premium', '-'), isAbsent: true },
  ],
};
const GPU = { title: 'GPU', entries: [entry('Model', 'H100')] };

describe('a record', () => {
  test('has the points of its figures below each other, the unit behind them, and a second fact at the right edge', () => {
    expect(text(sectionLines([PRICE, GPU], 48))).toEqual([
      ' Price',
      'Total       0.9781 $/h           0.2445 per GPU',
      'Disk       12.5    $/GB',
      'Priced as  a bid',
      '',
      ' GPU',
      'Model  H100',
      '',
      ' Not said',
      'Premium',
    ]);
  });

  test('tells a second fact that has no room beside the first one below it', () => {
    expect(text(sectionLines([PRICE], 24)).slice(0, 4)).toEqual([
      ' Price',
      'Total       0.9781 $/h',
      'Per GPU     0.2445 $/h',
      'Disk       12.5    $/GB',
    ]);
  });

  test('stands in as many columns as there is room for, and no line is wider than that', () => {
    expect(text(sectionLines([PRICE, GPU], 98))[0]).toMatch(/^ Price {40,}GPU$/);
    fc.assert(
      fc.property(fc.integer({ min: 36, max: 240 }), fc.string(), (width, odd) => {
        const lines = sectionLines([PRICE, { title: 'Odd', entries: [entry(odd, odd)] }, GPU], width);
        // A band begins before the margin.
        expect(Math.max(...lines.map(segmentsWidth))).toBeLessThanOrEqual(width + 2);
      }),
    );
  });
});
