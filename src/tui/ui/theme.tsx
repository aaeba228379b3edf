/**
 * What a piece of text is, and how that looks. Colours are named by role only; no role is told by colour alone. They come from a theme
 * (`src/base/themes.ts`) where the terminal has 256 colours and its background is known; else from the terminal's own 16.
 */

import { Text } from 'ink';
import { createContext, type ReactNode, useContext } from 'react';
import {
  type Background,
  COLOUR_NAMES,
  COLOURED_ROLES,
  type Colour,
  type ColouredRole,
  GROUNDS,
  type Ground,
  type Role,
  type Theme,
  type ThemeName,
  USUAL_THEME,
} from '../../base/roles.ts';
import { type ThemePart, themeOn } from '../../base/themes.ts';
import type { NoteRow } from './rows-in-words.ts';

/** Colours in Ink's notation. A role without one is written in the terminal's text colour, a ground without one is not painted. */
type Colours = Readonly<Partial<Record<ColouredRole | 'plain' | 'cursor' | Ground, string>>>;

type Palette = Readonly<Partial<Record<ColouredRole | Ground, Colour>>>;

/** Of which part of a theme a role has its colour; a role that is not named here has its own name there. */
const PART_OF: Readonly<Partial<Record<ColouredRole | Ground, ThemePart | 'none'>>> = {
  strong: 'none',
  field: 'accent',
  value: 'good',
  problem: 'danger',
  match: 'accent',
  'cheap-far': 'cheap',
  'dear-far': 'dear',
};

/** The first eight where they can be relied on: Solarized makes grounds and greys of most of the second. */
const DARK_OF_16: Palette = {
  accent: 'cyan',
  good: 'green',
  warning: 'yellow',
  danger: 'bright-red',
  field: 'cyan',
  value: 'green',
  problem: 'bright-red',
  match: 'cyan',
  cheap: 'cyan',
  'cheap-far': 'cyan',
  dear: 'yellow',
  'dear-far': 'yellow',
  mark: 'bright-magenta',
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
  cheap: 'blue',
  'cheap-far': 'blue',
  dear: 'red',
  'dear-far': 'red',
  mark: 'magenta',
};

/** Nothing else can be relied on before black and white alike: the rest is told by bold, signs and words. */
const ON_ANY: Palette = { danger: 'bright-red', problem: 'bright-red' };

/** The colours on `background`, undefined where it is not known, with the user's in place of the theme's. `level` is that of `FORCE_COLOR`. */
export const coloursOn = (background: Background | undefined, level: 0 | 1 | 2 | 3, theme: Theme = {}): Colours => {
  if (level === 0) return {};
  const palette = paletteOn(background, level, theme.theme ?? USUAL_THEME);
  const entries = [...COLOURED_ROLES, ...GROUNDS].map((role): readonly [ColouredRole | Ground, string | undefined] => {
    const chosen = theme.colours?.[role];
    const own = typeof chosen === 'object' ? background && chosen[background] : chosen;
    return [role, inkColour(own ?? palette[role])];
  });
  return Object.fromEntries(entries.filter(([, colour]) => colour !== undefined));
};

const paletteOn = (
  background: Background | undefined,
  level: 1 | 2 | 3,
  name: NonNullable<Theme['theme']>,
): Palette => {
  if (name === 'plain') return {};
  if (background === undefined) return ON_ANY;
  const theme = level === 1 ? undefined : themeOn(name, background);
  if (theme === undefined) return background === 'dark' ? DARK_OF_16 : LIGHT_OF_16;
  const entries = [...COLOURED_ROLES, ...GROUNDS].flatMap((role): (readonly [ColouredRole | Ground, Colour])[] => {
    const part = PART_OF[role] ?? role;
    // Told apart from a role that the list above lacks: each other one is the name of a part.
    const colour = part === 'none' ? undefined : theme.colours[part as ThemePart];
    return colour === undefined ? [] : [[role, level === 3 ? colour.true : colour.of256]];
  });
  return Object.fromEntries(entries);
};

/** The bright black that Ink calls gray is `blackBright` too. What the terminal has too few colours for, Ink's library reduces. */
const inkColour = (colour: Colour | undefined): string | undefined => {
  if (colour === undefined || colour === 'default') return undefined;
  const name = typeof colour === 'number' ? COLOUR_NAMES[colour] : colour;
  if (name === undefined) return `ansi256(${colour})`;
  return name.startsWith('bright-') ? `${name.slice('bright-'.length)}Bright` : name;
};

export type { Role };

/**
 * What the terminal can show, and what is worth its bytes: with `isSparse` what only makes a screen look better is left out,
 * which are colours, dimming and the frames of tables. With `isQuick` a little more may be spent.
 */
type Look = {
  readonly hasColour: boolean;
  readonly isSparse: boolean;
  /** Lines are appended instead of painted: nothing is shown that changes with each move. */
  readonly isPlain?: boolean;
  /** There where rows are said with what each figure is. */
  readonly noteRow?: NoteRow;
  /** The terminal shows ASCII only: what is drawn by other characters is told in words. */
  readonly isAscii?: boolean;
  /** The line to the terminal has shown itself to be quick. */
  readonly isQuick?: boolean;
  /** A message with the keys that it names as they are by now; absent: as it is. */
  readonly named?: (message: string) => string;
  /** The colours that the roles have here; without them those for a dark background. */
  readonly colours?: Colours;
};

/** The look as the terminal is known, before the line to it and what is looked at say the rest. */
export type LookOfTerminal = Omit<Look, 'colours' | 'isQuick' | 'named'> & {
  /** The colours of a `theme`, or of the one in use: true ones, which take more bytes, only where the line is quick. */
  readonly coloursOf?: (choice: { readonly isQuick: boolean; readonly theme: ThemeName | undefined }) => Colours;
};

/** The look in force below its provider. */
export const LookContext = createContext<Look>({ hasColour: true, isSparse: false });

/** The same for what draws a message. */
export const useNamed = (): ((message: string) => string) => useContext(LookContext).named ?? asItIs;

const asItIs = (message: string): string => message;

/** The colour of a ground; undefined where it is not painted. */
export const useGround = (ground: Ground | undefined): string | undefined => {
  const { hasColour, isSparse, colours = USUAL_COLOURS } = useContext(LookContext);
  return ground !== undefined && hasColour && !isSparse ? colours[ground] : undefined;
};

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
  cheap: {},
  'cheap-far': { bold: true },
  dear: {},
  'dear-far': { bold: true },
  mark: { bold: true },
  chart: {},
  'cheap-bar': {},
  'cheap-bar-far': {},
  'dear-bar': {},
  'dear-bar-far': {},
  'accent-bar': {},
  faint: { dimColor: true },
  cursor: { inverse: true },
};

const USUAL_COLOURS = coloursOn('dark', 1);

type ToneProps = { readonly of: Role; readonly on?: Ground | undefined; readonly children: ReactNode };

/** Text drawn as its role, on a ground where there is one; it never wraps, what does not fit is cut. */
export const Tone = ({ of: role, on: ground, children }: ToneProps) => {
  const { hasColour, isSparse, colours = USUAL_COLOURS } = useContext(LookContext);
  const color = hasColour && !isSparse ? colours[role] : undefined;
  const background = useGround(ground);
  // Text that is dim by its colour would be too dim with both.
  const isOwnDim = role === 'dim' && (isSparse || color !== undefined);
  const attributes = isOwnDim ? ATTRIBUTES.plain : ATTRIBUTES[role];
  return (
    <Text
      wrap="truncate"
      {...attributes}
      {...(color === undefined ? {} : { color })}
      {...(background === undefined ? {} : { backgroundColor: background })}
    >
      {children}
    </Text>
  );
};
