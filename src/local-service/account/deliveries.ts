/** What happened is recorded (docs/interface.md, Events) and becomes deliveries, one to each webhook that wants it (docs/local-service.md, Deliveries). */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Refusal } from '../answer.ts';
import { type Database, insertRow } from '../database.ts';
import { preferencesOf, SERVICE_TYPES } from './preferences.ts';
import { findWebhook, listWebhooks, noSuchWebhook } from './webhooks.ts';

/** One thing that happened. */
type Event = {
  /** `<group>:<event>`, or {@link TEST}. */
  readonly type: string;
  readonly message: string;
  readonly atS: number;
  readonly instanceId?: number | undefined;
  readonly machineId?: number | undefined;
};

/** The type of what is sent when somebody asks for a test. */
export const TEST = 'webhook_test';

/** Deliveries that are kept of a webhook: those that wait and those that are over, the newest. */
const MOST_KEPT = 500;

/** Has `event` sent to every webhook of `userId` that names its type, if the preferences let it through. */
export const enqueue = (database: Database, userId: number, event: Event): void => {
  const [group = '', name = ''] = event.type.split(':');
  const webhooks = listWebhooks(database, userId).filter(({ event_types: types }) => types.includes(event.type));
  if (webhooks.length === 0 || preferencesOf(database, userId)[group]?.[name]?.webhooks !== true) return;
  const body = bodyOf(userId, event);
  for (const { id } of webhooks) insert(database, id, event, body);
};

/** Has a test sent to one webhook, whatever its types are. */
export const enqueueTest = (database: Database, userId: number, webhookId: number, atS: number): void => {
  const event = { type: TEST, message: `A test of webhook ${webhookId}`, atS };
  insert(database, webhookId, event, bodyOf(userId, event));
};

type Body = { readonly event_id: string };

const bodyOf = (userId: number, { type, message, atS, instanceId, machineId }: Event): Body => {
  const known = SERVICE_TYPES.find(({ group, event }) => `${group}:${event}` === type);
  const data = {
    ...(instanceId !== undefined && { instance_id: instanceId }),
    ...(machineId !== undefined && { machine_id: machineId }),
  };
  return {
    event_id: randomUUID(),
    ...{ user_id: userId, notif_type: type, subject: known?.displayName ?? 'Test', message, timestamp: atS },
    ...(Object.keys(data).length > 0 && { data }),
  };
};

const insert = (database: Database, webhookId: number, { type, atS }: Event, body: Body): void => {
  insertRow(database, 'webhook_deliveries', {
    ...{ webhook_id: webhookId, event_id: body.event_id, type, body: JSON.stringify(body), created_at: atS },
    ...{ state: 'waiting', attempts: 0, next_at_ms: 0 },
  });
  database
    .prepare(
      `DELETE FROM webhook_deliveries WHERE webhook_id = ? AND id <=
         (SELECT id FROM webhook_deliveries WHERE webhook_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
    )
    .run(webhookId, webhookId, MOST_KEPT);
};

/** So many are told of, the newest. */
const MOST_TOLD = 100;

/** The deliveries of one webhook of `userId`, the newest first, each with what came of its attempts. */
export const listDeliveries = (
  database: Database,
  userId: number,
  webhookId: number,
): { ok: true; deliveries: readonly object[] } | Refusal => {
  if (findWebhook(database, userId, webhookId) === undefined) return noSuchWebhook(webhookId);
  const attemptsOf = database.prepare(
    'SELECT number, at_ms, status, trouble FROM webhook_attempts WHERE delivery_id = ? ORDER BY number',
  );
  const deliveries = database
    .prepare(
      `SELECT id, event_id, type, body, created_at, state, note, attempts, next_at_ms FROM webhook_deliveries
       WHERE webhook_id = ? ORDER BY id DESC LIMIT ?`,
    )
    .all(webhookId, MOST_TOLD)
    .map((row) => deliveryRow.parse(row))
    .map(({ type, body: { subject, message }, next_at_ms: nextAtMs, ...delivery }) => ({
      ...delivery,
      notif_type: type,
      subject,
      message,
      // A first attempt, and what is behind another one, have no time of their own.
      next_attempt_at: delivery.state === 'waiting' && nextAtMs > 0 ? Math.ceil(nextAtMs / 1000) : null,
      attempts: attemptsOf
        .all(delivery.id)
        .map(({ number, at_ms: atMs, status, trouble }) => ({ number, at: Number(atMs) / 1000, status, trouble })),
    }));
  return { ok: true, deliveries };
};

const deliveryRow = z.object({
  id: z.number(),
  event_id: z.string(),
  type: z.string(),
  body: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.object({ subject: z.string(), message: z.string() })),
  created_at: z.number(),
  state: z.string(),
  note: z.string().nullable(),
  next_at_ms: z.number(),
});

/** One event. `event` is that of a known type, for renters unless `group` says otherwise; both ids are absent where it is about the account. */
export type Notice = {
  readonly group?: 'host';
  readonly event: string;
  readonly contractId?: number;
  readonly machineId?: number;
  readonly message: string;
  readonly atS: number;
};

/** Writes them down in their order. */
export const recordNotices = (database: Database, userId: number, notices: readonly Notice[]): void => {
  for (const { group = 'client', event, contractId, machineId, message, atS } of notices) {
    const type = `${group}:${event}`;
    const row = { user_id: userId, type, contract_id: contractId ?? null, message, created_at: atS };
    insertRow(database, 'notifications', row);
    enqueue(database, userId, { type, message, atS, instanceId: contractId, machineId });
  }
};
