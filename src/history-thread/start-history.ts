/** The history in a worker thread, so that no key ever waits for SQLite; it is there while something is asked of it or waits to be kept. */
import type { Worker } from 'node:worker_threads';
import type { Firing } from '../alerts/firing.ts';
import type { Clock } from '../base/clock.ts';
import { startThread, type ThreadEntry } from '../base/thread.ts';
import type { ThreadCalls, ThreadOptions, ThreadReply, ThreadRequest } from './thread-calls.ts';

/** The thread's memory, MB: a month of a market has millions of intervals. */
const MOST_MB = 512;

/** It has 20 MB, and begins again in a tenth of a second: without anything to do it ends, ms after the last answer. */
const QUIET_MS = 3000;

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
  let isWatching = false;
  let last = 0;
  /** Answers that are on their way into the thread: what came of them is nowhere else. */
  const coming = new Set<unknown>();
  let cancelEnd = (): void => {};

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
    endSoon();
  };

  const begin = (): Worker => {
    const begun = startThread(entry, { name, environment } satisfies ThreadOptions, MOST_MB);
    begun.on('message', heard);
    const failed = (): void => {
      // Not of one that was ended because nothing was asked.
      if (worker === begun) failAll(new Error(GONE));
    };
    begun.on('error', failed);
    begun.on('exit', failed);
    begun.unref();
    return begun;
  };

  /** One that watches alerts stays, and one that may hold what a database that is away did not take. */
  const endSoon = (): void => {
    cancelEnd();
    if (waiting.size > 0 || coming.size > 0 || isWatching || name.kind !== 'sqlite') return;
    cancelEnd = after(QUIET_MS, () => {
      worker?.postMessage('close' satisfies ThreadRequest);
      worker = undefined;
    });
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
      cancelEnd();
      isWatching ||= called === 'watchAlerts';
      if (called === 'offersCame') coming.add(args[0]);
      if (called === 'answerEnded' || called === 'answerFailed') coming.delete(args[0]);
      send({ id, call: called, args });
      return answer.promise;
    };

  return {
    // The thread has the same calls by the same type.
    ...(Object.fromEntries(Object.keys(NAMES).map((name) => [name, call(name as keyof ThreadCalls)])) as ThreadCalls),
    close: async () => {
      cancelEnd();
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
  takeBaton: true,
  writeBaton: true,
  endBaton: true,
  figures: true,
  offer: true,
  shares: true,
  advice: true,
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
