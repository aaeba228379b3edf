/** The history in a worker thread, so that no key ever waits for SQLite. */
import type { Worker } from 'node:worker_threads';
import type { Firing } from '../alerts/firing.ts';
import type { Clock } from '../base/clock.ts';
import { startThread, type ThreadEntry } from '../base/thread.ts';
import type { ThreadCalls, ThreadOptions, ThreadReply, ThreadRequest } from './thread-calls.ts';

/** The thread's memory, MB: a month of a market has millions of intervals. */
const MOST_MB = 512;

/** A thread that writes when the program ends has so long to finish, ms. */
const LAST_WORK_MS = 3000;

/** The history as the thread that runs it: it begins with the first call. What cannot be done rejects with an Error, in a sentence. */
type HistoryThread = ThreadCalls & {
  /** Ends it when what was asked before is done. */
  readonly close: () => Promise<void>;
};

type HistoryThreadOptions = ThreadOptions & {
  readonly entry: ThreadEntry;
  /** Told what the user is to know of the store. */
  readonly onNotice: (text: string) => void;
  /** Told of alerts that have fired since they are watched, each once. */
  readonly onFired?: (firings: readonly Firing[]) => void;
  readonly after: Clock['after'];
};

/** Builds it. Nothing is read or written before the first call. */
export const createHistoryThread = ({
  entry,
  name,
  environment,
  onNotice,
  onFired,
  after,
}: HistoryThreadOptions): HistoryThread => {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | undefined;
  let isGone = false;
  let last = 0;

  const failAll = (error: Error): void => {
    isGone = true;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const heard = (reply: ThreadReply): void => {
    if ('notice' in reply) {
      onNotice(reply.notice);
      return;
    }
    if ('fired' in reply) {
      onFired?.(reply.fired);
      return;
    }
    const { resolve, reject } = waiting.get(reply.id) ?? {};
    waiting.delete(reply.id);
    if ('problem' in reply) reject?.(new Error(reply.problem));
    else resolve?.(reply.value);
  };

  const begin = (): Worker => {
    const begun = startThread(entry, { name, environment } satisfies ThreadOptions, MOST_MB);
    begun.on('message', heard);
    begun.on('error', () => failAll(new Error(GONE)));
    begun.on('exit', () => failAll(new Error(GONE)));
    begun.unref();
    return begun;
  };

  const send = (request: ThreadRequest): void => {
    worker ??= begin();
    worker.postMessage(request);
  };

  const call =
    (called: keyof ThreadCalls) =>
    (...args: readonly unknown[]): Promise<unknown> => {
      if (isGone) return Promise.reject(new Error(GONE));
      const id = ++last;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      send({ id, call: called, args });
      return answer.promise;
    };

  return {
    // The thread has the same calls by the same type.
    ...(Object.fromEntries(Object.keys(NAMES).map((name) => [name, call(name as keyof ThreadCalls)])) as ThreadCalls),
    close: async () => {
      if (worker === undefined || isGone) return;
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      worker.once('exit', () => resolve());
      worker.ref();
      send('close');
      isGone = true;
      const isLate = after(LAST_WORK_MS, () => void worker?.terminate());
      await ended;
      isLate();
    },
  };
};

const GONE = 'The history cannot be used any more: start gpudeck again.';

/** Every call by its name. */
const NAMES = {
  record: true,
  isEmpty: true,
  questions: true,
  rounds: true,
  intervals: true,
  lastMoments: true,
  hours: true,
  markets: true,
  intervalsOf: true,
  pricesOfMachines: true,
  intervalsSinceEpochMs: true,
  noteEvent: true,
  events: true,
  takeLease: true,
  writeLease: true,
  endLease: true,
  figures: true,
  offer: true,
  shares: true,
  machineWeeks: true,
  medianWeeks: true,
  offersCame: true,
  writePast: true,
  answerEnded: true,
  answerFailed: true,
  firings: true,
  backTested: true,
  watchAlerts: true,
} as const satisfies Record<keyof ThreadCalls, true>;
