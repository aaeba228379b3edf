/** The file that a typed text means, and why it could not be written. Pure. */
import { dirname, isAbsolute, join, resolve } from 'node:path';

/** Longest path that a system takes, in characters. */
export const PATH_MAXIMUM = 4096;

/** The absolute path that `typed` means, `~/` being `homeFolder`, or why it means none. */
export const typedPath = (
  typed: string,
  homeFolder: string | undefined,
): { readonly file: string } | { readonly problem: string } => {
  const text = typed.trim();
  if (text === '') return { problem: 'Type the name of a file.' };
  if (text.endsWith('/')) return { problem: 'That is a folder: add the name of a file.' };
  if (isAbsolute(text) || !text.startsWith('~')) return { file: resolve(text) };
  if (!text.startsWith('~/')) return { problem: 'Only ~/ is understood, for your own home folder.' };
  return homeFolder === undefined
    ? { problem: 'The home folder is not known here: type the whole path.' }
    : { file: join(homeFolder, text.slice(2)) };
};

/**
 * Why `file` could not be written, in words. Of a failure only the system's short code is said: its message is not ours to
 * vouch for.
 */
export const unwrittenWords = (error: unknown, file: string): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'failure';
  switch (code) {
    case 'EEXIST':
      return `${file} exists already, and is left as it is: name another file.`;
    case 'ENOENT':
      return `There is no such folder: ${dirname(file)}. Make it, or name another.`;
    case 'ENOTDIR':
      return `A file stands where a folder is wanted: ${dirname(file)}`;
    case 'EISDIR':
      return `That is a folder: ${file}`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `This account may not write there: ${file}`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk is full: nothing was written to ${file}. Make room, or name a file on another disk.`;
    case 'ENAMETOOLONG':
      return 'The system takes no name that long: type a shorter one.';
    default:
      return `${file} could not be written (${code}).`;
  }
};
