/** The deliveries of a webhook as they go out (docs/interface.md, Webhooks). */
import * as z from 'zod';
import { findWebhook, noSuchWebhook } from '../account/webhooks.ts';
import type { Refusal } from '../answer.ts';
import type { Database } from '../database/database.ts';

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
