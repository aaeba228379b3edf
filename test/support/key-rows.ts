/**
 * The rows of the key tables in force, as `src/own-keys/rows.json` has them: noted for `npm run keys`, and else compared, so that
 * a story fails on a row that the file lacks, and a tour of all screens on a place.
 */
import { appendFileSync } from 'node:fs';
import { CONTEXTS, KEY_ROWS } from '../../src/own-keys/key-rows.ts';
import type { KeyRow } from '../../src/own-keys/written-rows.ts';
import type { Layer } from '../../src/tui/keys/binding.ts';

/** A row as it is noted: id, keys, flags, label. */
export type NotedRow = readonly [id: string, keys: readonly string[], flags: string, label: string];

/** Rows that depend on what is there, such as one for each profile, cannot be given keys. */
const OF_PROFILES = /^frame\.switch-to-/;

const notes = process.env.GPUDECK_NOTE_KEYS;
const seen = new Set<string>();
const byId = new Map(KEY_ROWS.map((row) => [row.id, row]));
const contexts = CONTEXTS.map((rows) => new Set(rows.map(({ id }) => id)));

/** Looks at the rows in force. */
export const lookAtKeys = (layers: readonly Layer[]): void => {
  const rows = rowsOf(layers);
  const note = JSON.stringify(rows);
  if (seen.has(note)) return;
  seen.add(note);
  if (notes !== undefined) {
    appendFileSync(notes, `${note}\n`);
    return;
  }
  const missing = rows.filter(([id, keys, flags]) => {
    const row = byId.get(id);
    return (
      row === undefined ||
      !keys.every((key) => row.keys.includes(key)) ||
      ![...flags].every((flag) => flagsOf(row).includes(flag))
    );
  });
  if (missing.length > 0) throw lacking(missing.map(([id]) => id).join(', '));
};

/** Looks whether it is known that the rows in force are so at once: on a tour, where chance decides nothing of that. */
export const lookAtPlace = (layers: readonly Layer[]): void => {
  const ids = rowsOf(layers).map(([id]) => id);
  if (notes !== undefined || contexts.some((context) => ids.every((id) => context.has(id)))) return;
  throw lacking(`the place with ${ids.join(', ')}`);
};

const lacking = (what: string): Error =>
  new Error(`src/own-keys/rows.json lacks ${what}. npm run keys -- TEST-FILE adds what a test file meets.`);

/** The row as it would be noted. */
export const notedOf = (row: KeyRow): NotedRow => [row.id, row.keys, flagsOf(row), row.label];

const flagsOf = (row: { isConfirming: boolean; isDestructive: boolean; isWhileTyping: boolean }): string =>
  `${row.isConfirming ? 'c' : ''}${row.isDestructive ? 'd' : ''}${row.isWhileTyping ? 't' : ''}`;

/** Those that a key can reach, up to the first layer that shuts off the others. */
const rowsOf = (layers: readonly Layer[]): readonly NotedRow[] => {
  const rows = new Map<string, NotedRow>();
  const end = layers.findIndex(({ isModal }) => isModal);
  const inForce = end < 0 ? layers : layers.slice(0, end + 1);
  const isWhileTyping = inForce.some(({ type }) => type !== undefined);
  for (const { bindings } of inForce) {
    for (const binding of bindings) {
      const { id, keys, label, isConfirming, isDestructive, isDeparture, like = id } = binding;
      if (OF_PROFILES.test(id)) continue;
      const flags = flagsOf({
        isConfirming: isConfirming === true,
        isDestructive: isDestructive === true || isDeparture === true,
        isWhileTyping,
      });
      const before = rows.get(like);
      rows.set(like, [like, [...new Set([...(before?.[1] ?? []), ...keys])], flags, before?.[3] ?? label]);
    }
  }
  return [...rows.values()];
};
