/** Sends what the user has confirmed for webhooks: only for what was seen of them, once, and tells what came of it. */

import type { WebhookReply } from '../../../../api/records/replies.ts';
import { printable } from '../../../../base/printable.ts';
import { momentWords } from '../../../../base/time.ts';
import { type ServiceWebhook, webhookIn } from '../../../../notifications/webhook.ts';
import { differences, isOfForm, type WebhookWrite } from '../../../../notifications/webhook-write.ts';
import type { SentChange } from '../../../../storage/journal/changes.ts';
import type { Slice } from '../../../state/slice.ts';
import type { WriteSite } from '../../write-page/site.ts';
import type { Writing } from '../../write-page/state.ts';
import { type FailedWrite, failedWriteOf, notSent } from '../failed-write.ts';
import type { NotificationsNeeds } from '../tab.ts';
import { secretCame } from './created.ts';
import {
  actFailed,
  draftDone,
  editOrphaned,
  editOvertaken,
  formFailed,
  stageOpened,
  webhookChanged,
  webhookDeleted,
} from './form-state.ts';
import type { Looking } from './looking.ts';
import { sentBefore } from './record-lines.ts';
import type { SecretHolder } from './secret.ts';
import { recordOpened, type WebhooksState, webhookTold } from './state.ts';

/** Tells what came of what was sent for a webhook, or why nothing was. A secret that comes with an answer goes into `secret` and nowhere else. */
export const createTelling = (
  { change }: Slice<WebhooksState>,
  needs: Pick<NotificationsNeeds, 'timeZone' | 'notify' | 'preferencesChanged'>,
  { awaitTest }: Pick<Looking, 'awaitTest'>,
  secret: SecretHolder,
): NonNullable<WriteSite<WebhookWrite>['onEnd']> => {
  const { timeZone, notify } = needs;

  /** The secret of an answer goes into its holder; the rest is what its page shows. */
  const keepSecret = ({ webhook = {}, secret: shownOnce, ...reply }: WebhookWrite['reply']) => {
    secret.hold(shownOnce);
    const { secretProblem, enabledNotificationPreferences: switchedOn } = reply;
    return { webhook, switchedOn, hasSecret: shownOnce !== undefined, secretProblem };
  };

  const accepted = (
    webhook: ServiceWebhook,
    reply: WebhookWrite['reply'],
    { kind, request }: Writing<WebhookWrite>,
  ): void => {
    const told = reply.webhook && toldOf(reply.webhook, webhook, request);
    const now = (told && webhookIn({ webhook: told })) ?? webhook;
    switch (kind) {
      case 'delete':
        change((state) => webhookDeleted(state, webhook.id));
        notify(`Deleted: ${printable(webhook.name)}.`);
        break;
      case 'rotate':
        change((state) =>
          secretCame(webhookTold(state, now), { ...keepSecret(reply), webhook: told ?? {}, isRotated: true }),
        );
        break;
      case 'test':
        change((state) => recordOpened(state, `id ${webhook.id}`));
        notify('The service sends a test: what becomes of it stands under the deliveries.');
        awaitTest();
        break;
      case 'change':
        change((state) => webhookChanged(state, now));
        notify(`Changed: ${printable(now.name)}.`);
        needs.preferencesChanged();
        break;
      case 'create': {
        const created = keepSecret(reply);
        const listed = webhookIn(created);
        change((state) => webhookTold(draftDone(secretCame(state, created)), listed));
        needs.preferencesChanged();
      }
    }
  };
  return (end, writing) => {
    const [webhook] = writing.targets;
    if (webhook === undefined) return;
    const isEdit = writing.kind === 'change';
    const failed = (words: FailedWrite, told: readonly number[] = []) =>
      change((state) => (isOfForm(writing) ? formFailed(state, words, told) : actFailed(state, webhook, words)));
    switch (end.kind) {
      case 'accepted':
        accepted(webhook, end.reply, writing);
        break;
      case 'gone':
        change((state) => (isEdit ? editOrphaned(state) : stageOpened(state, 'list')));
        if (!isEdit) notify(`Nothing was sent: "${printable(webhook.name)}" was deleted elsewhere.`);
        break;
      case 'changed': {
        const [now] = end.now;
        const words = differences([webhook], end.now, 'change').join(' ');
        if (isEdit && now !== undefined) change((state) => editOvertaken(state, now, words));
        break;
      }
      case 'unread':
        failed(
          notSent(
            'Tried to read the webhooks once more before sending. Nothing was sent.',
            end.failure.whatCameBack,
            'Try again: it is sent only once the service has said what there is.',
          ),
        );
        break;
      case 'overtaken':
        failed(
          overtaken(end, timeZone),
          end.standing.flatMap(({ kind, line }) => (kind === 'create' ? line : [])),
        );
        break;
      case 'refused':
      case 'unknown':
      case 'held-back':
        failed(failedWriteOf(end));
        break;
      case 'not-sent':
    }
  };
};

const overtaken = (
  { standing: [first] }: { readonly standing: readonly SentChange<WebhookWrite['name']>[] },
  timeZone: string,
): FailedWrite => {
  if (first?.kind !== 'create')
    return notSent(
      'Tried to send it. Nothing was sent.',
      first === undefined ? '' : `Another gpudeck was first: ${sentBefore(first, timeZone)}`,
      'Look at what the service says now, then review it again.',
    );
  const when = momentWords(first.sentAtEpochMs, timeZone);
  return notSent(
    'Tried to create the webhook.',
    first.outcome.kind === 'accepted'
      ? `Nothing was sent: a webhook of this name and address was created on ${when}.`
      : `Nothing was sent: one of this name and address was sent on ${when}, outcome unknown.`,
    'Leave it, or review and send it again: there may then be two of them.',
  );
};

/** What the service says of it: what the answer left out is what was asked for, or what it was before. */
const toldOf = (
  told: WebhookReply['webhook'],
  { id, name, url, types }: ServiceWebhook,
  wish: Writing<WebhookWrite>['request'],
): WebhookReply['webhook'] => {
  const wanted = wish?.kind === 'change' ? wish.request : {};
  return {
    ...told,
    id: told.id ?? id,
    name: told.name ?? wanted.name ?? name,
    webhook_url: told.webhook_url ?? wanted.url ?? url,
    event_types: told.event_types ?? wanted.eventTypes ?? types,
  };
};
