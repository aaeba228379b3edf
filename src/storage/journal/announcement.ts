/** One announcement as the journal keeps it, and how a row of the table is read back by this run of the program. */
import { z } from 'zod';
import { storedMoment, storedText } from './journal.ts';

/** What the user can make of an unknown outcome. */
const DECISIONS = ['announced', 'dropped', 'repeated'] as const;

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
export type Settled = Exclude<Outcome, { kind: 'sending' }>;

/** What the user made of an unknown outcome: it took place, it did not, or it was sent once more. */
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

/** What is said of a line that another program, or an earlier run of this one, began and did not end. */
const LEFT_OPEN = 'no answer was recorded: the program ended first, or another gpudeck is still waiting for it';

/** What is said of one that was waiting to be sent again. */
const LEFT_WAITING = 'the rate limit refused it, and another gpudeck may still be waiting to send it again';

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
