/** The user's sets: lists of ids or texts by name, in `sets.json` beside the profiles, written by hand and checked here. */
import { join } from 'node:path';
import * as z from 'zod';
import { once } from '../../base/once.ts';
import { readHandWritten } from './hand-written.ts';
import type { Places } from './places.ts';

const SETS_FILE = 'sets.json';

/** Room for ten thousands of ids. */
const MAXIMUM_BYTES = 512 * 1024;

/** What may stand behind `@` in a filter line without parting it. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,59}$/u;

const value = () =>
  z.union(
    [
      z.number(),
      z
        .string()
        .min(1, 'is an empty text')
        .max(200, 'is longer than 200 characters')
        .refine((text) => !text.startsWith('@'), 'a set holds values and no other sets: write those of that set here'),
    ],
    'a set holds numbers and texts',
  );

const FORM = 'sets are written as {"sets": {"mine": [8207, 11843]}}';

/** What is written in the file. */
export const setsFile = once(() =>
  z.strictObject(
    {
      sets: z
        .record(z.string(), z.array(value(), 'a set is a list, as in [8207, 11843]'), FORM)
        .superRefine((sets, context) => {
          const names = Object.keys(sets);
          for (const [place, name] of names.entries()) {
            const same = names.slice(0, place).find((other) => other.toLowerCase() === name.toLowerCase());
            const message = NAME.test(name)
              ? same && `is the same name as ${same}: letter case makes no difference`
              : 'the name of a set is written with letters, digits, "_" and "-", without "@", 60 at most';
            if (message !== undefined) context.addIssue({ code: 'custom', message, path: [name] });
          }
        }),
    },
    { error: ({ code }) => (code === 'invalid_type' ? FORM : undefined) },
  ),
);

/** Every set by its name without `@`, and the file in which they are written; none where that has a `problem`. */
export type SetsReading = {
  readonly members: Readonly<Record<string, readonly (number | string)[]>>;
  readonly file: string;
  readonly problem?: string;
};

/** The file of the sets, looked through to its end. */
export const checkSetsFile = ({ configFolder }: Pick<Places, 'configFolder'>) =>
  readHandWritten(join(configFolder, SETS_FILE), setsFile, MAXIMUM_BYTES);

/** Reads the sets. A file that is not there holds none; every problem names the file, the line and the key. */
export const readSets = (places: Pick<Places, 'configFolder'>): SetsReading => {
  const { file, value, problem } = checkSetsFile(places);
  return { members: value?.sets ?? {}, file, ...(problem !== undefined && { problem }) };
};
