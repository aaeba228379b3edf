/** The user's colours: `theme.json` beside the profiles, written by hand and checked here. */
import * as z from 'zod';
import { COLOUR_NAMES, COLOURED_ROLES, GROUNDS, THEME_NAMES, type Theme } from '../../base/roles.ts';
import { readHandWritten } from './hand-written.ts';
import { type Places, themeFile } from './places.ts';

const MAXIMUM_BYTES = 64 * 1024;

const COLOUR_FORM =
  'a colour is one of the 16 names (such as "red" or "bright-red"), "default", a number from 0 to 255, or "#rrggbb"';
const NAME_FORM = `the themes are ${THEME_NAMES.join(', ')}`;
const BACKGROUND_FORM = 'the background is "dark" or "light"';
const FORM = 'a theme is written as {"colours": {"accent": "blue", "warning": {"dark": 220, "light": "#8a5a00"}}}';

const colour = z.union(
  [
    z.enum([...COLOUR_NAMES, 'default'], COLOUR_FORM),
    z.int(COLOUR_FORM).min(0, COLOUR_FORM).max(255, COLOUR_FORM),
    z.string().regex(/^#[0-9a-f]{6}$/i, COLOUR_FORM),
  ],
  COLOUR_FORM,
);

const choice = z.union(
  [
    colour,
    z.strictObject(
      { dark: colour.optional(), light: colour.optional() },
      { error: ({ code }) => (code === 'unrecognized_keys' ? BACKGROUND_FORM : COLOUR_FORM) },
    ),
  ],
  COLOUR_FORM,
);

const roles = z.partialRecord(z.enum([...COLOURED_ROLES, ...GROUNDS]), choice, {
  error: ({ code }) =>
    code === 'invalid_type' ? FORM : `is no role: the roles are ${[...COLOURED_ROLES, ...GROUNDS].join(', ')}`,
});

/** What is written in the file. */
export const themeSchema: z.ZodType<Theme> = z.strictObject(
  {
    theme: z.enum(THEME_NAMES, NAME_FORM).optional(),
    background: z.enum(['dark', 'light'], BACKGROUND_FORM).optional(),
    colours: roles.optional(),
  },
  {
    error: ({ code }) =>
      code === 'invalid_type' ? FORM : 'a theme has "theme", "background" and "colours", and nothing else',
  },
);

/** The file of the theme, looked through to its end. */
export const checkThemeFile = (places: Pick<Places, 'configFolder'>) =>
  readHandWritten(themeFile(places), () => themeSchema, MAXIMUM_BYTES);

/** Reads the theme: nothing of it where there is a `problem`, which names the file, the line and the key. */
export const readTheme = (
  places: Pick<Places, 'configFolder'>,
): { readonly theme: Theme; readonly problem?: string } => {
  const { value, problem } = checkThemeFile(places);
  return problem === undefined ? { theme: value ?? {} } : { theme: {}, problem };
};
