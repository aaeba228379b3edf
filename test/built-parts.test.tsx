/**
 * The program changes packages (scripts/changed-packages): whatever is changed must behave as it is published. The same parts
 * and the same tour of the program run here from two bundles, one with the packages as published and one as the program's own.
 * The former has React's development build, as no other test: it warns of nothing.
 *
 * @module-tag exhaustive
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type BundleOptions, bundle, writeBundle } from '../scripts/bundle.ts';
import { CHANGES, NEEDED } from '../scripts/changed-packages/index.ts';
import { nodeServer } from '../scripts/changed-packages/node-server.ts';
import type * as parts from './support/built-parts.tsx';
import type { Cell } from './support/emulator.ts';
import { TERMINAL_CORPUS } from './support/hostile-text.ts';

let folder: string;
let published: typeof parts;
let built: typeof parts;

const bundled = async (
  name: string,
  options: Pick<BundleOptions, 'changes' | 'isDevelopment'>,
): Promise<typeof parts> => {
  const files = await bundle({ [name]: 'test/support/built-parts.tsx' }, folder, {
    external: ['vitest', '@xterm/headless', 'ink-testing-library'],
    ...options,
  });
  await writeBundle(files);
  return import(join(folder, `${name}.js`));
};

beforeAll(async () => {
  // Below the project, so that what stays outside of the bundle is found.
  mkdirSync('build', { recursive: true });
  folder = mkdtempSync(resolve('build/parts-'));
  published = await bundled('published', { changes: NEEDED, isDevelopment: true });
  // None of these parts is the service's.
  built = await bundled('built', { changes: CHANGES.filter((change) => change !== nodeServer) });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Plain, wide, combining, joined and coloured text, flags, keycaps, and what a terminal must not get. */
const TEXTS = [
  '',
  'RTX 4090',
  'a line that is longer than its box and has words',
  'averyveryverylongwordwithoutanyspaces',
  '東京都渋谷区の計算機',
  'ｆｕｌｌ　ｗｉｄｔｈ',
  'déjà vu',
  'de\u0301ja\u0300 vu',
  '↓ ↑² ↔ ↔️ ☝ ☝🏽 🇩 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴',
  '👍 ok 👍🏽 👩‍👩‍👧‍👦 🏳️‍🌈 ❤️ ❤ ☎️ ☎',
  '🇩🇪🇯🇵🇺🇸 1️⃣ #️⃣ ©️ ™ ⌚ ⏏',
  'नमस्ते สวัสดี 한국어 각',
  '─│┌ █▓░ ▁▂▃ ✓ … ‘quotes’',
  'tab\tand\nline',
  '\u001B[31mred\u001B[39m and \u001B[1mbold\u001B[22m',
  '\u200Bzero\u00ADwidth\uFEFF',
  ...TERMINAL_CORPUS.map(([, harmless]) => harmless),
];

test('text is as wide, and has the same graphemes', () => {
  expect(built.widthsOf(TEXTS)).toEqual(published.widthsOf(TEXTS));
  const segmenter: Intl.Segmenter = runInNewContext("new Intl.Segmenter(undefined, { granularity: 'grapheme' })");
  const graphemes = TEXTS.map((text) => [...segmenter.segment(text)].map(({ segment }) => segment));
  expect(built.graphemesOf(TEXTS)).toEqual(graphemes);
});

test('Ink lays out, wraps and cuts text alike', () => {
  expect(built.drawnByInk(TEXTS)).toEqual(published.drawnByInk(TEXTS));
});

test('small tables are drawn alike', () => {
  expect(built.tableOf(TEXTS)).toEqual(published.tableOf(TEXTS));
});

test('zod says the same of wrong values', () => {
  expect(built.problemsOfZod()).toEqual(published.problemsOfZod());
  expect(built.problemsOfZod()[1]?.[0]).toBe('text: Invalid input: expected string, received undefined');
});

/** Sizes and durations of requests are not the same twice. */
const IS_MEASURED = /request|by hand/;

const screensOf = async (tour: typeof parts.tour, isFailing: boolean) => {
  const screens: Record<string, readonly string[]> = {};
  await tour(
    {
      texts: TEXTS.filter((text) => !/[\n\t]/.test(text)),
      sentence: ' – 東京 👩‍👩‍👧‍👦…',
      typed: 'déjà 👍🏽 vu',
      json: '✓ «é» 🇩🇪',
      isFailing,
    },
    (place, deck) => {
      if (!IS_MEASURED.test(place)) screens[place] = deck.cells().map((cells: readonly Cell[]) => cells.join(''));
    },
    { columns: 100, rows: 30 },
  );
  return screens;
};

test.each([
  ['goes well', false],
  ['fails', true],
])('every screen is the same, cell by cell, when all %s', async (_, isFailing) => {
  const warned = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => warned.mockRestore());
  const expected = await screensOf(published.tour, isFailing);
  expect(warned.mock.calls).toEqual([]);
  expect(Object.keys(expected).length).toBeGreaterThan(isFailing ? 30 : 50);
  expect(await screensOf(built.tour, isFailing)).toEqual(expected);
});
