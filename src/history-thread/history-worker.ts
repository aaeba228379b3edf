/**
 * What runs inside the worker thread: the history's store, opened with the first call that needs it. It looks at alerts after each answer
 * that was kept, and now and then for what other programs have found.
 */
import { constants, setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { alertProblems, readAlerts } from '../alerts/alerts-file.ts';
import type { Firing } from '../alerts/firing.ts';
import { createAlertWatch } from '../alerts/watch.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import { saveMemoryToo } from '../base/memory-saver.ts';
import { once } from '../base/once.ts';
import { openHistory } from '../history/open-store.ts';
import { openSqliteHistory } from '../history/sqlite-store.ts';
import type { HistoryStore } from '../history/store.ts';
import { primaryCodeOf } from '../storage/files/set-aside.ts';
import { readSets } from '../storage/files/sets.ts';
import { writePast } from './generated-past.ts';
import {
  type AlertWish,
  callsOn,
  createComing,
  type ThreadCalls,
  type ThreadOptions,
  type ThreadReply,
  type ThreadRequest,
} from './thread-calls.ts';

/** From one look for what others have found to the next, ms. */
const NEWS_EVERY_MS = 10_000;

/** What is told on the way. */
type Tellings = { readonly fired: (firings: readonly Firing[]) => void; readonly notice: (text: string) => void };

/** Alerts that are looked at. */
type AlertWatching = {
  /** An answer was kept: what it makes true fires. */
  readonly look: () => Promise<void>;
  /** Ends it; resolves when nothing that was begun goes on. */
  readonly end: () => Promise<void>;
};

/** Begins it. What fired before is old. */
const watchAlerts = (
  { places, environment, ...wish }: AlertWish,
  store: HistoryStore,
  clock: Clock,
  { fired, notice }: Tellings,
): AlertWatching => {
  const watch = createAlertWatch({ ...wish, store, clock, environment, say: notice });
  const stopping = new AbortController();
  let cancel = (): void => {};

  const tellNews = async (): Promise<void> => {
    const news = await watch.news();
    if (news.length > 0) fired(news);
  };

  const later = (): void => {
    cancel = clock.after(NEWS_EVERY_MS, () => void tellNews().then(() => stopping.signal.aborted || later()));
  };
  void tellNews();
  later();

  return {
    look: async () => {
      const reading = readAlerts(places, readSets(places));
      for (const problem of alertProblems(reading)) notice(problem);
      await watch.look(reading.alerts, stopping.signal);
      await tellNews();
    },
    end: async () => {
      stopping.abort();
      cancel();
      await watch.quiet();
    },
  };
};

/** The calls with which a history begins; the others find nothing where there is none, and leave it so. */
const BEGINNING: readonly (keyof ThreadCalls)[] = [
  ...(['record', 'answerEnded', 'noteEvent', 'takeBaton', 'watchAlerts', 'writePast'] as const),
];

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

/** After what a start asks for, which takes the most. Whose memory is saved is told by src/base/thread.ts. */
const saveToo = once(() => saveMemoryToo(workerData.saving as Int32Array));

const serve = (port: MessagePort, options: ThreadOptions): void => {
  const tell = (reply: ThreadReply): void => port.postMessage(reply);
  const { storeFor, close } = createShelf(options, (notice) => tell({ notice }));
  const coming = createComing();
  let watching: AlertWatching | undefined;
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  const on = (store: HistoryStore): ThreadCalls => ({
    ...callsOn(store, coming),
    watchAlerts: async (wish) => {
      watching ??= watchAlerts(wish, store, systemClock, {
        fired: (firings) => tell({ fired: firings }),
        notice: (notice) => tell({ notice }),
      });
    },
    writePast: (wish) => writePast(store, wish, stopping.signal),
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
      stopping.abort();
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
    if (running.size === 0) void saveToo();
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
