/** The roles of text whose colour a theme may choose, and how a colour is written there. */

/** Each is what a piece of text is to the reader. What is left out has no colour to choose: plain text and the cursor. */
export const COLOURED_ROLES = [
  'strong',
  'dim',
  'accent',
  'good',
  'warning',
  'danger',
  'field',
  'value',
  'problem',
  'match',
  'cheap',
  'cheap-far',
  'dear',
  'dear-far',
  'mark',
  'chart',
  'cheap-bar',
  'cheap-bar-far',
  'dear-bar',
  'dear-bar-far',
  'accent-bar',
  'faint',
] as const;

/** One of them. */
export type ColouredRole = (typeof COLOURED_ROLES)[number];

/** What a piece of text is to the reader. */
export type Role = 'plain' | ColouredRole | 'cursor';

/** What lies below text: the band that sets a section apart, and the row under the cursor. */
export const GROUNDS = ['band', 'selection'] as const;

export type Ground = (typeof GROUNDS)[number];

/** The first eight of a terminal's 16 colours, by their numbers. The second eight are called `bright-` and that. */
const EIGHT = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

/** The names of the 16 colours, by their numbers. What they look like is the terminal's choice. */
export const COLOUR_NAMES = [...EIGHT, ...EIGHT.map((name) => `bright-${name}` as const)] as const;

/** A colour as it is written: a name of {@link COLOUR_NAMES}, `default` for the terminal's text colour, 0 to 255, or `#rrggbb`. */
export type Colour = string | number;

/** What the terminal's background is. */
export type Background = 'dark' | 'light';

/** `plain` leaves every colour out. */
export const THEME_NAMES = ['deck', 'catppuccin', 'gruvbox', 'solarized', 'nord', 'safe', 'plain'] as const;

export type ThemeName = (typeof THEME_NAMES)[number];

/** What is used where nothing is chosen. */
export const USUAL_THEME: ThemeName = 'deck';

/** What a user chose: a theme, the background, where the terminal is not to be asked, and a colour for each role, which may differ by background. */
export type Theme = {
  readonly theme?: ThemeName | undefined;
  readonly background?: Background | undefined;
  readonly colours?:
    | {
        readonly [Role in ColouredRole | Ground]?:
          | Colour
          | { readonly [Key in Background]?: Colour | undefined }
          | undefined;
      }
    | undefined;
};
