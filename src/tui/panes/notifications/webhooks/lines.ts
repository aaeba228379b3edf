/** What the reviews of webhooks and the page of a created one say, line by line. Pure; no secret passes here. */

import { callOf } from '../../../../api/call.ts';
import { CALLS } from '../../../../api/calls.ts';
import { printable } from '../../../../base/text.ts';
import { sentWords } from '../../../../instances/fate.ts';
import type { ServiceWebhook } from '../../../../notifications/webhook.ts';
import {
  callOfWebhookChange,
  type SentWebhookChange,
  WEBHOOK_LOSSES,
} from '../../../../notifications/webhook-write.ts';
import { type RecordLine, sectionLines } from '../../../ui/record-lines.ts';
import { BLANK, callLines, momentWords, paragraph, said } from '../paragraph.ts';
import { changesOf, hintOn, requestOf } from './draft.ts';
import type { Listed } from './rows.ts';
import { type Act, type Acting, aroundOf, type CreatedWebhook, listedIn, type WebhooksState } from './state.ts';

const TITLES: Readonly<Record<Act, string>> = {
  delete: 'Delete',
  rotate: 'Make a new secret for',
  test: 'Send a test to',
};

/** `Delete webhook 7`. */
export const actTitle = ({ act, webhook }: Pick<Acting, 'act' | 'webhook'>): string =>
  `${TITLES[act]} webhook ${webhook.id}`;

const VERBS: Readonly<Record<Act, string>> = { delete: 'delete', rotate: 'make a new secret', test: 'test' };

/** Who is asked to confirm, in the words of the question. */
export const confirmingOf = ({ act, webhook }: Pick<Acting, 'act' | 'webhook'>) =>
  ({ ids: [webhook.id], noun: 'webhook', verb: VERBS[act] }) as const;

/** The review in `width` cells: what it meets, what is lost, what was sent before, and exactly what is sent. */
export const actLines = (
  { act, webhook, look, changed }: Acting,
  timeZone: string,
  width: number,
): readonly RecordLine[] => {
  const { text: loss, tone: role = 'plain' } = WEBHOOK_LOSSES[act];
  return [
    ...changed.flatMap((words) => paragraph(words, width, 'warning')),
    ...(changed.length === 0 ? [] : [BLANK]),
    ...webhookLines(webhook, width),
    BLANK,
    ...paragraph(loss, width, role),
    ...look.open.flatMap((sent) =>
      paragraph(`${sentBefore(sent, timeZone)} Confirming sends it again.`, width, 'warning'),
    ),
    BLANK,
    ...paragraph('This is exactly what will be sent:', width),
    ...callLines(callOfWebhookChange({ kind: act, webhookId: webhook.id }), width),
  ];
};

const webhookLines = ({ id, name, url, types }: ServiceWebhook, width: number): readonly RecordLine[] => [
  ...paragraph(`${id}  ${name}`, width, 'strong'),
  ...paragraph(url, width),
  ...paragraph(types.join('  '), width, 'dim'),
];

/** `delete was sent 2026-11-22 14:05, outcome unknown: ...`, of what a name is enough for. */
export const sentBefore = (sent: SentWebhookChange, timeZone: string): string =>
  printable(sentWords({ ...sent, value: '' }, timeZone));

/** What is to be done with the review. */
export const actFoot = ({ act, webhook }: Acting): string =>
  act === 'test' ? 'Enter sends it, Esc goes back.' : `Enter, then type the id, ${webhook.id}. Esc leaves it.`;

/** The exact call that the form makes, in `width` cells. */
export const reviewLines = (state: WebhooksState, timeZone: string, width: number): readonly RecordLine[] => {
  const { draft, editing } = state;
  if (editing !== undefined) return changeLines(state, editing, timeZone, width);
  const hint = hintOn(draft, 'url', aroundOf(state));
  return [
    ...limitsWords(listedIn(state)).flatMap((words) => paragraph(words, width, 'warning')),
    ...(hint === undefined ? [] : paragraph(hint.text, width, 'warning')),
    BLANK,
    ...paragraph('This is exactly what will be sent:', width),
    BLANK,
    ...callLines(callOf(CALLS.webhooks, requestOf(draft)), width),
    BLANK,
    ...paragraph('From then on every notification of these types goes to that address.', width),
    ...paragraph('The answer holds the signing secret, which the service shows only this once.', width),
  ];
};

/** What is different, and exactly what is sent for it. */
const changeLines = (
  state: WebhooksState,
  before: ServiceWebhook,
  timeZone: string,
  width: number,
): readonly RecordLine[] => {
  const { draft, stage } = state;
  const request = changesOf(draft, before);
  const hint = hintOn(draft, 'url', aroundOf(state));
  const open = stage.kind === 'review' ? (stage.look?.open ?? []) : [];
  return [
    ...(hint === undefined ? [] : paragraph(hint.text, width, 'warning')),
    ...open.flatMap((sent) => paragraph(`${sentBefore(sent, timeZone)} This sends it again.`, width, 'warning')),
    ...(request.name === undefined ? [] : paragraph(`Its name "${before.name}" becomes "${request.name}".`, width)),
    ...(request.url === undefined ? [] : paragraph(`Its address ${before.url} becomes ${request.url}.`, width)),
    ...(request.eventTypes === undefined
      ? []
      : paragraph(`Its types ${before.types.join(', ')} become ${request.eventTypes.join(', ')}.`, width)),
    ...paragraph('Its signing secret stays. The rest is not sent.', width, 'dim'),
    BLANK,
    ...paragraph('This is exactly what will be sent:', width),
    BLANK,
    ...callLines(callOfWebhookChange({ kind: 'change', webhookId: before.id, request }), width),
  ];
};

/** Webhooks that services allow a user (docs/interface.md, Webhooks). */
const MOST_WEBHOOKS = 4;

/** What is known of the service that speaks against one more webhook. */
const limitsWords = (listed: Listed | undefined): readonly string[] => {
  if (listed === 'missing')
    return ['This service has no call that lists its webhooks: nothing here can change or delete it later.'];
  return listed !== undefined && listed.length >= MOST_WEBHOOKS
    ? [`The service lists ${listed.length} webhooks, and services allow ${MOST_WEBHOOKS}: it will refuse another one.`]
    : [];
};

/** What the service says of a created webhook, in `width` cells. */
export const createdLines = (
  { webhook, switchedOn, isRotated }: CreatedWebhook,
  timeZone: string,
  width: number,
): readonly RecordLine[] => {
  const { id, user_id: userId, name, webhook_url: url, event_types: types, created_at: createdAtS } = webhook;
  const created = createdAtS === undefined ? undefined : momentWords(createdAtS * 1000, timeZone);
  const entries = [
    said('id', id?.toString()),
    said('user id', userId?.toString()),
    said('name', name),
    said('times are in', timeZone),
    said('created', created),
  ];
  return [
    ...sectionLines([{ title: 'The webhook', entries }], Math.min(width, 60)),
    ...paragraph(`  ${url ?? 'The answer named no address.'}`, width),
    ...listLines('Its event types', types, 'The answer named none.', width),
    ...(isRotated
      ? []
      : listLines(
          'Preferences that this call switched on (webhooks channel)',
          switchedOn,
          'The answer did not say.',
          width,
        )),
  ];
};

const listLines = (
  title: string,
  types: readonly string[] | undefined,
  unsaid: string,
  width: number,
): readonly RecordLine[] => [
  BLANK,
  [{ text: title, role: 'accent' }],
  ...paragraph(`  ${types === undefined ? unsaid : types.length === 0 ? 'none' : types.join('  ')}`, width),
];
