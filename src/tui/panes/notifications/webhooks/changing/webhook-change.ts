/** What is done to a webhook that is there: the call that it takes, and how it is sent and noted (docs/promises.md, 1). */
import { type Call, callOf } from '../../../../../api/call.ts';
import { CALLS } from '../../../../../api/calls.ts';
import type { InstanceReceipt, WebhookReply } from '../../../../../api/records/replies.ts';
import type { WebhookRequest } from '../../../../../api/requests.ts';
import { parseJson } from '../../../../../base/json.ts';
import type { Changes, SeenLines, SentChange } from '../../../../../storage/journal/changes.ts';
import type { WebhookChangeKind } from '../../../../../storage/journal/webhooks.ts';
import { changeLine } from '../../../../../writes/change-line.ts';
import { type SendEnd, type SendParts, sendOnce } from '../../../../../writes/send-once.ts';
import type { ServiceWebhook } from '../rows.ts';

/** One change to one webhook; `request` holds what is to be different. */
export type WebhookChange =
  | { readonly kind: 'change'; readonly webhookId: number; readonly request: Partial<WebhookRequest> }
  | { readonly kind: 'delete' | 'rotate' | 'test'; readonly webhookId: number };

/** What was sent for webhooks before. */
export type SentWebhookChange = SentChange<WebhookChangeKind>;

/** How it ended, with what the service said where it said yes. */
export type WebhookChangeEnd = SendEnd<WebhookReply | InstanceReceipt, readonly SentWebhookChange[]>;

type ChangeParts = SendParts & {
  readonly changes: Changes<WebhookChangeKind>;
  /** What the user has seen of the journal. */
  readonly seen: SeenLines;
};

/** The call, exactly as it is sent. */
export const callOfWebhookChange = (change: WebhookChange): Call => {
  const { webhookId } = change;
  switch (change.kind) {
    case 'change':
      return callOf(CALLS.changeWebhook, { webhookId, ...change.request });
    case 'delete':
      return callOf(CALLS.deleteWebhook, { webhookId });
    case 'rotate':
      return callOf(CALLS.rotateWebhook, { webhookId });
    case 'test':
      return callOf(CALLS.testWebhook, { webhookId });
  }
};

/** Sends it, once. Rejects only with a programmer's error. */
export const sendWebhookChange = (change: WebhookChange, parts: ChangeParts): Promise<WebhookChangeEnd> => {
  const { kind, webhookId } = change;
  const noted = { instanceId: webhookId, kind, value: kind === 'change' ? JSON.stringify(change.request) : '' };
  const line = <Reply>() => changeLine<WebhookChangeKind, Reply>(noted, parts);
  switch (kind) {
    case 'change':
      return sendOnce(CALLS.changeWebhook, { webhookId, ...change.request }, line<WebhookReply>(), parts);
    case 'delete':
      return sendOnce(CALLS.deleteWebhook, { webhookId }, line<InstanceReceipt>(), parts);
    case 'rotate':
      return sendOnce(CALLS.rotateWebhook, { webhookId }, line<WebhookReply>(), parts);
    case 'test':
      return sendOnce(CALLS.testWebhook, { webhookId }, line<InstanceReceipt>(), parts);
  }
};

/** True where a list of the service shows that a change was carried out whose answer was lost. */
export const isShownBy = (sent: SentWebhookChange, listed: readonly ServiceWebhook[]): boolean => {
  const webhook = listed.find(({ id }) => id === sent.instanceId);
  switch (sent.kind) {
    case 'delete':
      return webhook === undefined;
    case 'change':
      return webhook !== undefined && isAsNoted(webhook, parseJson(sent.value));
    case 'rotate':
    case 'test':
      return false;
  }
};

const isAsNoted = (webhook: ServiceWebhook, noted: unknown): boolean => {
  if (typeof noted !== 'object' || noted === null) return false;
  const { name, url, types } = webhook;
  const now: Readonly<Record<string, unknown>> = { name, url, eventTypes: types };
  return Object.entries(noted).every(([member, value]) => JSON.stringify(now[member]) === JSON.stringify(value));
};
