/**
 * No text of a service, a file, a terminal or a paste may hold the program up: each regular expression that meets such text
 * takes time in proportion to it. Every expression of the source is tried but for those of which it is known that they meet no such text.
 *
 * @module-tag exhaustive
 */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { BUILT, OWN } from './support/patterns.ts';
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

/** The expressions in the source of `path`: literals, and what builds others. */
const expressionsIn = (path: string): readonly (RegExp | string)[] => {
  const text = readFileSync(path, 'utf8');
  const found: (RegExp | string)[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const inner of node) visit(inner);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { type, regex, callee, start, end } = node as Record<string, unknown>;
    if (type === 'Literal' && isLiteral(regex)) found.push(new RegExp(regex.pattern, regex.flags));
    if ((type === 'NewExpression' || type === 'CallExpression') && isNamed(callee, 'RegExp'))
      found.push(text.slice(Number(start), Number(end)));
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }));
  return found;
};

const isLiteral = (regex: unknown): regex is { pattern: string; flags: string } =>
  typeof regex === 'object' && regex !== null && 'pattern' in regex;

const isNamed = (callee: unknown, name: string): boolean =>
  typeof callee === 'object' && callee !== null && 'name' in callee && callee.name === name;

/** Each expression of the source once, by its text, with the files that it stands in. */
const found = Map.groupBy(
  globSync('src/**/*.{ts,tsx,js}').flatMap((path) => expressionsIn(path).map((pattern) => ({ path, pattern }))),
  ({ pattern }) => String(pattern),
);
const own = new Set(Object.values(OWN).flat().map(String));

describe('every regular expression of the source', () => {
  test('that is built is known here', () => {
    const built = [...found.values()].flat().filter(({ pattern }) => typeof pattern === 'string');
    const unknown = built.filter(({ pattern }) => BUILT[String(pattern)] === undefined);
    expect(unknown, 'to be added to test/support/patterns.ts').toEqual([]);
    expect(built.length).toBeGreaterThan(0);
  });

  test('that is known here is there', () => {
    expect([...own, ...Object.keys(BUILT)].filter((text) => !found.has(text))).toEqual([]);
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
  const foreign = [...found.values()].flatMap((places) =>
    places
      .slice(0, 1)
      .flatMap(({ path, pattern }) =>
        typeof pattern === 'string' || own.has(String(pattern)) ? [] : [[path, pattern] as const],
      ),
  );
  test.each([...foreign, ...Object.entries(BUILT)])('%s: %s', (_, pattern) => {
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
