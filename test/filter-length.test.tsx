/**
 * Filter lines of any length: read, completed, judged and drawn in a time that grows with their length and no faster.
 *
 * @module-tag exhaustive
 */
import { render } from 'ink-testing-library';
import { describe, expect, test } from 'vitest';
import { completionAt } from '../src/filter/complete.ts';
import { LONGEST_LINE } from '../src/filter/line.ts';
import { parseLine } from '../src/filter/parse.ts';
import { printLine } from '../src/filter/print.ts';
import { wireFilters } from '../src/filter/request.ts';
import { lineOf } from '../src/tui/state/line.ts';
import { EditedLine } from '../src/tui/ui/field.tsx';
import { workOf } from './support/work.ts';

/** Milliseconds of work that a whole line may take; what grows with the square of the length takes many times as long. */
const AT_MOST_MS = 1000;

const PIECES = [
  ...[
    '[',
    ']',
    '[]',
    '(',
    'a=[',
    'gpu_name in [',
    'gpu_name in a,',
    ',',
    '=',
    '!',
    '!a',
    '"',
    '""',
    "'",
    '“',
    '~',
    '|',
  ],
  ...[
    'gpu_name=',
    'gpu_name=4090 ',
    'num_gpus>=4 ',
    'num_gpus=9',
    '9',
    '9,',
    '1e',
    'or ',
    'not ',
    'not in ',
    'a ',
    'any:a ',
  ],
  ...['😀', '\u0300', '\u009d', '\u200b', '≥', '1<', 'verification=x '],
];

describe('a line of the greatest length', () => {
  test.each(PIECES)('of %j', (piece) => {
    const text = piece.repeat(LONGEST_LINE).slice(0, LONGEST_LINE);
    const line = parseLine(text, text.length);
    expect(workOf(() => parseLine(text))).toBeLessThan(AT_MOST_MS);
    expect(workOf(() => completionAt(text, text.length, () => ['RTX 4090']))).toBeLessThan(AT_MOST_MS);
    expect(workOf(() => printLine(line))).toBeLessThan(AT_MOST_MS);
    expect(workOf(() => wireFilters(line))).toBeLessThan(AT_MOST_MS);
  });
});

test('a longer line is one problem, which says how long it may be', () => {
  const text = '['.repeat(64_000);
  expect(parseLine(text)).toEqual({
    clauses: [],
    words: [],
    hints: [],
    leftOut: [{ from: 0, to: 64_000 }],
    problems: [
      {
        from: LONGEST_LINE,
        to: 64_000,
        message: 'A filter has at most 10,000 characters, and this one has 64,000: shorten it.',
      },
    ],
  });
  expect(completionAt(text, text.length, () => []).candidates).toEqual([]);
});

test('a line with a mistake at each of 64,000 places is drawn at once', () => {
  const text = '['.repeat(64_000);
  const mistakes = Array.from(text, (_, place) => ({ from: place, to: place + 1 }));
  const line = <EditedLine line={lineOf(text)} problems={mistakes} isEditing width={80} />;
  expect(workOf(() => render(line).unmount())).toBeLessThan(AT_MOST_MS);
});
