/**
 * What of Node's own the thread of the local service has loaded by its answers: a whole HTTP client takes 12 MB and 25 ms.
 *
 * @module-tag program
 */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { requireBuild } from './support/surroundings.ts';

test('a service that has answered, refused and saved memory has loaded neither Node’s HTTP client nor HTTP/2 nor TLS', async () => {
  requireBuild();
  const name = readdirSync('dist').find((file) => file.startsWith('service-worker-')) ?? '';
  const told = `require('node:worker_threads').parentPort.once('message', function () { this.postMessage(process.moduleLoadList); });`;
  const saving = new Int32Array(new SharedArrayBuffer(4));
  const script = { name, text: readFileSync(join('dist', name), 'latin1'), code: {} };
  const worker = new Worker(`${readFileSync('dist/worker.js', 'latin1')}\n${told}`, {
    eval: true,
    workerData: { port: 0, dataFile: ':memory:', offers: 200, still: true, thresholds: false, script, saving },
    env: {},
    execArgv: [],
  });
  const [{ url, apiKey }] = await once(worker, 'message');
  const headers = { authorization: `Bearer ${apiKey}` };
  const search = await fetch(`${url}/api/v0/bundles/`, { method: 'POST', headers, body: '{"limit":5}' });
  expect(await search.text()).toContain('"gpu_name"');
  const refused = await fetch(`${url}/api/v0/bundles/`, { method: 'DELETE', headers });
  expect([refused.status, refused.headers.get('allow'), await refused.json()]).toMatchObject([
    405,
    'POST',
    { success: false },
  ]);
  const head = await fetch(`${url}/api/v0/instances/`, { method: 'HEAD', headers });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/json']);
  setFlagsFromString('--expose-gc');
  Atomics.store(saving, 0, 1);
  Atomics.notify(saving, 0);
  worker.postMessage('close');
  const [loaded] = await once(worker, 'message');
  expect(loaded).toContain('NativeModule http');
  expect(loaded.filter((module: string) => /undici|http2|\btls\b/.test(module))).toEqual([]);
});
