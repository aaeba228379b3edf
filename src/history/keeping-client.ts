/** Keeps what a client is answered, by the way. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client } from '../api/client.ts';
import { askedOf } from './asked.ts';
import type { ThreadCalls } from './worker/thread-calls.ts';

/** Records that are held here before they cross; until the end of an answer that has no more of them, the thread is not troubled. */
const HELD_RECORDS = 1000;

/** Where answers go. */
type KeepingParts = {
  /** The service by its one name (`serviceAt`). */
  readonly service: string;
  readonly thread: Pick<ThreadCalls, 'offersCame' | 'answerEnded' | 'answerFailed'>;
  readonly now: () => number;
  /** Told why one could not be kept. */
  readonly tell: (problem: string) => void;
};

/** `client`, whose answers to searches are kept. Nothing waits for that, and no search fails by it. */
export const keepingClient = (client: Client, { service, thread, now, tell }: KeepingParts): Client => {
  let count = 0;
  const complain = (error: unknown): void => tell(error instanceof Error ? error.message : String(error));
  return {
    ...client,
    searchOffers: async (request, options = {}) => {
      const answer = ++count;
      let texts: string[] = [];
      let received = 0;
      const cross = (): void => {
        thread.offersCame(answer, texts).catch(complain);
        texts = [];
      };
      try {
        const reply = await client.searchOffers(request, {
          ...options,
          onRecords: (batch) => {
            received += batch.length;
            for (const { text } of batch) texts.push(text);
            if (texts.length >= HELD_RECORDS) cross();
            return options.onRecords?.(batch);
          },
        });
        const isWhole = reply.isTruncated !== true && received < request.limit && reply.malformedRecords === 0;
        const facts = { service, asked: askedOf(request), atEpochMs: now(), isWhole };
        // What is to be shown of it comes first.
        void nextTurn().then(() => {
          cross();
          thread.answerEnded(answer, facts).catch(complain);
        });
        return reply;
      } catch (error) {
        if (received > texts.length) thread.answerFailed(answer).catch(complain);
        throw error;
      }
    },
  };
};
