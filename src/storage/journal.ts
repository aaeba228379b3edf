/**
 * The journal: what the program has done and learned, in one SQLite file that several programs share. A subject is a file
 * beside this one with its own table. No key and no webhook secret is ever written here.
 */
import type { DatabaseSync } from 'node:sqlite';

/** An open journal; it is closed with `close()`. */
export type Journal = DatabaseSync;

/** Writes to the journal; a sentence comes back when that fails. */
export const written = (write: () => unknown): string | undefined => {
  try {
    write();
    return undefined;
  } catch (error) {
    return unwritten(error);
  }
};

/** What `read` finds in the journal; `nothing` when the journal cannot be read. */
export const readOr = <Value>(nothing: Value, read: () => Value): Value => {
  try {
    return read();
  } catch {
    return nothing;
  }
};

/** The sentence for a line that the journal could not take. */
export const unwritten = (error: unknown): string => `The journal could not be written: ${wordsOf(error)}.`;

/** What went wrong with a file or a database, in words without a full stop. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
