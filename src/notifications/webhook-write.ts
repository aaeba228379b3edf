/** What is sent for webhooks: creating one, and what is done to those that are there, as one kind of write. */

import { callOf } from '../api/call.ts';
import { CALLS, type WriteCall } from '../api/calls.ts';
import type { InstanceReceipt, WebhookReply } from '../api/records/replies.ts';
import type { OneWebhook, WebhookChangeRequest, WebhookRequest } from '../api/requests.ts';
import { named } from '../base/figures.ts';
import { parseJson } from '../base/json.ts';
import { keyName } from '../base/named-keys.ts';
import { printable } from '../base/text.ts';
import type { RecordOf } from '../catalogue/values.ts';
import type { WEBHOOK_FIELDS } from '../catalogue/webhook-fields.ts';
import type { SentChange } from '../storage/journal/changes.ts';
import {
  type KnownWebhook,
  type KnownWebhooks,
  WEBHOOK_CHANGE_KINDS,
  type WebhookChangeKind,
} from '../storage/journal/webhooks.ts';
import { claimedLine, sendNoted } from '../writes/claimed-line.ts';
import { type Line, type SendEnd, sendOnce } from '../writes/send-once.ts';
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
): Promise<SendEnd<WebhookReply, readonly SentChange<'create'>[]>> =>
  sendOnce(CALLS.webhooks, request, webhookLine(request, webhooks, known), parts);

/** The creation's line in the journal; that of a refused one is taken out again. */
const webhookLine = (
  request: WebhookRequest,
  webhooks: KnownWebhooks,
  known: readonly number[],
): Line<WebhookReply, readonly SentChange<'create'>[]> =>
  claimedLine({
    begin: (atEpochMs) => {
      const begun = webhooks.begin(request, atEpochMs, known);
      return 'standing' in begun ? { standing: begun.standing.map(sentBefore) } : begun;
    },
    settle: (line, outcome) => {
      if (outcome.kind !== 'accepted') return webhooks.settle(line, outcome);
      const { webhook, enabledNotificationPreferences: switchedOn = [] } = outcome.reply;
      const { id: webhookId, user_id: userId, created_at: createdAtS } = webhook;
      const createdAtEpochMs = createdAtS && Math.trunc(createdAtS * 1000);
      return webhooks.settle(line, { kind: 'created', webhookId, userId, createdAtEpochMs, switchedOn });
    },
  });

const sentBefore = ({ line, name, sentAtEpochMs, outcome }: KnownWebhook): SentChange<'create'> => ({
  line,
  instanceId: 0,
  kind: 'create',
  value: name,
  sentAtEpochMs,
  outcome: outcome.kind === 'created' ? { kind: 'accepted' } : { kind: 'unknown', reason: '' },
});

/** What was sent for webhooks that are there. */
export type SentWebhookChange = SentChange<WebhookChangeKind>;

const CALL_OF: Readonly<Record<WebhookChangeKind, WriteCall<OneWebhook, WebhookReply | InstanceReceipt>>> = {
  change: CALLS.changeWebhook,
  delete: CALLS.deleteWebhook,
  rotate: CALLS.rotateWebhook,
  test: CALLS.testWebhook,
};

const askedOf = ({ id: webhookId }: ServiceWebhook, wish: WebhookWish): WebhookChangeRequest => ({
  webhookId,
  ...(wish.kind === 'change' && wish.request),
});

/** What is lost by it, and how much that is. */
const LOSSES: Readonly<Record<Exclude<WebhookChangeKind, 'change'> | 'create', readonly Paragraph[]>> = {
  delete: [
    {
      text: 'Nothing is delivered to it any more, and what waits to be delivered is dropped. It does not come back: another one has another secret.',
      tone: 'danger',
    },
  ],
  rotate: [
    {
      text: 'The secret that it has stops at once: a receiver that checks signatures refuses deliveries until it has the new one. The answer holds the new one, which the service shows only this once.',
      tone: 'warning',
    },
  ],
  test: [{ text: 'One delivery of the type webhook_test goes to its address. It is not tried again.' }],
  create: [
    { text: 'From then on every notification of these types goes to that address.' },
    { text: 'The answer holds the signing secret, which the service shows only this once.' },
  ],
};

/** What is asked for, of each webhook that is named; `warnings` are what speaks against it. */
export type WebhookWish =
  | { readonly kind: 'change'; readonly request: Partial<WebhookRequest>; readonly warnings?: readonly string[] }
  | { readonly kind: 'delete' | 'rotate' | 'test' };

/** A webhook that is not there yet; `known` are lines of the journal that the user knows of. */
type Creation = {
  readonly kind: 'create';
  readonly request: WebhookRequest;
  readonly known: readonly number[];
  readonly warnings: readonly string[];
};

/** The types of it. The target of a creation has no id yet. */
export type WebhookWrite = {
  readonly name: WebhookChangeKind | 'create';
  readonly request: WebhookWish | Creation;
  readonly row: RecordOf<typeof WEBHOOK_FIELDS>;
  readonly target: ServiceWebhook;
  readonly reply: Partial<WebhookReply> & { readonly message?: string | undefined };
};

/** True for what a form makes. */
export const isOfForm = ({ kind }: { readonly kind: WebhookWrite['name'] }): boolean =>
  kind === 'change' || kind === 'create';

const TITLES: Readonly<Record<WebhookChangeKind, string>> = {
  change: 'Change',
  delete: 'Delete',
  rotate: 'Make a new secret for',
  test: 'Send a test to',
};

/** What becomes of a webhook, in a sentence for each part; `before` is what it is now, where it is one alone. */
const changedWords = (
  { name, url, eventTypes }: Partial<WebhookRequest>,
  before: ServiceWebhook | undefined,
): readonly string[] => [
  ...(name === undefined ? [] : [`Its name ${before === undefined ? '' : `"${before.name}" `}becomes "${name}".`]),
  ...(url === undefined ? [] : [`Its address ${before === undefined ? '' : `${before.url} `}becomes ${url}.`]),
  ...(eventTypes === undefined ? [] : [`Its types become ${eventTypes.join(', ')}.`]),
];

/** What of a webhook has become another thing, in sentences. Of a secret no list tells: for it any change counts. */
export const differences = (
  [seen]: readonly ServiceWebhook[],
  [now]: readonly ServiceWebhook[],
  kind: WebhookWrite['name'],
): readonly string[] => {
  if (seen === undefined || now === undefined) return ['It was deleted.'];
  const [was, is] = [seen.types.join(', '), now.types.join(', ')];
  const isTouched = kind === 'rotate' && now.updatedAtS !== seen.updatedAtS;
  return [
    ...(seen.name === now.name ? [] : [`Its name was "${seen.name}" and is "${now.name}" now.`]),
    ...(seen.url === now.url ? [] : [`Its address was ${seen.url} and is ${now.url} now.`]),
    ...(was === is ? [] : [`Its types were ${was} and are ${is} now.`]),
    ...(isTouched ? ['It was changed since: perhaps its secret was.'] : []),
  ];
};

/** A secret is told where it is made: the service shows it this once. */
const toldBy = ({ secret }: WebhookWrite['reply']): Readonly<Record<string, unknown>> =>
  secret === undefined ? {} : { secret };

export const WEBHOOK_WRITE: WriteKind<WebhookWrite> = {
  names: [...WEBHOOK_CHANGE_KINDS, 'create'],
  noun: 'webhook',
  title: (kind, ids) => (kind === 'create' ? 'Create this webhook' : `${TITLES[kind]} ${named(ids, 'webhook')}`),
  list: CALLS.presentWebhooks,
  targetsOf: (rows, ids) => listedOf({ records: rows }).filter(({ id }) => ids.includes(id)),
  requestOf: (kind) =>
    kind === 'change' || kind === 'create' ? { problem: 'What it is to be is not named.' } : { kind },
  isSmall: (kind) => isOfForm({ kind }) || kind === 'test',
  isTyped: (kind) => isOfForm({ kind }),
  verb: ({ kind }) => (kind === 'rotate' ? 'make a new secret' : kind),
  isNameEnough: true,
  isBodySetOut: true,

  call: (webhook, wish) =>
    wish.kind === 'create' ? callOf(CALLS.webhooks, wish.request) : callOf(CALL_OF[wish.kind], askedOf(webhook, wish)),
  send: (webhook, wish, parts) => {
    const { webhooks, webhookChanges } = parts.journal;
    if (wish.kind === 'create') return sendWebhook(wish.request, { webhooks, known: wish.known }, parts);
    const { kind } = wish;
    const noted = { instanceId: webhook.id, kind, value: kind === 'change' ? JSON.stringify(wish.request) : '' };
    return sendNoted(CALL_OF[kind], askedOf(webhook, wish), noted, webhookChanges, parts);
  },
  // What was created is told of beside the form, before its review.
  changes: ({ webhookChanges: { look, settle } }) => ({
    look: (ids, kind) => (kind === 'create' ? { seen: 0, open: [] } : look(ids, kind)),
    settle,
  }),

  affected: (wish, { targets }) => [
    ...('warnings' in wish ? wish.warnings : []).map((text) => ({ text, tone: 'warning' }) as const),
    ...(wish.kind === 'create' ? [] : targets).flatMap(({ id, name, url, types }): readonly Paragraph[] => [
      { text: printable(`${id}  ${name}`), tone: 'strong' },
      { text: printable(url) },
      { text: printable(types.join('  ')), tone: 'dim' },
    ]),
  ],
  consequences: (wish, targets) => {
    if (wish.kind !== 'change') return LOSSES[wish.kind];
    const words = changedWords(wish.request, targets.length === 1 ? targets[0] : undefined);
    return [...words, 'Its signing secret stays.'].map((text) => ({ text: printable(text) }));
  },
  readsAgain: {
    isNeeded: (kind) => kind !== 'create',
    areSame: (seen, now, kind) => differences(seen, now, kind).length === 0,
    again: 'Reading the webhooks once more before anything is sent.',
    changed: (seen, now, kind) => [
      'Nothing was sent yet: the webhook was changed elsewhere.',
      ...differences(seen, now, kind).map(printable),
    ],
  },
  afterwards: (target, end, kind) => {
    if (end !== 'unknown') return '';
    if (target === undefined) return 'The service, asked again, does not list it any more.';
    const { name, url, types } = target;
    return kind === 'rotate' || kind === 'test'
      ? 'The service still lists it; whether this was done it does not say.'
      : printable(`The service, asked again, lists it: ${name}  ${url}  ${types.join(' ')}.`);
  },

  words: {
    ...usualWords('Webhooks are still being changed', 'notifications.act'),
    foot: (kind) => {
      const send = { change: 'notifications.change-send', create: 'notifications.create' }[kind];
      return send && `${keyName(send)} ${kind}s it, Esc goes back.`;
    },
  },
  keys: {
    ...usualKeys('notifications', 'notifications.act', 'Webhook'),
    send: (kind) => (kind === 'delete' ? 'delete it' : 'make a new secret'),
    scroll: ['notifications.', false],
  },
  command: { ...usualCommand('webhook'), told: toldBy },
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
