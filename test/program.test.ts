/** The built program as a process: what only pipes and exit codes can show. `npm test` builds it first. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/local-service.ts';
import { raw, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';

/** Far more than a pipe holds. */
const COUNT = 4000;

const ids = Array.from({ length: COUNT }, (_, id) => id);

const largeAnswer = raw(
  200,
  'application/json',
  `{"offers":[${ids.map((id) => `{"id":${id},"cpu_name":"${'x'.repeat(1000)}"}`).join(',')}]}`,
);

/** Starts the program with a home of its own. */
const start = (args: readonly string[], server?: ScriptedServer): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, ['dist/gpudeck.js', ...args], {
    env: {
      HOME: temporaryFolder(),
      ...(server && { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key' }),
    },
  });

test('a slow reader gets everything', async () => {
  await using server = await startScriptedServer(largeAnswer);
  const child = start(['search', '--limit', '5000', '--json'], server);
  const ended = once(child, 'close');
  // Nobody reads until the program has asked, answered and filled the pipe.
  await server.received(1);
  await once(child.stdout, 'readable');
  const offers: unknown = JSON.parse(await text(child.stdout));
  expect(offers).toMatchObject(ids.map((id) => ({ id })));
  expect(await ended).toEqual([0, null]);
});

test('a reader that stops after the first lines, as head does, ends the program quietly', async () => {
  await using server = await startScriptedServer(largeAnswer);
  const child = start(['search', '--limit', '5000'], server);
  const ended = once(child, 'close');
  const complaints = text(child.stderr);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(await ended).toEqual([0, null]);
  expect(await complaints).toBe('');
});

test('bad usage ends with 2 and a message on stderr alone', async () => {
  await using server = await startScriptedServer();
  const child = start(['search', 'num_gpu>=4'], server);
  const ended = once(child, 'close');
  expect(await text(child.stdout)).toBe('');
  expect(await text(child.stderr)).toContain('  num_gpu>=4\n  ^^^^^^^\n');
  expect(await ended).toEqual([2, null]);
});

test('the version is printed without an address, a key or a terminal', async () => {
  expect(await text(start(['--version']).stdout)).toMatch(/^\d+\.\d+\.\d+\n$/);
});
