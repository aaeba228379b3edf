/**
 * The journal's subject of changes to instances: what was sent for which instance and what came of it. A line is written before
 * its call is sent, so that a program that dies in between leaves an outcome that is known to be unknown.
 */
import { z } from 'zod';
import { claimed, type Objection } from './claim.ts';
import { keptText, readOrProblem, type Statements, soundRows, storedMoment, storedText, written } from './journal.ts';

/** What can be done to an instance. */
const CHANGE_KINDS = ['start', 'stop', 'reboot', 'destroy', 'label', 'bid'] as const;

/** One way to change an instance. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A change as the journal notes it. */
type NotedChange = {
  readonly instanceId: number;
  readonly kind: ChangeKind;
  /** The label or the price, as text; empty where there is none. */
  readonly value: string;
};

/** A change that was sent from here and was carried out, or may have been. */
export type SentChange = NotedChange & {
  readonly line: number;
  /** When it was sent, Unix epoch milliseconds. */
  readonly sentAtEpochMs: number;
  readonly outcome:
    | { readonly kind: 'accepted' }
    /** Nobody knows what came of it, and why. */
    | { readonly kind: 'unknown'; readonly reason: string };
};

/** What the user has seen of the journal: every line up to this one. */
export type SeenLines = number;

/** What stands in the journal against a change, and up to which line that was looked for. */
export type ChangesLook = { readonly seen: SeenLines; readonly open: readonly SentChange[] };

/** Lines of one service that are kept at the most once they are answered: nobody reads them, claims only look at the newest. */
export const KEPT_CHANGES = 1000;

/** The changes at one service. What cannot be written comes back as a sentence that says why. */
export type InstanceChanges = {
  /** The same changes of the same instances whose outcome is unknown, the newest first; or why that cannot be read. */
  readonly look: (instanceIds: readonly number[], kind: ChangeKind) => ChangesLook | { readonly problem: string };
  /**
   * Claims the instance for the change, as one step that no other program can come into. What is not among the `seen` lines and
   * was sent for the same change stands against it; what is, and has an unknown outcome, counts as sent again.
   */
  readonly begin: (
    change: NotedChange,
    atEpochMs: number,
    seen: SeenLines,
  ) => { readonly line: number } | Objection<readonly SentChange[]>;
  /** The same for the call of `line`, which the rate limit had turned away and which is about to be sent again. */
  readonly beginAgain: (line: number, atEpochMs: number) => { readonly problem: string } | undefined;
  /** Notes what came of it; the line of one that the service refused is taken out. */
  readonly settle: (
    line: number,
    outcome: { readonly kind: 'accepted' | 'refused' } | { readonly kind: 'unknown'; readonly reason: string },
  ) => string | undefined;
};

/** The table; a step of the journal. */
export const INSTANCE_CHANGES_TABLE = `
  CREATE TABLE instance_changes (
    line INTEGER PRIMARY KEY AUTOINCREMENT,
    service TEXT NOT NULL,
    session TEXT NOT NULL,
    instance_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    sent_at_ms INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('sending', 'accepted', 'unknown', 'repeated')),
    reason TEXT
  ) STRICT;
  CREATE INDEX instance_changes_by_instance ON instance_changes (service, instance_id, kind, line)`;

/** What is said of a line that another program, or an earlier run of this one, began and did not end. */
const LEFT_OPEN = 'no answer was recorded: the program ended first, or another gpudeck is still waiting for it.';

/** The changes at `service`. A line that another `session` left open is an outcome unknown. */
export const createInstanceChanges = (
  journal: Statements,
  { service, session }: { readonly service: string; readonly session: string },
): InstanceChanges => {
  const newest = journal.prepare('SELECT coalesce(max(line), 0) AS line FROM instance_changes');
  const lines = journal.prepare(`
    SELECT * FROM instance_changes WHERE service = ? AND instance_id = ? AND kind = ?
      AND (state IN ('sending', 'unknown') OR state = 'accepted' AND line > ?) ORDER BY line DESC`);
  const insert = journal.prepare(`
    INSERT INTO instance_changes (service, session, instance_id, kind, value, sent_at_ms, state)
    VALUES (?, ?, ?, ?, ?, ?, 'sending')`);
  const repeat = journal.prepare(`UPDATE instance_changes SET state = 'repeated' WHERE line = ?`);
  const reopen = journal.prepare('UPDATE instance_changes SET sent_at_ms = ? WHERE line = ?');
  const close = journal.prepare('UPDATE instance_changes SET state = ?, reason = ? WHERE line = ?');
  const remove = journal.prepare('DELETE FROM instance_changes WHERE line = ?');
  const trim = journal.prepare(`
    DELETE FROM instance_changes WHERE service = ? AND state IN ('accepted', 'repeated') AND line <= (
      SELECT line FROM instance_changes WHERE service = ? ORDER BY line DESC LIMIT 1 OFFSET ${KEPT_CHANGES - 1})`);

  const read = (row: unknown): SentChange => sentChangeOf(rowSchema.parse(row), session);
  /** What was sent for the change: what is open, and behind the line `seen` also what was accepted. */
  const found = (instanceId: number, kind: ChangeKind, seen: number): readonly SentChange[] =>
    soundRows(lines.all(service, instanceId, kind, seen), read);

  return {
    look: (instanceIds, kind) =>
      readOrProblem(() => {
        const seen = Number(newest.get()?.line);
        return { seen, open: instanceIds.flatMap((id) => found(id, kind, seen)) };
      }),
    begin: ({ instanceId, kind, value }, atEpochMs, seen) =>
      claimed(journal, () => {
        const others = found(instanceId, kind, seen);
        const standing = others.filter(({ line }) => line > seen);
        if (standing.length > 0) return { standing };
        for (const { line } of others) repeat.run(line);
        trim.run(service, service);
        const added = insert.run(service, session, instanceId, kind, keptText(value), atEpochMs);
        return { line: Number(added.lastInsertRowid) };
      }),
    beginAgain: (line, atEpochMs) => {
      const problem = written(() => reopen.run(atEpochMs, line));
      return problem === undefined ? undefined : { problem };
    },
    settle: (line, outcome) =>
      written(() => {
        if (outcome.kind === 'refused') return remove.run(line);
        return close.run(outcome.kind, outcome.kind === 'unknown' ? keptText(outcome.reason) : null, line);
      }),
  };
};

const rowSchema = z.object({
  line: z.number(),
  session: z.string(),
  instance_id: z.number(),
  kind: z.enum(CHANGE_KINDS),
  value: storedText,
  sent_at_ms: storedMoment,
  state: z.enum(['sending', 'accepted', 'unknown', 'repeated']),
  reason: storedText.nullable(),
});

const sentChangeOf = (row: z.infer<typeof rowSchema>, session: string): SentChange => ({
  line: row.line,
  instanceId: row.instance_id,
  kind: row.kind,
  value: row.value,
  sentAtEpochMs: row.sent_at_ms,
  outcome: row.state === 'accepted' ? { kind: 'accepted' } : { kind: 'unknown', reason: reasonOf(row, session) },
});

const reasonOf = (row: z.infer<typeof rowSchema>, session: string): string => {
  if (row.state !== 'sending') return row.reason ?? '';
  return row.session === session ? 'its answer is still awaited.' : LEFT_OPEN;
};
