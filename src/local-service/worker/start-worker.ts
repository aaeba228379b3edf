/** Runs the local service in a worker thread of the terminal program, so that its work never delays a key. */
import { Worker } from 'node:worker_threads';
import { type WorkerOptions, workerAnswer } from './messages.ts';

/** The worker's memory: more than a search of 100,000 offers needs; a small nursery, because a reply is garbage as soon as it is sent. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 };

/** The worker's entry: a file, or what gives its source, and what that is to find in `workerData` besides the options. */
export type ServiceEntry = URL | (() => { readonly source: string; readonly data?: Readonly<Record<string, unknown>> });

/** A service in a worker thread. */
type ServiceWorker = {
  readonly url: string;
  readonly apiKey: string;
  readonly userId: number;
  /** What the user is to know of the service's file; absent when all is well. */
  readonly notice?: string | undefined;
  /** Ends the service and its thread. */
  readonly close: () => Promise<void>;
};

/**
 * Starts the service in a thread of its own; the thread alone never keeps the program running. Rejects with an Error whose
 * message says what to do when the service cannot start.
 */
export const startServiceWorker = async (
  options: WorkerOptions & {
    readonly entry: ServiceEntry;
    /** Told when the thread ends by itself: the service is gone. */
    readonly onFailure: (error: Error) => void;
  },
): Promise<ServiceWorker> => {
  const { entry, onFailure, ...workerData } = options;
  const { source, data } = typeof entry === 'function' ? entry() : { source: entry };
  const worker = new Worker(source, {
    eval: typeof source === 'string',
    workerData: { ...workerData, ...data },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: RESOURCE_LIMITS,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  const answered = Promise.withResolvers<unknown>();
  let onError: (error: Error) => void = answered.reject;
  worker.on('error', (error: Error) => onError(error));
  worker.once('message', (message) => {
    // It may end right after its answer, before that is looked at here.
    onError = onFailure;
    answered.resolve(message);
  });
  const answer = workerAnswer().parse(await answered.promise);
  if (answer.kind === 'failed') {
    await worker.terminate();
    throw new Error(answer.message);
  }
  worker.unref();
  const { url, apiKey, userId, notice } = answer;
  return {
    url,
    apiKey,
    userId,
    notice,
    close: () => {
      worker.ref();
      worker.postMessage('close');
      return ended;
    },
  };
};
