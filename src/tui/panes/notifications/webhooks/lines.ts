/** What the review of a webhook and the page of a created one say, line by line. Pure; no secret passes here. */
import { callOf } from '../../../../api/call.ts';
import { CALLS } from '../../../../api/calls.ts';
import { bodyLines } from '../../../ui/body-lines.ts';
import { type LabelledValue, type RecordLine, sectionLines } from '../../../ui/record-lines.ts';

import { plain } from '../../../ui/segments.ts';
import { momentWords } from '../moment-words.ts';
import { paragraph } from '../paragraph.ts';
import { sentBefore } from './changing/lines.ts';
import { callOfWebhookChange } from './changing/webhook-change.ts';
import { changesOf, hintOn, requestOf } from './draft.ts';
import type { Listed, ServiceWebhook } from './rows.ts';
import { aroundOf, type CreatedWebhook, listedIn, type WebhooksState } from './state.ts';

const BLANK: RecordLine = [plain(' ')];

/** The exact call that the form makes, in `width` cells. */
export const reviewLines = (state: WebhooksState, timeZone: string, width: number): readonly RecordLine[] => {
  const { draft, editing } = state;
  if (editing !== undefined) return changeLines(state, editing, timeZone, width);
  const hint = hintOn(draft, 'url', aroundOf(state));
  const { method, path, body } = callOf(CALLS.webhooks, requestOf(draft));
  return [
    ...limitsWords(listedIn(state)).flatMap((words) => paragraph(words, width, 'warning')),
    ...(hint === undefined ? [] : paragraph(hint.text, width, 'warning')),
    BLANK,
    ...paragraph('This is exactly what will be sent:', width),
    BLANK,
    ...paragraph(`${method} ${path}`, width, 'strong'),
    ...bodyLines(JSON.stringify(body), width).map((line) => [plain(line)]),
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
  const { method, path, body } = callOfWebhookChange({ kind: 'change', webhookId: before.id, request });
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
    ...paragraph(`${method} ${path}`, width, 'strong'),
    ...bodyLines(JSON.stringify(body), width).map((line) => [plain(line)]),
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
  const said = (label: string, value: string | undefined): LabelledValue => ({
    label,
    value: value ?? 'not said',
    unit: '',
  });
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
