/** Looks into a running Node from outside, through its inspector: what lives on its heaps, and what keeps it awake. */
import * as z from 'zod';

/** What keeps a process alive or is called when something happens to it, by kind; a kind that is not there is not listed. */
export type Attachments = Readonly<Record<string, number>>;

/**
 * Bytes in use on a heap after what nobody needs was collected: `data` is what the program keeps, `code` what the engine has
 * compiled of it, which grows for as long as more and more of it turns out to be worth it.
 */
export type Heap = { readonly data: number; readonly code: number };

/** Objects that live, of all kinds, and those of them that are functions. */
export type ObjectCounts = { readonly objects: number; readonly functions: number };

/** A look into one process and its worker threads. */
export type Inspector = Disposable & {
  /** The heaps of the main thread and of all its workers together. */
  readonly heaps: () => Promise<{ readonly main: Heap; readonly workers: Heap }>;
  /** What lives on the main thread's heap, counted one by one. */
  readonly objects: () => Promise<ObjectCounts>;
  /** Resolves when the main thread has not only run, but has gone on to read and to wait for `ms`. */
  readonly goneOn: (ms: number) => Promise<void>;
  /** Timers, sockets and other resources of the main thread, and the listeners on the process and its terminal. */
  readonly attachments: () => Promise<Attachments>;
};

/** Where the answers to one thread's commands come out. */
type Thread = { readonly ask: (method: string, parameters?: object) => Promise<unknown> };

const targets = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1);
const message = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
});
const fromWorker = z.object({ sessionId: z.string(), message: z.string() });
const attachedWorker = z.object({ sessionId: z.string() });
const evaluated = z.object({ result: z.object({ value: z.string() }) });
const counts = z.record(z.string(), z.number());
const remote = z.object({ objectId: z.string() });
const prototypes = z.object({ result: remote });
const found = z.object({ objects: remote });
const length = z.object({ result: z.object({ value: z.number() }) });

/** Runs in the thread that is looked into: bytes in use by space. */
const MEASURE_SPACES = `JSON.stringify(Object.fromEntries(
  process.getBuiltinModule('node:v8').getHeapSpaceStatistics().map((space) => [space.space_name, space.space_used_size]),
))`;

/** Spaces for machine code and bytecode: what the engine trusts, because no program can write to it. */
const CODE_SPACE = /^(code|trusted)_/;

/** Runs in the process that is looked into. */
const COUNT_ATTACHMENTS = `(() => {
  const counts = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  for (const [name, emitter] of [['process', process], ['stdin', process.stdin], ['stdout', process.stdout]])
    for (const event of emitter.eventNames()) counts[name + ' ' + String(event)] = emitter.listenerCount(event);
  return JSON.stringify(counts);
})()`;

/** Opens the inspector that listens on `port` of this machine. */
export const openInspector = async (port: number): Promise<Inspector> => {
  const list: unknown = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
  const [target] = targets.parse(list);
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('the inspector cannot be reached')), { once: true });
  });
  const workers = new Map<string, ReturnType<typeof createThread>>();
  const main = createThread((text) => socket.send(text));
  socket.addEventListener('message', ({ data }) => {
    const event = main.take(String(data));
    if (event?.method === 'NodeWorker.attachedToWorker') {
      const { sessionId } = attachedWorker.parse(event.params);
      const send = (text: string) => void main.ask('NodeWorker.sendMessageToWorker', { sessionId, message: text });
      workers.set(sessionId, createThread(send));
    }
    if (event?.method === 'NodeWorker.detachedFromWorker') workers.delete(attachedWorker.parse(event.params).sessionId);
    if (event?.method === 'NodeWorker.receivedMessageFromWorker') {
      const received = fromWorker.parse(event.params);
      workers.get(received.sessionId)?.take(received.message);
    }
  });
  await main.ask('NodeWorker.enable', { waitForDebuggerOnStart: false });
  return {
    heaps: async () => {
      const inWorkers: Heap[] = [];
      for (const worker of workers.values()) inWorkers.push(await heapOf(worker));
      return {
        main: await heapOf(main),
        workers: { data: sumOf(inWorkers.map(({ data }) => data)), code: sumOf(inWorkers.map(({ code }) => code)) },
      };
    },
    objects: async () => ({
      objects: await instancesOf(main, 'Object.prototype'),
      functions: await instancesOf(main, 'Function.prototype'),
    }),
    goneOn: async (ms) => {
      await evaluate(main, `new Promise((resolve) => setTimeout(resolve, ${ms}, ''))`);
    },
    attachments: async () => counts.parse(JSON.parse(await evaluate(main, COUNT_ATTACHMENTS))),
    [Symbol.dispose]: () => socket.close(),
  };
};

const heapOf = async (thread: Thread): Promise<Heap> => {
  // What the first collection lets go of may hold on to more until a second one.
  for (let round = 0; round < 2; round++) await thread.ask('HeapProfiler.collectGarbage');
  const spaces = Object.entries(counts.parse(JSON.parse(await evaluate(thread, MEASURE_SPACES))));
  const bytesIn = (isCode: boolean) =>
    sumOf(spaces.filter(([name]) => CODE_SPACE.test(name) === isCode).map(([, bytes]) => bytes));
  return { data: bytesIn(false), code: bytesIn(true) };
};

/** The live objects that `prototype`, an expression, is behind. */
const instancesOf = async ({ ask }: Thread, prototype: string): Promise<number> => {
  const objectGroup = 'census';
  const { result } = prototypes.parse(await ask('Runtime.evaluate', { expression: prototype, objectGroup }));
  const query = { prototypeObjectId: result.objectId, objectGroup };
  const { objects } = found.parse(await ask('Runtime.queryObjects', query));
  const functionDeclaration = 'function () { return this.length; }';
  const answer = await ask('Runtime.callFunctionOn', { ...objects, functionDeclaration, returnByValue: true });
  await ask('Runtime.releaseObjectGroup', { objectGroup });
  return length.parse(answer).result.value;
};

/** What the expression comes to, awaited; it must be a string. */
const evaluate = async ({ ask }: Thread, expression: string): Promise<string> =>
  evaluated.parse(await ask('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })).result.value;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Numbers the commands for one thread and hands each answer to whoever asked; `take` returns what is no answer. */
const createThread = (send: (text: string) => void) => {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let count = 0;
  return {
    ask: (method: string, parameters: object = {}): Promise<unknown> => {
      count++;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(count, answer);
      send(JSON.stringify({ id: count, method, params: parameters }));
      return answer.promise;
    },
    take: (text: string): z.infer<typeof message> | undefined => {
      const read = message.parse(JSON.parse(text));
      if (read.id === undefined) return read;
      const answer = waiting.get(read.id);
      waiting.delete(read.id);
      if (read.error === undefined) answer?.resolve(read.result);
      else answer?.reject(new Error(read.error.message));
      return undefined;
    },
  };
};
