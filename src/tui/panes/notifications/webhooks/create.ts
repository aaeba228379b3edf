/** Creates one webhook: its name and address are claimed in the journal, the call is sent once, and its end put into words. */
import { CALLS } from '../../../../api/calls.ts';
import type { Client } from '../../../../api/client.ts';
import type { WebhookReply } from '../../../../api/records/replies.ts';
import type { WebhookRequest } from '../../../../api/requests.ts';
import type { Clock } from '../../../../base/clock.ts';
import type { KnownWebhook, KnownWebhooks } from '../../../../storage/journal/webhooks.ts';
import { type Line, sendOnce } from '../../../../writes/send-once.ts';
import type { FailureWords } from '../../../ui/message-page.tsx';
import { type FailedWrite, failedWriteOf, unnotedOf } from '../failed-write.ts';
import { momentWords } from '../moment-words.ts';

/** What a webhook is created with. */
type CreationParts = {
  readonly client: Client;
  readonly webhooks: KnownWebhooks;
  readonly clock: Clock;
  /** Lines of webhooks that the user knows of; any other of this name and address keeps this one from being sent. */
  readonly known: readonly number[];
  readonly timeZone: string;
};

/** How it ended. `journalProblem` says that this could not be noted. The reply holds the secret. */
type CreationEnd = { readonly journalProblem?: string | undefined } & (
  | { readonly kind: 'created'; readonly reply: WebhookReply }
  /** `told`: lines of such webhooks that the user did not know of and is told of now. Then nothing was sent. */
  | { readonly kind: 'failed'; readonly failed: FailedWrite; readonly told: readonly number[] }
);

/** Creates the webhook. Rejects only with a programmer's error. */
export const createWebhook = async (request: WebhookRequest, parts: CreationParts): Promise<CreationEnd> => {
  const { client, clock, timeZone } = parts;
  const line = webhookLine(request, parts);
  const end = await sendOnce(CALLS.webhooks, request, line, { client, clock });
  const journalProblem = unnotedOf(end);
  if (end.kind === 'accepted') return { kind: 'created', reply: end.reply, journalProblem };
  if (end.kind !== 'overtaken') return { kind: 'failed', failed: failedWriteOf(end), told: [], journalProblem };
  const words = twinWords(end.standing[0], timeZone);
  return { kind: 'failed', failed: { words, isOutcomeUnknown: false }, told: end.standing.map(({ line: id }) => id) };
};

/** The creation's line in the journal; that of a refused one is taken out again. */
const webhookLine = (
  request: WebhookRequest,
  { webhooks, known }: Pick<CreationParts, 'webhooks' | 'known'>,
): Line<WebhookReply, readonly KnownWebhook[]> => {
  let line: number | undefined;
  return {
    claim: (atEpochMs) => {
      const begun = webhooks.begin(request, atEpochMs, known);
      if (!('line' in begun)) return begun;
      line = begun.line;
      return undefined;
    },
    settle: (outcome) => {
      if (line === undefined) return undefined;
      if (outcome.kind !== 'accepted') return webhooks.settle(line, outcome);
      const { webhook, enabledNotificationPreferences: switchedOn = [] } = outcome.reply;
      const { id: webhookId, user_id: userId, created_at: createdAtS } = webhook;
      const createdAtEpochMs = createdAtS && Math.trunc(createdAtS * 1000);
      return webhooks.settle(line, { kind: 'created', webhookId, userId, createdAtEpochMs, switchedOn });
    },
  };
};

const twinWords = (twin: KnownWebhook | undefined, timeZone: string): FailureWords => {
  const when = momentWords(twin?.sentAtEpochMs ?? 0, timeZone);
  return {
    tried: 'Tried to create the webhook.',
    whatCameBack:
      twin?.outcome.kind === 'created'
        ? `Nothing was sent: a webhook of this name and address was created on ${when}.`
        : `Nothing was sent: one of this name and address was sent on ${when}, outcome unknown.`,
    whatToDo: 'Leave it, or review and send it again: there may then be two of them.',
  };
};
