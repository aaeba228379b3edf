/**
 * @module-tag exhaustive
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Clause, Condition, FilterLine, Word } from '../src/filter/line.ts';
import { parseLine } from '../src/filter/parse.ts';
import { printClause, printLine, printWire } from '../src/filter/print.ts';
import { wireFilters } from '../src/filter/request.ts';
import { conditions, words } from './support/filter-lines.ts';

const conditionOf = ({ from: _, to: __, ...condition }: Clause): Condition => condition;

const wordOf = ({ text, isExact, isEverywhere, isExcluded }: Word): Word => ({
  text,
  isExact,
  ...(isEverywhere && { isEverywhere }),
  ...(isExcluded && { isExcluded }),
});

const asLine = (clauses: readonly Condition[], wanted: readonly Word[]): Pick<FilterLine, 'clauses' | 'words'> => ({
  clauses: clauses.map((clause) => ({ ...clause, from: 0, to: 0 })),
  words: wanted.map((word) => ({ ...word, from: 0, to: 0 })),
});

/** Pieces that make up filter lines, so that nonsense comes close to sense. */
const PIECES = [
  ...[
    'num_gpus',
    'gpu_name',
    'static_ip',
    'verified',
    'dph',
    'reliability',
    'foo',
    'any',
    'RTX_4090',
    '24GB',
    '98%',
    '$',
  ],
  ...[
    '=',
    '!=',
    '>=',
    '<',
    ':',
    '!',
    '=>',
    ' in ',
    ' notin ',
    ' not in ',
    '[',
    ']',
    ',',
    '"',
    "'",
    ' ',
    '\n',
    '\u00a0',
  ],
  ...['4', '2.5', '.', '1e', '-', '😀', '\ud83d', 'é', '\u001b[31m', '\u0000', '%', '\\', '__proto__', 'constructor'],
  ...[
    'and',
    'or',
    'not ',
    '&&',
    '|',
    '~',
    '*',
    '≥',
    '≠',
    '“',
    '’',
    '(',
    ')',
    'any:',
    '1,5',
    '70',
    '..',
    '2..4',
    'RTX_4090|RTX_5090',
    ' | ',
    '~',
    'NORDIC',
    '€',
    'rtx_4090',
  ],
  ...['compute_cap', 'verification', 'geolocation', 'EU', 'unverified', '4x', 'x4', '\u200b', '--order', 'gpu'],
];

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join('')),
);

describe('a printed line is read as the same line', () => {
  test('for any clauses and words', () => {
    fc.assert(
      fc.property(conditions, words, (wanted, searched) => {
        const text = printLine(asLine(wanted, searched));
        const read = parseLine(text);
        expect(read.problems).toEqual([]);
        expect(read.clauses.map(conditionOf)).toEqual(wanted);
        expect(read.words.map(wordOf)).toEqual(searched);
        expect(printLine(read)).toBe(text);
        expect(wireFilters(read).filters).toEqual(wireFilters(asLine(wanted, [])).filters);
      }),
      { numRuns: 2000 },
    );
  });

  test('also while somebody types at its end behind a blank', () => {
    fc.assert(
      fc.property(conditions, (wanted) => {
        const text = `${printLine(asLine(wanted, []))} `;
        const read = parseLine(text, text.length);
        expect(read.unfinished).toBeUndefined();
        expect(read.clauses.map(conditionOf)).toEqual(wanted);
      }),
      { numRuns: 500 },
    );
  });

  test('and a clause of a line that was read stands at its place', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { clauses } = parseLine(text);
        for (const { from, to } of clauses) {
          const again = parseLine(text.slice(from, to));
          // A range is two clauses in one place.
          const there = clauses.filter((clause) => clause.from === from && clause.to === to);
          expect(again.clauses.map(conditionOf)).toEqual(there.map(conditionOf));
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('any text can be read', () => {
  test('with everything found in the text and in its order, wherever the cursor is', () => {
    fc.assert(
      fc.property(anyText, fc.option(fc.nat(40), { nil: undefined }), (text, cursor) => {
        const { clauses, words: found, problems, hints, unfinished } = parseLine(text, cursor);
        for (const list of [clauses, found, problems, hints, unfinished === undefined ? [] : [unfinished]]) {
          for (const [index, { from, to }] of list.entries()) {
            expect(from).toBeGreaterThanOrEqual(list[index - 1]?.from ?? 0);
            expect(to).toBeGreaterThanOrEqual(from);
            expect(to).toBeLessThanOrEqual(text.length);
          }
        }
        for (const clause of clauses) {
          expect(printClause(clause)).not.toBe('');
          expect(printWire(clause)).not.toBe('');
        }
      }),
      { numRuns: 5000 },
    );
  });

  test('and nothing of a finished line is passed over: each token is in a clause, a word or a problem', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { clauses, words: found, problems } = parseLine(text);
        const isSilent = text.replace(/[\s,，]/g, '') === '';
        expect(clauses.length + found.length + problems.length > 0).toBe(!isSilent);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('units scale exactly', () => {
  const decimals = fc.tuple(fc.nat(99_999), fc.nat(6)).map(([digits, places]) => {
    const text = String(digits).padStart(places + 1, '0');
    return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  });
  const valueIn = (line: string): unknown => {
    const [clause] = parseLine(line).clauses;
    return clause?.operator === 'any' ? undefined : clause?.value;
  };
  /** `decimal` times ten to `places`, by moving its point. */
  const shifted = (decimal: string, places: number): number => Number(`${decimal}e${places}`);

  test('a percentage, a GB and a TB/s move the decimal point and nothing else', () => {
    fc.assert(
      fc.property(decimals, (decimal) => {
        expect(valueIn(`gpu_frac=${decimal}%`)).toBe(shifted(decimal, -2));
        expect(valueIn(`disk_space=${decimal}TB`)).toBe(shifted(decimal, 3));
        expect(valueIn(`inet_down=${decimal}GB/s`)).toBe(shifted(decimal, 3));
        expect(valueIn(`gpu_ram=${decimal}GB`)).toBe(Math.round(shifted(decimal, 3)));
      }),
    );
  });

  test.each([
    ['compute_cap=8.7', 870],
    ['compute_cap=8.9', 890],
    ['reliability=99.99%', 0.9999],
    ['reliability=7%', 0.07],
    ['duration=0.1d', 8640],
    ['duration=1.1h', 3960],
    ['inet_down=0.3Mbps', 0.0375],
    ['disk_space=1.1TB', 1100],
    ['gpu_ram=4.35GB', 4350],
  ])('%s', (line, value) => {
    expect(valueIn(line)).toBe(value);
  });
});
