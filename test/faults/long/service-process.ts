/** The local service as its own process, for trials that load it, ask it odd things and kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { processorMs } from './process-time.ts';

/** A service that answers. */
export type ServiceProcess = {
  readonly url: string;
  readonly apiKey: string;
  readonly userId: number;
  /** What the process holds now, in MB: all of it, and the live objects after a collection. */
  readonly memory: () => Promise<{ readonly rssMb: number; readonly heapMb: number }>;
  /** Milliseconds of processor time that it has used. Linux only. */
  readonly processorMs: () => number;
  /** Ends the process and resolves when it is gone. SIGKILL gives it no chance to finish anything. */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
};

/** Answers each message with the memory in use. The channel alone does not keep the process running. */
const MEMORY_REPORTER = `data:text/javascript,
  process.on('message', () => { globalThis.gc(); process.send(process.memoryUsage()); });
  process.channel.unref();`;

/** Every process has this folder as its home, so that nothing of the user's is read or written. */
const inHome = (home: string): Readonly<Record<string, string>> => ({ HOME: home });

/** A folder for one trial, and what removes it with all that lies in it. */
export const trialFolder = (): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'gpudeck-trial-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** Starts a process on `dataFile` that may not be ready yet: `gpudeck service` without thresholds, on any port. */
export const spawnService = (dataFile: string): ChildProcess => {
  const reporter = ['--expose-gc', '--import', MEMORY_REPORTER.replaceAll('\n', ' ')];
  const command = ['service', '--port', '0', '--data', dataFile, '--json', '--thresholds', 'off'];
  return spawn(process.execPath, [...reporter, resolve('dist/gpudeck.js'), ...command], {
    env: inHome(dirname(dataFile)),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
};

/** A service on `dataFile` that is ready to answer. Rejects when it ends before it is. */
export const startServiceProcess = async (dataFile: string): Promise<ServiceProcess> => {
  const child = spawnService(dataFile);
  const gone = once(child, 'exit');
  if (child.stdout === null) throw new Error('the service has no output');
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    gone.then(() => Promise.reject(new Error('the service ended before it was ready'))),
  ]);
  const ready: { readonly url: string; readonly api_key: string; readonly user_id: number } = JSON.parse(String(line));
  return {
    url: ready.url,
    apiKey: ready.api_key,
    userId: ready.user_id,
    memory: async () => {
      const reported = once(child, 'message');
      child.send('memory');
      const [usage]: readonly NodeJS.MemoryUsage[] = await reported;
      if (usage === undefined) throw new Error('the service reported no memory');
      return { rssMb: usage.rss / MB, heapMb: usage.heapUsed / MB };
    },
    processorMs: () => processorMs(child.pid ?? 0),
    end: async (signal) => {
      child.kill(signal);
      await gone;
    },
  };
};

const MB = 1_048_576;

/** Starts `gpudeck keys create` on `dataFile`; `value` is what it had printed when it ended. */
export const startKeyCreation = (
  dataFile: string,
  name: string,
): { readonly value: Promise<string>; readonly kill: () => void } => {
  const child = spawn(process.execPath, [resolve('dist/gpudeck.js'), 'keys', 'create', name, '--data', dataFile], {
    env: inHome(dirname(dataFile)),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { value: text(child.stdout), kill: () => child.kill('SIGKILL') };
};
