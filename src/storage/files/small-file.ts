/**
 * Reads a file that the user has written by hand. Whatever lies in its place, a pipe, a device or a film, neither holds the
 * program up nor fills its memory.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/** What lies in a file's place is no file to read. The message names it and says why. */
export class UnreadableFile extends Error {}

/** The text of `file`, which has `maximumBytes` at the most, and what is known of it. Throws {@link UnreadableFile}, or what the file system throws. */
export const readSmallFile = (file: string, maximumBytes: number): { readonly text: string; readonly stats: Stats } => {
  // Opening a device can set it off, so it is looked at before; and once more, because another file may have come meanwhile.
  refuseUnreadable(file, statSync(file), maximumBytes);
  const descriptor = openSync(file, READ_WITHOUT_WAITING);
  try {
    const stats = fstatSync(descriptor);
    refuseUnreadable(file, stats, maximumBytes);
    return { text: readAtMost(file, descriptor, maximumBytes), stats };
  } finally {
    closeSync(descriptor);
  }
};

/** Opens for reading: a pipe that nobody writes to does not hold it up, and no terminal becomes the program's own. */
export const READ_WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** The text of `file` behind `descriptor`. Throws {@link UnreadableFile} for more than `maximumBytes`, whatever the system says of its size. */
export const readAtMost = (file: string, descriptor: number, maximumBytes: number): string => {
  const bytes = Buffer.alloc(maximumBytes + 1);
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(descriptor, bytes, length, bytes.length - length, null);
    if (count === 0) return bytes.toString('utf8', 0, length);
    length += count;
  }
  throw new UnreadableFile(tooLarge(file, maximumBytes));
};

/** What `stats` tell of: `a pipe`, `a folder`; undefined for a regular file. */
export const strangeKindOf = (stats: Stats): string | undefined => {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return stats.isSymbolicLink() ? 'a symbolic link' : 'a device';
};

const refuseUnreadable = (file: string, stats: Stats, maximumBytes: number): void => {
  const kind = strangeKindOf(stats);
  if (kind !== undefined) throw new UnreadableFile(`${file} is ${kind}, but must be a regular file`);
  if (stats.size > maximumBytes) throw new UnreadableFile(tooLarge(file, maximumBytes));
};

const tooLarge = (file: string, maximumBytes: number): string =>
  `${file} is larger than ${maximumBytes / 1024} KB, the most that is read`;
