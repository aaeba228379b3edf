/** Reads until when something is rented, and what is done then, as people type it. Pure. */
import { readMoment } from '../base/read-moment.ts';
import { readSpan } from '../base/time.ts';
import { LEASE_ENDS, type LeaseEnd, type LeaseTerms } from '../storage/journal/leases.ts';

/** A length, which is counted from the confirmation on, or a moment. Milliseconds. */
type Until = { readonly lengthMs: number } | { readonly untilMs: number; readonly clockNote?: string | undefined };

/** An end as it was read: until when, and what is done then; undefined where that was not typed. */
export type ReadEnd = { readonly until: Until; readonly end: LeaseEnd | undefined };

type Context = { readonly timeZone: string; readonly nowEpochMs: number };

/** Texts that can be read as an end. */
export const UNTIL_EXAMPLES = '+4h, +90m, 18:00, tomorrow 02:00, 2026-12-01T02:00Z';

/** So long a lease may be: what is later was hardly meant. Milliseconds. */
const LONGEST_MS = 10 * 366 * 24 * 3_600_000;

const LENGTH = /^(?:\+|in )\s*(.+)$/i;
const SECONDS = /^(\d{1,7}) ?(?:s|secs?|seconds?)$/i;

/** Reads `+20s`, `+4h`, or a moment as the start of a window is typed. */
export const readUntil = (typed: string, context: Context): Until | { readonly problem: string } => {
  const text = typed.trim();
  const length = LENGTH.exec(text)?.[1];
  const seconds = length === undefined ? undefined : (secondsIn(length) ?? readSpan(length));
  if (seconds !== undefined) {
    if (!(seconds > 0)) return { problem: 'A lease ends later than now.' };
    return seconds * 1000 > LONGEST_MS ? TOO_LATE : { lengthMs: seconds * 1000 };
  }
  const reading = readMoment(text, { ...context, side: 'ahead' });
  if (reading.kind === 'empty') return { problem: `Write when it ends, such as ${UNTIL_EXAMPLES}.` };
  if (reading.kind === 'problem')
    return { problem: reading.message === NO_START ? `This is no moment: write ${UNTIL_EXAMPLES}.` : reading.message };
  const untilMs = reading.epochS * 1000;
  if (untilMs - context.nowEpochMs > LONGEST_MS) return TOO_LATE;
  return { untilMs, clockNote: reading.clockNote };
};

const TOO_LATE = { problem: 'That is more than ten years ahead.' };

/** What the reader of moments says of a text that is none. */
const NO_START = 'This is not a start time.';

const secondsIn = (length: string): number | undefined => {
  const figure = SECONDS.exec(length)?.[1];
  return figure === undefined ? undefined : Number(figure);
};

/** Reads the same with what is done then behind it: `+4h stop`. */
export const readEnd = (typed: string, context: Context): ReadEnd | { readonly problem: string } => {
  const text = typed.trim();
  const end = LEASE_ENDS.find((known) => text.toLowerCase().endsWith(` ${known}`));
  const until = readUntil(end === undefined ? text : withoutEnd(text.slice(0, -end.length)), context);
  return 'problem' in until ? until : { until, end };
};

/** What stands before the end: `tomorrow 02:00, then ` without the comma and the word. */
const withoutEnd = (text: string): string => {
  const before = text.trimEnd();
  const moment = before.toLowerCase().endsWith(' then') ? before.slice(0, -' then'.length).trimEnd() : before;
  return moment.endsWith(',') ? moment.slice(0, -1) : moment;
};

/** The terms of a lease that is confirmed at `nowMs`. */
export const termsOf = (until: Until, end: LeaseEnd, nowMs: number): LeaseTerms => ({
  fromMs: nowMs,
  untilMs: 'lengthMs' in until ? nowMs + until.lengthMs : until.untilMs,
  end,
});
