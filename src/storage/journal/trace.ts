/** Everything that was sent from here to one service, whatever subject of the journal it belongs to: who sent it, when, and what came of it. */
import { z } from 'zod';
import { type Author, authorOf } from './author.ts';
import { LEFT_OPEN, type Own, readOrProblem, type Statements, soundRows, storedMoment, storedText } from './journal.ts';

/** One write. */
export type Trace = {
  readonly atEpochMs: number;
  readonly author: Author;
  readonly kind: string;
  /** Of what it was done to: an instance, a machine, an offer, or whatever else `kind` is about; undefined where that got none. */
  readonly id: number | undefined;
  /** The instance that came of it. */
  readonly instanceId: number | undefined;
  /** What was sent, in short: a label, a price, a name. */
  readonly value: string;
  /** `repeated`: nobody knows what came of it, and it was sent again. */
  readonly outcome: 'accepted' | 'refused' | 'unknown' | 'repeated';
  readonly words: string;
};

/** Which of them are wanted. */
type TraceWish = {
  /** Unix epoch milliseconds, the last one not included. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly kind: string | undefined;
  /** What it was done to, or the instance that came of it. */
  readonly id: number | undefined;
};

/** Those of this service, the newest first; or why they cannot be read. */
export type Traces = (wish: TraceWish) => readonly Trace[] | { readonly problem: string };

/** Tables of changes, which all look alike; what is noted in which is their own business. */
const CHANGES = ['instance_changes', 'machine_changes', 'webhook_changes'].map(
  (table) => `
    SELECT sent_at_ms, session, service, kind, instance_id AS id, NULL AS made, value, state, reason AS words FROM ${table}`,
);

const ALL = [
  ...CHANGES,
  'SELECT sent_at_ms, session, service, kind, offer_id, contract, label, state, words FROM rentals',
  "SELECT sent_at_ms, session, service, 'announce', machine_id, NULL, body, state, words FROM announcements",
  "SELECT sent_at_ms, session, service, 'create', webhook_id, NULL, name, state, reason FROM webhooks",
].join(' UNION ALL ');

/** Those at `service`; a line that another `session` left open is an outcome unknown. */
export const createTraces =
  (journal: Statements, { service, session }: Omit<Own, 'profile'>): Traces =>
  ({ fromMs, toMs, kind, id }) =>
    readOrProblem(() => {
      const found = journal.prepare(`
        SELECT * FROM (${ALL}) WHERE service = ? AND sent_at_ms >= ? AND sent_at_ms < ?
          AND (? IS NULL OR kind = ?) AND (? IS NULL OR id = ? OR made = ?) ORDER BY sent_at_ms DESC`);
      const [ofKind, ofId] = [kind ?? null, id ?? null];
      const rows = found.all(service, fromMs, toMs, ofKind, ofKind, ofId, ofId, ofId);
      return soundRows(rows, (row) => traceOf(rowSchema.parse(row), session));
    });

const rowSchema = z.object({
  sent_at_ms: storedMoment,
  session: z.string(),
  kind: storedText,
  id: z.number().nullable(),
  made: z.number().nullable(),
  value: storedText,
  state: z.enum(['sending', 'accepted', 'created', 'refused', 'unknown', 'repeated']),
  words: storedText.nullable(),
});

const traceOf = (row: z.infer<typeof rowSchema>, session: string): Trace => ({
  atEpochMs: row.sent_at_ms,
  author: authorOf(row.session),
  kind: row.kind,
  id: row.id ?? undefined,
  instanceId: row.made ?? undefined,
  value: row.value,
  outcome: row.state === 'created' ? 'accepted' : row.state === 'sending' ? 'unknown' : row.state,
  words: row.words ?? (row.state === 'sending' && row.session !== session ? `${LEFT_OPEN}.` : ''),
});
