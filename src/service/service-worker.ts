/** What runs inside the worker thread: the whole local service. It answers its starter once, and ends when told to. */
import { parentPort, workerData } from 'node:worker_threads';
import { startService } from './serve.ts';
import { type WorkerAnswer, workerOptions } from './worker-messages.ts';

const answer = (message: WorkerAnswer): void => parentPort?.postMessage(message);

try {
  const service = await startService({ ...workerOptions.parse(workerData), clock: { now: () => Date.now() } });
  parentPort?.once('message', async () => {
    await service.close();
    parentPort?.close();
  });
  answer({ kind: 'ready', url: service.url, apiKey: service.apiKey, userId: service.userId });
} catch (error) {
  answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
}
