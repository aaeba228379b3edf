/** Lines as people type them, and what is read in them (docs/filter-line.md, Words). */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileLine } from '../src/filter/evaluate.ts';
import { parseLine } from '../src/filter/parse.ts';
import { printLine, printWord } from '../src/filter/print.ts';
import { type LineRead, readLine, withWordsQuoted } from '../src/filter/read-words.ts';
import { wireFilters } from '../src/filter/request.ts';

/** Each line that was typed, and behind a bar what is read in it. */
const TYPED = readFileSync(new URL('./support/typed-lines.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split(/ +→ /, 2) as [typed: string, read: string]);

/** What the document says of words. */
const SAID = [...readFileSync('docs/filter-line.md', 'utf8').matchAll(/^(\S.*?) {2,}reads (.+)$/gm)].map(
  ([, typed = '', read = '']) => [typed, read] as const,
);

/** The clauses, `text` and the words that are looked for, `?` and the words that have to be typed otherwise, and what is asked for besides. */
const shown = (typed: string, { clauses, words, problems, wishes }: LineRead): string =>
  [
    printLine({ clauses, words: [] }),
    words.length === 0 ? '' : `text ${words.map(printWord).join(' ')}`,
    problems.length === 0 ? '' : `? ${problems.map(({ from, to }) => typed.slice(from, to)).join(', ')}`,
    wishes.order === undefined ? '' : `by ${wishes.order.map(([field]) => field).join(',')}`,
    wishes.type === undefined ? '' : `as ${wishes.type}`,
  ]
    .filter(Boolean)
    .join(' · ') || 'nothing';

const words = fc.array(
  fc.constantFrom(...TYPED.flatMap(([typed]) => typed.split(' ')), ',', '/', '!', '"x', 'in', '=', '<'),
  {
    maxLength: 8,
  },
);
const lines = fc.oneof(
  words.map((some) => some.join(' ')),
  fc.constantFrom(...TYPED.map(([typed]) => typed)),
  fc.string({ maxLength: 30 }),
);

describe('a line as people type it', () => {
  test.each(TYPED)('%s', (typed, read) => {
    expect(shown(typed, readLine(typed, undefined))).toBe(read);
  });

  test('is read as the document says', () => {
    expect(SAID.length).toBeGreaterThan(40);
    for (const [typed, read] of SAID) expect([typed, shown(typed, readLine(typed, undefined))]).toEqual([typed, read]);
  });

  test('says what its written form says, which nothing more is read in', () =>
    fc.assert(
      fc.property(lines, (typed) => {
        const { clauses, words: texts, problems, written, readings } = readLine(typed, undefined);
        expect(printLine(parseLine(written, undefined, { areSlipsWrong: true }))).toBe(
          printLine({ clauses, words: texts }),
        );
        if (problems.length === 0) expect(readLine(written, undefined).written).toBe(written);
        for (const { from, to } of [...clauses, ...texts, ...problems, ...readings]) {
          expect(0 <= from && from <= to && to <= typed.length).toBe(true);
        }
      }),
      { numRuns: 1500 },
    ));

  test('can be typed on at any place', () =>
    fc.assert(
      fc.property(lines, fc.nat(30), (typed, at) => {
        const { unfinished } = readLine(typed, Math.min(at, typed.length));
        if (unfinished !== undefined) expect(unfinished.to).toBeLessThanOrEqual(typed.length);
      }),
      { numRuns: 1500 },
    ));

  test('that was kept before words were read stays what it was, with its words in quotes', () =>
    fc.assert(
      fc.property(lines, (kept) => {
        const before = parseLine(kept);
        fc.pre(before.problems.length === 0);
        const typed = withWordsQuoted(kept);
        const now = readLine(typed, undefined);
        expect(now.readings.filter(({ text }) => text !== '')).toEqual([]);
        expect(now.clauses.map(({ from: _, to: __, ...clause }) => clause)).toEqual(
          before.clauses.map(({ from: _, to: __, ...clause }) => clause),
        );
        expect(now.words.map(({ text }) => text)).toEqual(before.words.map(({ text }) => text));
      }),
      { numRuns: 1500, examples: [['""i'], ['a"b "x"eu'], ['eu"x"']] },
    ));

  test('can filter by every column, also where the service cannot', () => {
    const line = parseLine('cluster_id=7 cpu_name~epyc dph_base<0.4 is_bid=false');
    expect(line.problems).toEqual([]);
    expect(wireFilters(line).local.map(({ field }) => field)).toEqual(['cluster_id', 'cpu_name', 'dph_base', 'is_bid']);
    const keeps = compileLine(line);
    const offer = { cluster_id: 7, cpu_name: 'AMD EPYC 7763', dph_base: 0.3, is_bid: false };
    expect([offer, { ...offer, cluster_id: 8 }, { ...offer, cpu_name: null }, {}].map(keeps)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('takes the models that the service has', () => {
    const seen = ({ name }: { readonly name: string }) => (name === 'gpu_name' ? ['RTX 6090', 'RTX 6090 Ti'] : []);
    expect(readLine('6090', undefined, { seen }).written).toBe('gpu_name=RTX_6090');
    expect(readLine('6090 ti', undefined, { seen }).written).toBe('gpu_name=RTX_6090_Ti');
    expect(readLine('6090', undefined).written).toBe('6090');
  });
});
