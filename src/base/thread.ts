/** Starts a worker thread of the program's own. It gets no environment, and alone it never keeps the program running. */
import { Worker } from 'node:worker_threads';
import { saving } from './memory-saver.ts';

/** A thread's first script: a file, or what gives its source, and what that is to find in `workerData` besides. */
export type ThreadEntry = URL | (() => { readonly source: string; readonly data?: Readonly<Record<string, unknown>> });

/** A small nursery, because what a thread hands over is garbage as soon as it has crossed. */
const NURSERY_MB = 8;

/** The thread, which finds `workerData` and has at most `mostMb` for what it holds. What it prints goes nowhere. */
export const startThread = (entry: ThreadEntry, workerData: object, mostMb: number): Worker => {
  const { source, data } = typeof entry === 'function' ? entry() : { source: entry };
  const worker = new Worker(source, {
    eval: typeof source === 'string',
    workerData: { ...workerData, ...data, saving },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: mostMb, maxYoungGenerationSizeMb: NURSERY_MB },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
};
