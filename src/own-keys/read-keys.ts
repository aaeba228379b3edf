/** The keys that the user has given to rows: `keys.json` beside the profiles, written by hand and checked here. */
import { basename } from 'node:path';
import * as z from 'zod';
import { FIXED_PRESSES, shownPress } from '../base/press-names.ts';
import { type FileProblem, placedProblem, readHandWritten } from '../storage/files/hand-written.ts';
import { keysFile, type Places } from '../storage/files/places.ts';
import { CONTEXTS, KEY_ROWS } from './key-rows.ts';
import { canHaveOwn, type OwnKeys, rebound } from './rebinding.ts';

/** Every row with a line of its own. */
const MAXIMUM_BYTES = 128 * 1024;

const TABLES = { rows: KEY_ROWS, contexts: CONTEXTS };

const FORM = 'keys are written as {"keys": {"offers.refresh": "e", "offers.sort": ["s", "Ctrl-S"]}}';

const KEY_FORM = 'keys of a row are written as "e" or ["e", "Ctrl-S"]';

const key = z.string(KEY_FORM).min(1, 'is an empty text').max(20, 'is longer than the name of any key');

const ofRow = z.union([key, z.array(key, KEY_FORM).max(9, 'has more than 9 keys')], KEY_FORM);

/** What rows are given, and what is wrong with it, row by row. */
const examined = (written: Readonly<Record<string, unknown>>) => {
  const wanted: Record<string, string | readonly string[]> = {};
  const misformed: { id: string; message: string }[] = [];
  for (const [id, value] of Object.entries(written)) {
    const row = ofRow.safeParse(value);
    if (row.success) wanted[id] = row.data;
    else misformed.push({ id, message: row.error.issues[0]?.message ?? KEY_FORM });
  }
  const { keys, problems } = rebound(wanted, TABLES);
  return { keys, problems: [...misformed, ...problems] };
};

/** What may be written in the file; what is wrong with single rows is told by their ids. */
const fileForm = z.strictObject(
  {
    keys: z.record(z.string(), z.unknown(), FORM).superRefine((written, context) => {
      for (const { id, message } of examined(written).problems) {
        context.addIssue({ code: 'custom', message, path: [id] });
      }
    }),
  },
  { error: ({ code }) => (code === 'invalid_type' ? FORM : undefined) },
);

/** The JSON schema of the file: every row by its id, with what it does and its usual keys. */
export const keysSchema = (): object => {
  const rows = KEY_ROWS.filter(canHaveOwn);
  const row = ({ id, label, keys }: (typeof KEY_ROWS)[number]) =>
    [
      id,
      ofRow.optional().describe(keys.length === 0 ? label : `${label}; usually ${keys.map(shownPress).join(' ')}`),
    ] as const;
  return z.toJSONSchema(z.strictObject({ keys: z.strictObject(Object.fromEntries(rows.map(row))) }), { io: 'input' });
};

/** What the file says: the keys of the rows with which nothing is wrong, and what is wrong with the others. */
type KeysReading = {
  readonly file: string;
  readonly isThere: boolean;
  readonly keys: OwnKeys;
  readonly problems: readonly FileProblem[];
};

/** Reads the file. One that is not there says nothing. */
export const readOwnKeys = (places: Pick<Places, 'configFolder'>): KeysReading => {
  const file = keysFile(places);
  const { content, problems, isThere } = readHandWritten(file, () => fileForm, MAXIMUM_BYTES);
  const { success, data } = HOLDER.safeParse(content);
  return { file, isThere, problems, keys: success ? examined(data.keys).keys : new Map() };
};

const HOLDER = z.object({ keys: z.record(z.string(), z.unknown()) });

/** The keys of the file, and what is wrong with it in a line for the screen, which may be narrow. */
export const keysToUse = (
  places: Pick<Places, 'configFolder'>,
): { readonly keys: OwnKeys; readonly problem?: string } => {
  const { file, keys, problems } = readOwnKeys(places);
  const [first, ...others] = problems;
  if (first === undefined) return { keys };
  const name = basename(file);
  const told = placedProblem(name, first);
  if (others.length === 0) return { keys, problem: told };
  return { keys, problem: `${name} has ${problems.length} problems: gpudeck config validate. ${told}` };
};

/** A row; `is_own` where the user has given it other keys. */
export type ListedRow = {
  readonly id: string;
  readonly keys: readonly string[];
  readonly label: string;
  readonly is_own: boolean;
};

/** All rows, by their ids. */
export const listedRows = (places: Pick<Places, 'configFolder'>): readonly ListedRow[] => {
  const { keys: own } = readOwnKeys(places);
  return [...KEY_ROWS]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, keys, label }) => {
      const given = own.get(id);
      const now = given === undefined ? keys : [...given, ...keys.filter((key) => FIXED_PRESSES.includes(key))];
      return { id, keys: now.map(shownPress), label, is_own: given !== undefined };
    });
};
