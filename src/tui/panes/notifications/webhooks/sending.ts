/** Sends what the user has confirmed for webhooks: only for what was seen of them, once, and tells what came of it. */

import { CALLS } from '../../../../api/calls.ts';
import type { Client } from '../../../../api/client.ts';
import type { InstanceReceipt, WebhookReply } from '../../../../api/records/replies.ts';
import type { WebhookRequest } from '../../../../api/requests.ts';
import { printable } from '../../../../base/printable.ts';
import { listedOf, type ServiceWebhook, webhookIn } from '../../../../notifications/webhook.ts';
import {
  type SentWebhookChange,
  sendWebhookChange,
  type WebhookChange,
} from '../../../../notifications/webhook-write.ts';
import type { SeenLines } from '../../../../storage/journal/changes.ts';
import type { Slice } from '../../../state/slice.ts';
import { type FailedWrite, failedWriteOf, lastLook, notSent, sendingParts, unnotedOf } from '../failed-write.ts';
import type { NotificationsNeeds } from '../tab.ts';
import { secretRotated, webhookCreated } from './created.ts';
import { changesOf, draftProblem, requestOf } from './draft.ts';
import {
  actBegun,
  actFailed,
  changeSent,
  creationBegun,
  creationFailed,
  editOrphaned,
  editOvertaken,
  listOpened,
  webhookChanged,
  webhookDeleted,
} from './form-state.ts';
import { sentBefore } from './lines.ts';
import type { Looking } from './looking.ts';
import type { SecretHolder } from './secret.ts';
import { type Act, type Acting, listedTold, recordOpened, type WebhooksState, webhookTold } from './state.ts';
import { createWebhook } from './writes.ts';

const SENDING: Readonly<Record<WebhookChange['kind'], string>> = {
  change: 'The webhook is being changed.',
  delete: 'The webhook is being deleted.',
  rotate: 'The webhook is being given a new secret.',
  test: 'A test is being sent.',
};

/** What becomes of a change, whatever is sent. */
type Ways = {
  /** The webhook is not there any more; nothing was sent. */
  readonly gone: () => void;
  /** It is another one than the user has seen, and what has changed; nothing was sent. */
  readonly changed: (now: ServiceWebhook, words: readonly string[]) => void;
  readonly failed: (failed: FailedWrite) => void;
  readonly accepted: (reply: WebhookReply | InstanceReceipt) => void;
};

/** The functions that send. A secret that comes with an answer goes into `secret` and nowhere else. */
export const createSending = (
  { get, change }: Slice<WebhooksState>,
  needs: NotificationsNeeds,
  { dropList, askAgain, awaitTest }: Pick<Looking, 'dropList' | 'askAgain' | 'awaitTest'>,
  secret: SecretHolder,
): {
  /** Creates the webhook of the form. */
  readonly create: () => void;
  /** Sends what the form changes. */
  readonly edit: () => void;
  /** Sends a deletion, a new secret or a test that was reviewed. */
  readonly act: (acting: Acting) => void;
} => {
  const { clock, timeZone, run, notify, refuse } = needs;

  const create = () => {
    const { draft, takesTrials } = get();
    const problem = draftProblem(draft, takesTrials)?.text;
    const parts = problem === undefined ? sendingParts(needs) : { problem };
    if ('problem' in parts) return refuse(parts.problem);
    const { access, service } = parts;
    change(creationBegun);
    run(async () => {
      const known = [...get().known.map(({ line }) => line), ...get().told];
      const request = requestOf(draft);
      const end = await createWebhook(request, { client: service, webhooks: access.webhooks, clock, known, timeZone });
      if (end.journalProblem !== undefined) refuse(end.journalProblem);
      if (end.kind !== 'created') change((state) => creationFailed(state, end.failed, end.told));
      else {
        const { webhook, secret: shownOnce, secretProblem, enabledNotificationPreferences: switchedOn } = end.reply;
        secret.hold(shownOnce);
        const created = { webhook, switchedOn, hasSecret: shownOnce !== undefined, secretProblem };
        change((state) => webhookTold(webhookCreated(state, created), webhookIn(end.reply)));
      }
      askAgain();
      if (end.kind === 'created') needs.preferencesChanged();
    });
  };

  /** Sends a change of the webhook as it was seen, in view of the journal as it was. */
  const send = (wanted: WebhookChange, webhook: ServiceWebhook, seen: SeenLines, ways: Ways) => {
    const parts = sendingParts(needs);
    if ('problem' in parts) return refuse(parts.problem);
    const { access, service: client } = parts;
    // What is under way would tell of the time before.
    dropList();
    change((state) => changeSent(state, SENDING[wanted.kind]));
    const sendOnceSeen = async (): Promise<void> => {
      const look = await lookAgain(webhook, wanted.kind === 'rotate', client);
      if (look.kind === 'failed') return ways.failed(look.failed);
      const { listed, now, words } = look;
      change((state) => listedTold(state, listed));
      if (now === undefined) return ways.gone();
      if (words.length > 0) return ways.changed(now, words);
      const end = await sendWebhookChange(wanted, { client, clock, changes: access.webhookChanges, seen });
      const journalProblem = unnotedOf(end);
      if (journalProblem !== undefined) refuse(journalProblem);
      if (end.kind === 'accepted') ways.accepted(end.reply);
      else ways.failed(end.kind === 'overtaken' ? overtaken(end, timeZone) : failedWriteOf(end));
    };
    run(async () => {
      await sendOnceSeen();
      askAgain();
    });
  };

  const accepted: Readonly<Record<Act, (webhook: ServiceWebhook, reply: WebhookReply | InstanceReceipt) => void>> = {
    delete: (webhook) => {
      change((state) => webhookDeleted(state, webhook.id));
      notify(`Deleted: ${printable(webhook.name)}.`);
    },
    rotate: (webhook, reply) => {
      if (!('webhook' in reply)) return;
      secret.hold(reply.secret);
      change((state) => secretRotated(webhookTold(state, webhookIn(reply)), toldOf(reply, webhook)));
    },
    test: (webhook) => {
      change((state) => recordOpened(state, `id ${webhook.id}`));
      notify('The service sends a test: what becomes of it stands under the deliveries.');
      awaitTest();
    },
  };
  const act = ({ typed: _, ...acting }: Acting): void => {
    const { webhook, look, act: kind } = acting;
    send({ kind, webhookId: webhook.id }, webhook, look.seen, {
      gone: () => {
        change(listOpened);
        notify(`Nothing was sent: "${printable(webhook.name)}" was deleted elsewhere.`);
      },
      changed: (now, words) => {
        const changed = ['Nothing was sent yet: the webhook was changed elsewhere.', ...words];
        change((state) => actBegun(state, { ...acting, webhook: now, changed }));
      },
      failed: (failed) => change((state) => actFailed(state, webhook, failed)),
      accepted: (reply) => accepted[kind](webhook, reply),
    });
  };

  const edit = () => {
    const { draft, editing, stage, takesTrials } = get();
    if (editing === undefined || stage.kind !== 'review' || stage.look === undefined) return;
    const problem = draftProblem(draft, takesTrials, editing)?.text;
    if (problem !== undefined) return refuse(problem);
    const request = changesOf(draft, editing);
    send({ kind: 'change', webhookId: editing.id, request }, editing, stage.look.seen, {
      gone: () => change(editOrphaned),
      changed: (now, words) => change((state) => editOvertaken(state, now, words)),
      failed: (failed) => change((state) => creationFailed(state, failed)),
      accepted: (reply) => {
        const now = 'webhook' in reply ? webhookIn(toldOf(reply, afterChange(editing, request))) : undefined;
        change((state) => webhookChanged(state, now ?? editing));
        notify(`Changed: ${printable(now?.name ?? editing.name)}.`);
        needs.preferencesChanged();
      },
    });
  };

  return { create, edit, act };
};

/** Asks whether a webhook still is what the user has seen. Where a new secret is to be made, any change since counts, for it may have been that of the secret. */
const lookAgain = (seen: ServiceWebhook, isOfSecret: boolean, client: Client) =>
  lastLook(
    async () => {
      const listed = listedOf(await client.list(CALLS.presentWebhooks));
      const now = listed.find(({ id }) => id === seen.id);
      const isTouched = isOfSecret && now !== undefined && now.updatedAtS !== seen.updatedAtS;
      const touched = isTouched ? ['It was changed since: perhaps its secret was.'] : [];
      const words = now === undefined ? [] : [...differences(seen, now), ...touched];
      return { kind: 'seen' as const, listed, now, words };
    },
    'Tried to read the webhooks once more before sending. Nothing was sent.',
    'Try again: it is sent only once the service has said what there is.',
  );

/** What of a webhook has become another thing, in sentences. */
const differences = (seen: ServiceWebhook, now: ServiceWebhook): readonly string[] => [
  ...(seen.name === now.name ? [] : [`Its name was "${seen.name}" and is "${now.name}" now.`]),
  ...(seen.url === now.url ? [] : [`Its address was ${seen.url} and is ${now.url} now.`]),
  ...(seen.types.join(' ') === now.types.join(' ')
    ? []
    : [`Its types were ${seen.types.join(', ')} and are ${now.types.join(', ')} now.`]),
];

const overtaken = (
  { standing: [first] }: { readonly standing: readonly SentWebhookChange[] },
  timeZone: string,
): FailedWrite =>
  notSent(
    'Tried to send it. Nothing was sent.',
    first === undefined ? '' : `Another gpudeck was first: ${sentBefore(first, timeZone)}`,
    'Look at what the service says now, then review it again.',
  );

const afterChange = (before: ServiceWebhook, { name, url, eventTypes }: Partial<WebhookRequest>): ServiceWebhook => ({
  ...before,
  ...(name !== undefined && { name }),
  ...(url !== undefined && { url }),
  ...(eventTypes !== undefined && { types: eventTypes }),
});

/** What the service says of it: what the answer left out is what it was before. */
const toldOf = ({ webhook: told, secret, secretProblem }: WebhookReply, before: ServiceWebhook) => ({
  webhook: {
    ...told,
    id: told.id ?? before.id,
    name: told.name ?? before.name,
    webhook_url: told.webhook_url ?? before.url,
    event_types: told.event_types ?? before.types,
  },
  hasSecret: secret !== undefined,
  secretProblem,
});
