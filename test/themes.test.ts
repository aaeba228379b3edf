/** Every colour of every theme, before every ground that it stands on; `npm run themes` writes their table. */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { THEME_NAMES } from '../src/base/roles.ts';
import { type ThemePart, themeOn } from '../src/base/themes.ts';
import { channels, contrast, of256 } from './support/contrast.ts';

const TEXTS = ['text', 'dim', 'accent', 'good', 'warning', 'danger', 'cheap', 'dear', 'mark'] as const;
const SHAPES = ['chart', 'cheap-bar', 'cheap-bar-far', 'dear-bar', 'dear-bar-far', 'accent-bar'] as const;
/** What WCAG asks for text, and for shapes that have to be told apart. */
const LEAST_OF_TEXT = 4.5;
const LEAST_OF_SHAPES = 3;

const PALETTES = THEME_NAMES.flatMap((name) =>
  (['dark', 'light'] as const).flatMap((background) => {
    const theme = themeOn(name, background);
    return theme === undefined ? [] : [{ title: `${name} ${background}`, background, ...theme }];
  }),
);
type Palette = (typeof PALETTES)[number];
type Kind = 'true' | '256';

const shown = ({ colours }: Palette, part: ThemePart, kind: Kind): readonly number[] =>
  kind === 'true' ? channels(colours[part].true.slice(1)) : of256(colours[part].of256);

/** The least contrast of `part` before the terminal's ground, the band and, for texts, the selection. */
const least = (palette: Palette, part: ThemePart, kind: Kind): number => {
  const isText = (TEXTS as readonly ThemePart[]).includes(part);
  const painted = (isText ? (['band', 'selection'] as const) : (['band'] as const)).map((ground) =>
    shown(palette, ground, kind),
  );
  const grounds = [channels(palette.ground.slice(1)), ...painted];
  return Math.min(...grounds.map((ground) => contrast(shown(palette, part, kind), ground)));
};

describe.each(PALETTES)('the theme $title', (palette) => {
  test.each(['true', '256'] as const)('can be read in colours that are %s', (kind) => {
    for (const part of TEXTS) expect([part, least(palette, part, kind)]).toEqual([part, atLeast(LEAST_OF_TEXT)]);
    for (const part of SHAPES) expect([part, least(palette, part, kind)]).toEqual([part, atLeast(LEAST_OF_SHAPES)]);
  });

  test('has colours of the 256 that every terminal shows alike', () => {
    for (const { of256: index } of Object.values(palette.colours)) {
      expect(index).toBeGreaterThanOrEqual(16);
      expect(index).toBeLessThanOrEqual(255);
    }
  });
});

const atLeast = (bound: number) => ({
  asymmetricMatch: (ratio: number) => ratio >= bound,
  toString: () => `>= ${bound}`,
});

const ratioOf = (palette: Palette, parts: readonly ThemePart[], kind: Kind): string =>
  Math.min(...parts.map((part) => least(palette, part, kind))).toFixed(2);

test('the table of the document has the figures of the themes', () => {
  const rows = PALETTES.map((palette) =>
    [
      palette.title,
      ...[TEXTS, SHAPES].flatMap((parts) => [ratioOf(palette, parts, 'true'), ratioOf(palette, parts, '256')]),
    ].join(' | '),
  );
  const table = [
    '| theme | text, true | text, 256 | shapes, true | shapes, 256 |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n');
  const document = readFileSync('docs/terminal.md', 'utf8');
  const made = document.replace(/(<!-- themes -->\n)[\s\S]*?(\n<!-- \/themes -->)/, `$1${table}$2`);
  if (process.env.GPUDECK_WRITE_THEMES !== undefined) writeFileSync('docs/terminal.md', made);
  else expect(document).toBe(made);
  expect(made).toContain(table);
});
