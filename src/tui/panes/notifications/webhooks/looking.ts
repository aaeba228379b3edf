/** Looking at what the service has: the list is asked for, and what was delivered to one webhook. A service may lack both calls. */

import { CALLS } from '../../../../api/calls.ts';
import { type Explanation, optionally } from '../../../../api/errors/explain.ts';
import { isLoopback } from '../../../../api/http/base-url.ts';
import { createQuestion } from '../../../../api/question.ts';
import { listedOf, type ServiceWebhook } from '../../../../notifications/webhook.ts';
import { isShownBy, type SentWebhookChange } from '../../../../notifications/webhook-write.ts';
import type { Changes } from '../../../../storage/journal/changes.ts';
import { WEBHOOK_CHANGE_KINDS, type WebhookChangeKind } from '../../../../storage/journal/webhooks.ts';
import { type Asked, askedNoted, idle, lastArrived } from '../../../state/remote.ts';
import type { Slice } from '../../../state/slice.ts';
import type { FailureWords } from '../../../ui/message-page.tsx';
import { isSending } from '../../write-page/state.ts';
import type { NotificationsNeeds } from '../tab.ts';
import { outcomeShown } from './form-state.ts';
import { type Listed, madeBy } from './rows.ts';
import {
  currentRow,
  type Deliveries,
  knownRead,
  listedChanged,
  listedForgotten,
  listedIn,
  recordOpened,
  type WebhooksState,
  writingIn,
} from './state.ts';

/** The type of a test's delivery, and how often and with how many ms between its outcome is looked for. */
const TEST = 'webhook_test';
const TEST_LOOKS = 7;
const TEST_LOOK_MS = 2000;

/** Webhooks that the list shows at the most. */
const LIST_LENGTH = 500;

/** What is asked when. */
export type Looking = {
  /** Reads the journal anew. */
  readonly read: () => void;
  /** The tab is seen: asks for the list unless it was asked for before. */
  readonly open: () => void;
  readonly leave: () => void;
  readonly serviceChanged: () => void;
  /** Opens the page of the webhook under the cursor. */
  readonly openRecord: () => void;
  /** Reads the journal anew, and asks for the list again, and for the deliveries of the webhook that is looked at. */
  readonly askAgain: () => void;
  /** Drops the question for the list that is under way. */
  readonly dropList: () => void;
  /** A test was sent: its deliveries are asked for until its outcome is there, for a while. */
  readonly awaitTest: () => void;
  /** Does not wait any longer for a call to be made again. */
  readonly giveUp: () => void;
};

/** Builds it; `onList` is told of each answer to the question for the list, and why there is none. */
export const createLooking = (
  slice: Slice<WebhooksState>,
  needs: NotificationsNeeds,
  onList: (listed: readonly ServiceWebhook[] | { readonly failure: Explanation }) => void,
): Looking => {
  const { get, change } = slice;
  const { journal } = needs;
  const isMissing = ({ answer }: Asked<unknown, unknown>) => lastArrived(answer)?.value === 'missing';

  const read = () => {
    const access = journal();
    if ('problem' in access) return;
    const known = access.webhooks.list(LIST_LENGTH);
    change((state) => knownRead(state, known, openChanges(access.webhookChanges, { ...state, known })));
  };

  const noted = askedNoted<Listed, FailureWords>((transition) =>
    change((state) => listedChanged(state, transition(state.listed))),
  );
  const list = createQuestion<Listed>({
    ...needs,
    ...noted,
    read: 'presentWebhooks',
    ask: async (service, _ticket, options) => {
      const reply = await optionally(() => service.list(CALLS.presentWebhooks, options));
      return reply === undefined ? 'missing' : listedOf(reply);
    },
    onAnswer: (ticket, listed, atEpochMs) => {
      // What is on its way is settled by its answer.
      if (!isSending(writingIn(get()))) settle(listed);
      noted.onAnswer(ticket, listed, atEpochMs);
      read();
      onList(listed === 'missing' ? [] : listed);
    },
    onFailure: (ticket, failure) => {
      noted.onFailure(ticket, failure);
      onList({ failure });
    },
  });
  /** Notes what the list shows to have been carried out of what was sent without an answer. */
  const settle = (listed: Listed) => {
    const access = journal();
    if ('problem' in access) return;
    if (typeof listed === 'object') {
      const { webhookChanges } = access;
      const shown = openChanges(webhookChanges, get()).filter((sent) => isShownBy(sent, listed));
      for (const { line } of shown) webhookChanges.settle(line, { kind: 'accepted' });
      change((state) => outcomeShown(state, shown));
    }
    for (const known of get().known) {
      const webhook = madeBy(known, listed);
      if (webhook === undefined) continue;
      const { id: webhookId, userId, createdAtS } = webhook;
      const createdAtEpochMs = createdAtS && Math.trunc(createdAtS * 1000);
      access.webhooks.settle(known.line, { kind: 'created', webhookId, userId, createdAtEpochMs, switchedOn: [] });
    }
  };

  const deliveries = createQuestion<Deliveries>({
    ...needs,
    read: 'deliveries',
    ask: async (service, _ticket, options) => {
      const { webhookId = 0 } = get().deliveries;
      return (await service.read(CALLS.deliveries, { webhookId }, options)) ?? 'missing';
    },
    ...askedNoted<Deliveries, FailureWords>((transition) =>
      change((state) => {
        const { webhookId, ...before } = state.deliveries;
        return { ...state, deliveries: { webhookId, ...transition(before) } };
      }),
    ),
  });
  /** Of a webhook that the service lists; a call that the service has shown to lack is not made again. */
  const askDeliveries = (): void => {
    const { stage, deliveries: asked } = get();
    const id = currentRow(get())?.service?.id;
    if (stage.kind !== 'record' || id === undefined || isMissing(asked)) return;
    if (asked.webhookId !== id) {
      deliveries.drop();
      change((state) => ({ ...state, deliveries: { webhookId: id, answer: idle } }));
    }
    deliveries.ask();
  };

  /** An answer may take the service ten seconds. */
  const awaitTest = (looks: number): void => {
    const isOver = () => {
      const told = lastArrived(get().deliveries.answer)?.value;
      const state = typeof told === 'object' ? told.find(({ type }) => type === TEST)?.state : 'waiting';
      return state !== 'waiting' && state !== 'sending';
    };
    needs.later(TEST_LOOK_MS, () => {
      if (get().stage.kind !== 'record') return;
      askDeliveries();
      if (looks > 1 && !isOver()) awaitTest(looks - 1);
    });
  };

  return {
    read,
    open: () => {
      const address = needs.client()?.baseUrl;
      // The local service listens on this machine, and no other does.
      const takesTrials = address !== undefined && isLoopback(new URL(address).hostname);
      change((state) => (state.takesTrials === takesTrials ? state : { ...state, takesTrials }));
      list.comeBack();
      deliveries.comeBack();
      if (get().listed.answer.stage === 'idle') list.ask();
    },
    leave: () => {
      list.leave();
      deliveries.leave();
    },
    serviceChanged: () => {
      list.drop();
      deliveries.drop();
      change(listedForgotten);
    },
    openRecord: () => {
      const row = currentRow(get());
      if (row === undefined) return;
      change((state) => recordOpened(state, row.key));
      askDeliveries();
      needs.askPreferences();
    },
    askAgain: () => {
      read();
      if (!isMissing(get().listed)) list.ask();
      askDeliveries();
    },
    dropList: list.drop,
    awaitTest: () => awaitTest(TEST_LOOKS),
    giveUp: () => (get().stage.kind === 'record' ? deliveries : list).giveUp(),
  };
};

/** What was sent for the webhooks that `state` knows of and whose outcome is unknown; nothing where the journal cannot be read. */
const openChanges = (
  changes: Changes<WebhookChangeKind>,
  state: Pick<WebhooksState, 'known' | 'listed' | 'open'>,
): readonly SentWebhookChange[] => {
  const listed = listedIn(state);
  const ids = new Set([
    ...(typeof listed === 'object' ? listed.map(({ id }) => id) : []),
    ...state.known.flatMap(({ outcome }) => (outcome.kind === 'created' ? (outcome.webhookId ?? []) : [])),
    ...state.open.map(({ instanceId }) => instanceId),
  ]);
  return WEBHOOK_CHANGE_KINDS.flatMap((kind) => {
    const look = changes.look([...ids], kind);
    return 'problem' in look ? [] : look.open;
  });
};
