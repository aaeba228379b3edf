/**
 * Sends what waits (docs/local-service.md, Deliveries): to each webhook in order, at least once, again after trouble. Several services
 * on one file send a delivery once: who takes it has it for longer than an attempt lasts.
 */
import { lookup } from 'node:dns/promises';
import * as z from 'zod';
import { inTransaction } from '../../storage/files/database-file.ts';
import { type Database, insertRow, whenUnlocked } from '../database.ts';
import { TEST } from './deliveries.ts';
import { attempt, type Outcome, post, type Reach, type Way } from './delivery-attempt.ts';
import { hashOf } from './keys.ts';
import { secretOf } from './secret-files.ts';

type DelivererOptions = {
  readonly database: Database;
  readonly seal: string;
  readonly reach: Reach;
  /** `now` is in epoch milliseconds. */
  readonly clock: { readonly now: () => number };
  /** Other ways than Node's own, for tests. */
  readonly way?: Partial<Omit<Way, 'reach'>>;
};

/** Sends deliveries. */
export type Deliverer = {
  /** Sends all that is due, and resolves when nothing more is. */
  readonly run: () => Promise<void>;
  /** Ends what is under way; nothing is sent from then on. */
  readonly stop: () => Promise<void>;
};

/** The first retry comes after this time, each further one after twice the time before, up to the longest. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 300_000;
/** After this time nothing is tried again. */
const GIVEN_UP_MS = 24 * 3_600_000;
/** How long an answer is waited for. */
const TIMEOUT_MS = 10_000;
/** Who takes a delivery has it for so long. */
const ATTEMPT_MS = TIMEOUT_MS + 5000;
/** The states of what is not over: what is being sent waits again if its time ends before the attempt does. */
const OPEN = `('waiting', 'sending')`;
/** Attempts that are kept of a delivery, the last ones. */
const MOST_ATTEMPTS = 20;

/** Statuses after which it is tried again. */
const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** A deliverer for the webhooks in `database`. */
export const createDeliverer = ({ database, seal, reach, clock, way }: DelivererOptions): Deliverer => {
  const stopped = new AbortController();
  const open = { reach, lookup: (name: string) => lookup(name, { all: true }), post, timeoutMs: TIMEOUT_MS, ...way };
  /** What is being sent, by webhook; its tests wait for nothing else. */
  const lanes = new Map<string, Promise<void>>();

  const write = <Result>(work: () => Result): Promise<Result> =>
    whenUnlocked(() => inTransaction(database, work), { signal: stopped.signal });

  const deliver = async (head: Head): Promise<void> => {
    const nowMs = clock.now();
    if (!(await write(() => take(database, head, nowMs)))) return;
    const secret = head.secret_seed === null ? '' : secretOf(seal, head.secret_seed);
    const delivery = {
      url: head.webhook_url,
      secret,
      eventId: head.event_id,
      body: head.body,
      attempt: head.attempts + 1,
    };
    const outcome: Outcome =
      hashOf(secret) === head.secret_hash
        ? await attempt(delivery, open, { nowMs, signal: stopped.signal })
        : { kind: 'refused', note: 'not sent: its signing secret is not known here any more; rotate it' };
    // What was cut off may have arrived: it is sent again by a later run.
    if (stopped.signal.aborted) return;
    await write(() => settle(database, head, outcome, { startedMs: nowMs, nowMs: clock.now() }));
  };

  const runLane = async (webhookId: number, isTest: boolean): Promise<void> => {
    for (;;) {
      const head = stopped.signal.aborted ? undefined : headOf(database, webhookId, isTest);
      if (head === undefined || head.next_at_ms > clock.now()) return;
      await deliver(head);
    }
  };

  const lane = (webhookId: number, isTest: boolean): Promise<void> => {
    const name = `${webhookId} ${isTest}`;
    const running = lanes.get(name);
    if (running !== undefined) return running;
    const started = runLane(webhookId, isTest).finally(() => lanes.delete(name));
    lanes.set(name, started);
    return started;
  };

  return {
    run: async () => {
      if (stopped.signal.aborted) return;
      const waiting = database
        .prepare(`SELECT DISTINCT webhook_id AS id, type = ? AS isTest FROM webhook_deliveries WHERE state IN ${OPEN}`)
        .all(TEST);
      await Promise.all(waiting.map(({ id, isTest }) => lane(Number(id), isTest === 1)));
    },
    stop: async () => {
      stopped.abort();
      await Promise.allSettled(lanes.values());
    },
  };
};

const headRow = z.object({
  id: z.number(),
  event_id: z.string(),
  type: z.string(),
  body: z.string(),
  created_at: z.number(),
  attempts: z.number(),
  next_at_ms: z.number(),
  webhook_url: z.string(),
  secret_seed: z.string().nullable(),
  secret_hash: z.string(),
});

type Head = z.infer<typeof headRow>;

/** The oldest delivery that is not over for this webhook, a test or not. */
const headOf = (database: Database, webhookId: number, isTest: boolean): Head | undefined => {
  const row = database
    .prepare(
      `SELECT d.id, d.event_id, d.type, d.body, d.created_at, d.attempts, d.next_at_ms,
         w.webhook_url, w.secret_seed, w.secret_hash
       FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
       WHERE d.webhook_id = ? AND d.state IN ${OPEN} AND (d.type = ?) = ? ORDER BY d.id LIMIT 1`,
    )
    .get(webhookId, TEST, Number(isTest));
  return row && headRow.parse(row);
};

/** False where somebody else has taken it. */
const take = (database: Database, { id, next_at_ms: nextAtMs }: Head, nowMs: number): boolean =>
  database
    .prepare(
      `UPDATE webhook_deliveries SET state = 'sending', next_at_ms = ? WHERE id = ? AND state IN ${OPEN} AND next_at_ms = ?`,
    )
    .run(nowMs + ATTEMPT_MS, id, nextAtMs).changes > 0;

const settle = (
  database: Database,
  head: Head,
  outcome: Outcome,
  { startedMs, nowMs }: { readonly startedMs: number; readonly nowMs: number },
): void => {
  const number = head.attempts + 1;
  const { state, note } = verdict(head, outcome, nowMs);
  const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(number - 1, 20));
  const { changes } = database
    .prepare('UPDATE webhook_deliveries SET state = ?, note = ?, attempts = ?, next_at_ms = ? WHERE id = ?')
    .run(state, note, outcome.kind === 'refused' ? head.attempts : number, nowMs + waitMs, head.id);
  // The webhook may have been deleted meanwhile.
  if (outcome.kind === 'refused' || changes === 0) return;
  const [status, trouble] = outcome.kind === 'answered' ? [outcome.status, null] : [null, outcome.trouble];
  insertRow(database, 'webhook_attempts', { delivery_id: head.id, number, at_ms: startedMs, status, trouble });
  database
    .prepare('DELETE FROM webhook_attempts WHERE delivery_id = ? AND number <= ?')
    .run(head.id, number - MOST_ATTEMPTS);
};

/** What becomes of a delivery after an attempt. */
const verdict = (
  { type, created_at: createdAtS }: Head,
  outcome: Outcome,
  nowMs: number,
): { readonly state: 'delivered' | 'waiting' | 'failed' | 'not sent'; readonly note: string | null } => {
  if (outcome.kind === 'refused') return { state: 'not sent', note: outcome.note };
  if (outcome.kind === 'answered') {
    const { status } = outcome;
    if (status >= 200 && status < 300) return { state: 'delivered', note: null };
    if (status >= 300 && status < 400) return { state: 'failed', note: 'redirects are not followed' };
    if (!isPassing(status)) return { state: 'failed', note: `the answer ${status} is final` };
  }
  if (type === TEST) return { state: 'failed', note: 'a test is not tried again' };
  if (nowMs - createdAtS * 1000 > GIVEN_UP_MS) return { state: 'failed', note: 'given up after 24 hours' };
  return { state: 'waiting', note: null };
};
