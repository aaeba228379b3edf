/** The colours of the roles: readable on every usual background, and a theme's in their place. */
import { describe, expect, test } from 'vitest';
import { COLOURED_ROLES, GROUNDS } from '../src/base/roles.ts';
import { coloursOn } from '../src/tui/ui/theme.tsx';
import { channels, contrast, of256 } from './support/contrast.ts';

/** The 16 colours of a terminal, and the backgrounds that it has with them. */
type Terminal = {
  readonly colours: readonly string[];
  readonly dark: readonly string[];
  readonly light: readonly string[];
};

const TERMINALS: Readonly<Record<string, Terminal>> = {
  xterm: {
    colours:
      '000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff'.split(
        ' ',
      ),
    dark: ['000000'],
    light: ['ffffff'],
  },
  'the console and PuTTY': {
    colours:
      '000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff'.split(
        ' ',
      ),
    dark: ['000000'],
    light: ['ffffff'],
  },
  'GNOME, with Tango': {
    colours:
      '2e3436 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf 555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec'.split(
        ' ',
      ),
    dark: ['000000', '2e3436', '300a24', '1e1e1e'],
    light: ['ffffff', 'eeeeec', 'fafafa'],
  },
  Solarized: {
    colours:
      '073642 dc322f 859900 b58900 268bd2 d33682 2aa198 eee8d5 002b36 cb4b16 586e75 657b83 839496 6c71c4 93a1a1 fdf6e3'.split(
        ' ',
      ),
    dark: ['002b36'],
    light: ['fdf6e3'],
  },
  Dracula: {
    colours:
      '21222c ff5555 50fa7b f1fa8c bd93f9 ff79c6 8be9fd f8f8f2 6272a4 ff6e6e 69ff94 ffffa5 d6acff ff92df a4ffff ffffff'.split(
        ' ',
      ),
    dark: ['282a36'],
    light: [],
  },
  Nord: {
    colours:
      '3b4252 bf616a a3be8c ebcb8b 81a1c1 b48ead 88c0d0 e5e9f0 4c566a bf616a a3be8c ebcb8b 81a1c1 b48ead 8fbcbb eceff4'.split(
        ' ',
      ),
    dark: ['2e3440'],
    light: [],
  },
};

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
/** Red, green and blue of a colour in Ink's notation, as this terminal shows it. */
const shown = (colour: string, { colours }: Terminal): readonly number[] => {
  const number = /^ansi256\((\d+)\)$/.exec(colour)?.[1];
  if (number !== undefined && Number(number) >= 16) return of256(Number(number));
  if (colour.startsWith('#')) return channels(colour.slice(1));
  const name = NAMES.indexOf(colour.replace('Bright', ''));
  return channels(colours[name + (colour.endsWith('Bright') ? 8 : 0)] ?? '');
};

/** What WCAG asks for bold text and for signs; where the program chose the very colour before a known background, what it asks for text. Shapes and grounds are judged on the theme's own ground (test/themes.test.ts). */
const NO_TEXT = /bar|chart|faint|band|selection/;
const LEAST = 3;
const LEAST_OF_TEXT = 4.5;

describe.each(Object.entries(TERMINALS))('in the colours of %s every role is readable', (_, terminal) => {
  test.each([
    ['dark', 1],
    ['dark', 2],
    ['dark', 3],
    ['light', 1],
    ['light', 2],
    ['light', 3],
    ['unknown', 1],
    ['unknown', 2],
    ['unknown', 3],
  ] as const)('on a background that is %s, with level %i of colours', (kind, level) => {
    const colours = coloursOn(kind === 'unknown' ? undefined : kind, level);
    const backgrounds = kind === 'unknown' ? [...terminal.dark, ...terminal.light] : terminal[kind];
    const least = kind !== 'unknown' && level > 1 ? LEAST_OF_TEXT : LEAST;
    const tooWeak = backgrounds.flatMap((background) =>
      Object.entries(colours).flatMap(([role, colour]) => {
        if (NO_TEXT.test(role)) return [];
        const ratio = contrast(shown(colour, terminal), channels(background));
        return ratio >= least ? [] : [`${role} (${colour}) on #${background}: ${ratio.toFixed(2)}`];
      }),
    );
    expect(tooWeak).toEqual([]);
  });
});

test('on a background that is not known only what is wrong has a colour, and without colours nothing has', () => {
  for (const level of [1, 2, 3] as const)
    expect(coloursOn(undefined, level)).toEqual({ danger: 'redBright', problem: 'redBright' });
  expect(coloursOn('dark', 0)).toEqual({});
  expect(coloursOn('dark', 3, { theme: 'plain' })).toEqual({});
});

describe("a theme's colours", () => {
  test('take the place of those of their roles, by name, number or channels', () => {
    const theme = { colours: { accent: 'bright-blue', good: 2, warning: 208, danger: '#Ff0000', dim: 'bright-black' } };
    expect(coloursOn('dark', 3, theme)).toMatchObject({
      accent: 'blueBright',
      good: 'green',
      warning: 'ansi256(208)',
      danger: '#Ff0000',
      dim: 'blackBright',
      field: '#74b6ff',
    });
  });

  test('may differ by background, and hold only on the one that they are for', () => {
    const theme = { colours: { accent: { light: 'magenta' }, good: { dark: 10, light: 'default' } } };
    expect(coloursOn('light', 1, theme)).toMatchObject({ accent: 'magenta' });
    expect(coloursOn('light', 1, theme)).not.toHaveProperty('good');
    expect(coloursOn('dark', 1, theme)).toMatchObject({ accent: 'cyan', good: 'greenBright' });
    expect(coloursOn(undefined, 2, theme)).toEqual(coloursOn(undefined, 2));
  });

  test('can be chosen for every role, or be none', () => {
    const colours = Object.fromEntries([...COLOURED_ROLES, ...GROUNDS].map((role) => [role, 'default']));
    expect(coloursOn('light', 3, { colours })).toEqual({});
  });
});
