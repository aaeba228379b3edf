/** Keeps the theme that was chosen on screen in the user's `theme.json`, beside what is written there by hand. */
import { existsSync } from 'node:fs';
import { parseJson } from '../../base/json.ts';
import type { ThemeName } from '../../base/roles.ts';
import { type Places, themeFile } from './places.ts';
import { replacePrivateFile } from './private-file.ts';
import { readSmallFile } from './small-file.ts';

/** Far more than a theme that can be used has. */
const MAXIMUM_BYTES = 64 * 1024;

/** The file that says so now. Throws, and writes nothing, where the file holds what cannot be read, or cannot be written. */
export const keepTheme = (places: Pick<Places, 'configFolder'>, theme: ThemeName): string => {
  const file = themeFile(places);
  const before = existsSync(file) ? parseJson(readSmallFile(file, MAXIMUM_BYTES).text) : {};
  if (typeof before !== 'object' || before === null || Array.isArray(before))
    throw new Error(`${file} holds no theme; mend it or take it away.`);
  replacePrivateFile(file, `${JSON.stringify({ ...before, theme }, undefined, 2)}\n`);
  return file;
};
