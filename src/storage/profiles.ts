/** The user's profiles: one service each, in `profiles.json` of the config folder, written by hand and checked here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Places } from './places.ts';

const timeZone = z.string().refine(isTimeZone, 'is no time zone: one is called like Europe/Berlin');

const profile = z.strictObject({
  base_url: z.url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' }),
  key_file: z.string().min(1).optional(),
  user_id: z.int().positive().optional(),
  time_zone: timeZone.optional(),
  read_only: z.boolean().optional(),
});

const profilesFile = z.strictObject({ profiles: z.record(z.string(), profile) });

/** One profile, as written: `key_file` is relative to the config folder, `time_zone` an IANA name. */
export type Profile = Readonly<z.infer<typeof profile>>;

/** Every profile by its name, or in words what is wrong with the file. */
type ProfilesReading = { readonly profiles: Readonly<Record<string, Profile>> } | { readonly problem: string };

/** Reads the profiles. A file that is not there holds none; every problem names the file, the line and the key. */
export const readProfiles = ({ configFolder }: Places): ProfilesReading => {
  const file = join(configFolder, 'profiles.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return { profiles: {} };
    return { problem: `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
  const content = parsed(text);
  if ('line' in content) return { problem: `${file}, line ${content.line}: this is no JSON (${content.reason}).` };
  const checked = profilesFile.safeParse(content.value);
  if (checked.success) return { profiles: checked.data.profiles };
  const [issue] = checked.error.issues;
  const path = (issue?.path ?? []).map(String);
  const where = path.length === 0 ? '' : `, ${path.join('.')}`;
  return { problem: `${file}, line ${lineOf(text, path)}${where}: ${issue?.message ?? 'is not understood'}.` };
};

type Content = { readonly value: unknown } | { readonly line: number; readonly reason: string };

const parsed = (text: string): Content => {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const position = Number(/position (\d+)/.exec(reason)?.[1] ?? text.length);
    return { line: lineAt(text, position), reason };
  }
};

/** The line, from 1, of the value at `path`: each key is looked for behind the one before it. */
const lineOf = (text: string, path: readonly string[]): number => {
  let place = 0;
  for (const key of path) {
    const found = text.indexOf(`${JSON.stringify(key)}`, place);
    if (found < 0) break;
    place = found + 1;
  }
  return lineAt(text, place);
};

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
