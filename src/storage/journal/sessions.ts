/**
 * The journal's subject of sessions: what stood on screen in each run of the program when it ended, so that a later run can
 * offer to resume it. A run has one row for each profile in which it has left something.
 */
import { z } from 'zod';
import { readOr, type Statements, soundRows, storedMoment, unwritten, written } from './journal.ts';
import { ownMark, stateOf } from './process-mark.ts';

/** What a run that has ended has left. */
type LostSession = {
  readonly id: string;
  /** The computer it ran on, when that is another one: whether it still runs there is not known. */
  readonly host?: string;
  /** When it was written last, Unix epoch milliseconds. */
  readonly writtenAtEpochMs: number;
  /** What stood on screen, as JSON text; to be checked by whoever reads it. */
  readonly content: string;
};

/** The sessions of one profile. What cannot be written comes back as a sentence that says why. */
export type Sessions = {
  /** Keeps what this run has on screen, in place of what it kept before. */
  readonly keep: (content: string, atEpochMs: number) => string | undefined;
  /** This run has nothing on screen that could be resumed. */
  readonly drop: () => string | undefined;
  /** Those that can be resumed, the newest first. What is too old, of whatever profile, or one too many, is deleted. */
  readonly lost: (nowEpochMs: number) => readonly LostSession[];
  /** Makes a lost session this run's own; false when another run was quicker. */
  readonly adopt: (id: string) => boolean;
  /** Deletes lost sessions. */
  readonly forget: (ids: readonly string[]) => void;
};

/** The table; a step of the journal. */
export const SESSIONS_TABLE = `
  CREATE TABLE sessions (
    session TEXT NOT NULL,
    profile TEXT NOT NULL,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    began TEXT NOT NULL,
    written_at_ms INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (session, profile)
  ) STRICT`;

/** Longest content that is kept, in characters: a queue of 2,000 machines, or a paste of a megabyte into a line. */
const CONTENT_MAXIMUM = 1_000_000;

/** Lost sessions that a profile keeps at the most, and for how long. */
const KEPT_SESSIONS = 10;
const KEPT_MS = 14 * 24 * 3600 * 1000;

/** The sessions of `profile`; `session` is this run of the program. */
export const createSessions = (journal: Statements, profile: string, session: string): Sessions => {
  const put = journal.prepare(`
    INSERT OR REPLACE INTO sessions (session, profile, host, pid, began, written_at_ms, content)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const remove = journal.prepare('DELETE FROM sessions WHERE session = ? AND profile = ?');
  const removeAll = journal.prepare('DELETE FROM sessions WHERE session = ?');
  const others = journal.prepare(`
    SELECT * FROM sessions WHERE profile = ? AND session <> ? ORDER BY written_at_ms DESC, rowid DESC`);
  const old = journal.prepare('SELECT session, host, pid, began FROM sessions WHERE written_at_ms < ?');
  const take = journal.prepare(`
    UPDATE OR REPLACE sessions SET session = ?, host = ?, pid = ?, began = ? WHERE session = ? AND profile = ?`);
  const mark = ownMark();
  const forget = (ids: readonly string[]) => {
    for (const id of ids) written(() => remove.run(id, profile));
  };

  return {
    keep: (content, atEpochMs) =>
      content.length > CONTENT_MAXIMUM
        ? unwritten('what is typed here is too long')
        : written(() => put.run(session, profile, mark.host, mark.pid, mark.began, atEpochMs, content)),
    drop: () => written(() => remove.run(session, profile)),
    lost: (nowEpochMs) => {
      const kept: LostSession[] = [];
      const expired: string[] = [];
      for (const row of readOr([], () => soundRows(others.all(profile, session), (row) => rowSchema.parse(row)))) {
        const state = stateOf(row);
        if (state === 'running') continue;
        const isExpired = nowEpochMs - row.written_at_ms > KEPT_MS || kept.length >= KEPT_SESSIONS;
        if (isExpired) expired.push(row.session);
        else kept.push(lostOf(row, state === 'elsewhere'));
      }
      forget(expired);
      // Nobody may ever come back to an address where something was left.
      for (const row of readOr([], () => old.all(nowEpochMs - KEPT_MS).map((found) => markSchema.parse(found)))) {
        if (stateOf(row) !== 'running') written(() => removeAll.run(row.session));
      }
      return kept;
    },
    adopt: (id) => {
      try {
        return take.run(session, mark.host, mark.pid, mark.began, id, profile).changes > 0;
      } catch {
        return false;
      }
    },
    forget,
  };
};

const markSchema = z.object({ session: z.string(), host: z.string(), pid: z.number(), began: z.string() });

const rowSchema = markSchema.extend({
  written_at_ms: storedMoment,
  content: z.string().max(CONTENT_MAXIMUM),
});

const lostOf = (row: z.infer<typeof rowSchema>, isElsewhere: boolean): LostSession => ({
  id: row.session,
  ...(isElsewhere && { host: row.host }),
  writtenAtEpochMs: row.written_at_ms,
  content: row.content,
});
