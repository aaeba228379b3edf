/**
 * The journal's subject of webhooks that were created from here: the only list of them there is at a service that has no
 * call that lists webhooks (docs/interface.md, Webhooks). A line is written before its call is sent. A secret is never written.
 */
import { z } from 'zod';
import type { WebhookRequest } from '../../api/requests.ts';
import {
  claimed,
  keptText,
  LEFT_OPEN,
  type Objection,
  type Own,
  readOr,
  type Statements,
  soundRows,
  storedMoment,
  storedText,
  written,
} from './journal.ts';

/** What can be done to a webhook that is there. */
export const WEBHOOK_CHANGE_KINDS = ['change', 'delete', 'rotate', 'test'] as const;

export type WebhookChangeKind = (typeof WEBHOOK_CHANGE_KINDS)[number];

/** What came of a creation, as far as is known here. */
type WebhookOutcome =
  /** This very program is sending it. */
  | { readonly kind: 'sending' }
  | {
      readonly kind: 'created';
      /** The service's id of the webhook and of its user, where the answer named them. */
      readonly webhookId?: number | undefined;
      readonly userId?: number | undefined;
      /** When the service created it, where the answer said so: from then on that is the webhook's time. */
      readonly createdAtEpochMs?: number | undefined;
      /** Notification types that the service said to be enabled by this call. */
      readonly switchedOn: readonly string[];
    }
  /** Nobody knows whether there is such a webhook. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** One line of the journal. */
export type KnownWebhook = {
  readonly line: number;
  readonly name: string;
  readonly url: string;
  readonly eventTypes: readonly string[];
  /** When the service created it, or when it was sent where that is not known. */
  readonly sentAtEpochMs: number;
  readonly outcome: WebhookOutcome;
};

/** Webhooks of one profile that are kept at the most, the newest ones: a service allows a handful, and nobody reads a longer list. */
export const KEPT_WEBHOOKS = 1000;

/** The webhooks that one profile knows of. What cannot be written comes back as a sentence that says why. */
export type KnownWebhooks = {
  /**
   * Claims the name and address, as one step that no other program can come into: where no webhook of both may exist but those
   * of the `known` lines, the call is noted and may be sent. Nothing may be sent otherwise.
   */
  readonly begin: (
    request: WebhookRequest,
    atEpochMs: number,
    known: readonly number[],
  ) => { readonly line: number } | Objection<readonly KnownWebhook[]>;
  /** Notes what came of it; the line of one that the service refused is taken out. */
  readonly settle: (
    line: number,
    outcome: Exclude<WebhookOutcome, { kind: 'sending' }> | { readonly kind: 'refused' },
  ) => string | undefined;
  /** Takes a line out that the user wants to see no more. */
  readonly forget: (line: number) => string | undefined;
  /** The newest first, at most `limit`; none when the journal cannot be read. */
  readonly list: (limit: number) => readonly KnownWebhook[];
};

/** The table; a step of the journal. */
export const WEBHOOKS_TABLE = `
  CREATE TABLE webhooks (
    line INTEGER PRIMARY KEY,
    profile TEXT NOT NULL,
    session TEXT NOT NULL,
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    event_types TEXT NOT NULL,
    sent_at_ms INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('sending', 'created', 'unknown')),
    webhook_id INTEGER,
    user_id INTEGER,
    switched_on TEXT,
    reason TEXT
  ) STRICT;
  CREATE INDEX webhooks_by_time ON webhooks (profile, line DESC)`;

/** A webhook belongs to a service, however its profile is called; a step of the journal. */
export const WEBHOOKS_BY_SERVICE = `
  ALTER TABLE webhooks ADD COLUMN service TEXT NOT NULL DEFAULT '';
  UPDATE webhooks SET service = profile;
  CREATE INDEX webhooks_by_url ON webhooks (service, url)`;

/** The webhooks that `profile` has created at `service`. A line that another `session` left open is an outcome unknown. */
export const createKnownWebhooks = (journal: Statements, { profile, service, session }: Own): KnownWebhooks => {
  const insert = journal.prepare(`
    INSERT INTO webhooks (profile, service, session, name, url, event_types, sent_at_ms, state)
    VALUES (?, ?, ?, ?, ?, ?, ?, 'sending')`);
  const twins = journal.prepare(`${SELECT} WHERE service = ? AND url = ? AND name = ? ORDER BY line DESC`);
  const trim = journal.prepare(`
    DELETE FROM webhooks WHERE profile = ? AND state = 'created' AND line <= (
      SELECT line FROM webhooks WHERE profile = ? ORDER BY line DESC LIMIT 1 OFFSET ${KEPT_WEBHOOKS - 1})`);
  const close = journal.prepare(`
    UPDATE webhooks SET state = ?, webhook_id = ?, user_id = ?, switched_on = ?, reason = ?,
      sent_at_ms = coalesce(?, sent_at_ms) WHERE line = ?`);
  const remove = journal.prepare('DELETE FROM webhooks WHERE line = ?');
  const newest = journal.prepare(`${SELECT} WHERE profile = ? ORDER BY line DESC LIMIT ?`);
  const read = (row: unknown): KnownWebhook => webhookOf(rowSchema.parse(row), session);

  return {
    begin: ({ name, url, eventTypes }, atEpochMs, known) =>
      claimed(journal, () => {
        const standing = twins
          .all(service, url, name)
          .map(read)
          .filter(({ line }) => !known.includes(line));
        if (standing.length > 0) return { standing };
        trim.run(profile, profile);
        const types = JSON.stringify(eventTypes);
        return { line: Number(insert.run(profile, service, session, name, url, types, atEpochMs).lastInsertRowid) };
      }),
    settle: (line, outcome) =>
      written(() => {
        if (outcome.kind === 'refused') return remove.run(line);
        if (outcome.kind === 'unknown')
          return close.run('unknown', null, null, null, keptText(outcome.reason), null, line);
        const { webhookId = null, userId = null, createdAtEpochMs = null, switchedOn } = outcome;
        const types = JSON.stringify(switchedOn.map(keptText));
        return close.run('created', webhookId, userId, types, null, createdAtEpochMs, line);
      }),
    forget: (line) => written(() => remove.run(line)),
    list: (limit) => readOr([], () => soundRows(newest.all(profile, limit), read)),
  };
};

const texts = z.string().transform((text) => z.array(storedText).parse(JSON.parse(text)));

const SELECT = `
  SELECT line, name, url, event_types AS eventTypes, sent_at_ms AS sentAtEpochMs, session, state, webhook_id AS webhookId,
    user_id AS userId, switched_on AS switchedOn, reason
  FROM webhooks`;

const rowSchema = z.object({
  line: z.number(),
  session: z.string(),
  name: storedText,
  url: storedText,
  eventTypes: texts,
  sentAtEpochMs: storedMoment,
  state: z.enum(['sending', 'created', 'unknown']),
  webhookId: z.number().nullable(),
  userId: z.number().nullable(),
  switchedOn: texts.nullable(),
  reason: storedText.nullable(),
});

const webhookOf = (row: z.infer<typeof rowSchema>, session: string): KnownWebhook => {
  const { line, name, url, eventTypes, sentAtEpochMs } = row;
  return { line, name, url, eventTypes, sentAtEpochMs, outcome: outcomeOf(row, session) };
};

const outcomeOf = (row: z.infer<typeof rowSchema>, session: string): WebhookOutcome => {
  const { state, webhookId, userId, switchedOn, reason } = row;
  switch (state) {
    case 'sending':
      return row.session === session ? { kind: state } : { kind: 'unknown', reason: `${LEFT_OPEN}.` };
    case 'created':
      return {
        kind: state,
        webhookId: webhookId ?? undefined,
        userId: userId ?? undefined,
        switchedOn: switchedOn ?? [],
      };
    case 'unknown':
      return { kind: state, reason: reason ?? '' };
  }
};
