/** Reads an API key, or another secret, from a file that only its owner can read. It is returned and kept nowhere. */

import { fitsHeader } from '../../api/errors/key-problem.ts';
import { messageOf } from '../../base/message.ts';
import { shellWord } from '../../base/other-programs.ts';
import { readSmallFile, UnreadableFile } from './small-file.ts';

/** The key, or in words why there is none and what mends it. */
type KeyReading = { readonly apiKey: string } | { readonly problem: string };

const OTHERS = 0o077;

/** Several times the longest key that anybody uses. */
const MAXIMUM_BYTES = 128 * 1024;

/** The key in `file`: its only line. A file that others may read is refused, because the key is theirs already. `what` is what it is called. */
export const readKeyFile = (file: string, what: 'key' | 'secret' = 'key'): KeyReading => {
  try {
    // What is looked at is what is read, whatever happens to the name in between.
    const { text, stats } = readSmallFile(file, MAXIMUM_BYTES);
    const { mode } = stats;
    if ((mode & OTHERS) !== 0) {
      const shown = (mode & 0o777).toString(8).padStart(4, '0');
      return {
        problem: `Other users can read the ${what} file ${file} (mode ${shown}). Fix it with: chmod 600 ${shellWord(file)}`,
      };
    }
    const apiKey = text.trim();
    if (apiKey === '') return { problem: `The ${what} file ${file} is empty: write the ${what} into it, on one line.` };
    if (!fitsHeader(apiKey)) {
      return { problem: `The ${what} file ${file} contains more than a ${what}: it must be one line without spaces.` };
    }
    return { apiKey };
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: `The ${what} file ${error.message}.` };
    return { problem: `The ${what} file ${file} cannot be read: ${reasonOf(error, what)}` };
  }
};

const reasonOf = (error: unknown, what: string): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT')
    return `there is no such file. Write the ${what} into it, on one line, and close it to others with chmod 600; or name another file.`;
  if (code === 'EACCES') return 'this account may not read it. Run gpudeck as its owner, or name another file.';
  return messageOf(error);
};
