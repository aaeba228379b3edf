/** The rows of calls.ts for webhooks (docs/interface.md, Webhooks). */
import { WEBHOOK_FIELDS } from '../catalogue/webhook-fields.ts';
import { listCall, readCall, writeCall } from './call-row.ts';
import { cleanDeliveries, cleanInstanceReceipt, cleanWebhook } from './records/clean.ts';
import { deliveriesReply } from './records/delivery-schema.ts';
import { instanceReply, webhookReply } from './records/write-schema.ts';
import type { OneWebhook, WebhookChangeRequest, WebhookRequest } from './requests.ts';

const WEBHOOKS = '/api/v0/webhooks';

const pathOf = ({ webhookId }: OneWebhook): string => `${WEBHOOKS}/${webhookId}`;

/** The rows by name. */
export const WEBHOOK_CALLS = {
  /** The caller's webhooks, without their secrets. */
  presentWebhooks: listCall({
    path: WEBHOOKS,
    member: 'webhooks',
    fields: WEBHOOK_FIELDS,
    purpose: 'list the webhooks',
    minimumSeconds: 1,
    optional: 'path-without-id',
  }),

  /** What was delivered to a webhook, and what came of each attempt: the local service's own call. */
  deliveries: readCall({
    path: (webhook: OneWebhook) => `${pathOf(webhook)}/deliveries`,
    purpose: 'read the deliveries',
    minimumSeconds: 1,
    optional: 'path-with-id',
    schema: deliveriesReply,
    clean: cleanDeliveries,
  }),

  /** Creates a webhook; its signing secret comes in this reply and never again (docs/interface.md, Create notification webhook). */
  webhooks: writeCall({
    method: 'POST',
    path: WEBHOOKS,
    body: ({ name, url, eventTypes }: WebhookRequest) => ({ name, webhook_url: url, event_types: eventTypes }),
    purpose: 'create the webhook',
    schema: webhookReply,
    clean: cleanWebhook,
  }),

  /** Changes of a webhook what the request names. */
  changeWebhook: writeCall({
    method: 'PUT',
    path: (request: WebhookChangeRequest) => pathOf(request),
    body: ({ name, url, eventTypes }) => ({
      ...(name !== undefined && { name }),
      ...(url !== undefined && { webhook_url: url }),
      ...(eventTypes !== undefined && { event_types: eventTypes }),
    }),
    purpose: 'change the webhook',
    schema: webhookReply,
    clean: cleanWebhook,
  }),

  /** Deletes a webhook: nothing is delivered to it any more. */
  deleteWebhook: writeCall({
    method: 'DELETE',
    path: pathOf,
    purpose: 'delete the webhook',
    schema: instanceReply,
    clean: cleanInstanceReceipt,
  }),

  /** Gives a webhook a new signing secret, which comes in this reply and never again; the one before signs nothing more. */
  rotateWebhook: writeCall({
    method: 'POST',
    path: (webhook: OneWebhook) => `${pathOf(webhook)}/rotate-secret`,
    body: () => ({}),
    purpose: 'rotate the signing secret',
    schema: webhookReply,
    clean: cleanWebhook,
  }),

  /** Has one test delivered to a webhook, which is not tried again. */
  testWebhook: writeCall({
    method: 'POST',
    path: (webhook: OneWebhook) => `${pathOf(webhook)}/test`,
    body: () => ({}),
    purpose: 'send a test',
    schema: instanceReply,
    clean: cleanInstanceReceipt,
  }),
};
