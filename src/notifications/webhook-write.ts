/** What is sent for webhooks: creating one, and what is done to those that are there, as one kind of write. */
import { type Call, callOf } from '../api/call.ts';
import { CALLS, type WriteCall } from '../api/calls.ts';
import type { InstanceReceipt, WebhookReply } from '../api/records/replies.ts';
import type { OneWebhook, WebhookRequest } from '../api/requests.ts';
import { named } from '../base/figures.ts';
import { printable } from '../base/text.ts';
import type { RecordOf } from '../catalogue/values.ts';
import type { WEBHOOK_FIELDS } from '../catalogue/webhook-fields.ts';
import type { Changes, SeenLines, SentChange } from '../storage/journal/changes.ts';
import {
  type KnownWebhook,
  type KnownWebhooks,
  WEBHOOK_CHANGE_KINDS,
  type WebhookChangeKind,
} from '../storage/journal/webhooks.ts';
import { changeLine } from '../writes/change-line.ts';
import { type Line, type SendEnd, type SendParts, sendOnce } from '../writes/send-once.ts';
import { type Paragraph, usualCommand, usualKeys, usualWords, type WriteKind } from '../writes/write-kind.ts';
import { listedOf, type ServiceWebhook } from './webhook.ts';

/**
 * Creates the webhook, once. `known` are lines of webhooks that the user knows of; any other of this name and address keeps this one from
 * being sent. The reply holds the secret. Rejects only with a programmer's error.
 */
export const sendWebhook = (
  request: WebhookRequest,
  { webhooks, known }: { readonly webhooks: KnownWebhooks; readonly known: readonly number[] },
  parts: Parameters<typeof sendOnce>[3],
): Promise<SendEnd<WebhookReply, readonly KnownWebhook[]>> =>
  sendOnce(CALLS.webhooks, request, webhookLine(request, webhooks, known), parts);

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

/** What is lost by it, and how much that is. */
export const WEBHOOK_LOSSES: Readonly<Record<Exclude<WebhookChangeKind, 'change'>, Paragraph>> = {
  delete: {
    text: 'Nothing is delivered to it any more, and what waits to be delivered is dropped. It does not come back: another one has another secret.',
    tone: 'danger',
  },
  rotate: {
    text: 'The secret that it has stops at once: a receiver that checks signatures refuses deliveries until it has the new one. The answer holds the new one, which the service shows only this once.',
    tone: 'warning',
  },
  test: { text: 'One delivery of the type webhook_test goes to its address. It is not tried again.' },
};

/** What is asked for, of each webhook that is named. */
export type WebhookWish =
  | { readonly kind: 'change'; readonly request: Partial<WebhookRequest> }
  | { readonly kind: 'delete' | 'rotate' | 'test' };

/** The types of it. */
type WebhookWrite = {
  readonly name: WebhookChangeKind;
  readonly request: WebhookWish;
  readonly row: RecordOf<typeof WEBHOOK_FIELDS>;
  readonly target: ServiceWebhook;
  readonly reply: { readonly message?: string | undefined; readonly secret?: string | undefined };
};

const TITLES: Readonly<Record<WebhookChangeKind, string>> = {
  change: 'Change',
  delete: 'Delete',
  rotate: 'Make a new secret for',
  test: 'Test',
};

const changeOf = ({ id: webhookId }: ServiceWebhook, wish: WebhookWish): WebhookChange => ({ ...wish, webhookId });

/** What becomes of a webhook, in a sentence for each part. */
const changedWords = ({ name, url, eventTypes }: Partial<WebhookRequest>): readonly string[] => [
  ...(name === undefined ? [] : [`Its name becomes "${name}".`]),
  ...(url === undefined ? [] : [`Its address becomes ${url}.`]),
  ...(eventTypes === undefined ? [] : [`Its types become ${eventTypes.join(', ')}.`]),
];

/** A secret is told where it is made: the service shows it this once. */
const toldBy = ({ secret }: WebhookWrite['reply']): Readonly<Record<string, unknown>> =>
  secret === undefined ? {} : { secret };

export const WEBHOOK_WRITE: WriteKind<WebhookWrite> = {
  names: WEBHOOK_CHANGE_KINDS,
  noun: 'webhook',
  title: (kind, ids) => `${TITLES[kind]} ${named(ids, 'webhook')}`,
  list: CALLS.presentWebhooks,
  targetsOf: (rows, ids) => listedOf({ records: rows }).filter(({ id }) => ids.includes(id)),
  field: () => undefined,
  requestOf: (kind) => (kind === 'change' ? { problem: 'What is to be different is not named.' } : { kind }),
  isSent: () => true,
  refusal: () => undefined,

  call: (webhook, wish) => callOfWebhookChange(changeOf(webhook, wish)),
  send: (webhook, wish, parts) => sendWebhookChange(changeOf(webhook, wish), parts),
  changes: ({ webhookChanges }) => webhookChanges,

  affected: (_, { targets }) =>
    targets.flatMap(({ id, name, url, types }): readonly Paragraph[] => [
      { text: printable(`${id}  ${name}  ${url}`), tone: 'strong' },
      { text: types.join('  '), inset: 2, tone: 'dim' },
    ]),
  consequences: (wish) =>
    wish.kind === 'change'
      ? [...changedWords(wish.request), 'Its signing secret stays.'].map((text) => ({ text }))
      : [WEBHOOK_LOSSES[wish.kind]],
  afterwards: (target, end, kind) => {
    if (end !== 'unknown') return '';
    if (target === undefined) return 'The service, asked again, does not list it any more.';
    const { name, url, types } = target;
    return kind === 'rotate' || kind === 'test'
      ? 'The service still lists it; whether this was done it does not say.'
      : printable(`The service, asked again, lists it: ${name}  ${url}  ${types.join(' ')}.`);
  },

  words: usualWords('Webhooks are still being changed'),
  keys: usualKeys('notifications', 'webhook', 'Webhook'),
  command: { ...usualCommand('webhook'), told: toldBy },
};
