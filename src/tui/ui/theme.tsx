/**
 * What a piece of text is, and how that looks. Colours are named by role only; no role is told by colour alone. They are chosen so
 * that they are readable on the background, as far as that is known: on a dark one they are the terminal's own, which are made for
 * that; on a light one most of those are too pale, and with 256 colours others are taken.
 */
import { Text } from 'ink';
import { createContext, type ReactNode, useContext } from 'react';
import {
  type Background,
  COLOUR_NAMES,
  COLOURED_ROLES,
  type Colour,
  type ColouredRole,
  type Theme,
} from '../../base/roles.ts';

/** Colours in Ink's notation. A role without one is written in the terminal's text colour. */
type Colours = Readonly<Partial<Record<ColouredRole | 'plain' | 'cursor', string>>>;

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

/** What a piece of text is to the reader. */
export type Role = 'plain' | ColouredRole | 'cursor';

/**
 * What the terminal can show, and what is worth its bytes: with `isSparse` what only makes a screen look better is left out,
 * which are colours, dimming and the frames of tables. With `isQuick` a little more may be spent.
 */
export type Look = {
  readonly hasColour: boolean;
  readonly isSparse: boolean;
  /** Lines are appended instead of painted: nothing is shown that changes with each move. */
  readonly isPlain?: boolean;
  /** The terminal shows ASCII only: what is drawn by other characters is told in words. */
  readonly isAscii?: boolean;
  /** The line to the terminal has shown itself to be quick. */
  readonly isQuick?: boolean;
  /** A message, which names usual keys, with those that the user has given; absent: as it is. */
  readonly named?: (message: string) => string;
  /** The colours that the roles have here; without them those for a dark background. */
  readonly colours?: Colours;
};

/** The look in force below its provider. */
export const LookContext = createContext<Look>({ hasColour: true, isSparse: false });

/** The same for what draws a message. */
export const useNamed = (): ((message: string) => string) => useContext(LookContext).named ?? asItIs;

const asItIs = (message: string): string => message;

type Style = { bold?: boolean; dimColor?: boolean; underline?: boolean; inverse?: boolean; color?: string };

const ATTRIBUTES: Readonly<Record<Role, Style>> = {
  plain: {},
  strong: { bold: true },
  dim: { dimColor: true },
  accent: { bold: true },
  good: {},
  warning: {},
  danger: { bold: true },
  field: {},
  value: {},
  problem: { underline: true },
  match: { bold: true, underline: true },
  cursor: { inverse: true },
};

const USUAL_COLOURS = coloursOn('dark', 1);

/** Text drawn as its role; it never wraps, what does not fit is cut. */
export const Tone = ({ of: role, children }: { readonly of: Role; readonly children: ReactNode }) => {
  const { hasColour, isSparse, colours = USUAL_COLOURS } = useContext(LookContext);
  const color = hasColour && !isSparse ? colours[role] : undefined;
  // Text that is dim by its colour would be too dim with both.
  const isOwnDim = role === 'dim' && (isSparse || color !== undefined);
  const attributes = isOwnDim ? ATTRIBUTES.plain : ATTRIBUTES[role];
  return (
    <Text wrap="truncate" {...attributes} {...(color === undefined ? {} : { color })}>
      {children}
    </Text>
  );
};
