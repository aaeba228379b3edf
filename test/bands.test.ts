/** Rows that are set off by bands, and bars to an eighth of a cell. */
import { describe, expect, test } from 'vitest';
import { bandedLines, bandsOf, rowsBetween } from '../src/tui/ui/bands.ts';
import { gaugeSegment, lyingBar } from '../src/tui/ui/gauge.ts';
import { plain } from '../src/tui/ui/segments.ts';

describe('bands', () => {
  const bands = bandsOf(
    [...'aabccc'],
    (row) => row,
    ([row = '', ...more]) => [plain(`${row}${more.length + 1}`)],
  );
  const seen = (row: number, top: number, lines: number) =>
    bandedLines(bands, { row, top }, 6, lines)
      .map((line) => ('at' in line ? 'aabccc'[line.at] : (line.pieces[0]?.text ?? '')))
      .join(' ');

  test('stand above each run, apart where all rows are seen all the same', () => {
    expect(bands.map(({ at }) => at)).toEqual([0, 2, 3]);
    expect(seen(0, 0, 11)).toBe('a2 a a  b1 b  c3 c c c');
    expect(seen(0, 0, 10)).toBe('a2 a a b1 b c3 c c c');
  });

  test.each([4, 5, 6, 7, 8])(
    'never take more than the %i lines, and show the row of the cursor behind its own',
    (lines) => {
      for (let row = 0; row < 6; row++) {
        for (let top = 0; top < 6; top++) {
          const rows = bandedLines(bands, { row, top }, 6, lines);
          expect(rows).toContainEqual({ at: row });
          expect(rows[0]).toHaveProperty('pieces');
          expect(rows.length).toBeLessThanOrEqual(lines);
        }
      }
      expect(rowsBetween(bands, lines)).toBe(lines - 3);
    },
  );
});

test('a bar is never longer than its track, and something for anything', () => {
  expect([-1, 0, 0.001, 0.5, 0.999, 1, 7].map((share) => lyingBar(share, 4, 'blocks'))).toEqual([
    '',
    '',
    '▏',
    '██',
    '████',
    '████',
    '████',
  ]);
  expect(gaugeSegment(0.4, 5, 'ascii').text).toBe('##...');
  expect(gaugeSegment(0.4, 5, 'blank')).toEqual(plain('     '));
});
