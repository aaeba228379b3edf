/**
 * The colours of the roles, chosen so that they are readable on the background, as far as that is known. On a dark one they
 * are the terminal's own, which are made for that; on a light one most of those are too pale, and with 256 colours others are taken.
 */
import {
  type Background,
  COLOUR_NAMES,
  COLOURED_ROLES,
  type Colour,
  type ColouredRole,
  type Theme,
} from '../../base/roles.ts';

/** Colours in Ink's notation. A role without one is written in the terminal's text colour. */
export type Colours = Readonly<Partial<Record<ColouredRole | 'plain' | 'cursor', string>>>;

type Palette = Readonly<Partial<Record<ColouredRole, Colour>>>;

const DARK: Palette = {
  accent: 'cyan',
  good: 'green',
  warning: 'yellow',
  danger: 'bright-red',
  field: 'cyan',
  value: 'green',
  problem: 'bright-red',
  match: 'cyan',
};

const LIGHT: Palette = {
  accent: 25,
  good: 22,
  warning: 94,
  danger: 124,
  field: 25,
  value: 22,
  problem: 124,
  match: 25,
};

/** No green, yellow or cyan of the 16 can be relied on before white. */
const LIGHT_OF_16: Palette = {
  accent: 'blue',
  warning: 'magenta',
  danger: 'red',
  field: 'blue',
  value: 'magenta',
  problem: 'red',
  match: 'blue',
};

/** Of a middle lightness, for any background. */
const EITHER: Palette = {
  accent: 31,
  good: 65,
  warning: 166,
  danger: 196,
  field: 31,
  value: 65,
  problem: 196,
  match: 31,
};

/** Nothing else of the 16 can be relied on before black and white alike. */
const EITHER_OF_16: Palette = { danger: 'bright-red', problem: 'bright-red' };

/** The colours on `background`, undefined where it is not known, with the theme's in place of their own. `level` is that of `FORCE_COLOR`. */
export const coloursOn = (background: Background | undefined, level: 0 | 1 | 2 | 3, theme: Theme = {}): Colours => {
  if (level === 0) return {};
  const palette = paletteOn(background, level > 1);
  const entries = COLOURED_ROLES.map((role): readonly [ColouredRole, string | undefined] => {
    const chosen = theme.colours?.[role];
    const own = typeof chosen === 'object' ? background && chosen[background] : chosen;
    return [role, inkColour(own ?? palette[role])];
  });
  return Object.fromEntries(entries.filter(([, colour]) => colour !== undefined));
};

const paletteOn = (background: Background | undefined, hasMany: boolean): Palette => {
  if (background === 'dark') return DARK;
  if (background === 'light') return hasMany ? LIGHT : LIGHT_OF_16;
  return hasMany ? EITHER : EITHER_OF_16;
};

/** The bright black that Ink calls gray is `blackBright` too. What the terminal has too few colours for, Ink's library reduces. */
const inkColour = (colour: Colour | undefined): string | undefined => {
  if (colour === undefined || colour === 'default') return undefined;
  const name = typeof colour === 'number' ? COLOUR_NAMES[colour] : colour;
  if (name === undefined) return `ansi256(${colour})`;
  return name.startsWith('bright-') ? `${name.slice('bright-'.length)}Bright` : name;
};
