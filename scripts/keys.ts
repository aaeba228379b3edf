/**
 * Writes `src/own-keys/rows.json`: every row of the key tables and which of them are in force at once, as the stories meet them.
 * With names of test files only what these meet is added; without any, the file is made anew by all stories.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTEXTS } from '../src/own-keys/key-rows.ts';
import { type NotedRow, notedOf } from '../test/support/key-rows.ts';

const FILE = 'src/own-keys/rows.json';

const files = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'gpudeck-keys-'));
const notes = join(folder, 'notes');
const env = { ...process.env, GPUDECK_NOTE_KEYS: notes };
const { status } = spawnSync('vitest', ['run', ...(files.length === 0 ? ['test/stories'] : files)], {
  env,
  stdio: 'inherit',
});
const noted: readonly (readonly NotedRow[])[] = existsSync(notes)
  ? readFileSync(notes, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
rmSync(folder, { recursive: true });

const rows = new Map<string, NotedRow>();
const places: ReadonlySet<string>[] = [];
const add = (place: readonly NotedRow[]): void => {
  for (const [id, keys, flags, label] of place) {
    const before = rows.get(id);
    rows.set(id, [
      id,
      [...new Set([...(before?.[1] ?? []), ...keys])],
      [...new Set(`${before?.[2] ?? ''}${flags}`)].sort().join(''),
      before !== undefined && before[3] < label ? before[3] : label,
    ]);
  }
  places.push(new Set(place.map(([id]) => id)));
};
for (const place of noted) add(place);
if (files.length > 0) for (const context of CONTEXTS) add(context.map(notedOf));

/** A place whose rows all stand in another one says nothing more. */
const largest = places.filter(
  (place, index) =>
    !places.some((other, at) => at !== index && place.isSubsetOf(other) && (other.size > place.size || at < index)),
);

/** Rows that are in force at the same places make a table. */
const tablesByPlaces = new Map<string, string[]>();
for (const id of [...rows.keys()].sort()) {
  const at = largest.flatMap((place, index) => (place.has(id) ? [index] : [])).join(' ');
  tablesByPlaces.set(at, [...(tablesByPlaces.get(at) ?? []), id]);
}
const made = [...tablesByPlaces.entries()].sort(([, [one = '']], [, [other = '']]) => (one < other ? -1 : 1));

/** What stands behind the owner in a line: the end of the id, keys, flags and label. */
const lineOf = (id: string, owner: string): string => {
  const [, keys = [], flags = '', label = ''] = rows.get(id) ?? [];
  return [id.slice(owner.length), keys.join(' '), flags, label].join('\t');
};
/** The beginnings of `id` that may be its owner: `offers.`, `offers.columns-`. The shortest comes first. */
const ownersOf = (id: string): readonly string[] =>
  [...id.matchAll(/[.-]/g)].map(({ index }) => id.slice(0, index + 1));

/** Rows that differ by their owner alone are one line: it is parted where most others are like it. */
const sameLines = Map.groupBy(
  [...rows.keys()].flatMap((id) => ownersOf(id).map((owner) => lineOf(id, owner))),
  (line) => line,
);
const owners = new Map<string, string[]>();
for (const [table, [, ids]] of made.entries()) {
  for (const id of ids) {
    const likest = ownersOf(id).reduce((best, owner) => {
      const count = (one: string) => sameLines.get(lineOf(id, one))?.length ?? 0;
      return count(owner) > count(best) ? owner : best;
    });
    const line = lineOf(id, likest);
    owners.set(line, [...(owners.get(line) ?? []), `${likest} ${table}`]);
  }
}
const written = {
  rows: [...owners].map(([line, found]) => [line, ...found].join('\t')).sort(),
  contexts: largest
    .map((_, index) => made.flatMap(([at], table) => (at.split(' ').includes(`${index}`) ? [table] : [])))
    .sort((one, other) => (one.join() < other.join() ? -1 : 1)),
};
writeFileSync(FILE, JSON.stringify(written));
execFileSync('biome', ['format', '--write', FILE], { stdio: 'ignore' });
console.log(`${FILE}: ${rows.size} rows in ${made.length} tables, ${largest.length} places`);
process.exitCode = status ?? 1;
