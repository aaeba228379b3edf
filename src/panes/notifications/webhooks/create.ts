/** Creates one webhook: notes it in the journal, sends it once, notes what came of it. Nothing here sends it again. */
import type { Client } from '../../../api/client.ts';
import type { Clock } from '../../../api/clock.ts';
import { ApiError } from '../../../api/error.ts';
import { explain } from '../../../api/explain.ts';
import type { WebhookReply } from '../../../api/replies.ts';
import type { WebhookRequest } from '../../../api/requests.ts';
import type { KnownWebhooks } from '../../../storage/webhooks.ts';
import type { Failed } from './state.ts';

/** What a webhook is created with. */
type CreationParts = {
  readonly client: Client;
  readonly webhooks: KnownWebhooks;
  readonly clock: Pick<Clock, 'now'>;
};

/** How it ended. `journalProblem` says that this could not be noted. The reply holds the secret. */
type CreationEnd = { readonly journalProblem?: string | undefined } & (
  | { readonly kind: 'created'; readonly reply: WebhookReply }
  | { readonly kind: 'failed'; readonly failed: Failed }
);

/** Creates the webhook. Rejects only with a programmer's error. */
export const createWebhook = async (request: WebhookRequest, parts: CreationParts): Promise<CreationEnd> => {
  const { client, webhooks, clock } = parts;
  let line: number | undefined;
  let objection: string | undefined;
  const begin = (): string | undefined => {
    const begun = webhooks.begin(request, clock.now());
    if ('problem' in begun) objection = begun.problem;
    else line = begun.line;
    return objection;
  };
  try {
    const reply = await client.createWebhook(request, { beforeSending: begin });
    const { id: webhookId, user_id: userId } = reply.webhook;
    const switchedOn = reply.enabledNotificationPreferences ?? [];
    const journalProblem =
      line === undefined ? undefined : webhooks.settle(line, { kind: 'created', webhookId, userId, switchedOn });
    return { kind: 'created', reply, journalProblem };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const explained = explain(error);
    const { isOutcomeUnknown } = error;
    const journalProblem =
      line === undefined
        ? undefined
        : isOutcomeUnknown
          ? webhooks.settle(line, { kind: 'unknown', reason: explained.whatCameBack })
          : webhooks.forget(line);
    const words = objection === undefined ? explained : { ...explained, whatCameBack: objection };
    return { kind: 'failed', failed: { words, isOutcomeUnknown }, journalProblem };
  }
};
