/** The journal's subject of event types that were typed by hand, so that they are offered beside the published ones. */
import { keptText, readOr, type Statements, written } from './journal.ts';

/** The event types that one profile remembers, each `<group>:<event>`. */
export type SavedEventTypes = {
  /** In the order in which they were first used; none when the journal cannot be read. */
  readonly list: () => readonly string[];
  /** Remembers a type. What the journal cannot take is not remembered. */
  readonly remember: (type: string) => void;
};

/** The table; a step of the journal. */
export const EVENT_TYPES_TABLE = `
  CREATE TABLE event_types (
    place INTEGER PRIMARY KEY,
    profile TEXT NOT NULL,
    type TEXT NOT NULL,
    UNIQUE (profile, type)
  ) STRICT`;

/** Types of a profile that are kept at the most, those typed last: each was typed by hand, and all of them stand in one list. */
export const KEPT_TYPES = 500;

/** The event types of `profile`. */
export const createSavedEventTypes = (journal: Statements, profile: string): SavedEventTypes => {
  const all = journal.prepare('SELECT type FROM event_types WHERE profile = ? ORDER BY place');
  const put = journal.prepare('INSERT OR IGNORE INTO event_types (profile, type) VALUES (?, ?)');
  const trim = journal.prepare(`
    DELETE FROM event_types WHERE profile = ? AND place <= (
      SELECT place FROM event_types WHERE profile = ? ORDER BY place DESC LIMIT 1 OFFSET ${KEPT_TYPES})`);
  return {
    list: () => readOr([], () => all.all(profile).map(({ type }) => keptText(String(type)))),
    remember: (type) =>
      void written(() => {
        put.run(profile, type);
        trim.run(profile, profile);
      }),
  };
};
