/** The journal's subject of how the panes looked last: what a later run starts with, without being asked. */
import { readOr, type Statements, unwritten, written } from './journal.ts';

/** The look of one profile. */
export type LastLook = {
  /** As JSON text, to be checked by whoever reads it; undefined where none is kept, or the journal cannot be read. */
  readonly read: () => string | undefined;
  /** Keeps a look in place of the one before. What cannot be written comes back as a sentence that says why. */
  readonly keep: (content: string) => string | undefined;
};

/** The table; a step of the journal. */
export const LAST_LOOKS_TABLE = `
  CREATE TABLE last_looks (
    profile TEXT PRIMARY KEY,
    content TEXT NOT NULL
  ) STRICT`;

/** Longest content that is kept, in characters: the longest filter, and every column. */
const CONTENT_MAXIMUM = 50_000;

/** The look of `profile`. */
export const createLastLook = (journal: Statements, profile: string): LastLook => {
  const one = journal.prepare(
    `SELECT content FROM last_looks WHERE profile = ? AND length(content) <= ${CONTENT_MAXIMUM}`,
  );
  const put = journal.prepare('INSERT OR REPLACE INTO last_looks (profile, content) VALUES (?, ?)');
  return {
    read: () => {
      const content = readOr(undefined, () => one.get(profile)?.content);
      return typeof content === 'string' ? content : undefined;
    },
    keep: (content) =>
      content.length > CONTENT_MAXIMUM
        ? unwritten('what is typed here is too long')
        : written(() => put.run(profile, content)),
  };
};
