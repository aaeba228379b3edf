/** The pieces of a filter line and their parts: what it is coloured by and cut between. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { piecesOf } from '../src/filter/clause-parts.ts';
import { parseLine } from '../src/filter/parse.ts';
import { printLine } from '../src/filter/print.ts';
import { tokensOf } from '../src/filter/tokens.ts';
import { conditions, words } from './support/filter-lines.ts';

const SIGNS = { field: 'f', operator: 'o', value: 'v', word: 'w' } as const;

/** The line with a letter for the role of each character, pieces in brackets. */
const shown = (text: string): string[] =>
  piecesOf(text).map(({ from, to, kind, parts }) => {
    const letters = Array.from(text.slice(from, to));
    const roles = letters.map((_, index) => {
      const part = parts.find((some) => some.from <= from + index && from + index < some.to);
      return part === undefined ? ' ' : SIGNS[part.role];
    });
    return `${kind} ${letters.join('')} ${roles.join('')}`;
  });

test.each<[line: string, pieces: string[]]>([
  ['', []],
  ['num_gpus>=4', ['clause num_gpus>=4 ffffffffoov']],
  ['num_gpus >= 4 4090', ['clause num_gpus >= 4 ffffffff oo v', 'word 4090 wwww']],
  [
    'gpu_name in [RTX_4090, "H100 SXM"]',
    ['clause gpu_name in [RTX_4090, "H100 SXM"] ffffffff oo ovvvvvvvvo vvvvvvvvvvo'],
  ],
  ['gpu_name not in A,B dph<2', ['clause gpu_name not in A,B ffffffff ooo oo vov', 'clause dph<2 fffov']],
  ['gpu_name=A|B', ['clause gpu_name=A|B ffffffffovov']],
  ['gpu_name=A | B | gpu_name=C', ['clause gpu_name=A | B | gpu_name=C ffffffffov o v o ffffffffov']],
  ['!static_ip verified', ['clause !static_ip offfffffff', 'clause verified ffffffff']],
  [
    '!epyc !"H100 SXM" any:"AMD EPYC"',
    ['word !epyc owwww', 'word !"H100 SXM" owwwwwwwwww', 'word any:"AMD EPYC" wwwwwwwwwwwwww'],
  ],
  ['num_gpus=2..4, dph_total<$3/h', ['clause num_gpus=2..4 ffffffffovvvv', 'clause dph_total<$3/h fffffffffovvvv']],
  ['foo=3 >=', ['clause foo=3 fffov', 'word >= ww']],
  ['num_gpus >= gpu_ram>=24', ['clause num_gpus >= ffffffff oo', 'clause gpu_ram>=24 fffffffoovv']],
  ['gpu_name="RTX', ['clause gpu_name="RTX ffffffffovvvv']],
  ['geolocation in [US, DE', ['clause geolocation in [US, DE fffffffffff oo ovvo vv']],
  ['| or', ['word | w', 'word or ww']],
])('%s', (line, pieces) => {
  expect(shown(line)).toEqual(pieces);
});

describe('of any text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          ...[
            'num_gpus',
            'gpu_name',
            'static_ip',
            'any',
            '4',
            'in',
            'not',
            '!',
            '=',
            '>=',
            '[',
            ']',
            ',',
            ' ',
            '|',
            '"',
            "'",
          ],
        ),
      )
      .map((parts) => parts.join('')),
  );

  test('the parts are in order, apart, and hold every token but commas between pieces', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const pieces = piecesOf(text);
        const parts = pieces.flatMap((piece) => piece.parts);
        let end = 0;
        for (const { from, to } of parts) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        for (const { from, to, parts: own } of pieces) expect([own[0]?.from, own.at(-1)?.to]).toEqual([from, to]);
        const isIn = (place: number) => parts.some(({ from, to }) => from <= place && place < to);
        for (const { kind, from, to } of tokensOf(text)) {
          if (kind === 'comma') continue;
          expect([isIn(from), isIn(to - 1)]).toEqual([true, true]);
        }
      }),
    );
  });

  test('of a line that says something, each clause and each word is one piece', () => {
    fc.assert(
      fc.property(conditions, words, (clauses, wanted) => {
        const text = printLine({ clauses: clauses.map((clause) => ({ ...clause, from: 0, to: 0 })), words: wanted });
        const read = parseLine(text);
        fc.pre(read.problems.length === 0);
        const places = [...read.clauses, ...read.words].map(({ from, to }) => [from, to]);
        const once = places.filter(([from], index) => places.findIndex(([other]) => other === from) === index);
        expect(piecesOf(text).map(({ from, to }) => [from, to])).toEqual(once.sort(([a = 0], [b = 0]) => a - b));
        for (const { from } of read.words)
          expect(piecesOf(text).find((piece) => piece.from === from)?.kind).toBe('word');
      }),
    );
  });

  test('a text that is too long for a filter has none', () => {
    expect(piecesOf('4 '.repeat(5001))).toEqual([]);
  });
});
