/** Asks the service what it has sent to the webhooks of the user. It may lack the call. */
import { CALLS } from '../../../../api/calls.ts';
import type { Client } from '../../../../api/client.ts';
import { ApiError } from '../../../../api/errors/error.ts';
import { optionally } from '../../../../api/errors/missing-call.ts';
import type { CallOptions } from '../../../../api/http/caller.ts';
import { createQuestion, type Question, type QuestionParts } from '../../../../api/question.ts';
import type { Sent } from './happened.ts';
import type { SentReading } from './sent.ts';

/** Webhooks that are asked about; a user has four at the most (docs/interface.md, Webhooks). */
const MOST_WEBHOOKS = 16;

/** What came of asking: what was sent, which stays as it is known where nothing was told. */
export type SentAnswer = { readonly asked: Exclude<SentReading, { kind: 'unasked' }>; readonly sent?: readonly Sent[] };

/** The question; it is put once each time, because it is put again while somebody looks. */
export const createSentQuestion = (parts: QuestionParts, onAnswer: (answer: SentAnswer) => void): Question =>
  createQuestion<SentAnswer>({
    ...parts,
    ask: (client, _ticket, options) => askForSent(client, options),
    onAnswer: (_ticket, answer) => onAnswer(answer),
    onFailure: (_ticket, { whatCameBack: why }) => onAnswer({ asked: { kind: 'failed', why } }),
  });

const askForSent = async (client: Client, options: CallOptions): Promise<SentAnswer> => {
  const listed = await optionally(() => client.list(CALLS.presentWebhooks, options));
  if (listed === undefined) return { asked: { kind: 'missing' } };
  const sent: Sent[] = [];
  for (const { id, name } of listed.records.slice(0, MOST_WEBHOOKS)) {
    if (typeof id !== 'number') continue;
    const deliveries = await deliveriesOf(client, id, options);
    if (deliveries === undefined) return { asked: { kind: 'missing' } };
    sent.push(...deliveries.map((one) => ({ ...one, webhookId: id, webhook: name ?? '' })));
  }
  return { asked: { kind: 'told', webhooks: listed.records.length }, sent };
};

/** Those of one webhook, none where it was deleted meanwhile; undefined where the service has no such call. */
const deliveriesOf = async (client: Client, webhookId: number, options: CallOptions) => {
  try {
    return await client.read(CALLS.deliveries, { webhookId }, options);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
};
