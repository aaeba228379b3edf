/**
 * The journal's subject of maintenance announcements: what was sent for which machine and what came of it. A line is
 * written before its call is sent, so that a program that dies in between leaves an outcome that is known to be unknown.
 */

import { z } from 'zod';
import type { MaintenanceRequest } from '../../api/requests.ts';
import {
  claimed,
  keptText,
  LEFT_OPEN,
  type Objection,
  type Own,
  readOrProblem,
  type Statements,
  soundRows,
  storedMoment,
  storedText,
  written,
} from './journal.ts';

/** What the user can make of an unknown outcome. */
export const DECISIONS = ['announced', 'dropped', 'repeated'] as const;

/** What came of an announcement, as far as is known here. Times are Unix epoch milliseconds. */
type Outcome =
  /** This very program is sending it. */
  | { readonly kind: 'sending' }
  /** The service's yes, with its sentence and the number in it where it gave them (docs/interface.md, Schedule maintenance). */
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
type Settled = Exclude<Outcome, { kind: 'sending' }>;

/** What the user made of an unknown outcome: it took place, it did not, or it was sent once more. */
export type Decision = (typeof DECISIONS)[number];

/** One line of the journal. */
export type Announcement = Claimed & {
  readonly id: number;
  /** The body that was sent, as JSON text. */
  readonly body: string;
  readonly sentAtEpochMs: number;
  readonly outcome: Outcome;
  /** Present once the user has decided about an outcome that was unknown. */
  readonly decision?: Decision;
};

/** What is said of one that was waiting to be sent again. */
const LEFT_WAITING = 'the rate limit refused it, and another gpudeck may still be waiting to send it again';

/** What no line of ours goes beyond: the last day of the year 9998, ten years, and a body of ten times the longest reason. */
const LATEST_START_S = 253_370_764_800;
const LONGEST_HOURS = 87_840;
const LONGEST_BODY = 100_000;

const SELECT = `
  SELECT id, machine_id AS machineId, starts_at AS startsAtEpochS, duration_hours AS durationHours, body,
    sent_at_ms AS sentAtEpochMs, session, state, words, notifications, settled_at_ms AS settledAtEpochMs, decision
  FROM announcements`;

const rowSchema = z.object({
  id: z.number(),
  session: z.string(),
  machineId: z.number(),
  startsAtEpochS: z.number().min(0).max(LATEST_START_S),
  durationHours: z.number().min(0).max(LONGEST_HOURS),
  body: z.string().max(LONGEST_BODY),
  sentAtEpochMs: storedMoment,
  state: z.enum(['sending', 'accepted', 'refused', 'unknown']),
  words: storedText.nullable(),
  notifications: z.number().nullable(),
  settledAtEpochMs: storedMoment.nullable(),
  decision: z.enum(DECISIONS).nullable(),
});

/** Reads a row; one that another `session` left open is an outcome unknown. Throws for a row that is not as it was written. */
const readAnnouncement = (stored: unknown, session: string): Announcement => {
  const row = rowSchema.parse(stored);
  const { id, machineId, startsAtEpochS, durationHours, body, sentAtEpochMs, decision } = row;
  const sent = { id, machineId, startsAtEpochS, durationHours, body, sentAtEpochMs };
  return { ...sent, outcome: outcomeOf(row, session), ...(decision === null ? {} : { decision }) };
};

const outcomeOf = (row: z.infer<typeof rowSchema>, session: string): Outcome => {
  const atEpochMs = row.settledAtEpochMs ?? row.sentAtEpochMs;
  switch (row.state) {
    case 'sending':
      if (row.session === session) return { kind: 'sending' };
      return { kind: 'unknown', reason: row.words === null ? LEFT_OPEN : LEFT_WAITING };
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

/** Ids of announcements that the user was shown, or all of them: those do not keep a call from being sent. */
export type Known = readonly number[] | 'all';

/** Why a call may not be sent; announcements that the user does not know of stand there with the newest first. */
type Overtaken = Objection<readonly Announcement[]>;

/** The announcements at one service. What cannot be written comes back as a sentence that says why. */
export type Announcements = {
  /**
   * Claims the machine for the window, as one step that no other program can come into: where nothing stands against it, the call
   * is noted and may be sent, and what is `known` of the same window counts as sent again. Nothing may be sent otherwise.
   */
  readonly begin: (
    request: MaintenanceRequest,
    body: string,
    atEpochMs: number,
    known: Known,
  ) => { readonly id: number } | Overtaken;
  /** The same for the call of `id`, which the rate limit had turned away and which is about to be sent again. */
  readonly beginAgain: (id: number, atEpochMs: number, known: Known) => Overtaken | undefined;
  /** Notes that the rate limit has turned the call of `id` away, and that it waits to be sent again: its claim stays. */
  readonly turnedAway: (id: number, reason: string) => string | undefined;
  /** Notes what came of it. */
  readonly settle: (id: number, outcome: Settled) => string | undefined;
  /** Notes what the user made of an unknown outcome. */
  readonly decide: (id: number, decision: Decision) => string | undefined;
  /** The newest announcements, the newest first, at most `limit`; or why they cannot be read. */
  readonly list: (limit: number) => readonly Announcement[] | { readonly problem: string };
  /**
   * What may have reached people of the same window or one that overlaps it, for each of the machines, the newest first; or why
   * that cannot be read. Looked up by machine, so that nothing is too old to be found.
   */
  readonly meeting: (
    machineIds: readonly number[],
    window: Pick<MaintenanceRequest, 'startsAtEpochS' | 'durationHours'>,
  ) => readonly Announcement[] | { readonly problem: string };
};

/**
 * Announcements of one service that are kept at the most once their windows are over: at 1 kB each the file stays small, and a host
 * with a hundred machines finds two years of weekly windows in it. One whose window is not over is never forgotten.
 */
export const KEPT_ANNOUNCEMENTS = 10_000;

/** A window counts as over only after this time, so that a clock that was set wrong for a while forgets nothing; seconds. */
const OVER_FOR_CERTAIN_S = 30 * 24 * 3600;

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

/** Announcements belong to a service, however its profile is called, and are found by machine and time; a step of the journal. */
export const ANNOUNCEMENTS_BY_SERVICE = `
  ALTER TABLE announcements ADD COLUMN service TEXT NOT NULL DEFAULT '';
  ALTER TABLE announcements ADD COLUMN ends_at INTEGER NOT NULL DEFAULT 0;
  UPDATE announcements SET service = profile, ends_at = CAST(starts_at + round(duration_hours * 3600) AS INTEGER);
  DROP INDEX announcements_by_time;
  CREATE INDEX announcements_by_time ON announcements (service, id DESC);
  CREATE INDEX announcements_by_machine ON announcements (service, machine_id, ends_at)`;

/**
 * The announcements at `service`, made by `profile`. `session` is this run of the program: a line that another session left open
 * is an outcome unknown, without asking whether that session still lives.
 */
export const createAnnouncements = (journal: Statements, { profile, service, session }: Own): Announcements => {
  const insert = journal.prepare(`
    INSERT INTO announcements
      (profile, service, session, machine_id, starts_at, ends_at, duration_hours, body, sent_at_ms, state)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'sending')`);
  const reopen = journal.prepare(`
    UPDATE announcements SET state = 'sending', sent_at_ms = ?, words = NULL, settled_at_ms = NULL WHERE id = ?`);
  const wait = journal.prepare(`UPDATE announcements SET state = 'sending', words = ? WHERE id = ?`);
  const close = journal.prepare(`
    UPDATE announcements SET state = ?, words = ?, notifications = ?, settled_at_ms = ? WHERE id = ?`);
  const decide = journal.prepare('UPDATE announcements SET decision = ? WHERE id = ?');
  const one = journal.prepare(`${SELECT} WHERE id = ?`);
  const newest = journal.prepare(`${SELECT} WHERE service = ? ORDER BY id DESC LIMIT ?`);
  // One that was sent again may still have reached people itself, whatever came of the second time.
  const meeting = journal.prepare(`
    ${SELECT} WHERE service = ? AND machine_id = ? AND ends_at > ? AND starts_at < ?
      AND (state = 'accepted' OR state IN ('sending', 'unknown') AND decision IS NOT 'dropped')
    ORDER BY id DESC`);
  const forget = journal.prepare(`
    DELETE FROM announcements WHERE service = ? AND ends_at < ? AND id <= (
      SELECT id FROM announcements WHERE service = ? ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_ANNOUNCEMENTS})`);

  const read = (row: unknown): Announcement => readAnnouncement(row, session);
  const met = ({ machineId, ...window }: Claimed): readonly Announcement[] =>
    meeting.all(service, machineId, window.startsAtEpochS, endOf(window)).map(read);

  /** What stands against a claim. What does not, because it is known, is decided by this claim where it was not before. */
  const objectionTo = (
    claim: Claimed,
    known: Known,
    ownId?: number,
  ): { standing: readonly Announcement[] } | undefined => {
    const others = met(claim).filter(({ id }) => id !== ownId);
    const standing = known === 'all' ? [] : others.filter(({ id }) => !known.includes(id));
    if (standing.length > 0) return { standing };
    for (const { id, outcome, decision, ...window } of others) {
      const isSame = window.startsAtEpochS === claim.startsAtEpochS && endOf(window) === endOf(claim);
      if (isSame && outcome.kind === 'unknown' && decision === undefined) decide.run('repeated', id);
    }
    return undefined;
  };

  return {
    begin: (request, body, atEpochMs, known) => {
      const { machineId, startsAtEpochS, durationHours } = request;
      return claimed(journal, () => {
        const objection = objectionTo(request, known);
        if (objection !== undefined) return objection;
        forget.run(service, Math.floor(atEpochMs / 1000) - OVER_FOR_CERTAIN_S, service);
        const values = [machineId, startsAtEpochS, endOf(request), durationHours, body, atEpochMs];
        return { id: Number(insert.run(profile, service, session, ...values).lastInsertRowid) };
      });
    },
    beginAgain: (id, atEpochMs, known) =>
      claimed(journal, () => {
        const objection = objectionTo(read(one.get(id)), known, id);
        if (objection === undefined) reopen.run(atEpochMs, id);
        return objection;
      }),
    turnedAway: (id, reason) => written(() => wait.run(reason, id)),
    settle: (id, outcome) => {
      const notifications = outcome.kind === 'accepted' ? outcome.notifications : undefined;
      const words = outcome.kind === 'accepted' ? outcome.sentence : outcome.reason;
      const values = [words === undefined ? null : keptText(words), notifications ?? null, outcome.atEpochMs ?? null];
      return written(() => close.run(outcome.kind, ...values, id));
    },
    decide: (id, decision) => written(() => decide.run(decision, id)),
    list: (limit) => readOrProblem(() => soundRows(newest.all(service, limit), read)),
    meeting: (machineIds, window) =>
      readOrProblem(() => machineIds.flatMap((machineId) => met({ machineId, ...window }))),
  };
};

/** A machine and a time for which something is announced. */
type Claimed = Pick<MaintenanceRequest, 'machineId' | 'startsAtEpochS' | 'durationHours'>;

/** End of a window, Unix epoch seconds. */
const endOf = ({ startsAtEpochS, durationHours }: Pick<Claimed, 'startsAtEpochS' | 'durationHours'>): number =>
  startsAtEpochS + Math.round(durationHours * 3600);
