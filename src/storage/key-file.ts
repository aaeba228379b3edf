/** Reads an API key from a file that only its owner can read. The key is returned and kept nowhere. */
import { readFileSync, statSync } from 'node:fs';

/** The key, or in words why there is none and what mends it. */
type KeyReading = { readonly apiKey: string } | { readonly problem: string };

const OTHERS = 0o077;

/** The key in `file`: its only line. A file that others may read is refused, because the key is theirs already. */
export const readKeyFile = (file: string): KeyReading => {
  try {
    const { mode } = statSync(file);
    if ((mode & OTHERS) !== 0) {
      const shown = (mode & 0o777).toString(8).padStart(4, '0');
      return {
        problem: `The key file ${file} may be read by others (mode ${shown}). Mend it with: chmod 600 '${file}'`,
      };
    }
    const apiKey = readFileSync(file, 'utf8').trim();
    if (apiKey === '') return { problem: `The key file ${file} is empty: put the key on its only line.` };
    if (!/^[\x21-\x7e]+$/.test(apiKey)) {
      return { problem: `The key file ${file} holds more than a key: it must be one line without blanks.` };
    }
    return { apiKey };
  } catch (error) {
    return {
      problem: `The key file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
};
