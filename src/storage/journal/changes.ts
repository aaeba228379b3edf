/**
 * The journal's subject of changes to instances: what was sent for which instance and what came of it. A line is written before
 * its call is sent, so that a program that dies in between leaves an outcome that is known to be unknown.
 */
import { z } from 'zod';
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

/** What can be done to an instance. */
export const CHANGE_KINDS = ['start', 'stop', 'reboot', 'recycle', 'destroy', 'label', 'bid'] as const;

/** One way to change an instance. */
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** What can be answered to a price increase of an instance; the value of such a change is the id of the increase. */
export const INCREASE_ANSWERS = ['accept-increase', 'reject-increase'] as const;

export type IncreaseAnswer = (typeof INCREASE_ANSWERS)[number];

/** Another image or template in the place of what an instance runs; the value names it. */
export type ImageChange = 'change-image';

/** What can be done to templates; the value names the parts that are sent. */
export const TEMPLATE_CHANGES = ['create-template', 'edit-template', 'delete-template'] as const;

export type TemplateChange = (typeof TEMPLATE_CHANGES)[number];

/** What can be done about files; the value of such a change says from where to where. */
export const COPY_KINDS = [
  ...(['copy', 'cloud-copy', 'cloud-trial', 'volume-copy'] as const),
  ...(['end-copies', 'end-cloud-copies', 'end-volume-copies'] as const),
];

export type CopyKind = (typeof COPY_KINDS)[number];

/** What can be done to SSH keys of the account, and with one to instances; the value is its fingerprint. */
export const KEY_CHANGES = ['add-key', 'delete-key'] as const;
export const ATTACH_CHANGES = ['attach-key', 'detach-key'] as const;

export type KeyChange = (typeof KEY_CHANGES)[number];
export type AttachChange = (typeof ATTACH_CHANGES)[number];

/** A change as the journal notes it. */
type NotedChange<Kind> = {
  /** Of the instance, or of whatever else is changed. */
  readonly instanceId: number;
  readonly kind: Kind;
  /** The label or the price, as text; empty where there is none. */
  readonly value: string;
};

/** A change that was sent from here and was carried out, or may have been. */
export type SentChange<Kind = ChangeKind> = NotedChange<Kind> & {
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
export type ChangesLook<Kind = ChangeKind> = {
  readonly seen: SeenLines;
  readonly open: readonly SentChange<Kind>[];
};

/** How long what was answered is kept, in milliseconds: a run that was cut off finds what it has done. */
export const ANSWERED_KEPT_MS = 24 * 3_600_000;

/** Lines of one service that are kept at the most once they are older: claims only look at the newest. */
export const KEPT_CHANGES = 1000;

/** The changes of instances at one service. */
export type InstanceChanges = Changes<ChangeKind>;

/** Changes of one kind of thing at one service. What cannot be written comes back as a sentence that says why. */
export type Changes<Kind> = {
  /** The same changes of the same instances whose outcome is unknown, the newest first; or why that cannot be read. */
  readonly look: (instanceIds: readonly number[], kind: Kind) => ChangesLook<Kind> | { readonly problem: string };
  /** The newest of each that was sent, answered or not; or why that cannot be read. */
  readonly newest: (
    instanceIds: readonly number[],
    kind: Kind,
  ) => readonly SentChange<Kind>[] | { readonly problem: string };
  /** All that were sent of these kinds for whatever instance, answered or not, the newest first; or why that cannot be read. */
  readonly all: (kinds: readonly Kind[]) => readonly SentChange<Kind>[] | { readonly problem: string };
  /**
   * Claims the instance for the change, as one step that no other program can come into. What is not among the `seen` lines and
   * was sent for the same change stands against it; what is, and has an unknown outcome, counts as sent again. `also` is noted in the same
   * step, and may object.
   */
  readonly begin: (
    change: NotedChange<Kind>,
    atEpochMs: number,
    seen: SeenLines,
    also?: () => { readonly problem: string } | undefined,
  ) => { readonly line: number } | Objection<readonly SentChange<Kind>[]>;
  /** The same for the call of `line`, which the rate limit had turned away and which is about to be sent again. */
  readonly beginAgain: (line: number, atEpochMs: number) => { readonly problem: string } | undefined;
  /** Notes what came of it; the line of one that the service refused is taken out. */
  readonly settle: (
    line: number,
    outcome: { readonly kind: 'accepted' | 'refused' } | { readonly kind: 'unknown'; readonly reason: string },
  ) => string | undefined;
};

/** The table of what `name` says; a step of the journal. */
export const changesTable = (name: TableName): string => `
  CREATE TABLE ${name} (
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
  CREATE INDEX ${name}_by_instance ON ${name} (service, instance_id, kind, line)`;

/** Where changes are noted: of instances, and of the windows of machines and of webhooks, whose ids then stand in `instance_id`. */
type TableName = 'instance_changes' | 'machine_changes' | 'webhook_changes';

/** The changes of these `kinds` at `service` that are noted in `table`. A line that another `session` left open is an outcome unknown. */
export const createChanges = <const Kind extends string>(
  journal: Statements,
  { service, session }: Omit<Own, 'profile'>,
  table: TableName,
  kinds: readonly Kind[],
): Changes<Kind> => {
  const rowSchema = rowOf(kinds);
  const last = journal.prepare(`SELECT coalesce(max(line), 0) AS line FROM ${table}`);
  const lines = journal.prepare(`
    SELECT line, instance_id AS instanceId, kind, value, sent_at_ms AS sentAtEpochMs, session, state, reason
    FROM ${table} WHERE service = ? AND instance_id = ? AND kind = ?
      AND (state IN ('sending', 'unknown') OR state = 'accepted' AND line > ?) ORDER BY line DESC`);
  const every = journal.prepare(`
    SELECT line, instance_id AS instanceId, kind, value, sent_at_ms AS sentAtEpochMs, session, state, reason
    FROM ${table} WHERE service = ? AND kind = ? AND state IN ('sending', 'unknown', 'accepted') ORDER BY line DESC`);
  const insert = journal.prepare(`
    INSERT INTO ${table} (service, session, instance_id, kind, value, sent_at_ms, state)
    VALUES (?, ?, ?, ?, ?, ?, 'sending')`);
  const repeat = journal.prepare(`UPDATE ${table} SET state = 'repeated' WHERE line = ?`);
  const reopen = journal.prepare(`UPDATE ${table} SET sent_at_ms = ? WHERE line = ?`);
  const close = journal.prepare(`UPDATE ${table} SET state = ?, reason = ? WHERE line = ?`);
  const remove = journal.prepare(`DELETE FROM ${table} WHERE line = ?`);
  const trim = journal.prepare(`
    DELETE FROM ${table} WHERE service = ? AND state IN ('accepted', 'repeated') AND sent_at_ms < ? AND line <= (
      SELECT line FROM ${table} WHERE service = ? ORDER BY line DESC LIMIT 1 OFFSET ${KEPT_CHANGES - 1})`);

  const read = (row: unknown): SentChange<Kind> => sentChangeOf(rowSchema.parse(row), session);
  /** What was sent for the change: what is open, and behind the line `seen` also what was accepted. */
  const found = (instanceId: number, kind: Kind, seen: number): readonly SentChange<Kind>[] =>
    soundRows(lines.all(service, instanceId, kind, seen), read);

  return {
    look: (instanceIds, kind) =>
      readOrProblem(() => {
        const seen = Number(last.get()?.line);
        return { seen, open: instanceIds.flatMap((id) => found(id, kind, seen)) };
      }),
    newest: (instanceIds, kind) => readOrProblem(() => instanceIds.flatMap((id) => found(id, kind, 0).slice(0, 1))),
    all: (wanted) =>
      readOrProblem(() =>
        wanted.flatMap((kind) => soundRows(every.all(service, kind), read)).sort((one, other) => other.line - one.line),
      ),
    begin: ({ instanceId, kind, value }, atEpochMs, seen, also) =>
      claimed(journal, () => {
        const others = found(instanceId, kind, seen);
        const standing = others.filter(({ line }) => line > seen);
        if (standing.length > 0) return { standing };
        const objection = also?.();
        if (objection !== undefined) return objection;
        for (const { line } of others) repeat.run(line);
        trim.run(service, atEpochMs - ANSWERED_KEPT_MS, service);
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

const rowOf = <const Kind extends string>(kinds: readonly Kind[]) =>
  z.object({
    line: z.number(),
    session: z.string(),
    instanceId: z.number(),
    kind: z.enum(kinds),
    value: storedText,
    sentAtEpochMs: storedMoment,
    state: z.enum(['sending', 'accepted', 'unknown', 'repeated']),
    reason: storedText.nullable(),
  });

type Row<Kind> = Omit<z.infer<ReturnType<typeof rowOf>>, 'kind'> & { readonly kind: Kind };

const sentChangeOf = <Kind>(
  { session: sender, state, reason, ...change }: Row<Kind>,
  session: string,
): SentChange<Kind> => {
  if (state === 'accepted') return { ...change, outcome: { kind: 'accepted' } };
  const open = sender === session ? 'its answer is still awaited.' : `${LEFT_OPEN}.`;
  return { ...change, outcome: { kind: 'unknown', reason: state === 'sending' ? open : (reason ?? '') } };
};
