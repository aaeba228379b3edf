/** The page of a webhook, line by line: what is known of it, and what was delivered to it. Pure; no secret passes here. */

import type { Delivery } from '../../../../api/records/replies.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { padCell, printable } from '../../../../base/text.ts';
import { momentWords } from '../../../../base/time.ts';
import { STATUS_TONES, toneOf } from '../../../../catalogue/tones.ts';
import { sentWords } from '../../../../instances/fate.ts';
import type { SentWebhookChange } from '../../../../notifications/webhook-write.ts';
import type { SentChange } from '../../../../storage/journal/changes.ts';
import { lastArrived } from '../../../state/remote.ts';
import { BLANK, paragraph, type RecordLine, said, sectionLines, setInBy } from '../../../ui/record-lines.ts';
import { band, dim, plain } from '../../../ui/segments.ts';
import type { Role } from '../../../ui/theme.tsx';
import { failedLines } from '../failed-write.ts';
import { isPristine } from './form-state.ts';
import { idOf, type WebhookRow } from './rows.ts';
import type { WebhooksState } from './state.ts';

/** Whether the channel `webhooks` of a type is on, as far as that is known here. */
export type IsTypeOn = (type: string) => boolean | undefined;

/** What is known of the row's standing, in a sentence. */
export const standingWords = ({ standing, known }: WebhookRow, isMissing: boolean): string => {
  switch (standing) {
    case 'service':
      return 'The service lists it; it was not created from here.';
    case 'both':
      return 'The service lists it; it was created from here.';
    case 'here':
      return isMissing
        ? 'Created from here. Only the service knows whether it still exists.'
        : 'Created from here. The service has not listed its webhooks yet.';
    case 'gone':
      return `Created from here, and no longer there: the service does not list it. ${keyName('notifications.forget')} in the list forgets this line.`;
    case 'sending':
      return 'It is being created: waiting for the answer.';
    case 'unknown': {
      const reason = known?.outcome.kind === 'unknown' ? `${known.outcome.reason} ` : '';
      return isMissing
        ? `Outcome unknown: ${reason}Look in the web console, then ${keyName('notifications.forget')} forgets this line.`
        : `Outcome unknown: ${reason}The service does not list it so far: ${keyName('notifications.webhooks-refresh')} asks again, ${keyName('notifications.forget')} forgets this line.`;
    }
  }
};

/** `delete was sent 2026-11-22 14:05, outcome unknown: ...`, of what a name is enough for. */
export const sentBefore = (sent: SentChange<string>, timeZone: string): string =>
  printable(sentWords({ ...sent, value: '' }, timeZone));

/** The lines in `width` cells. */
export const recordLines = (
  state: WebhooksState,
  row: WebhookRow,
  isOn: IsTypeOn,
  timeZone: string,
  width: number,
): readonly RecordLine[] => {
  const { service, known, standing, url, types } = row;
  const createdAtMs = service?.createdAtS === undefined ? known?.sentAtEpochMs : service.createdAtS * 1000;
  const moment = (epochMs: number | undefined) => (epochMs === undefined ? undefined : momentWords(epochMs, timeZone));
  const entries = [
    said('id', idOf(row)?.toString()),
    said('name', row.name),
    said('times are in', timeZone),
    said('created', moment(createdAtMs)),
    ...(service === undefined
      ? []
      : [
          said('changed', moment(service.updatedAtS && service.updatedAtS * 1000)),
          said('user id', service.userId?.toString()),
        ]),
  ];
  const isMissing = lastArrived(state.listed.answer)?.value === 'missing';
  const isThere = standing === 'both' || standing === 'service';
  return [
    ...failedLines(state.failed?.words, width, state.failed?.seen),
    ...(state.failed === undefined ? [] : [BLANK]),
    ...paragraph(standingWords(row, isMissing), width, isThere || standing === 'here' ? 'dim' : 'warning'),
    ...(isEditUnsent(state, service)
      ? paragraph(
          `Changes are typed for it and not sent: ${keyName('notifications.change')} goes on.`,
          width,
          'warning',
        )
      : []),
    ...state.open
      .filter(({ instanceId }) => instanceId === service?.id)
      .flatMap((sent) => paragraph(`${sentBefore(sent, timeZone)} ${openWords(sent)}`, width, 'warning')),
    BLANK,
    ...sectionLines([{ title: 'The webhook', entries }], Math.min(width, 60)),
    ...inset(url === '' ? 'The service named no address.' : url, width),
    BLANK,
    band('Its event types'),
    ...typeLines(types, isOn, width),
    BLANK,
    band('Deliveries', [dim(deliveriesAge(state, timeZone))]),
    ...deliveriesLines(state, row, timeZone, width),
  ];
};

/** True where something stands in the form of this webhook that the service does not have. */
const isEditUnsent = ({ draft, editing, laid }: WebhooksState, service: WebhookRow['service']): boolean =>
  service !== undefined &&
  [{ draft, editing }, ...laid].some((one) => one.editing?.id === service.id && !isPristine(one.draft, one.editing));

/** A text set in by `by` cells, also where it is broken. */
const inset = (text: string, width: number, role: Role = 'plain', by = 2): readonly RecordLine[] =>
  paragraph(text, width - by, role).map(setInBy(by));

const OFF_WORDS = 'off: its webhooks channel is off in the preferences';

const typeLines = (types: readonly string[], isOn: IsTypeOn, width: number): readonly RecordLine[] => {
  if (types.length === 0) return inset('The service named none.', width);
  return types.flatMap((type) => {
    const on = isOn(type);
    const [box, said]: readonly [string, string] =
      on === undefined ? ['[?]', ''] : on ? ['[x]', ''] : ['[ ]', OFF_WORDS];
    return inset(`${box} ${type}${said === '' ? '' : `   ${said}`}`, width, on === false ? 'warning' : 'plain');
  });
};

const deliveriesAge = ({ deliveries }: WebhooksState, timeZone: string): string => {
  const last = lastArrived(deliveries.answer);
  return last === undefined || last.value === 'missing' ? '' : `as of ${momentWords(last.atEpochMs, timeZone)}`;
};

const deliveriesLines = (
  state: WebhooksState,
  row: WebhookRow,
  timeZone: string,
  width: number,
): readonly RecordLine[] => {
  const { answer } = state.deliveries;
  if (row.service === undefined) return inset('The service does not list this webhook.', width);
  const last = lastArrived(answer)?.value;
  if (last === 'missing')
    return inset('This service does not tell: it has no call GET /webhooks/{id}/deliveries.', width);
  return [
    ...(answer.stage === 'failed' ? failedLines(answer.failure, width) : []),
    ...(last === undefined
      ? answer.stage === 'failed'
        ? []
        : inset('Reading them ...', width, 'dim')
      : last.length === 0
        ? inset('None yet.', width)
        : last.flatMap((delivery) => deliveryLines(delivery, timeZone, width))),
  ];
};

/** Cells of the moment, and of the number of an attempt that stands under it. */
const WHEN = 19;

/** `2026-11-01 12:00:00  delivered  client:low_credit`, then its attempts, the newest first. */
const deliveryLines = (delivery: Delivery, timeZone: string, width: number): readonly RecordLine[] => {
  const { type = '?', state = '?', note, createdAtS, nextAttemptAtS, attempts } = delivery;
  const when = createdAtS === undefined ? '?' : momentWords(createdAtS * 1000, timeZone);
  const next = nextAttemptAtS === undefined ? '' : `next attempt ${momentWords(nextAttemptAtS * 1000, timeZone)}`;
  return [
    [
      plain(`  ${padCell(when, WHEN)}  `),
      { text: padCell(printable(state), 9), role: toneOf(STATUS_TONES, state) ?? 'plain' },
      plain(`  ${printable(type)}`),
    ],
    ...(note === undefined ? [] : inset(note, width, 'dim', 4)),
    ...(next === '' ? [] : inset(next, width, 'dim', 4)),
    ...attempts.toReversed().flatMap(({ number, at, status, trouble }) => {
      const came = status === undefined ? `no answer: ${trouble ?? 'nobody said why'}` : `answered ${status}`;
      return inset(
        `attempt ${number ?? '?'}  ${at === undefined ? '?' : momentWords(at * 1000, timeZone)}  ${came}`,
        width,
        'dim',
        4,
      );
    }),
  ];
};

/** What there is to know and to do about what was sent without an answer, once the list was read again. */
const openWords = ({ kind }: SentWebhookChange): string => {
  switch (kind) {
    case 'change':
      return `What the service lists stands below: ${keyName('notifications.change')} changes it again.`;
    case 'delete':
      return `The service still lists it: ${keyName('notifications.delete')} deletes it again.`;
    case 'rotate':
      return `Which secret it has now is not known here: ${keyName('notifications.rotate')} makes another one.`;
    case 'test':
      return `What was sent stands under the deliveries: ${keyName('notifications.test')} sends another one.`;
  }
};
