/**
 * What a version of the program before pages and writes became values has left in its state folder: sessions as its stories left
 * them, and the rows of the journal behind each kind of write. Written once by that version; never written anew by a later one.
 */
import { readFileSync } from 'node:fs';

/** A session; `words` are what that version said of it, `again` what it saved once it was resumed where that is another. */
type EarlierSession = { readonly session: object; readonly words: readonly string[]; readonly again?: object };

/** How a write ended, and what the tables of the journal hold of it then. */
type EarlierWrite = {
  readonly write: string;
  readonly end: string;
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>>;
};

const lines = readFileSync(new URL('earlier-state.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): EarlierSession | EarlierWrite => JSON.parse(line));

export const EARLIER_SESSIONS = lines.filter((line) => 'session' in line);

export const EARLIER_WRITES = lines.filter((line) => 'write' in line);
