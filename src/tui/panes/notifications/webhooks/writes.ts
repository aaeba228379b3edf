/** Creating a webhook from the form, and what a list shows of changes whose answer was lost. */

import type { Client } from '../../../../api/client.ts';
import type { WebhookReply } from '../../../../api/records/replies.ts';
import type { WebhookRequest } from '../../../../api/requests.ts';
import type { Clock } from '../../../../base/clock.ts';
import { parseJson } from '../../../../base/json.ts';
import type { ServiceWebhook } from '../../../../notifications/webhook.ts';
import { type SentWebhookChange, sendWebhook } from '../../../../notifications/webhook-write.ts';
import type { KnownWebhook, KnownWebhooks } from '../../../../storage/journal/webhooks.ts';
import { type FailedWrite, failedWriteOf, notSent, unnotedOf } from '../failed-write.ts';
import { momentWords } from '../paragraph.ts';

/** How it ended. `journalProblem` says that this could not be noted. The reply holds the secret. */
type CreationEnd = { readonly journalProblem?: string | undefined } & (
  | { readonly kind: 'created'; readonly reply: WebhookReply }
  /** `told`: lines of such webhooks that the user did not know of and is told of now. Then nothing was sent. */
  | { readonly kind: 'failed'; readonly failed: FailedWrite; readonly told: readonly number[] }
);

/**
 * Creates the webhook. `known` are lines of webhooks that the user knows of; any other of this name and address keeps this one from
 * being sent. Rejects only with a programmer's error.
 */
export const createWebhook = async (
  request: WebhookRequest,
  {
    client,
    webhooks,
    clock,
    known,
    timeZone,
  }: {
    readonly client: Client;
    readonly webhooks: KnownWebhooks;
    readonly clock: Clock;
    readonly known: readonly number[];
    readonly timeZone: string;
  },
): Promise<CreationEnd> => {
  const end = await sendWebhook(request, { webhooks, known }, { client, clock });
  const journalProblem = unnotedOf(end);
  if (end.kind === 'accepted') return { kind: 'created', reply: end.reply, journalProblem };
  if (end.kind !== 'overtaken') return { kind: 'failed', failed: failedWriteOf(end), told: [], journalProblem };
  const told = end.standing.map(({ line }) => line);
  return { kind: 'failed', failed: twinFailure(end.standing[0], timeZone), told };
};

const twinFailure = (twin: KnownWebhook | undefined, timeZone: string): FailedWrite => {
  const when = momentWords(twin?.sentAtEpochMs ?? 0, timeZone);
  return notSent(
    'Tried to create the webhook.',
    twin?.outcome.kind === 'created'
      ? `Nothing was sent: a webhook of this name and address was created on ${when}.`
      : `Nothing was sent: one of this name and address was sent on ${when}, outcome unknown.`,
    'Leave it, or review and send it again: there may then be two of them.',
  );
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
