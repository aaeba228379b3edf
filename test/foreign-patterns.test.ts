/**
 * No text of a service, a file, a terminal or a paste may hold the program up: each regular expression that meets such text
 * takes time in proportion to it. All expressions of the source are known here, each with whose text it meets.
 *
 * @module-tag exhaustive
 */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { BUILT, FOREIGN, OWN } from './support/patterns.ts';
import { workOf } from './support/work.ts';

const MEGABYTE = 1024 * 1024;
/** So much of each text is tried first, and of the slowest a megabyte. */
const PROBE = 16 * 1024;
const SLOWEST = 3;
/** A tenth of a second, on a processor that other work may slow down to a quarter. */
const LIMIT_MS = 4 * 100;
/** What a probe may take: ten times as long as its share of the megabyte, for texts that are read again and again take hundreds of times. */
const PROBE_LIMIT_MS = (10 * LIMIT_MS * PROBE) / MEGABYTE;
/** Letters of a pattern that its texts are made of. */
const LETTERS = 16;

/** The expressions in the source of `path`: literals as they stand there, others as the expression that builds them. */
const expressionsIn = (path: string): readonly string[] => {
  const text = readFileSync(path, 'utf8');
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const inner of node) visit(inner);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type, regex, callee, start, end } = node as Record<string, unknown>;
    if (type === 'Literal' && isLiteral(regex)) found.push(String(new RegExp(regex.pattern, regex.flags)));
    if ((type === 'NewExpression' || type === 'CallExpression') && isNamed(callee, 'RegExp'))
      found.push(`${path} ${text.slice(Number(start), Number(end))}`);
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }));
  return found;
};

const isLiteral = (regex: unknown): regex is { pattern: string; flags: string } =>
  typeof regex === 'object' && regex !== null && 'pattern' in regex;

const isNamed = (callee: unknown, name: string): boolean =>
  typeof callee === 'object' && callee !== null && 'name' in callee && callee.name === name;

const known = (path: string): ReadonlySet<string> => {
  const [, ...foreign] = FOREIGN[path] ?? [];
  const own = Object.values(OWN).flatMap((files) => files[path] ?? []);
  return new Set([...[...foreign, ...own].map(String), ...Object.keys(BUILT)]);
};

describe('every regular expression of the source', () => {
  const files = globSync('src/**/*.{ts,tsx,js}');

  test('is known here with whose text it meets', () => {
    const unknown = files.flatMap((path) => {
      const table = known(path);
      return expressionsIn(path).flatMap((found) => (table.has(found) ? [] : `${path}: ${found}`));
    });
    expect(unknown, 'to be added to test/support/patterns.ts').toEqual([]);
  });

  test('that is known here is there', () => {
    const there = new Map(files.map((path) => [path, new Set(expressionsIn(path))]));
    const tables: readonly Readonly<Record<string, readonly (RegExp | string)[]>>[] = [FOREIGN, ...Object.values(OWN)];
    const gone = tables.flatMap((table) =>
      Object.entries(table).flatMap(([path, patterns]) =>
        patterns.flatMap((pattern: RegExp | string) =>
          typeof pattern === 'string' || there.get(path)?.has(String(pattern)) ? [] : `${path}: ${pattern}`,
        ),
      ),
    );
    const built = new Set([...there.values()].flatMap((found) => [...found]));
    expect([...gone, ...Object.keys(BUILT).filter((name) => !built.has(name))]).toEqual([]);
  });
});

/** What a pattern is made of: its characters and words as they are written, and a character of each class that it names. */
const alphabetOf = ({ source }: RegExp): readonly string[] => {
  const samples: Readonly<Record<string, string>> = { s: ' ', d: '7', w: 'w', S: 'x', b: ' a', B: 'a', p: '\u0301' };
  const letters = new Set<string>();
  for (const [whole, code, letter] of source.matchAll(/\\(?:u\{?|x)([0-9a-fA-F]{2,6})\}?|\\(.)|[^\\]/gu)) {
    if (code !== undefined) letters.add(String.fromCodePoint(Number.parseInt(code, 16)));
    else if (letter !== undefined) letters.add(samples[letter] ?? { n: '\n', r: '\r', t: '\t' }[letter] ?? letter);
    else letters.add(whole);
  }
  const words = source.match(/[a-z<"=:-]{3,}/gi) ?? [];
  const classes = /\\p\{(?:Cc|Control|C)\}/.test(source) ? ['\u0001'] : [];
  const spread = /[^\x00-\x7f]|\\u/u.test(source) ? ['\u6f22', '\u{1D165}'] : [];
  return [...new Set([...letters, ...words, ...classes, ...spread])];
};

/** Texts of `units` that such a pattern may fail on late: runs, runs behind a beginning, and two by turns, each with and without an end. */
const worstFor = function* (alphabet: readonly string[]): Generator<readonly [string, (units: number) => string]> {
  const run = (piece: string, units: number) => piece.repeat(Math.ceil(units / piece.length));
  for (const a of alphabet) {
    for (const end of ['', '\u0000', 'x', '\n']) yield [`${a}${end}`, (units) => run(a, units) + end];
    for (const b of alphabet) {
      yield [`${a} then ${b}`, (units) => `${a}${run(b, units)}\u0000`];
      if (a < b) yield [`${a}${b}`, (units) => `${run(a + b, units)}\u0000`];
      if (a !== b) yield [`${a}, then as many ${b}`, (units) => run(a, units / 2) + run(b, units / 2)];
    }
  }
};

/** What the source does with a pattern: every match, or for a sticky one a match at each place where it may begin. */
const apply = (pattern: RegExp, text: string): void => {
  if (pattern.sticky) {
    pattern.lastIndex = 0;
    pattern.exec(text);
  } else if (pattern.global) text.replace(pattern, '');
  else pattern.exec(text);
};

const timeOf = (pattern: RegExp, text: string): number => {
  return workOf(() => apply(pattern, text));
};

/** The best of three: the first one may have to compile the pattern. */
const bestOf = (pattern: RegExp, text: string): number => Math.min(...[1, 2, 3].map(() => timeOf(pattern, text)));

describe('a megabyte of its worst characters takes no tenth of a second', () => {
  const foreign = Object.entries(FOREIGN).flatMap(([path, [from, ...patterns]]) =>
    patterns.map((pattern) => [path, from, pattern] as const),
  );
  const built = Object.entries(BUILT).map(([name, pattern]) => [name, 'built', pattern] as const);
  test.each([...foreign, ...built])('%s (%s): %s', (_, __, pattern) => {
    const probed = worstFor(alphabetOf(pattern).slice(0, LETTERS))
      .map(([name, textOf]) => {
        const text = textOf(PROBE);
        const ms = timeOf(pattern, text);
        if (ms > PROBE_LIMIT_MS) expect(bestOf(pattern, text), JSON.stringify(name)).toBeLessThan(PROBE_LIMIT_MS);
        return { name, textOf, ms };
      })
      .toArray();
    for (const { name, textOf } of probed.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST))
      expect(bestOf(pattern, textOf(MEGABYTE)), JSON.stringify(name)).toBeLessThan(LIMIT_MS);
  });
});
