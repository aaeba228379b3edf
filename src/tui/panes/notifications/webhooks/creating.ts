/** Creates the webhook of the form, which the user has reviewed, and holds the secret that came with it. */
import type { Client } from '../../../../api/client.ts';
import type { Clock } from '../../../../base/clock.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import type { Slice } from '../../../state/slice.ts';
import { createWebhook } from './create.ts';
import { webhookCreated } from './created-state.ts';
import { draftProblem, requestOf } from './draft.ts';
import { creationBegun, creationFailed } from './form-state.ts';
import { webhookIn } from './rows.ts';
import type { SecretHolder } from './secret.ts';
import { type WebhooksState, webhookTold } from './state.ts';

/** What a webhook is created with; its secret goes into `secret` and nowhere else. */
type CreatingNeeds = {
  readonly slice: Slice<WebhooksState>;
  readonly client: () => Client | undefined;
  readonly journal: () => JournalAccess;
  readonly clock: Clock;
  readonly timeZone: string;
  readonly run: (task: () => Promise<void>) => void;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
  /** Told once a webhook exists and the journal knows it. */
  readonly onCreated: () => void;
  readonly secret: SecretHolder;
  /** Reads the journal anew, and asks the service for its list. */
  readonly askAgain: () => void;
};

/** The function that creates it. */
export const createCreating = (needs: CreatingNeeds): (() => void) => {
  const { slice, client, journal, clock, timeZone, run, refuse, secret } = needs;
  const change = (transition: (state: WebhooksState) => WebhooksState) => slice.change(transition);
  return () => {
    const access = journal();
    const service = client();
    const problem =
      draftProblem(slice.get().draft, slice.get().takesTrials)?.text ??
      ('problem' in access ? access.problem : undefined);
    if (problem !== undefined || service === undefined || 'problem' in access) {
      refuse(problem ?? 'The service is not ready.');
      return;
    }
    const request = requestOf(slice.get().draft);
    change(creationBegun);
    run(async () => {
      const known = [...slice.get().known.map(({ line }) => line), ...slice.get().told];
      const end = await createWebhook(request, { client: service, webhooks: access.webhooks, clock, known, timeZone });
      if (end.journalProblem !== undefined) refuse(end.journalProblem);
      if (end.kind !== 'created') change((state) => creationFailed(state, end.failed, end.told));
      else {
        const { webhook, secret: shownOnce, secretProblem, enabledNotificationPreferences: switchedOn } = end.reply;
        secret.hold(shownOnce);
        const hasSecret = shownOnce !== undefined;
        change((state) => webhookCreated(state, { webhook, switchedOn, hasSecret, secretProblem }));
      }
      if (end.kind === 'created') change((state) => webhookTold(state, webhookIn(end.reply)));
      needs.askAgain();
      if (end.kind === 'created') needs.onCreated();
    });
  };
};
