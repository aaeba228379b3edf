/** Figures over time: as a picture of dots, as a table, as a row of bars. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asciiPicture } from '../src/terminal/frame-reader.ts';
import {
  brailleChart,
  type ChartPoint,
  chartTable,
  figureTicks,
  sparkline,
  thinned,
  timeTicks,
} from '../src/tui/ui/chart.ts';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 10, 20);
const DAY = { fromEpochMs: START_MS, toEpochMs: START_MS + 24 * HOUR_MS };

type Lines = readonly (readonly { readonly text: string; readonly role: string }[])[];
const textOf = (lines: Lines) =>
  lines.map((line) =>
    line
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );

/** An hour of the day, its figures given. */
const hour = (at: number, low: number, middle = low, high = middle): ChartPoint => ({
  fromEpochMs: START_MS + at * HOUR_MS,
  toEpochMs: START_MS + (at + 1) * HOUR_MS,
  low,
  middle,
  high,
});

/** Some hours of a day, each with its figures, in their order. */
const hours = fc
  .uniqueArray(fc.tuple(fc.nat(23), fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 3, maxLength: 3 })), {
    selector: ([at]) => at,
    minLength: 1,
    maxLength: 24,
  })
  .map((list) =>
    list
      .toSorted(([one], [other]) => one - other)
      .map(([at, figures]) => {
        const [low = 0, middle = 0, high = 0] = figures.map((figure) => figure / 1000).sort((a, b) => a - b);
        return hour(at, low, middle, high);
      }),
  );

const place = fc.record({ width: fc.integer({ min: 30, max: 160 }), height: fc.integer({ min: 4, max: 40 }) });

const isDot = (character: string | undefined) => /^[\u2801-\u28FF]$/u.test(character ?? '');

/** Where the plot begins: behind the axis. */
const plotOf = (lines: Lines) => {
  const texts = lines.map((line) => line.map(({ text }) => text).join(''));
  const from = (texts.at(-2) ?? '').indexOf('└') + 1;
  return {
    from,
    rows: texts.slice(0, -2).map((text) => text.slice(from)),
    columns: (texts.at(-2) ?? '').length - from,
  };
};

describe('a chart of dots', () => {
  test('has as many lines as it is given, none wider, and its line where the figure is', () =>
    fc.assert(
      fc.property(hours, place, (points, { width, height }) => {
        const lines = brailleChart({ points, range: DAY }, { width, height, timeZone: 'UTC' });
        expect(lines).toHaveLength(height);
        for (const line of textOf(lines)) expect(line.length).toBeLessThanOrEqual(width);
        const { rows, columns } = plotOf(lines);
        const all = points.flatMap(({ low, high }) => [low, high]);
        const { lowest, highest } = figureTicks(Math.min(...all), Math.max(...all), rows.length);
        const rowOf = (figure: number) =>
          Math.floor(Math.round(((highest - figure) / (highest - lowest)) * (rows.length * 4 - 1)) / 4);
        for (const { fromEpochMs, low, middle, high } of points) {
          const column = Math.floor(((fromEpochMs - START_MS) / (24 * HOUR_MS)) * columns);
          expect(isDot(rows[rowOf(middle)]?.[column])).toBe(true);
          expect(rowOf(high)).toBeLessThanOrEqual(rowOf(middle));
          expect(rowOf(low)).toBeGreaterThanOrEqual(rowOf(middle));
        }
      }),
      { numRuns: 50 },
    ));

  test('draws nothing outside of the band, and nothing where nothing is known', () =>
    fc.assert(
      fc.property(hours, place, (points, { width, height }) => {
        const { rows, columns } = plotOf(brailleChart({ points, range: DAY }, { width, height, timeZone: 'UTC' }));
        for (let column = 0; column < columns; column++) {
          // A cell has parts of the hours that it lies in.
          const [from, to] = [(column / columns) * 24, ((column + 1) / columns) * 24];
          const inHours = points.filter(({ fromEpochMs }) => {
            const at = (fromEpochMs - START_MS) / HOUR_MS;
            return at < to && at + 1 > from - 24 / columns;
          });
          const isDrawn = rows.some((row) => isDot(row[column]));
          if (inHours.length === 0) expect(isDrawn).toBe(false);
        }
      }),
      { numRuns: 50 },
    ));

  test('shows a gap as a gap, one value as a line of its own, and constants', () => {
    const points = [0, 1, 2, 3, 10, 20, 21, 22, 23].map((at) => hour(at, 0.4));
    const drawn = textOf(brailleChart({ points, range: DAY }, { width: 32, height: 6, timeZone: 'UTC' }));
    expect(drawn).toEqual([
      '       │',
      '       │',
      '  0.40 ┤⠉⠉⠉⠉      ⠉         ⠉⠉⠉⠉',
      '       │',
      '       └┬───────────┬───────────',
      '        20 Nov      12:00',
    ]);
    const one = textOf(brailleChart({ points: [hour(5, 0)], range: DAY }, { width: 32, height: 4, timeZone: 'UTC' }));
    expect(one.slice(0, 2)).toEqual(['       │', '  0.00 ┤     ⣀']);
  });

  test('marks a figure at the right, and makes room for it', () => {
    const points = [hour(0, 0.2), hour(1, 0.2)];
    const chart = { points, range: DAY, mark: { figure: 0.5, text: 'this' } };
    const drawn = textOf(brailleChart(chart, { width: 40, height: 6, timeZone: 'UTC' }));
    expect(drawn.findIndex((line) => line.endsWith(' < this'))).toBe(0);
    expect(drawn.filter((line) => line.includes('<'))).toHaveLength(1);
  });

  test('names hours of a day, and days of a month, in the zone of the user', () => {
    expect(timeTicks(DAY, 'Asia/Kolkata', 4).map(({ text }) => text)).toEqual(['06:00', '12:00', '18:00', '21 Nov']);
    const month = { fromEpochMs: Date.UTC(2026, 9, 22, 12), toEpochMs: Date.UTC(2026, 10, 21, 12) };
    expect(timeTicks(month, 'Europe/Berlin', 4).map(({ text }) => text)).toEqual(['1 Nov', '11 Nov', '21 Nov']);
  });
});

describe('a table of the same', () => {
  const figures = ({ low, middle, high }: ChartPoint) => [low, middle, high];

  test('has the figures at the end of each stretch, and says of a gap that nothing is known', () => {
    const points = [...[0, 1, 2, 3, 4, 5].map((at) => hour(at, 0.1 * (at + 1), 1, 2)), hour(23, 0.9, 1, 2)];
    const headings = ['p25', 'median', 'p75'] as const;
    const words = (figure: number) => figure.toFixed(2);
    const table = chartTable(
      { points, range: DAY, headings, figures, words, margin: 3 },
      { width: 60, height: 10, timeZone: 'UTC' },
    );
    expect(textOf(table)).toEqual([
      '   until                  p25    median       p75',
      '   Fri 20 Nov 03:00      0.30      1.00      2.00',
      '   Fri 20 Nov 06:00      0.60      1.00      2.00',
      '   Fri 20 Nov 21:00  nothing known',
      '   Sat 21 Nov 00:00      0.90      1.00      2.00',
    ]);
  });

  test('never has more lines than it is given', () =>
    fc.assert(
      fc.property(hours, place, (points, { width, height }) => {
        const headings = ['p25', 'median', 'p75'] as const;
        const table = chartTable(
          { points, range: DAY, headings, figures, words: String, margin: 3 },
          { width, height, timeZone: 'UTC' },
        );
        expect(table.length).toBeLessThanOrEqual(height);
      }),
      { numRuns: 50 },
    ));
});

describe('a row of bars', () => {
  const stepAt = (bars: string, at: number) => '▁▂▃▄▅▆▇█'.indexOf(bars[at] ?? '');
  const values = fc.array(fc.option(fc.integer({ min: 0, max: 50 }), { nil: undefined }), { maxLength: 40 });

  test('has a character for each value, a higher one for none that is lower, and blanks where nothing is known', () =>
    fc.assert(
      fc.property(values, (list) => {
        const bars = sparkline(list);
        expect(bars).toHaveLength(list.length);
        for (const [at, value] of list.entries()) {
          expect(bars[at] === ' ').toBe(value === undefined);
          for (const [other, than] of list.entries())
            if (value !== undefined && than !== undefined && value > than)
              expect(stepAt(bars, at)).toBeGreaterThanOrEqual(stepAt(bars, other));
          if (value !== undefined) expect('▁▂▃▄▅▆▇█').toContain(bars[at]);
        }
        const known = list.filter((value) => value !== undefined);
        const [lowest, highest] = [Math.min(...known), Math.max(...known)];
        if (lowest < highest) {
          expect(bars[list.indexOf(lowest)]).toBe('▁');
          expect(bars[list.indexOf(highest)]).toBe('█');
        }
      }),
      { numRuns: 50 },
    ));

  test('is of ASCII where the terminal shows nothing else', () => {
    expect(sparkline([1, 2, undefined, 8])).toBe('▁▂ █');
    expect(sparkline([0.3, 0.3])).toBe('▄▄');
    expect(sparkline([])).toBe('');
    expect(asciiPicture(sparkline([1, 2, undefined, 8]))).toBe('_. #');
  });

  test('with less room shows of each part the last that is known', () => {
    expect(thinned([1, 2, 3, undefined, undefined, undefined], 3)).toEqual([2, 3, undefined]);
    expect(thinned([1, undefined], 3)).toEqual([1, undefined]);
  });
});
