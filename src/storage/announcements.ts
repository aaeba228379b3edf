/**
 * The journal's subject of maintenance announcements: what was sent for which machine and what came of it. A line is
 * written before its call is sent, so that a program that dies in between leaves an outcome that is known to be unknown.
 */
import { z } from 'zod';
import type { MaintenanceRequest } from '../api/requests.ts';
import {
  keptText,
  type Statements,
  soundRows,
  storedMoment,
  storedText,
  unwritten,
  wordsOf,
  written,
} from './journal.ts';

/** What came of an announcement, as far as is known here. Times are Unix epoch milliseconds. */
type Outcome =
  /** This very program is sending it. */
  | { readonly kind: 'sending' }
  /** The service's yes, with its sentence and the number in it where it gave them (API.md, Schedule maintenance). */
  | {
      readonly kind: 'accepted';
      readonly sentence?: string | undefined;
      readonly notifications?: number | undefined;
      readonly atEpochMs: number;
    }
  /** It was certainly not announced. */
  | { readonly kind: 'refused'; readonly reason: string; readonly atEpochMs: number }
  /** Nobody knows. `atEpochMs` is absent when no answer was noted at all. */
  | { readonly kind: 'unknown'; readonly reason: string; readonly atEpochMs?: number };

/** What an outcome can be once the call has ended. */
export type Settled = Exclude<Outcome, { kind: 'sending' }>;

/** What the user made of an unknown outcome: it took place, it did not, or it was sent once more. */
const DECISIONS = ['announced', 'dropped', 'repeated'] as const;

/** One of those. */
export type Decision = (typeof DECISIONS)[number];

/** One line of the journal. */
export type Announcement = {
  readonly id: number;
  readonly machineId: number;
  /** Start of the window, Unix epoch seconds. */
  readonly startsAtEpochS: number;
  readonly durationHours: number;
  /** The body that was sent, as JSON text. */
  readonly body: string;
  readonly sentAtEpochMs: number;
  readonly outcome: Outcome;
  /** Present once the user has decided about an outcome that was unknown. */
  readonly decision?: Decision;
};

/** The announcements of one profile. What cannot be written comes back as a sentence that says why. */
export type Announcements = {
  /** Notes that a call is about to be sent; nothing may be sent when this fails. */
  readonly begin: (
    request: MaintenanceRequest,
    body: string,
    atEpochMs: number,
  ) => { readonly id: number } | { readonly problem: string };
  /** Notes that the call of `id`, which the rate limit had turned away, is about to be sent again. */
  readonly beginAgain: (id: number, atEpochMs: number) => string | undefined;
  /** Notes what came of it. */
  readonly settle: (id: number, outcome: Settled) => string | undefined;
  /** Notes what the user made of an unknown outcome. */
  readonly decide: (id: number, decision: Decision) => string | undefined;
  /** The newest announcements, the newest first, at most `limit`; or why they cannot be read. */
  readonly list: (limit: number) => readonly Announcement[] | { readonly problem: string };
};

/** The table; a step of the journal. */
export const ANNOUNCEMENTS_TABLE = `
  CREATE TABLE announcements (
    id INTEGER PRIMARY KEY,
    profile TEXT NOT NULL,
    session TEXT NOT NULL,
    machine_id INTEGER NOT NULL,
    starts_at INTEGER NOT NULL,
    duration_hours REAL NOT NULL,
    body TEXT NOT NULL,
    sent_at_ms INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('sending', 'accepted', 'refused', 'unknown')),
    words TEXT,
    notifications INTEGER,
    settled_at_ms INTEGER,
    decision TEXT
  ) STRICT;
  CREATE INDEX announcements_by_time ON announcements (profile, id DESC)`;

/** What is said of a line that another program, or an earlier run of this one, began and did not end. */
const LEFT_OPEN = 'no answer was noted: the program ended first, or another gpudeck is still waiting for it';

/**
 * The announcements of `profile`. `session` is this run of the program: a line that another session left open is an
 * outcome unknown, without asking whether that session still lives.
 */
export const createAnnouncements = (journal: Statements, profile: string, session: string): Announcements => {
  const insert = journal.prepare(`
    INSERT INTO announcements (profile, session, machine_id, starts_at, duration_hours, body, sent_at_ms, state)
    VALUES (?, ?, ?, ?, ?, ?, ?, 'sending')`);
  const reopen = journal.prepare(`
    UPDATE announcements SET state = 'sending', sent_at_ms = ?, words = NULL, settled_at_ms = NULL WHERE id = ?`);
  const close = journal.prepare(`
    UPDATE announcements SET state = ?, words = ?, notifications = ?, settled_at_ms = ? WHERE id = ?`);
  const decide = journal.prepare('UPDATE announcements SET decision = ? WHERE id = ?');
  const newest = journal.prepare('SELECT * FROM announcements WHERE profile = ? ORDER BY id DESC LIMIT ?');

  return {
    begin: ({ machineId, startsAtEpochS, durationHours }, body, atEpochMs) => {
      try {
        const values = [machineId, startsAtEpochS, durationHours, body, atEpochMs];
        return { id: Number(insert.run(profile, session, ...values).lastInsertRowid) };
      } catch (error) {
        return { problem: unwritten(error) };
      }
    },
    beginAgain: (id, atEpochMs) => written(() => reopen.run(atEpochMs, id)),
    settle: (id, outcome) => {
      const notifications = outcome.kind === 'accepted' ? outcome.notifications : undefined;
      const words = outcome.kind === 'accepted' ? outcome.sentence : outcome.reason;
      const values = [words === undefined ? null : keptText(words), notifications ?? null, outcome.atEpochMs ?? null];
      return written(() => close.run(outcome.kind, ...values, id));
    },
    decide: (id, decision) => written(() => decide.run(decision, id)),
    list: (limit) => {
      try {
        return soundRows(newest.all(profile, limit), (row) => announcementOf(rowSchema.parse(row), session));
      } catch (error) {
        return { problem: `The journal could not be read: ${wordsOf(error)}.` };
      }
    },
  };
};

/** What no line of ours goes beyond: the last day of the year 9998, ten years, and a body of ten times the longest reason. */
const LATEST_START_S = 253_370_764_800;
const LONGEST_HOURS = 87_840;
const LONGEST_BODY = 100_000;

const rowSchema = z.object({
  id: z.number(),
  session: z.string(),
  machine_id: z.number(),
  starts_at: z.number().min(0).max(LATEST_START_S),
  duration_hours: z.number().min(0).max(LONGEST_HOURS),
  body: z.string().max(LONGEST_BODY),
  sent_at_ms: storedMoment,
  state: z.enum(['sending', 'accepted', 'refused', 'unknown']),
  words: storedText.nullable(),
  notifications: z.number().nullable(),
  settled_at_ms: storedMoment.nullable(),
  decision: z.enum(DECISIONS).nullable(),
});

const announcementOf = (row: z.infer<typeof rowSchema>, session: string): Announcement => ({
  id: row.id,
  machineId: row.machine_id,
  startsAtEpochS: row.starts_at,
  durationHours: row.duration_hours,
  body: row.body,
  sentAtEpochMs: row.sent_at_ms,
  outcome: outcomeOf(row, session),
  ...(row.decision === null ? {} : { decision: row.decision }),
});

const outcomeOf = (row: z.infer<typeof rowSchema>, session: string): Outcome => {
  const atEpochMs = row.settled_at_ms ?? row.sent_at_ms;
  switch (row.state) {
    case 'sending':
      return row.session === session ? { kind: 'sending' } : { kind: 'unknown', reason: LEFT_OPEN };
    case 'accepted':
      return {
        kind: 'accepted',
        sentence: row.words ?? undefined,
        notifications: row.notifications ?? undefined,
        atEpochMs,
      };
    case 'refused':
    case 'unknown':
      return { kind: row.state, reason: row.words ?? '', atEpochMs };
  }
};
