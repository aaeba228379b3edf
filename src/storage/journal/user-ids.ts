/** The journal's subject of user ids that were typed by hand, for profiles that do not name theirs. */
import { readOr, type Statements, written } from './journal.ts';

/** The user id that one profile remembers. */
export type SavedUserId = {
  /** Undefined when none was ever typed, or the journal cannot be read. */
  readonly read: () => number | undefined;
  /** Remembers an id in place of any before. What the journal cannot take is not remembered. */
  readonly remember: (userId: number) => void;
};

/** The table; a step of the journal. */
export const USER_IDS_TABLE = `
  CREATE TABLE user_ids (
    profile TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL
  ) STRICT`;

/** The user id of `profile`. */
export const createSavedUserId = (journal: Statements, profile: string): SavedUserId => {
  const one = journal.prepare('SELECT user_id FROM user_ids WHERE profile = ?');
  const put = journal.prepare('INSERT OR REPLACE INTO user_ids (profile, user_id) VALUES (?, ?)');
  return {
    read: () => {
      const id = readOr(undefined, () => one.get(profile)?.user_id);
      return typeof id === 'number' ? id : undefined;
    },
    remember: (userId) => void written(() => put.run(profile, userId)),
  };
};
