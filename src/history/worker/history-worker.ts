/** What runs inside the worker thread: the history's store, opened with the first call. */
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { once } from '../../base/once.ts';
import { openSqliteHistory } from '../sqlite-store.ts';
import type { HistoryStore } from '../store.ts';
import { createComing } from './keep-answer.ts';
import { callsOn, type ThreadCalls, type ThreadOptions, type ThreadReply, type ThreadRequest } from './thread-calls.ts';

/** The calls with which a history begins; the others find nothing where there is none, and leave it so. */
const BEGINNING: readonly (keyof ThreadCalls)[] = ['record', 'answerEnded', 'noteEvent', 'takeLease'];

/** The store in `file`, opened when something is to be found or begun there; until then an empty one. */
const createShelf = (file: string, tell: (notice: string) => void) => {
  const opened = once(() => {
    const history = openSqliteHistory(file, Date.now());
    if ('store' in history && history.setAside !== undefined)
      tell(`The history was damaged: it lies in ${history.setAside} now, and a new one begins.`);
    return history;
  });
  const empty = once(() => openSqliteHistory(':memory:', Date.now()));
  let store: HistoryStore | undefined;
  return {
    storeFor: (call: keyof ThreadCalls): HistoryStore => {
      if (store !== undefined) return store;
      const isThere = BEGINNING.includes(call) || existsSync(file);
      const history = isThere ? opened() : empty();
      if ('problem' in history) throw new Error(history.problem);
      if (isThere) store = history.store;
      return history.store;
    },
    close: async () => store?.close(),
  };
};

/** Under Linux a thread can stand back behind all others: whoever types on a single processor waits for none of this. */
const standBack = (): void => {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
};

const serve = (port: MessagePort, { file }: ThreadOptions): void => {
  const tell = (reply: ThreadReply): void => port.postMessage(reply);
  const { storeFor, close } = createShelf(file, (notice) => tell({ notice }));
  const coming = createComing();
  const running = new Set<Promise<void>>();

  const answer = async ({ id, call, args }: Exclude<ThreadRequest, 'close'>): Promise<void> => {
    try {
      // What crosses was called by the same type on the other side.
      const run = callsOn(storeFor(call), coming)[call] as (...given: readonly unknown[]) => Promise<unknown>;
      tell({ id, value: await run(...args) });
    } catch (error) {
      tell({ id, problem: error instanceof Error ? error.message : String(error) });
    }
  };

  port.on('message', async (request: ThreadRequest) => {
    if (request === 'close') {
      await Promise.all(running);
      await close();
      port.close();
      return;
    }
    const run = answer(request);
    running.add(run);
    await run;
    running.delete(run);
  });
};

// Its one giver is start-history.ts.
// A report of the process has one of each thread in it.
process.report.excludeEnv = true;
standBack();
if (parentPort !== null) serve(parentPort, workerData as ThreadOptions);
