/** Looks into a running Node from outside, through its inspector: heaps after a full collection, and what keeps it awake. */
import * as z from 'zod';

/** What keeps a process alive or is called when something happens to it, by kind; a kind that is not there is not listed. */
export type Attachments = Readonly<Record<string, number>>;

/** A look into one process and its worker threads. */
export type Inspector = Disposable & {
  /** Bytes in use on the heaps of the main thread and of its workers, after what nobody needs was collected. */
  readonly heaps: () => Promise<{ readonly main: number; readonly workers: number }>;
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
const heapUsage = z.object({ usedSize: z.number() });
const evaluated = z.object({ result: z.object({ value: z.string() }) });
const counts = z.record(z.string(), z.number());

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
      let inWorkers = 0;
      for (const worker of workers.values()) inWorkers += await heapOf(worker);
      return { main: await heapOf(main), workers: inWorkers };
    },
    attachments: async () => {
      const answer = await main.ask('Runtime.evaluate', { expression: COUNT_ATTACHMENTS, returnByValue: true });
      return counts.parse(JSON.parse(evaluated.parse(answer).result.value));
    },
    [Symbol.dispose]: () => socket.close(),
  };
};

const heapOf = async ({ ask }: Thread): Promise<number> => {
  // What the first collection lets go of may hold on to more until a second one.
  for (let round = 0; round < 2; round++) await ask('HeapProfiler.collectGarbage');
  return heapUsage.parse(await ask('Runtime.getHeapUsage')).usedSize;
};

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
