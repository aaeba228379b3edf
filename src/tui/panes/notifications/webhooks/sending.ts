/** Sends what the user has confirmed for webhooks: only for what was seen of them, once, and tells what came of it. */

import type { WebhookReply } from '../../../../api/records/replies.ts';
import { printable } from '../../../../base/printable.ts';
import { type ServiceWebhook, webhookIn } from '../../../../notifications/webhook.ts';
import {
  differences,
  type SentWebhookChange,
  sendWebhook,
  type WebhookWrite,
} from '../../../../notifications/webhook-write.ts';
import type { KnownWebhook } from '../../../../storage/journal/webhooks.ts';
import type { Slice } from '../../../state/slice.ts';
import type { WriteSite } from '../../write-page/site.ts';
import type { Writing } from '../../write-page/state.ts';
import { type FailedWrite, failedWriteOf, notSent, sendingParts, unnotedOf } from '../failed-write.ts';
import { momentWords } from '../paragraph.ts';
import type { NotificationsNeeds } from '../tab.ts';
import { secretCame } from './created.ts';
import { draftProblem, requestOf } from './draft.ts';
import {
  actFailed,
  creationBegun,
  creationFailed,
  draftDone,
  editOrphaned,
  editOvertaken,
  stageOpened,
  webhookChanged,
  webhookDeleted,
} from './form-state.ts';
import { sentBefore } from './lines.ts';
import type { Looking } from './looking.ts';
import type { SecretHolder } from './secret.ts';
import { recordOpened, type WebhooksState, webhookTold } from './state.ts';

/** The functions that send. A secret that comes with an answer goes into `secret` and nowhere else. */
export const createSending = (
  { get, change }: Slice<WebhooksState>,
  needs: NotificationsNeeds,
  { askAgain, awaitTest }: Pick<Looking, 'askAgain' | 'awaitTest'>,
  secret: SecretHolder,
): {
  /** Creates the webhook of the form. */
  readonly create: () => void;
  /** Tells what came of what was sent for a webhook that is there, or why nothing was. */
  readonly onEnd: NonNullable<WriteSite<WebhookWrite>['onEnd']>;
} => {
  const { clock, timeZone, run, notify, refuse } = needs;

  /** The secret of an answer goes into its holder; the rest is what its page shows. */
  const keepSecret = ({ webhook = {}, secret: shownOnce, ...reply }: WebhookWrite['reply']) => {
    secret.hold(shownOnce);
    const { secretProblem, enabledNotificationPreferences: switchedOn } = reply;
    return { webhook, switchedOn, hasSecret: shownOnce !== undefined, secretProblem };
  };

  const create = () => {
    const { draft, takesTrials } = get();
    const problem = draftProblem(draft, takesTrials)?.text;
    const parts = problem === undefined ? sendingParts(needs) : { problem };
    if ('problem' in parts) return refuse(parts.problem);
    const { access, service } = parts;
    change(creationBegun);
    run(async () => {
      // Any other of this name and address keeps it from being sent.
      const known = [...get().known.map(({ line }) => line), ...get().told];
      const { webhooks } = access;
      const end = await sendWebhook(requestOf(draft), { webhooks, known }, { client: service, clock });
      const journalProblem = unnotedOf(end);
      if (journalProblem !== undefined) refuse(journalProblem);
      if (end.kind === 'accepted') {
        const created = keepSecret(end.reply);
        change((state) => webhookTold(draftDone(secretCame(state, created)), webhookIn(end.reply)));
      } else if (end.kind === 'overtaken') {
        const told = end.standing.map(({ line }) => line);
        change((state) => creationFailed(state, twinFailure(end.standing[0], timeZone), told));
      } else change((state) => creationFailed(state, failedWriteOf(end)));
      askAgain();
      if (end.kind === 'accepted') needs.preferencesChanged();
    });
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
    }
  };
  const onEnd: NonNullable<WriteSite<WebhookWrite>['onEnd']> = (end, writing) => {
    const [webhook] = writing.targets;
    if (webhook === undefined) return;
    const isEdit = writing.kind === 'change';
    const failed = (words: FailedWrite) =>
      change((state) => (isEdit ? creationFailed(state, words) : actFailed(state, webhook, words)));
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
        failed(overtaken(end, timeZone));
        break;
      case 'refused':
      case 'unknown':
      case 'held-back':
        failed(failedWriteOf(end));
        break;
      case 'not-sent':
    }
  };

  return { create, onEnd };
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

const overtaken = (
  { standing: [first] }: { readonly standing: readonly SentWebhookChange[] },
  timeZone: string,
): FailedWrite =>
  notSent(
    'Tried to send it. Nothing was sent.',
    first === undefined ? '' : `Another gpudeck was first: ${sentBefore(first, timeZone)}`,
    'Look at what the service says now, then review it again.',
  );

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
