/** Sends what was confirmed for a webhook: only for what the user has seen of it, once, and tells what came of it. */
import type { Client } from '../../../../../api/client.ts';
import type { InstanceReceipt, WebhookReply } from '../../../../../api/records/replies.ts';
import type { WebhookRequest } from '../../../../../api/requests.ts';
import type { Clock } from '../../../../../base/clock.ts';
import { printable } from '../../../../../base/text.ts';
import type { SeenLines } from '../../../../../storage/journal/changes.ts';
import type { JournalAccess } from '../../../../../storage/journal/profile-journal.ts';
import type { Slice } from '../../../../state/slice.ts';
import { type FailedWrite, failedWriteOf, unnotedOf } from '../../failed-write.ts';
import { secretRotated } from '../created-state.ts';
import { changesOf, draftProblem } from '../draft.ts';
import { creationFailed } from '../form-state.ts';
import { type ServiceWebhook, webhookIn } from '../rows.ts';
import type { SecretHolder } from '../secret.ts';
import { type Act, type Acting, listedTold, recordOpened, type WebhooksState, webhookTold } from '../state.ts';
import { lastLook } from './last-look.ts';
import { sentBefore } from './lines.ts';
import {
  actBegun,
  actFailed,
  changeSent,
  editOrphaned,
  editOvertaken,
  listOpened,
  webhookChanged,
  webhookDeleted,
} from './state.ts';
import { sendWebhookChange, type WebhookChange, type WebhookChangeEnd } from './webhook-change.ts';

/** What sending needs from outside. */
export type SendingNeeds = {
  readonly slice: Slice<WebhooksState>;
  readonly client: () => Client | undefined;
  readonly journal: () => JournalAccess;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly run: (task: () => Promise<void>) => void;
  readonly notify: (text: string) => void;
  readonly refuse: (reason: string) => void;
  /** A new secret goes into it and nowhere else. */
  readonly secret: SecretHolder;
  /** Drops the question for the list that is under way: it would tell of the time before. */
  readonly dropList: () => void;
  /** Reads the journal anew, and asks the service for its list. */
  readonly askAgain: () => void;
  /** A test was sent: its outcome is looked for. */
  readonly onTested: () => void;
};

/** What was confirmed, and what of it the user has seen. */
type Confirmed = {
  readonly change: WebhookChange;
  readonly webhook: ServiceWebhook;
  readonly seen: SeenLines;
};

/** What becomes of it, whatever is sent. */
type Ways = {
  /** The webhook is not there any more; nothing was sent. */
  readonly gone: () => void;
  /** It is another one than the user has seen, and what has changed; nothing was sent. */
  readonly changed: (now: ServiceWebhook, words: readonly string[]) => void;
  readonly failed: (failed: FailedWrite) => void;
  readonly accepted: (reply: WebhookReply | InstanceReceipt) => void;
};

const SENDING: Readonly<Record<WebhookChange['kind'], string>> = {
  change: 'The webhook is being changed.',
  delete: 'The webhook is being deleted.',
  rotate: 'The webhook is being given a new secret.',
  test: 'A test is being sent.',
};

/** The function that sends, for any change. */
const createSendingChange = (needs: SendingNeeds) => {
  const { slice, client, journal, clock, timeZone, run, refuse, dropList, askAgain } = needs;
  const change = (transition: (state: WebhooksState) => WebhooksState) => slice.change(transition);
  return (confirmed: Confirmed, ways: Ways): void => {
    const access = journal();
    const service = client();
    if ('problem' in access || service === undefined) {
      refuse('problem' in access ? access.problem : 'The service is not ready.');
      return;
    }
    const { change: wanted, webhook, seen } = confirmed;
    dropList();
    change((state) => changeSent(state, SENDING[wanted.kind]));
    const send = async (): Promise<void> => {
      const look = await lastLook(webhook, wanted.kind === 'rotate', service);
      if (look.kind === 'failed') return ways.failed(look.failed);
      change((state) => listedTold(state, look.listed));
      if (look.kind === 'gone') return ways.gone();
      if (look.kind === 'changed') return ways.changed(look.now, look.words);
      const end = await sendWebhookChange(wanted, { client: service, clock, changes: access.webhookChanges, seen });
      const journalProblem = unnotedOf(end);
      if (journalProblem !== undefined) refuse(journalProblem);
      if (end.kind === 'accepted') ways.accepted(end.reply);
      else if (end.kind === 'overtaken') ways.failed(overtakenWords(end, timeZone));
      else ways.failed(failedWriteOf(end));
    };
    run(async () => {
      await send();
      askAgain();
    });
  };
};

const overtakenWords = (
  { standing: [first] }: Extract<WebhookChangeEnd, { kind: 'overtaken' }>,
  timeZone: string,
): FailedWrite => ({
  words: {
    tried: 'Tried to send it. Nothing was sent.',
    whatCameBack: first === undefined ? '' : `Another gpudeck was first: ${sentBefore(first, timeZone)}`,
    whatToDo: 'Look at what the service says now, then review it again.',
  },
  isOutcomeUnknown: false,
});

/** Sends a deletion, a new secret or a test that was confirmed. */
export const createSendingAct = (needs: SendingNeeds) => {
  const { slice, notify, secret, onTested } = needs;
  const change = (transition: (state: WebhooksState) => WebhooksState) => slice.change(transition);
  const send = createSendingChange(needs);

  const accepted: Readonly<Record<Act, (webhook: ServiceWebhook, reply: WebhookReply | InstanceReceipt) => void>> = {
    delete: (webhook) => {
      change((state) => webhookDeleted(state, webhook.id));
      notify(`Deleted: ${printable(webhook.name)}.`);
    },
    rotate: (webhook, reply) => {
      if (!('webhook' in reply)) return;
      secret.hold(reply.secret);
      change((state) => secretRotated(webhookTold(state, webhookIn(reply)), rotatedOf(reply, webhook)));
    },
    test: (webhook) => {
      change((state) => recordOpened(state, `id ${webhook.id}`));
      notify('The service sends a test: what becomes of it stands under the deliveries.');
      onTested();
    },
  };

  return (wanted: WebhookChange, acting: Acting): void => {
    const { typed: _, ...reviewed } = acting;
    const { webhook, look, act } = reviewed;
    send(
      { change: wanted, webhook, seen: look.seen },
      {
        gone: () => {
          change(listOpened);
          notify(`Nothing was sent: "${printable(webhook.name)}" was deleted elsewhere.`);
        },
        changed: (now, words) => {
          const changed = ['Nothing was sent yet: the webhook was changed elsewhere.', ...words];
          change((state) => actBegun(state, { ...reviewed, webhook: now, changed }));
        },
        failed: (failed) => change((state) => actFailed(state, webhook, failed)),
        accepted: (reply) => accepted[act](webhook, reply),
      },
    );
  };
};

/** Sends what differs in the form from the webhook that it changes. */
export const createSendingEdit = (needs: SendingNeeds & { readonly onChanged: () => void }) => {
  const { slice, notify, refuse } = needs;
  const change = (transition: (state: WebhooksState) => WebhooksState) => slice.change(transition);
  const send = createSendingChange(needs);
  return (): void => {
    const { draft, editing, stage, takesTrials } = slice.get();
    if (editing === undefined || stage.kind !== 'review' || stage.look === undefined) return;
    const problem = draftProblem(draft, takesTrials, editing)?.text;
    if (problem !== undefined) {
      refuse(problem);
      return;
    }
    const wanted = { kind: 'change', webhookId: editing.id, request: changesOf(draft, editing) } as const;
    send(
      { change: wanted, webhook: editing, seen: stage.look.seen },
      {
        gone: () => change(editOrphaned),
        changed: (now, words) => change((state) => editOvertaken(state, now, words)),
        failed: (failed) => change((state) => creationFailed(state, failed)),
        accepted: (reply) => {
          const told =
            'webhook' in reply
              ? webhookIn({ webhook: rotatedOf(reply, afterChange(editing, wanted.request)).webhook })
              : undefined;
          change((state) => webhookChanged(state, told ?? editing));
          notify(`Changed: ${printable(told?.name ?? editing.name)}.`);
          needs.onChanged();
        },
      },
    );
  };
};

const afterChange = (before: ServiceWebhook, { name, url, eventTypes }: Partial<WebhookRequest>): ServiceWebhook => ({
  ...before,
  ...(name !== undefined && { name }),
  ...(url !== undefined && { url }),
  ...(eventTypes !== undefined && { types: eventTypes }),
});

/** What the page says of it: what the answer left out is what it was before. */
const rotatedOf = ({ webhook: told, secret, secretProblem }: WebhookReply, before: ServiceWebhook) => ({
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
