/** Files that only their owner may read: mode 0600, in folders of mode 0700 where those have to be made. */
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Makes sure that `file` exists and is private, and leaves its content alone. Throws what the file system throws. */
export const ensurePrivateFile = (file: string): void => {
  ensureFolder(file);
  closeSync(openSync(file, 'a', FILE_MODE));
  chmodSync(file, FILE_MODE);
};

/**
 * Gives `file` the content `text`, whole or not at all: whoever reads it meanwhile, or after a power cut, finds the old
 * content or the new one. Throws what the file system throws.
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
