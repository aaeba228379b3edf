/**
 * Files that only their owner may read: mode 0600, in folders of mode 0700 where those have to be made, whatever the umask.
 * A symbolic link in a file's place is never followed, and another user's file is never taken for one's own.
 */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { READ_WITHOUT_WAITING, readAtMost, strangeKindOf } from './small-file.ts';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const OTHERS = 0o077;

/** What {@link readPrivateFile} reads at the most: a key is a fraction of it. */
const PRIVATE_TEXT_MAXIMUM_BYTES = 64 * 1024;

/** What SQLite writes beside a database; it takes over what it finds there. */
const SIDE_FILES = ['-wal', '-shm', '-journal'];

/** What lies in a file's place is not ours to use: a link, a folder, another user's file. The message says which. */
export class StrangeFile extends Error {}

/**
 * Makes sure that the database `file` exists and is private, and that nobody has put something in the place of its side
 * files; leaves its content alone. Throws a StrangeFile, or what the file system throws.
 */
export const ensurePrivateDatabase = (file: string): void => {
  ensureFolder(file);
  for (const side of SIDE_FILES) statOfOwn(`${file}${side}`);
  const found = statOfOwn(file);
  // A file that is as it should be is not opened: closing it would end SQLite's locks on it within this process.
  if (found === undefined) createUnlessThere(file);
  else if ((found.mode & OTHERS) !== 0) withOwnFile(file, () => undefined);
};

/** Makes an empty file. Another program that starts at the same moment may be the one that makes it. */
const createUnlessThere = (file: string): void => {
  try {
    createPrivateFile(file, '');
  } catch (error) {
    if (statOfOwn(file) === undefined) throw error;
  }
};

/**
 * The content of the private file `file`, which is closed to others when it was open to them; undefined when there is none.
 * Throws a StrangeFile, an UnreadableFile when it is no file of ours by its size, or what the file system throws.
 */
export const readPrivateFile = (file: string): string | undefined =>
  statOfOwn(file) === undefined
    ? undefined
    : withOwnFile(file, (descriptor) => readAtMost(file, descriptor, PRIVATE_TEXT_MAXIMUM_BYTES));

/**
 * Gives `file` the content `text`, whole or not at all: whoever reads it meanwhile, or after a power cut, finds the old
 * content or the new one. A link in its place is replaced. Throws what the file system throws.
 */
export const replacePrivateFile = (file: string, text: string): void => {
  ensureFolder(file);
  const draft = `${file}.${randomUUID()}`;
  try {
    createPrivateFile(draft, text);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
};

/**
 * Gives `file` the content `bytes` without holding anybody up. Whoever reads it meanwhile finds the old content or the new
 * one; a power cut may cost both, so it is for what can be had again. Rejects with what the file system throws.
 */
export const putPrivateFile = async (file: string, bytes: Uint8Array): Promise<void> => {
  ensureFolder(file);
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, bytes, { flag: 'wx', mode: FILE_MODE });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};

/**
 * Makes `file` with the content `text`. It must not exist yet and neither a link in its place; its folder must exist. Throws
 * what the file system throws, and leaves nothing behind then.
 */
export const createPrivateFile = (file: string, text: string): void => {
  // `wx` refuses a file or a link that somebody else has put there.
  const descriptor = openSync(file, 'wx', FILE_MODE);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
};

/**
 * Makes `file` of `pieces`, one after the other, without holding anybody up. With `isReplacing` a regular file of the user's own
 * may be there, which is replaced once all is written; else nothing may be there. Its folder must exist. Rejects with a
 * StrangeFile, or with what the file system throws, and leaves nothing behind then and an older file as it was.
 */
export const exportPrivateFile = async (
  file: string,
  pieces: Iterable<string>,
  { isReplacing }: { readonly isReplacing: boolean },
): Promise<void> => {
  if (isReplacing) statOfOwn(file);
  const draft = isReplacing ? `${file}.${randomUUID()}` : file;
  const handle = await open(draft, 'wx', FILE_MODE);
  try {
    try {
      for (const piece of pieces) await handle.appendFile(piece);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (isReplacing) await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};

/**
 * Closes the program's own folder to others when it is there; undefined, or in words why it cannot be trusted and what mends
 * that: whoever else may write to a folder, or to where a link leads, can put other files in place of those in it.
 */
export const closeFolder = (folder: string): string | undefined => {
  try {
    closeOwnFolder(folder);
    return undefined;
  } catch (error) {
    // A file in its place, or a folder that cannot be reached: who writes there will say so.
    if (!(error instanceof StrangeFile)) return undefined;
    return `the folder ${error.message}. Replace it with a folder of your own, or choose another one with --config.`;
  }
};

/** Makes the program's own `folder` when it is missing, and closes it to others. Throws a StrangeFile, or what the file system throws. */
export const ensureOwnFolder = (folder: string): void => {
  makeFolder(folder);
  closeOwnFolder(folder);
};

const closeOwnFolder = (folder: string): void => {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (found.isSymbolicLink()) throw new StrangeFile(linked(folder));
  if (isForeign(found)) {
    throw new StrangeFile(`${folder} ${belonging(found)}, who could change what is stored there`);
  }
  if (found.isDirectory() && (found.mode & OTHERS) !== 0) chmodSync(folder, FOLDER_MODE);
};

/** What is known of `file`; undefined when there is none. Throws when it is a link, no file, or somebody else's. */
const statOfOwn = (file: string): Stats | undefined => {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found !== undefined) refuseStrange(file, found);
  return found;
};

/** Opens `file`, which is there, closes it to others, and hands it to `use`. */
const withOwnFile = <Result>(file: string, use: (descriptor: number) => Result): Result => {
  const descriptor = openSync(file, READ_WITHOUT_WAITING | constants.O_NOFOLLOW);
  try {
    const found = fstatSync(descriptor);
    refuseStrange(file, found);
    if ((found.mode & OTHERS) !== 0) fchmodSync(descriptor, FILE_MODE);
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

const refuseStrange = (file: string, found: Stats): void => {
  if (found.isSymbolicLink()) throw new StrangeFile(linked(file));
  const kind = strangeKindOf(found);
  if (kind !== undefined) throw new StrangeFile(`${file} is ${kind}, but must be a regular file`);
  if (isForeign(found)) throw new StrangeFile(`${file} ${belonging(found)}`);
};

const linked = (path: string): string => `${path} is a symbolic link, which is not allowed here`;

/** False where the system knows no users. */
const isForeign = ({ uid }: Stats): boolean => process.getuid !== undefined && process.getuid() !== uid;

const belonging = ({ uid }: Stats): string => `belongs to another user (uid ${uid})`;

const ensureFolder = (file: string): void => makeFolder(dirname(file));

/** Folder by folder: Node's own way down never ends where the system denies that a folder can be made in one that is there. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
  } catch (error) {
    // Another program may have been quicker.
    if (!existsSync(folder)) throw error;
  }
};
