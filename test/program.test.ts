/**
 * The built program as a process: what only pipes and exit codes can show. `npm test` builds it first.
 *
 * @module-tag program
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { TERMINAL_CORPUS } from './support/hostile-text.ts';
import { temporaryFolder } from './support/local-service.ts';
import { openPty } from './support/pty.ts';
import { atHome } from './support/running-program.ts';
import { raw, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';
import { usedHome } from './support/used-home.ts';

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
      HOME: usedHome(),
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

test('words of the command line, of profiles and of folders are repeated, but cannot act on the terminal', async () => {
  const hostile = TERMINAL_CORPUS.map(([text]) => text.replaceAll('\0', '')).join(' ');
  const runs = [
    ['--profile', hostile, 'search'],
    ['--config', join(temporaryFolder(), hostile), '--profile', 'x', 'search'],
    [hostile],
    ['search', `gpu_name=${hostile} nonsense=1`],
    ['search', '--order', hostile],
    ['search', '--base-url', hostile],
    ['service', '--data', `/nonexistent/${hostile}/x`],
    ['keys', 'create', hostile, '--data', join(temporaryFolder(), 'x.db')],
    ['keys', 'list', '--data', `/nonexistent/${hostile}`],
  ];
  for (const args of runs) {
    const child = start(args);
    const [complaints, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(code, args.join(' ')).toBeGreaterThan(0);
    expect(complaints.match(/[^\P{Cc}\n]|\p{Bidi_Control}|[\u2028\u2029]/gu) ?? [], args[0]).toEqual([]);
    expect(complaints.length, args.join(' ')).toBeGreaterThan(20);
  }
});

test('the key is not sent over plain http to another machine, and the message says what to do', async () => {
  const child = spawn(process.execPath, ['dist/gpudeck.js', 'search'], {
    env: { HOME: temporaryFolder(), GPUDECK_BASE_URL: 'http://gpu.example:8080', GPUDECK_API_KEY: 'sk-hush' },
  });
  const ended = once(child, 'close');
  expect(await text(child.stderr)).toBe(
    'gpudeck: the key is not sent to http://gpu.example:8080: over plain http anyone on the network could read it. Nothing was sent.\n' +
      'Use an https:// address. If the connection is secured in another way, as by a tunnel, put the address into a ' +
      'profile with "allow_plain_http": true.\n',
  );
  expect(await ended).toEqual([2, null]);
});

test('what the program remembers is closed to others when the folder was open to them', async () => {
  const config = temporaryFolder();
  const state = join(config, 'state');
  mkdirSync(state);
  chmodSync(state, 0o777);
  await text(start(['--config', config, 'search', '--limit', '1', '--json']).stdout);
  expect((statSync(state).mode & 0o777).toString(8)).toBe('700');
});

test('a message on a terminal is broken between words, and stays one line in a pipe', async () => {
  const args = ['schedule', '--machine', '8207', '--start', 'now', '--hours', '2', '--category', 'disk'];
  const child = start(args);
  const message = await text(child.stderr);
  expect(message).toMatch(/^gpudeck schedule: .{100,}\n$/);
  const { columns, environment } = { columns: 60, environment: atHome(temporaryFolder()) };
  await using pty = openPty([process.execPath, 'dist/gpudeck.js', ...args], { columns, environment });
  const told = (screen: readonly string[]) =>
    screen
      .map((line) => line.trimEnd())
      .join(' ')
      .replaceAll(/ +/g, ' ');
  await pty.until((screen) => told(screen).includes(message.split('\n')[0]?.trim() ?? '?'));
});

test('nothing is written over the first screen where NO_COLOR is set', async () => {
  const environment = { ...atHome(temporaryFolder()), NO_COLOR: '1' };
  await using pty = openPty([process.execPath, 'dist/gpudeck.js'], { environment });
  await pty.until((screen) => screen.some((line) => line.includes('1 Offers')));
  expect(pty.received()).not.toContain('Warning');
  expect(pty.received()).toContain('\u001B[1m');
});
