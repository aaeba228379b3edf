/** What is sent for webhooks: creating one, whose name and address are claimed in the journal, and what is done to one that is there. */
import { type Call, callOf } from '../../../../api/call.ts';
import { CALLS, type WriteCall } from '../../../../api/calls.ts';
import type { Client } from '../../../../api/client.ts';
import type { InstanceReceipt, WebhookReply } from '../../../../api/records/replies.ts';
import type { OneWebhook, WebhookRequest } from '../../../../api/requests.ts';
import type { Clock } from '../../../../base/clock.ts';
import { parseJson } from '../../../../base/json.ts';
import type { Changes, SeenLines, SentChange } from '../../../../storage/journal/changes.ts';
import type { KnownWebhook, KnownWebhooks, WebhookChangeKind } from '../../../../storage/journal/webhooks.ts';
import { changeLine } from '../../../../writes/change-line.ts';
import { type Line, type SendEnd, type SendParts, sendOnce } from '../../../../writes/send-once.ts';
import { type FailedWrite, failedWriteOf, notSent, unnotedOf } from '../failed-write.ts';
import { momentWords } from '../paragraph.ts';
import type { ServiceWebhook } from './rows.ts';

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
  const end = await sendOnce(CALLS.webhooks, request, webhookLine(request, webhooks, known), { client, clock });
  const journalProblem = unnotedOf(end);
  if (end.kind === 'accepted') return { kind: 'created', reply: end.reply, journalProblem };
  if (end.kind !== 'overtaken') return { kind: 'failed', failed: failedWriteOf(end), told: [], journalProblem };
  const told = end.standing.map(({ line }) => line);
  return { kind: 'failed', failed: twinFailure(end.standing[0], timeZone), told };
};

/** The creation's line in the journal; that of a refused one is taken out again. */
const webhookLine = (
  request: WebhookRequest,
  webhooks: KnownWebhooks,
  known: readonly number[],
): Line<WebhookReply, readonly KnownWebhook[]> => {
  let line: number | undefined;
  return {
    claim: (atEpochMs) => {
      const begun = webhooks.begin(request, atEpochMs, known);
      if (!('line' in begun)) return begun;
      line = begun.line;
      return undefined;
    },
    settle: (outcome) => {
      if (line === undefined) return undefined;
      if (outcome.kind !== 'accepted') return webhooks.settle(line, outcome);
      const { webhook, enabledNotificationPreferences: switchedOn = [] } = outcome.reply;
      const { id: webhookId, user_id: userId, created_at: createdAtS } = webhook;
      const createdAtEpochMs = createdAtS && Math.trunc(createdAtS * 1000);
      return webhooks.settle(line, { kind: 'created', webhookId, userId, createdAtEpochMs, switchedOn });
    },
  };
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

/** One change to one webhook; `request` holds what is to be different. */
export type WebhookChange =
  | { readonly kind: 'change'; readonly webhookId: number; readonly request: Partial<WebhookRequest> }
  | { readonly kind: 'delete' | 'rotate' | 'test'; readonly webhookId: number };

/** What was sent for webhooks before. */
export type SentWebhookChange = SentChange<WebhookChangeKind>;

const CALL_OF: Readonly<Record<WebhookChangeKind, WriteCall<OneWebhook, WebhookReply | InstanceReceipt>>> = {
  change: CALLS.changeWebhook,
  delete: CALLS.deleteWebhook,
  rotate: CALLS.rotateWebhook,
  test: CALLS.testWebhook,
};

const askedOf = (change: WebhookChange) => ({
  webhookId: change.webhookId,
  ...(change.kind === 'change' && change.request),
});

/** The call, exactly as it is sent. */
export const callOfWebhookChange = (change: WebhookChange): Call => callOf(CALL_OF[change.kind], askedOf(change));

/** Sends it, once; `seen` is what the user has seen of the journal. Rejects only with a programmer's error. */
export const sendWebhookChange = (
  change: WebhookChange,
  parts: SendParts & { readonly changes: Changes<WebhookChangeKind>; readonly seen: SeenLines },
): Promise<SendEnd<WebhookReply | InstanceReceipt, readonly SentWebhookChange[]>> => {
  const { kind, webhookId } = change;
  const noted = { instanceId: webhookId, kind, value: kind === 'change' ? JSON.stringify(change.request) : '' };
  return sendOnce(CALL_OF[kind], askedOf(change), changeLine(noted, parts), parts);
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
