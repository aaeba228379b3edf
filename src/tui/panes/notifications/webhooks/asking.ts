/** Asks the service which webhooks it has, and what was delivered to one. A service may lack both calls. */
import { CALLS } from '../../../../api/calls.ts';
import { optionally } from '../../../../api/errors/missing-call.ts';
import { createQuestion, type Question, type QuestionParts } from '../../../../api/question.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import { arrived, askedNoted } from '../../../state/remote.ts';
import type { Slice } from '../../../state/slice.ts';
import type { FailureWords } from '../../../ui/message-page.tsx';
import { settleShown } from './changing/open-changes.ts';
import { outcomeShown } from './changing/state.ts';
import { type Listed, listedOf, madeBy } from './rows.ts';
import { type Deliveries, listedChanged, type WebhooksState } from './state.ts';

type AskingNeeds = QuestionParts & {
  readonly slice: Slice<WebhooksState>;
  readonly journal: () => JournalAccess;
  /** Reads the journal anew. */
  readonly read: () => void;
};

/** The question which webhooks there are. A creation whose outcome was unknown and that the list shows is one no longer. */
export const createListQuestion = (needs: AskingNeeds): Question => {
  const { slice, journal } = needs;
  const settle = (listed: Listed) => {
    // What is on its way is settled by its answer.
    if (slice.get().stage.kind === 'sending') return;
    const access = journal();
    if ('problem' in access) return;
    if (typeof listed === 'object') {
      const shown = settleShown(access.webhookChanges, slice.get(), listed);
      slice.change((state) => outcomeShown(state, shown));
    }
    const made = slice.get().known.flatMap((known) => {
      const webhook = madeBy(known, listed);
      return webhook === undefined ? [] : [{ line: known.line, webhook }];
    });
    for (const { line, webhook } of made) {
      access.webhooks.settle(line, {
        kind: 'created',
        webhookId: webhook.id,
        userId: webhook.userId,
        createdAtEpochMs: webhook.createdAtS && Math.trunc(webhook.createdAtS * 1000),
        switchedOn: [],
      });
    }
  };
  const note = (transition: (asked: WebhooksState['listed']) => WebhooksState['listed']) =>
    slice.change((state) => listedChanged(state, transition(state.listed)));
  return createQuestion<Listed>({
    ...needs,
    read: 'presentWebhooks',
    ask: async (service, _ticket, options) => {
      const reply = await optionally(() => service.list(CALLS.presentWebhooks, options));
      return reply === undefined ? 'missing' : listedOf(reply);
    },
    ...askedNoted<Listed, FailureWords>(note),
    onAnswer: (ticket, listed, atEpochMs) => {
      settle(listed);
      note(({ answer }) => ({ answer: arrived(answer, ticket, listed, atEpochMs) }));
      needs.read();
    },
  });
};

/** The question what was delivered to the webhook that `deliveries` names. */
export const createDeliveriesQuestion = (needs: AskingNeeds): Question => {
  const { slice } = needs;
  return createQuestion<Deliveries>({
    ...needs,
    read: 'deliveries',
    ask: async (service, _ticket, options) => {
      const { webhookId = 0 } = slice.get().deliveries;
      return (await service.read(CALLS.deliveries, { webhookId }, options)) ?? 'missing';
    },
    ...askedNoted<Deliveries, FailureWords>((transition) =>
      slice.change((state) => {
        const { webhookId, ...before } = state.deliveries;
        return { ...state, deliveries: { webhookId, ...transition(before) } };
      }),
    ),
  });
};
