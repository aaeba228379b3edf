/** What runs inside the worker thread: the whole local service. It answers its starter once, and ends when told to. */
import { parentPort, workerData } from 'node:worker_threads';
import { saveMemoryToo } from '../../base/memory-saver.ts';
import { startAnyway } from '../serve.ts';
import { type WorkerAnswer, workerOptions } from './messages.ts';

const answer = (message: WorkerAnswer): void => parentPort?.postMessage(message);

const serve = async (): Promise<void> => {
  try {
    const options = { ...workerOptions().parse(workerData), clock: { now: () => Date.now() } };
    const { service, notice } = await startAnyway(options);
    parentPort?.once('message', async () => {
      await service.close();
      parentPort?.close();
    });
    const { url, apiKey, userId, market } = service;
    answer({ kind: 'ready', url, apiKey, userId, ...(notice === undefined && { market }), notice });
  } catch (error) {
    answer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};

// A report of the process has one of each thread in it.
process.report.excludeEnv = true;
// Its one giver is src/base/thread.ts.
void saveMemoryToo(workerData.saving as Int32Array);
void serve();
