/** The user's profiles: one service each, in `profiles.json` of the config folder, written by hand and checked here. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { readBaseUrl } from '../../api/http/base-url.ts';
import { once } from '../../base/once.ts';
import { shellWord } from '../../base/other-programs.ts';
import { readHandWritten } from './hand-written.ts';
import { readHistoryName } from './history-name.ts';
import { limitMembers } from './limits-file.ts';
import type { Places } from './places.ts';

const timeZone = () => z.string().refine(isTimeZone, 'is not a time zone: write one such as Europe/Berlin');

const history = () =>
  z.union([z.string(), z.literal(false)]).transform((text, context) => {
    if (text === false) return text;
    const reading = readHistoryName(text);
    if ('name' in reading) return reading.name;
    // What was written may hold a password.
    context.issues.push({ code: 'custom', message: reading.problem.replace(/\.$/, ''), input: '' });
    return z.NEVER;
  });

const profile = once(() =>
  z.strictObject({
    base_url: z.string().transform((text, context) => {
      const reading = readBaseUrl(text);
      if ('baseUrl' in reading) return reading.baseUrl;
      context.issues.push({ code: 'custom', message: `the address ${reading.problem}`, input: '' });
      return z.NEVER;
    }),
    key_file: z.string().min(1).optional(),
    user_id: z.int().positive().optional(),
    time_zone: timeZone().optional(),
    read_only: z.boolean().optional(),
    allow_plain_http: z.boolean().optional(),
    rent_with: z.enum(['POST', 'PUT']).optional(),
    network_unit: z.enum(['MB/s', 'Mb/s']).optional(),
    history: history().optional(),
    limits: z.strictObject(limitMembers()).optional(),
  }),
);

const PROFILES_FILE = 'profiles.json';

/** Room for thousands of profiles. */
const MAXIMUM_BYTES = 1024 * 1024;

/** What is written in the file. */
export const profilesFile = once(() => z.strictObject({ profiles: z.record(z.string(), profile()) }));

/**
 * One profile, as written but for its address (`readBaseUrl`): `key_file` is relative to the config folder, `time_zone` an IANA name; with `allow_plain_http` the
 * key may go over plain http to another machine; `rent_with` is how its service creates
 * instances, POST where absent; `limits` narrow what may be spent (`limits-file.ts`); `network_unit` is that of its `inet_down` and `inet_up`, MB/s where absent; a file that `history` names is
 * relative to the config folder, and false is none.
 */
export type Profile = Readonly<z.infer<ReturnType<typeof profile>>>;

/** Every profile by its name, or in words what is wrong with the file. */
type ProfilesReading = { readonly profiles: Readonly<Record<string, Profile>> } | { readonly problem: string };

/** Reads the profiles. A file that is not there holds none; every problem names the file, the line and the key. */
export const readProfiles = (places: Pick<Places, 'configFolder'>): ProfilesReading => {
  const { sound, problem } = checkProfiles(places);
  return problem === undefined ? { profiles: sound } : { problem };
};

/** The file of the profiles, looked through to its end: every profile that is as it should be, and every problem. */
export const checkProfiles = ({ configFolder }: Pick<Places, 'configFolder'>) => {
  const reading = readHandWritten(join(configFolder, PROFILES_FILE), profilesFile, MAXIMUM_BYTES);
  return { ...reading, sound: reading.value?.profiles ?? soundOnes(reading.content) };
};

/** The profiles of a file in which something is wrong, but for those in which it is. */
const soundOnes = (content: unknown): Readonly<Record<string, Profile>> => {
  if (content === undefined) return {};
  const all = z.object({ profiles: z.record(z.string(), z.unknown()) }).safeParse(content);
  if (!all.success) return {};
  return Object.fromEntries(
    Object.entries(all.data.profiles).flatMap(([name, value]) => {
      const one = profile().safeParse(value);
      return one.success ? [[name, one.data]] : [];
    }),
  );
};

/**
 * Why the profiles cannot be trusted with a key; undefined when they can: whoever may write to the file, or to its folder,
 * could send the key elsewhere. The user's own group counts as the user, because many systems let it write by default.
 */
export const profilesAtRisk = ({ configFolder }: Places): string | undefined => {
  for (const path of [configFolder, join(configFolder, PROFILES_FILE)]) {
    const { mode, uid, gid } = statSync(path);
    const isOpen = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== process.getgid?.());
    const isForeign = process.getuid !== undefined && uid !== 0 && uid !== process.getuid();
    const shown = (mode & 0o777).toString(8).padStart(4, '0');
    if (isOpen) {
      return `Other users can write to ${path} (mode ${shown}) and could send the key elsewhere. Fix it with: chmod go-w ${shellWord(path)}`;
    }
    if (isForeign) return `${path} belongs to another user (uid ${uid}), who could send the key elsewhere.`;
  }
  return undefined;
};

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
