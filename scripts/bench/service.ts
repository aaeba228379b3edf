/** The local service in a process of its own, so that its work and its memory are not counted as the program's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A running service. */
export type Service = AsyncDisposable & { readonly url: string; readonly apiKey: string };

/** Starts a service with exactly `offers` offers that never change. */
export const openService = async (launcher: string, offers: number): Promise<Service> => {
  const market = ['--offers', String(offers), '--seed', '11', '--still', '--thresholds', 'off', '--data', ':memory:'];
  const child = spawn(process.execPath, [launcher, 'service', '--port', '0', '--json', ...market], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const { url, api_key: apiKey } = JSON.parse(line) as { url: string; api_key: string };
  return {
    url,
    apiKey,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
