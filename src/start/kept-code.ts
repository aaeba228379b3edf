/**
 * Compiled code of the program, kept from run to run in the user's own folder: whoever can write there decides what code runs, so
 * that it is in no shared /tmp. Without such a folder the program starts more slowly, and nothing is said.
 */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { KeptCode } from './scripts.ts';

/** Code of other versions that has not been written for so long is deleted, days. */
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Where code is kept, or undefined when there is no safe place. */
export const codeFolder = (environment: Readonly<Record<string, string | undefined>>): string | undefined => {
  const named = environment.XDG_CACHE_HOME ?? '';
  const folder = join(isAbsolute(named) ? named : usualCache(), 'gpudeck', 'compiled');
  // Without a home it would be a place in the folder where the program was started.
  return isAbsolute(folder) && isOwnFolder(folder) ? folder : undefined;
};

const usualCache = (): string => {
  try {
    return join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
  } catch {
    return '';
  }
};

/**
 * Makes `folder` when it is missing; false when there is none, it is a link, or others may write to it. Node's own way of making all that
 * is missing never ends where the system denies that a folder can be made in one that is there, as in /proc.
 */
const isOwnFolder = (folder: string): boolean => {
  try {
    for (const path of [dirname(dirname(folder)), dirname(folder), folder]) {
      if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    }
    return [folder, dirname(folder)].every((path) => {
      const found = lstatSync(path);
      const { mode, uid } = found;
      return found.isDirectory() && (mode & 0o022) === 0 && uid === (process.getuid?.() ?? uid);
    });
  } catch {
    return false;
  }
};

/** Where code of a script may be. */
export type CodeFiles = {
  /** What a run of this user has kept; absent where there is no safe place. */
  readonly own?: string | undefined;
  /** What came with the program. */
  readonly brought?: string;
};

/** The code of a script; undefined when there is none. It is stale after a day: the run that it was made of may have done little. */
export const readCode = ({ own, brought }: CodeFiles): KeptCode | undefined => codeIn(own) ?? codeIn(brought);

const codeIn = (file: string | undefined): KeptCode | undefined => {
  if (file === undefined) return undefined;
  try {
    const bytes = readFileSync(file);
    return bytes.length > 0 ? { bytes, isStale: ageMs(file) > DAY_MS } : undefined;
  } catch {
    return undefined;
  }
};

const ageMs = (path: string): number => Date.now() - lstatSync(path).mtimeMs;

/** Writes `code` to `file` as a whole or not at all; a disk that is full or read-only is no reason to say anything. */
export const writeCode = (file: string, code: Uint8Array): void => {
  const half = `${file}.${process.pid}`;
  try {
    // V8 does not see that code was damaged when power went.
    writeFileSync(half, code, { mode: 0o600, flush: true });
    renameSync(half, file);
    for (const name of readdirSync(dirname(file))) deleteOld(join(dirname(file), name));
  } catch {
    rmSync(half, { force: true });
  }
};

const deleteOld = (path: string): void => {
  if (ageMs(path) > KEPT_DAYS * DAY_MS) rmSync(path, { recursive: true, force: true });
};
