/** What runs inside the worker thread: the history's store, opened with the first call that needs it. */
import { constants, setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../base/clock.ts';
import { once } from '../base/once.ts';
import { openHistory } from '../history/open-store.ts';
import { openSqliteHistory } from '../history/sqlite-store.ts';
import type { HistoryStore } from '../history/store.ts';
import { primaryCodeOf } from '../storage/files/set-aside.ts';
import { type AlertWatching, watchAlerts } from './alert-watching.ts';
import { createComing } from './keep-answer.ts';
import { callsOn, type ThreadCalls, type ThreadOptions, type ThreadReply, type ThreadRequest } from './thread-calls.ts';

/** The calls with which a history begins; the others find nothing where there is none, and leave it so. */
const BEGINNING: readonly (keyof ThreadCalls)[] = ['record', 'answerEnded', 'noteEvent', 'takeLease', 'watchAlerts'];

/** The store of that name, opened when something is to be found or begun there; until then an empty one. */
const createShelf = ({ name, environment }: ThreadOptions, tell: (notice: string) => void) => {
  const empty = once(() => openSqliteHistory(':memory:', systemClock.now()));
  let store: HistoryStore | undefined;
  let opening: Promise<HistoryStore> | undefined;

  const open = async (isOnlyRead: boolean): Promise<HistoryStore> => {
    if (store !== undefined) return store;
    const opened = await openHistory(name, {
      ...{ clock: systemClock, environment, isOnlyRead, say: tell },
      // What is to be kept waits for it.
      mayBeAway: !isOnlyRead,
    });
    if ('store' in opened) {
      if (opened.setAside !== undefined)
        tell(`The history was damaged: it lies in ${opened.setAside} now, and a new one begins.`);
      store = opened.store;
      return store;
    }
    const other = opened.isMissing ? empty() : opened;
    if ('problem' in other) throw new Error(other.problem);
    return other.store;
  };

  return {
    storeFor: (call: keyof ThreadCalls): Promise<HistoryStore> => {
      // One after the other: what one opens is there for the next.
      const before = opening ?? Promise.resolve();
      const own = before.then(
        () => open(!BEGINNING.includes(call)),
        () => open(!BEGINNING.includes(call)),
      );
      opening = own;
      return own;
    },
    close: async () => store?.close(),
  };
};

/** Under Linux a thread can stand back behind all others: whoever types on a single processor waits for none of this. */
const standBack = (): void => {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
};

const serve = (port: MessagePort, options: ThreadOptions): void => {
  const tell = (reply: ThreadReply): void => port.postMessage(reply);
  const { storeFor, close } = createShelf(options, (notice) => tell({ notice }));
  const coming = createComing();
  let watching: AlertWatching | undefined;
  const running = new Set<Promise<void>>();

  const on = (store: HistoryStore): ThreadCalls => ({
    ...callsOn(store, coming),
    watchAlerts: async (wish) => {
      watching ??= watchAlerts(wish, store, systemClock, {
        fired: (firings) => tell({ fired: firings }),
        notice: (notice) => tell({ notice }),
      });
    },
  });

  const answer = async ({ id, call, args }: Exclude<ThreadRequest, 'close'>): Promise<void> => {
    try {
      const calls = call in coming.calls ? coming.calls : on(await storeFor(call));
      // What crosses was called by the same type on the other side.
      const run = (calls as ThreadCalls)[call] as (...given: readonly unknown[]) => Promise<unknown>;
      tell({ id, value: await run(...args) });
      if (call === 'answerEnded') await watching?.look();
    } catch (error) {
      tell({ id, problem: problemOf(error) });
    }
  };

  port.on('message', async (request: ThreadRequest) => {
    if (request === 'close') {
      const ended = watching?.end();
      await Promise.all(running);
      await ended;
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
const problemOf = (error: unknown): string => {
  const words = error instanceof Error ? error.message : String(error);
  return primaryCodeOf(error) === undefined
    ? words
    : `The history could not be used: ${words}. It is tried again when there is something new.`;
};

// A report of the process has one of each thread in it.
process.report.excludeEnv = true;
standBack();
if (parentPort !== null) serve(parentPort, workerData as ThreadOptions);
