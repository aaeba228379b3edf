/** Keeps what a client is answered, by the way. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client } from '../api/client.ts';
import type { Received } from '../api/records/records.ts';
import type { Offer } from '../catalogue/values.ts';
import { askedOf } from '../history/asked.ts';
import { machinesRound } from '../history/own-machines.ts';
import type { ThreadCalls } from './thread-calls.ts';

type Keeping = {
  /** The service by its one name (`serviceAt`). */
  readonly service: string;
  readonly hostId: number | undefined;
  readonly thread: Pick<ThreadCalls, 'offersCame' | 'answerEnded' | 'answerFailed' | 'record'>;
  readonly now: () => number;
  /** Told why one could not be kept. */
  readonly tell: (problem: string) => void;
};

/** `client`, whose answers to searches, and lists of own machines, are kept. Nothing waits for that, and no call fails by it. */
export const keepingClient = (client: Client, { service, hostId, thread, now, tell }: Keeping): Client => {
  let count = 0;
  const complain = (error: unknown): void => tell(error instanceof Error ? error.message : String(error));
  return {
    ...client,
    list: async (call, options) => {
      const reply = await client.list(call, options);
      const atEpochMs = now();
      // What is to be shown of it comes first: a host may have thousands of GPUs.
      void nextTurn().then(() => {
        const round = machinesRound(call, reply, hostId);
        if (round !== undefined) thread.record({ ...round, service, atEpochMs }).catch(complain);
      });
      return reply;
    },
    searchOffers: async (request, options = {}) => {
      const answer = ++count;
      let received = 0;
      try {
        const reply = await client.searchOffers(request, {
          ...options,
          onRecords: (batch) => {
            received += batch.length;
            // At once: texts that are held become old, and stay until all memory is looked through.
            thread.offersCame(answer, batch.map(textOf)).catch(complain);
            return options.onRecords?.(batch);
          },
        });
        const isWhole = reply.isTruncated !== true && received < request.limit && reply.malformedRecords === 0;
        const facts = { service, asked: askedOf(request), atEpochMs: now(), isWhole };
        // What is to be shown of it comes first.
        void nextTurn().then(() => thread.answerEnded(answer, facts).catch(complain));
        return reply;
      } catch (error) {
        if (received > 0) thread.answerFailed(answer).catch(complain);
        throw error;
      }
    },
  };
};

const textOf = ({ text }: Received<Offer>): string => text;
