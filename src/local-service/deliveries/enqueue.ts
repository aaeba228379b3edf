/** What happened becomes deliveries: one to each webhook that wants it (docs/local-service.md, Deliveries). */
import { randomUUID } from 'node:crypto';
import { SERVICE_TYPES } from '../account/notification-types.ts';
import { preferencesOf } from '../account/preferences.ts';
import { listWebhooks } from '../account/webhooks.ts';
import type { Database } from '../database/database.ts';

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
  database
    .prepare(
      `INSERT INTO webhook_deliveries (webhook_id, event_id, type, body, created_at, state, attempts, next_at_ms)
       VALUES (?, ?, ?, ?, ?, 'waiting', 0, 0)`,
    )
    .run(webhookId, body.event_id, type, JSON.stringify(body), atS);
  database
    .prepare(
      `DELETE FROM webhook_deliveries WHERE webhook_id = ? AND id <=
         (SELECT id FROM webhook_deliveries WHERE webhook_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
    )
    .run(webhookId, webhookId, MOST_KEPT);
};
