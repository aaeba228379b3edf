/** Runs the local service in a worker thread of the terminal program, so that its work never delays a key. */
import { startThread, type ThreadEntry } from '../../base/thread.ts';
import type { MarketOrigin } from '../market/past.ts';
import { type WorkerOptions, workerAnswer } from './messages.ts';

/** The worker's memory, MB: more than a search of 100,000 offers needs. */
const MOST_MB = 512;

/** A service in a worker thread. */
export type ServiceWorker = {
  readonly url: string;
  readonly apiKey: string;
  readonly userId: number;
  /** What its market was made from, where that is kept. */
  readonly market?: MarketOrigin | undefined;
  /** What the user is to know of the service's file; absent when all is well. */
  readonly notice?: string | undefined;
  /** Resolves when the thread has ended by itself: the service is gone. */
  readonly lost: Promise<Error>;
  /** Ends the service and its thread. */
  readonly close: () => Promise<void>;
};

/**
 * Starts the service in a thread of its own; the thread alone never keeps the program running. Rejects with an Error whose
 * message says what to do when the service cannot start.
 */
export const startServiceWorker = async (
  options: WorkerOptions & { readonly entry: ThreadEntry },
): Promise<ServiceWorker> => {
  const { entry, ...workerData } = options;
  const worker = startThread(entry, workerData, MOST_MB);
  const answered = Promise.withResolvers<unknown>();
  const lost = Promise.withResolvers<Error>();
  let failure: Error | undefined;
  worker.on('error', (error: Error) => {
    failure = error;
  });
  worker.once('message', answered.resolve);
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      resolve();
      if (failure === undefined) return;
      // Its answer, which its end may have overtaken until now, is here by then.
      answered.reject(failure);
      lost.resolve(failure);
    });
  });
  const answer = workerAnswer().parse(await answered.promise);
  if (answer.kind === 'failed') {
    await worker.terminate();
    throw new Error(answer.message);
  }
  worker.unref();
  const { url, apiKey, userId, market, notice } = answer;
  return {
    url,
    apiKey,
    userId,
    market,
    notice,
    lost: lost.promise,
    close: () => {
      worker.ref();
      worker.postMessage('close');
      return ended;
    },
  };
};
