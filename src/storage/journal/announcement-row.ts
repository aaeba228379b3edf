/** One row of the journal's announcements as it is read back by this run of the program. */
import { z } from 'zod';
import type { Announcement, Outcome } from './announcements.ts';
import { storedMoment, storedText } from './journal.ts';

/** What the user can make of an unknown outcome. */
export const DECISIONS = ['announced', 'dropped', 'repeated'] as const;

/** What is said of a line that another program, or an earlier run of this one, began and did not end. */
const LEFT_OPEN = 'no answer was noted: the program ended first, or another gpudeck is still waiting for it';

/** What is said of one that was waiting to be sent again. */
const LEFT_WAITING = 'the rate limit had turned it away, and another gpudeck may still be waiting to send it again';

/** Reads a row; one that another `session` left open is an outcome unknown. Throws for a row that is not as it was written. */
export const readAnnouncement = (row: unknown, session: string): Announcement =>
  announcementOf(rowSchema.parse(row), session);

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
