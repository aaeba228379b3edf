/** Takes a damaged file out of the way, so that a new one can begin in its place. Nothing is ever deleted. */
import { existsSync, renameSync, statSync } from 'node:fs';

/** What SQLite calls a file whose content is not what it wrote: SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGE_CODES = [11, 26];

/** The files that belong to a database: itself, and what SQLite may have left beside it. */
const SIDE_FILES = ['', '-journal', '-wal', '-shm'];

/** True when an error of SQLite says that the file's content is damaged, or was never a database. */
export const isDamage = (error: unknown): boolean => DAMAGE_CODES.includes(primaryCodeOf(error) ?? -1);

/** The kind of an error of SQLite, without what extends it; undefined for every other error. */
export const primaryCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;

/** Which file lies at a place, to tell later whether another one has taken it; undefined when there is none. */
export const identityOf = (file: string): number | undefined => (existsSync(file) ? statSync(file).ino : undefined);

/**
 * Renames the damaged `file`, a database or another one, known by its `identity`, with the files beside it to `<file>.corrupt-<time>`, and tells
 * that name. Undefined when another program has put it out of the way meanwhile. Throws what the file system throws.
 */
export const setAside = (file: string, identity: number | undefined, nowEpochMs: number): string | undefined => {
  const target = freeName(`${file}${MARK}${stampOf(nowEpochMs)}`);
  if (identityOf(file) !== identity) return undefined;
  for (const suffix of SIDE_FILES) {
    if (existsSync(file + suffix)) renameSync(file + suffix, target + suffix);
  }
  return target;
};

/** True for the name of a file that was put aside. */
export const isSetAside = (file: string): boolean => file.includes(MARK);

const MARK = '.corrupt-';

/** The moment as it stands in a file name: `20261121T120301Z`. */
const stampOf = (epochMs: number): string =>
  Temporal.Instant.fromEpochMilliseconds(Math.trunc(epochMs))
    .round({ smallestUnit: 'second', roundingMode: 'floor' })
    .toString()
    .replace(/[-:]/g, '');

const freeName = (name: string, count = 1): string => {
  const tried = count === 1 ? name : `${name}-${count}`;
  return existsSync(tried) ? freeName(name, count + 1) : tried;
};
