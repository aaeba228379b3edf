/**
 * The journal's subject of notification preferences: what the service last said of a user's, because it may have no call that
 * shows the present ones (docs/interface.md, Update notification preferences), and whether a replacement since then has no known outcome.
 */
import { z } from 'zod';
import { preferencesShape } from '../../api/records/preferences-shape.ts';
import type { ToldPreferences } from '../../api/requests.ts';
import { claimed, type Objection, readOr, type Statements, storedMoment, written } from './journal.ts';

/** What is known of one user's preferences. Times are Unix epoch milliseconds. */
export type KnownPreferences = {
  /** The service's last answer; absent before there was one. */
  readonly confirmed?: { readonly preferences: ToldPreferences; readonly atEpochMs: number };
  /** When a replacement was sent whose outcome was never known; absent when there is none. */
  readonly openSinceEpochMs?: number;
};

/** Users of a service whose preferences are kept at the most, those confirmed last: a key has one user, a person a few keys. */
export const KEPT_USERS = 100;

/** What the user had on screen: when the service had confirmed it, and since when the outcome of a replacement is open. */
export type Seen = { readonly confirmedAtEpochMs: number | undefined; readonly openSinceEpochMs: number | undefined };

/** The preferences known of one service's users, by user id. What cannot be written comes back as a sentence that says why. */
export type ConfirmedPreferences = {
  /** Nothing when the journal cannot be read. */
  readonly of: (userId: number) => KnownPreferences;
  /**
   * Notes that a replacement is about to be sent, as one step that no other program can come into; nothing may be sent when this
   * fails, nor when what is known is no longer what the user has `seen`: then it has been replaced since.
   */
  readonly begin: (userId: number, atEpochMs: number, seen: Seen) => Objection<KnownPreferences> | undefined;
  /** The service confirmed these. */
  readonly confirm: (userId: number, preferences: ToldPreferences, atEpochMs: number) => string | undefined;
  /** The service showed these. A replacement of unknown outcome is settled by that if it was sent before `settledEpochMs`. */
  readonly show: (
    userId: number,
    preferences: ToldPreferences,
    atEpochMs: number,
    settledEpochMs: number,
  ) => string | undefined;
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

/**
 * A replacement whose answer was lost is carried out within this time, or never: then what the service says later has settled its
 * outcome. ms; the time limits of such a call add up to 125 s.
 */
export const SETTLED_AFTER_MS = 180_000;

/**
 * Puts what is known by the name `from` under `to`. Of what both know of a user the newer answer counts, and the replacement of
 * unknown outcome that was sent later, unless that answer has settled it. Takes several statements: to be done in one step.
 */
export const movePreferences = (journal: Pick<Statements, 'prepare'>, from: string, to: string): void => {
  if (from === to) return;
  const merge = journal.prepare(`
    INSERT INTO confirmed_preferences AS kept (profile, user_id, preferences, confirmed_at_ms, open_since_ms)
    SELECT ?, user_id, preferences, confirmed_at_ms, open_since_ms FROM confirmed_preferences WHERE profile = ?
    ON CONFLICT DO UPDATE SET
      preferences = CASE WHEN excluded.confirmed_at_ms > coalesce(kept.confirmed_at_ms, -1)
        THEN excluded.preferences ELSE kept.preferences END,
      confirmed_at_ms = coalesce(
        max(kept.confirmed_at_ms, excluded.confirmed_at_ms), kept.confirmed_at_ms, excluded.confirmed_at_ms),
      open_since_ms = coalesce(
        max(kept.open_since_ms, excluded.open_since_ms), kept.open_since_ms, excluded.open_since_ms)`);
  const settle = journal.prepare(`
    UPDATE confirmed_preferences SET open_since_ms = NULL
    WHERE profile = ? AND open_since_ms < confirmed_at_ms - ${SETTLED_AFTER_MS}`);
  const remove = journal.prepare('DELETE FROM confirmed_preferences WHERE profile = ?');
  merge.run(to, from);
  settle.run(to);
  remove.run(from);
};

/** The preferences of the users of `service`, which stands in the column `profile`. */
export const createConfirmedPreferences = (journal: Statements, service: string): ConfirmedPreferences => {
  const read = journal.prepare('SELECT * FROM confirmed_preferences WHERE profile = ? AND user_id = ?');
  const open = journal.prepare(`
    INSERT INTO confirmed_preferences (profile, user_id, open_since_ms) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET open_since_ms = excluded.open_since_ms`);
  const put = journal.prepare(`
    INSERT OR REPLACE INTO confirmed_preferences (profile, user_id, preferences, confirmed_at_ms) VALUES (?, ?, ?, ?)`);
  // What is open is never forgotten.
  const trim = journal.prepare(`
    DELETE FROM confirmed_preferences WHERE profile = ? AND open_since_ms IS NULL AND user_id IN (
      SELECT user_id FROM confirmed_preferences WHERE profile = ?
      ORDER BY confirmed_at_ms DESC, rowid DESC LIMIT -1 OFFSET ${KEPT_USERS})`);
  const show = journal.prepare(`
    INSERT INTO confirmed_preferences (profile, user_id, preferences, confirmed_at_ms) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET preferences = excluded.preferences, confirmed_at_ms = excluded.confirmed_at_ms,
      open_since_ms = CASE WHEN open_since_ms < ? THEN NULL ELSE open_since_ms END`);
  const settle = journal.prepare(
    'UPDATE confirmed_preferences SET open_since_ms = ? WHERE profile = ? AND user_id = ?',
  );
  const of = (userId: number): KnownPreferences => {
    const row = readOr(undefined, () => read.get(service, userId));
    return row === undefined ? {} : readOr({}, () => knownOf(rowSchema.parse(row)));
  };
  return {
    of,
    begin: (userId, atEpochMs, seen) =>
      claimed(journal, () => {
        const standing = of(userId);
        const { confirmed, openSinceEpochMs } = standing;
        const isSeen = confirmed?.atEpochMs === seen.confirmedAtEpochMs && openSinceEpochMs === seen.openSinceEpochMs;
        if (!isSeen) return { standing };
        open.run(service, userId, atEpochMs);
        return undefined;
      }),
    confirm: (userId, preferences, atEpochMs) =>
      written(() => {
        put.run(service, userId, JSON.stringify(preferences), atEpochMs);
        trim.run(service, service);
      }),
    show: (userId, preferences, atEpochMs, settledEpochMs) =>
      written(() => {
        show.run(service, userId, JSON.stringify(preferences), atEpochMs, settledEpochMs);
        trim.run(service, service);
      }),
    refuse: (userId, openSinceEpochMs) => written(() => settle.run(openSinceEpochMs ?? null, service, userId)),
  };
};

const rowSchema = z.object({
  preferences: z
    .string()
    .transform((text) => preferencesShape().parse(JSON.parse(text)))
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
