/**
 * The journal's subject of notification preferences: what the service last confirmed for a user, because it has no call that
 * shows the present ones (API.md, Update notification preferences), and whether a replacement since then has no known outcome.
 */
import { z } from 'zod';
import { preferencesShape } from '../api/preferences-shape.ts';
import type { NotificationPreferences } from '../api/requests.ts';
import { readOr, type Statements, storedMoment, written } from './journal.ts';

/** What is known of one user's preferences. Times are Unix epoch milliseconds. */
type KnownPreferences = {
  /** The service's last answer; absent before there was one. */
  readonly confirmed?: { readonly preferences: NotificationPreferences; readonly atEpochMs: number };
  /** When a replacement was sent whose outcome was never known; absent when there is none. */
  readonly openSinceEpochMs?: number;
};

/** The preferences that one profile knows, by user id. What cannot be written comes back as a sentence that says why. */
export type ConfirmedPreferences = {
  /** Nothing when the journal cannot be read. */
  readonly of: (userId: number) => KnownPreferences;
  /** Notes that a replacement is about to be sent; nothing may be sent when this fails. */
  readonly begin: (userId: number, atEpochMs: number) => string | undefined;
  /** The service confirmed these. */
  readonly confirm: (userId: number, preferences: NotificationPreferences, atEpochMs: number) => string | undefined;
  /** The replacement that was begun did certainly not take place; `openSinceEpochMs` is that of an earlier one, if any. */
  readonly refuse: (userId: number, openSinceEpochMs: number | undefined) => string | undefined;
};

/** The table; a step of the journal. */
export const PREFERENCES_TABLE = `
  CREATE TABLE confirmed_preferences (
    profile TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    preferences TEXT,
    confirmed_at_ms INTEGER,
    open_since_ms INTEGER,
    PRIMARY KEY (profile, user_id)
  ) STRICT`;

/** The preferences of `profile`. */
export const createConfirmedPreferences = (journal: Statements, profile: string): ConfirmedPreferences => {
  const read = journal.prepare('SELECT * FROM confirmed_preferences WHERE profile = ? AND user_id = ?');
  const open = journal.prepare(`
    INSERT INTO confirmed_preferences (profile, user_id, open_since_ms) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET open_since_ms = excluded.open_since_ms`);
  const put = journal.prepare(`
    INSERT OR REPLACE INTO confirmed_preferences (profile, user_id, preferences, confirmed_at_ms) VALUES (?, ?, ?, ?)`);
  const settle = journal.prepare(
    'UPDATE confirmed_preferences SET open_since_ms = ? WHERE profile = ? AND user_id = ?',
  );
  return {
    of: (userId) => {
      const row = readOr(undefined, () => read.get(profile, userId));
      return row === undefined ? {} : readOr({}, () => knownOf(rowSchema.parse(row)));
    },
    begin: (userId, atEpochMs) => written(() => open.run(profile, userId, atEpochMs)),
    confirm: (userId, preferences, atEpochMs) =>
      written(() => put.run(profile, userId, JSON.stringify(preferences), atEpochMs)),
    refuse: (userId, openSinceEpochMs) => written(() => settle.run(openSinceEpochMs ?? null, profile, userId)),
  };
};

const rowSchema = z.object({
  preferences: z
    .string()
    .transform((text) => preferencesShape.parse(JSON.parse(text)))
    .nullable(),
  confirmed_at_ms: storedMoment.nullable(),
  open_since_ms: storedMoment.nullable(),
});

const knownOf = (row: z.infer<typeof rowSchema>): KnownPreferences => ({
  ...(row.preferences !== null &&
    row.confirmed_at_ms !== null && {
      confirmed: { preferences: row.preferences, atEpochMs: row.confirmed_at_ms },
    }),
  ...(row.open_since_ms !== null && { openSinceEpochMs: row.open_since_ms }),
});
