/**
 * Calls of the ledger as commands for a shell: what a shell makes of them, and what a server gets.
 *
 * @module-tag program
 */

import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CALLS } from '../src/api/calls.ts';
import type { Client } from '../src/api/client.ts';
import { curlCommand } from '../src/api/http/curl.ts';
import type { Exchange } from '../src/api/http/exchange.ts';
import { clientFor, KEY, SEARCH, WEBHOOK, WINDOW } from './support/api-client.ts';
import { NAME_CORPUS, SHELL_CORPUS } from './support/hostile-text.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const run = promisify(execFile);

/** All of it at once. */
const AWKWARD = SHELL_CORPUS.join(' ');

/** The line of the ledger that `call` leaves behind. */
const exchangeOf = async (call: (client: Client) => Promise<unknown>, prefix = '/prefix/'): Promise<Exchange> => {
  await using server = await startScriptedServer(json(200, { success: true }));
  const exchanges: Exchange[] = [];
  const client = clientFor(server.url + prefix, { onExchange: (exchange) => exchanges.push(exchange) });
  await call(client).catch(() => undefined);
  const [exchange] = exchanges;
  if (exchange === undefined) throw new Error('the call left no line');
  return exchange;
};

/** The words that curl gets when `command` is run by `shell`, and what it reads; nothing else may have happened in its folder. */
const wordsFor = async (command: string, shell: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'gpudeck-curl-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'curl'), '#!/bin/sh\nprintf "%s\\0" "$@"\ncat\n');
  chmodSync(join(folder, 'curl'), 0o755);
  const { stdout } = await run(shell, ['-c', command], {
    cwd: folder,
    env: { PATH: `${folder}${delimiter}${process.env.PATH}`, HOME: folder, GPUDECK_API_KEY: KEY },
  });
  expect(readdirSync(folder)).toEqual(['curl']);
  const words = stdout.split('\0');
  return { words: words.slice(0, -1), input: words.at(-1) };
};

describe.each(['sh', 'bash'])('a copied call, run by %s, hands curl exactly what was sent', (shell) => {
  test.each(SHELL_CORPUS)('with %j in the reason of a window', async (text) => {
    const exchange = await exchangeOf((client) => client.write(CALLS.maintenance, { ...WINDOW, reason: text }));
    const { words, input } = await wordsFor(curlCommand(exchange), shell);
    expect(words.slice(0, -2)).toEqual([
      '-sS',
      '--globoff',
      '-X',
      'PUT',
      '-H',
      '@-',
      '-H',
      'Content-Type: application/json',
      '--data-raw',
    ]);
    expect(JSON.parse(words.at(-2) ?? '')).toEqual({
      sdate: '2026-12-01T02:00:00Z',
      duration: 2,
      maintenance_reason: text,
      maintenance_category: 'disk',
    });
    expect(words.at(-1)).toBe(`${exchange.baseUrl}/api/v0/machines/8207/dnotify`);
    expect(input).toBe(`Authorization: Bearer ${KEY}\n`);
  });

  test.each(SHELL_CORPUS)('with %j in the address of the service', async (text) => {
    const prefix = `/${text.replace(/[?#].*$/s, '')}`;
    const exchange = await exchangeOf((client) => client.list(CALLS.volumes), prefix);
    const { words } = await wordsFor(curlCommand(exchange), shell);
    expect(words).toEqual(['-sS', '--globoff', '-H', '@-', `${exchange.baseUrl}/api/v0/volumes`]);
  });

  test('with hostile names of preferences', async () => {
    const names = [...SHELL_CORPUS, ...NAME_CORPUS];
    const preferences = Object.fromEntries(names.map((name) => [name, { [name]: { email: true, webhooks: false } }]));
    const exchange = await exchangeOf((client) => client.write(CALLS.preferences, { userId: 9, preferences }));
    const { words } = await wordsFor(curlCommand(exchange), shell);
    expect(JSON.parse(words.at(-2) ?? '')).toEqual({ notification_preferences: preferences });
  });
});

describe('a call as a command', () => {
  test('takes the key from the environment and holds none', async () => {
    const exchange = await exchangeOf((client) => client.list(CALLS.volumes));
    expect(curlCommand(exchange)).toBe(
      `printf 'Authorization: Bearer %s\\n' "$GPUDECK_API_KEY" | curl -sS --globoff -H @- '${exchange.baseUrl}/api/v0/volumes'`,
    );
  });

  test('shows nothing that could mislead whoever reads it', async () => {
    const exchange = await exchangeOf((client) => client.write(CALLS.webhooks, { ...WEBHOOK, name: AWKWARD }));
    expect(curlCommand(exchange)).toMatch(/^[\x20-\x7e]+$/);
  });
});

/** Where there is a curl, it is asked as well: the server must get what the program itself had sent. */
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);
if (hasCurl) {
  test('curl sends what the program sent', async () => {
    await using server = await startScriptedServer(json(200, { offers: [] }), json(200, { offers: [] }));
    const exchanges: Exchange[] = [];
    const client = clientFor(server.url, { onExchange: (exchange) => exchanges.push(exchange) });
    await client.searchOffers({ ...SEARCH, filters: { gpu_name: { in: [AWKWARD] } } });
    const environment = { ...process.env, GPUDECK_API_KEY: KEY };
    await run('sh', ['-c', exchanges.map(curlCommand).join('; ')], { env: environment });
    const [ours, theirs] = server.requests;
    expect(theirs).toMatchObject({
      method: 'POST',
      path: '/api/v0/bundles',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    });
    expect(JSON.parse(theirs?.body ?? '')).toEqual(JSON.parse(ours?.body ?? ''));
  });
}
