/** A filter line where it does not fit: cut between its clauses on its row, and whole on lines of a page. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { piecesOf } from '../src/filter/clause-parts.ts';
import { printLine } from '../src/filter/print.ts';
import { wordPieces } from '../src/tui/state/row-words.ts';
import { keptLineSegments } from '../src/tui/ui/field.tsx';
import { wholeLines } from '../src/tui/ui/over-list-lines.ts';
import { conditions, words } from './support/filter-lines.ts';

const LINE = 'num_gpus>=4 gpu_name in [RTX_4090, "H100 SXM"] dph_total<2.5 !static_ip 4090';

const kept = (text: string, width: number, pieces = piecesOf(text)): string =>
  keptLineSegments(text, [], pieces, width, 'F')
    .map((segment) => segment.text)
    .join('');

describe('on its row', () => {
  test.each<[width: number, shown: string]>([
    [76, LINE],
    [75, 'num_gpus>=4 gpu_name in [RTX_4090, "H100 SXM"] dph_total<2.5  +2 more (F)'],
    [73, 'num_gpus>=4 gpu_name in [RTX_4090, "H100 SXM"] dph_total<2.5  +2 more (F)'],
    [72, 'num_gpus>=4 gpu_name in [RTX_4090, "H100 SXM"]  +3 more (F)'],
    [58, 'num_gpus>=4  +4 more (F)'],
    [24, 'num_gpus>=4  +4 more (F)'],
    [23, 'num_gpus>=4 +4 (F)'],
    [18, 'num_gpus>=4 +4 (F)'],
  ])('of %i cells', (width, shown) => {
    expect(kept(LINE, width)).toBe(shown);
  });

  test('counts clauses as clauses and words as words', () => {
    expect(kept('num_gpus>=4 dph_total<2.5 gpu_ram>=24', 32)).toBe('num_gpus>=4  +2 clauses (F)');
    expect(kept('num_gpus>=4 dph_total<2.5 gpu_ram>=24', 36)).toBe('num_gpus>=4  +2 clauses (F)');
    expect(kept('num_gpus>=4 dph_total<2.5 reliability>99%', 41)).toBe('num_gpus>=4 dph_total<2.5 reliability>99%');
    expect(kept('num_gpus>=4 dph_total<2.5 reliability>99%', 40)).toBe('num_gpus>=4 dph_total<2.5  +1 clause (F)');
    const text = 'samsung western "Team drive" seagate';
    expect(kept(text, 30, wordPieces(text))).toBe('samsung western  +2 words (F)');
  });

  test('a single clause is cut between the values of its list', () => {
    expect(kept('machine_id in [8207, 11843, 9000, 9001]', 36)).toBe('machine_id in [8207, 11843, …  (F)');
    expect(kept('machine_id in [8207, 11843, 9000, 9001] dph_total<3', 44)).toBe(
      'machine_id in [8207, 11843, 9000, … +1 (F)',
    );
  });

  test('shows as many whole pieces as fit beside the count of the others', () => {
    const short = (hidden: ReturnType<typeof piecesOf>) => ` +${hidden.length} (F)`;
    const rest = (hidden: ReturnType<typeof piecesOf>) => {
      const clauses = hidden.filter(({ kind }) => kind === 'clause').length;
      const nouns =
        clauses === 0 ? ['word', 'words'] : clauses === hidden.length ? ['clause', 'clauses'] : ['more', 'more'];
      return `  +${hidden.length} ${nouns[hidden.length === 1 ? 0 : 1]} (F)`;
    };
    fc.assert(
      fc.property(conditions, words, fc.integer({ min: 20, max: 120 }), (clauses, wanted, width) => {
        const text = printLine({ clauses: clauses.map((clause) => ({ ...clause, from: 0, to: 0 })), words: wanted });
        // Of others the cells are not the characters.
        fc.pre(/^[\x20-\x7e]*$/.test(text));
        const pieces = piecesOf(text);
        const fittingWith = (words: typeof rest) =>
          pieces
            .slice(0, -1)
            .map(({ to }, index) => text.slice(0, to) + words(pieces.slice(index + 1)))
            .findLast((way) => way.length <= width);
        const fitting = fittingWith(rest) ?? fittingWith(short);
        const shown = kept(text, width);
        expect(shown.length).toBeLessThanOrEqual(width);
        if (text.length <= width) expect(shown).toBe(text);
        else if (fitting !== undefined) expect(shown).toBe(fitting);
        else expect(shown).toMatch(/ …(?: {2}| \+\d+ )\(F\)$|^\+\d+ \w+ \(F\)$|^\S.*… {2}\(F\)$/);
      }),
    );
  });
});

describe('on lines of a page', () => {
  const lines = (text: string, width: number, pieces = piecesOf(text)) =>
    wholeLines(text, pieces, width).map(({ from, to }) => text.slice(from, to));

  test('is broken between clauses, a list between its values, and a long text anywhere', () => {
    expect(lines(LINE, 40)).toEqual([
      'num_gpus>=4',
      'gpu_name in [RTX_4090, "H100 SXM"]',
      'dph_total<2.5 !static_ip 4090',
    ]);
    expect(lines('machine_id in [8207,11843,9000, 9001] num_gpus=1', 20)).toEqual([
      'machine_id in [8207,',
      '11843,9000, 9001]',
      'num_gpus=1',
    ]);
    expect(lines(`dph<2 ${'x'.repeat(25)} 4090`, 10)).toEqual(['dph<2', 'xxxxxxxxxx', 'xxxxxxxxxx', 'xxxxx 4090']);
    expect(lines('x'.repeat(25), 10, [])).toEqual(['xxxxxxxxxx', 'xxxxxxxxxx', 'xxxxx']);
  });

  test('nothing but blanks and commas is left out, and no line is too long', () => {
    fc.assert(
      fc.property(conditions, words, fc.integer({ min: 8, max: 80 }), (clauses, wanted, width) => {
        const text = printLine({ clauses: clauses.map((clause) => ({ ...clause, from: 0, to: 0 })), words: wanted });
        const spans = wholeLines(text, piecesOf(text), width);
        let end = 0;
        for (const { from, to } of spans) {
          expect(text.slice(end, from).trim()).toBe('');
          if (/^[\x20-\x7e]*$/.test(text)) expect(to - from).toBeLessThanOrEqual(width);
          end = to;
        }
        expect(text.slice(end).trim()).toBe('');
      }),
    );
  });
});
