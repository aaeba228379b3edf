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
] as const;

/** One of them. */
export type ColouredRole = (typeof COLOURED_ROLES)[number];

/** The first eight of a terminal's 16 colours, by their numbers. The second eight are called `bright-` and that. */
const EIGHT = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

/** The names of the 16 colours, by their numbers. What they look like is the terminal's choice. */
export const COLOUR_NAMES = [...EIGHT, ...EIGHT.map((name) => `bright-${name}` as const)] as const;

/** A colour as it is written: a name of {@link COLOUR_NAMES}, `default` for the terminal's text colour, 0 to 255, or `#rrggbb`. */
export type Colour = string | number;

/** What the terminal's background is. */
export type Background = 'dark' | 'light';

/** What a user chose: the background, where the terminal is not to be asked, and a colour for each role, which may differ by background. */
export type Theme = {
  readonly background?: Background | undefined;
  readonly colours?:
    | { readonly [Role in ColouredRole]?: Colour | { readonly [Key in Background]?: Colour | undefined } | undefined }
    | undefined;
};
