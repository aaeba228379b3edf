/** The JSON schemas of the files that the user writes by hand, for editors. */
import * as z from 'zod';
import { presetsSchema } from './presets.ts';
import { profilesFile } from './profiles.ts';
import { setsFile } from './sets.ts';
import { themeSchema } from './theme.ts';

/** The files that have a schema, by the word for them. */
const FILES = { profiles: profilesFile(), sets: setsFile(), theme: themeSchema, presets: presetsSchema } as const;

/** The schema of a file: what may be written. */
export const schemaOf = (name: keyof typeof FILES): object => z.toJSONSchema(FILES[name], { io: 'input' });
