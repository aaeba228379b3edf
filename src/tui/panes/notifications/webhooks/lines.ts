/** What the reviews of webhooks and the page of a created one say, line by line. Pure; no secret passes here. */

import { printable } from '../../../../base/text.ts';
import { sentWords } from '../../../../instances/fate.ts';
import type { SentChange } from '../../../../storage/journal/changes.ts';
import { BLANK, paragraph, type RecordLine, sectionLines } from '../../../ui/record-lines.ts';
import { momentWords, said } from '../paragraph.ts';
import type { Listed } from './rows.ts';
import type { CreatedWebhook } from './state.ts';

/** `delete was sent 2026-11-22 14:05, outcome unknown: ...`, of what a name is enough for. */
export const sentBefore = (sent: SentChange<string>, timeZone: string): string =>
  printable(sentWords({ ...sent, value: '' }, timeZone));

/** Webhooks that services allow a user (docs/interface.md, Webhooks). */
const MOST_WEBHOOKS = 4;

/** What is known of the service that speaks against one more webhook. */
export const limitsWords = (listed: Listed | undefined): readonly string[] => {
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
