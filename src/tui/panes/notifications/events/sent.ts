/** What the service says that it has sent to webhooks, and one row for each event that was sent, received here, or both. Pure. */
import { parseJson } from '../../../../base/json.ts';
import type { Happened, Sent } from './happened.ts';

/** What is known of it: `missing` where the service has no call that tells it. */
export type SentReading =
  | { readonly kind: 'unasked' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'told'; readonly webhooks: number }
  | { readonly kind: 'failed'; readonly why: string };

/** What has happened, with what was sent: an event is known by its id, to how many webhooks it ever went. */
export const withSent = (kept: readonly Happened[], sent: readonly Sent[]): readonly Happened[] => {
  const byEvent = new Map<string, Sent[]>();
  for (const one of sent) {
    if (one.eventId === undefined) continue;
    const same = byEvent.get(one.eventId);
    if (same === undefined) byEvent.set(one.eventId, [one]);
    else same.push(one);
  }
  const received = new Set(kept.flatMap(({ kind, id }) => (kind === 'delivery' ? [id] : [])));
  return [
    ...kept.map((one) => (one.kind === 'delivery' ? bothOf(one, byEvent.get(one.id)) : one)),
    ...[...byEvent].flatMap(([id, all]) => (received.has(id) ? [] : [sentOf(id, all)])),
  ];
};

const bothOf = (received: Happened, sent: readonly Sent[] | undefined): Happened =>
  sent === undefined
    ? received
    : {
        ...received,
        what: saidOf(sent, 'message') || received.what,
        outcome: `${sentWords(sent)}; received here`,
        sent,
        body: JSON.stringify({ received: parseJson(received.body) ?? received.body, sent: sent.map(recordOf) }),
      };

const sentOf = (id: string, sent: readonly Sent[]): Happened => ({
  kind: 'delivery',
  id,
  atEpochMs: Math.min(...sent.map(({ createdAtS = 0 }) => createdAtS)) * 1000,
  type: saidOf(sent, 'type'),
  what: saidOf(sent, 'message'),
  outcome: sentWords(sent),
  sent,
  body: JSON.stringify({ sent: sent.map(recordOf) }),
});

const saidOf = (sent: readonly Sent[], member: 'type' | 'message'): string =>
  sent.find((one) => one[member] !== undefined)?.[member] ?? '';

/** What became of it, for each webhook where that differs. */
const sentWords = (sent: readonly Sent[]): string => {
  const words = new Set(sent.map(stateWords));
  const [only = ''] = words;
  return words.size === 1 && sent.length > 1 ? `${only} (${sent.length} webhooks)` : [...words].join('; ');
};

/** What became of one delivery. */
export const stateWords = ({ state, note, attempts }: Sent): string => {
  const tries = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`;
  switch (state) {
    case 'sending':
      return attempts.length === 0 ? 'being sent' : `being sent, after ${tries}`;
    case 'waiting':
      return attempts.length === 0 ? 'waits' : `waits after ${tries}`;
    case 'delivered':
      return attempts.length > 1 ? `delivered in ${tries}` : 'delivered';
    case 'failed':
      return note === undefined ? 'failed' : `failed: ${note}`;
    case 'not sent':
      return note ?? 'not sent';
    default:
      return state ?? 'not said';
  }
};

/** As the service names the members. */
const recordOf = ({ webhookId, webhook, eventId, type, message, createdAtS, nextAttemptAtS, ...rest }: Sent) => ({
  webhook_id: webhookId,
  webhook,
  event_id: eventId,
  notif_type: type,
  message,
  created_at: createdAtS,
  next_attempt_at: nextAttemptAtS,
  ...rest,
});
