/**
 * The build changes texts of packages (scripts/bundle.mjs): whatever it changes must behave as the source does. The same parts
 * and the same tour of the program run here unbundled, and from a bundle made as the program's own.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../scripts/bundle.mjs';
import * as source from './support/built-parts.tsx';
import type { Cell } from './support/emulator.ts';
import { TERMINAL_CORPUS } from './support/hostile-text.ts';

let folder: string;
let built: typeof source;

beforeAll(async () => {
  // Below the project, so that what stays outside of the bundle is found.
  mkdirSync('build', { recursive: true });
  folder = mkdtempSync(resolve('build/parts-'));
  const files = await bundle({ parts: 'test/support/built-parts.tsx' }, folder, {
    external: ['vitest', '@xterm/headless', 'ink-testing-library'],
  });
  for (const { path, contents } of files) writeFileSync(path, contents);
  built = await import(join(folder, 'parts.js'));
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
  expect(built.widthsOf(TEXTS)).toEqual(source.widthsOf(TEXTS));
  expect(built.graphemesOf(TEXTS)).toEqual(source.graphemesOf(TEXTS));
});

test('Ink lays out, wraps and cuts text alike', () => {
  expect(built.drawnByInk(TEXTS)).toEqual(source.drawnByInk(TEXTS));
});

test('small tables are drawn alike', () => {
  expect(built.tableOf(TEXTS)).toEqual(source.tableOf(TEXTS));
});

test('zod says the same of wrong values', () => {
  expect(built.problemsOfZod()).toEqual(source.problemsOfZod());
  expect(built.problemsOfZod()[1]?.[0]).toBe('text: Invalid input: expected string, received undefined');
});

/** Sizes and durations of requests are not the same twice. */
const IS_MEASURED = /request|by hand/;

const screensOf = async (tour: typeof source.tour, isFailing: boolean) => {
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
  const expected = await screensOf(source.tour, isFailing);
  expect(Object.keys(expected).length).toBeGreaterThan(isFailing ? 30 : 50);
  expect(await screensOf(built.tour, isFailing)).toEqual(expected);
});
