/** Creates one webhook: notes it in the journal, sends it once, notes what came of it. Nothing here sends it again. */
import { CALLS } from '../../../../api/calls.ts';
import type { Client } from '../../../../api/client.ts';
import { ApiError } from '../../../../api/errors/error.ts';
import { explain } from '../../../../api/errors/explain.ts';
import type { WebhookReply } from '../../../../api/records/replies.ts';
import type { WebhookRequest } from '../../../../api/requests.ts';
import type { Clock } from '../../../../base/clock.ts';
import type { KnownWebhook, KnownWebhooks } from '../../../../storage/journal/webhooks.ts';
import type { FailureWords } from '../../../ui/failure-lines.tsx';
import { momentWords } from '../moment-words.ts';
import type { Failed } from './state.ts';

/** What a webhook is created with. */
type CreationParts = {
  readonly client: Client;
  readonly webhooks: KnownWebhooks;
  readonly clock: Pick<Clock, 'now'>;
  /** Lines of webhooks that the user knows of; any other of this name and address keeps this one from being sent. */
  readonly known: readonly number[];
  readonly timeZone: string;
};

/** How it ended. `journalProblem` says that this could not be noted. The reply holds the secret. */
type CreationEnd = { readonly journalProblem?: string | undefined } & (
  | { readonly kind: 'created'; readonly reply: WebhookReply }
  | { readonly kind: 'failed'; readonly failed: Failed }
  /** Not sent: there are such webhooks that the user did not know of; they are told of now. */
  | { readonly kind: 'twins'; readonly failed: Failed; readonly lines: readonly number[] }
);

/** Creates the webhook. Rejects only with a programmer's error. */
export const createWebhook = async (request: WebhookRequest, parts: CreationParts): Promise<CreationEnd> => {
  const { client, webhooks, clock, known, timeZone } = parts;
  let line: number | undefined;
  let objection: string | undefined;
  let twins: readonly KnownWebhook[] = [];
  const begin = (): string | undefined => {
    const begun = webhooks.begin(request, clock.now(), known);
    if ('line' in begun) line = begun.line;
    else if ('problem' in begun) objection = begun.problem;
    else {
      twins = begun.twins;
      objection = 'There is such a webhook.';
    }
    return objection;
  };
  try {
    const reply = await client.write(CALLS.webhooks, request, { beforeSending: begin });
    const { id: webhookId, user_id: userId, created_at: createdAtS } = reply.webhook;
    const createdAtEpochMs = createdAtS && Math.trunc(createdAtS * 1000);
    const switchedOn = reply.enabledNotificationPreferences ?? [];
    const journalProblem =
      line === undefined
        ? undefined
        : webhooks.settle(line, { kind: 'created', webhookId, userId, createdAtEpochMs, switchedOn });
    return { kind: 'created', reply, journalProblem };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [twin] = twins;
    if (twin !== undefined) {
      const lines = twins.map(({ line: place }) => place);
      return { kind: 'twins', failed: { words: twinWords(twin, timeZone), isOutcomeUnknown: false }, lines };
    }
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

const twinWords = ({ sentAtEpochMs, outcome }: KnownWebhook, timeZone: string): FailureWords => ({
  tried: 'Tried to create the webhook.',
  whatCameBack:
    outcome.kind === 'created'
      ? `Nothing was sent: a webhook of this name and address was created on ${momentWords(sentAtEpochMs, timeZone)}.`
      : `Nothing was sent: one of this name and address was sent on ${momentWords(sentAtEpochMs, timeZone)}, outcome unknown.`,
  whatToDo: 'Leave it, or review and send it again: there may then be two of them.',
});
