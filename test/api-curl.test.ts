/** Calls of the ledger as commands for a shell: what a shell makes of them, and what a server gets. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Client } from '../src/api/client.ts';
import { curlCommand } from '../src/api/curl.ts';
import type { Exchange } from '../src/api/exchange.ts';
import { clientFor, KEY, SEARCH, WEBHOOK, WINDOW } from './support/api-client.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const run = promisify(execFile);

/** What every word of a shell may trip over. */
const AWKWARD = `it's "$HOME" \`id\` $(id) \\ !! %s * ? [a] {b} ; & | < > # ~ \n\t é 漢 \u202e\u009b \u2028`;

/** The line of the ledger that `call` leaves behind. */
const exchangeOf = async (call: (client: Client) => Promise<unknown>): Promise<Exchange> => {
  await using server = await startScriptedServer(json(200, { success: true }));
  const exchanges: Exchange[] = [];
  const client = clientFor(`${server.url}/prefix/`, { onExchange: (exchange) => exchanges.push(exchange) });
  await call(client).catch(() => undefined);
  const [exchange] = exchanges;
  if (exchange === undefined) throw new Error('the call left no line');
  return exchange;
};

/** A folder with a `curl` in it that prints its arguments, one a line, and what it reads. */
const fakeCurl = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'gpudeck-curl-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'curl'), '#!/bin/sh\nprintf "%s\\n" "$@"\ncat\n');
  chmodSync(join(folder, 'curl'), 0o755);
  return folder;
};

const inShell = async (command: string, folder?: string): Promise<string> => {
  const path = [folder, process.env.PATH].filter((part) => part !== undefined).join(delimiter);
  const { stdout } = await run('sh', ['-c', command], { env: { PATH: path, GPUDECK_API_KEY: KEY } });
  return stdout;
};

describe('a call as a command', () => {
  test('takes the key from the environment and holds none', async () => {
    const exchange = await exchangeOf((client) => client.listVolumes());
    expect(curlCommand(exchange)).toBe(
      `printf 'Authorization: Bearer %s\\n' "$GPUDECK_API_KEY" | curl -sS --globoff -H @- '${exchange.baseUrl}/api/v0/volumes'`,
    );
    expect(await inShell(curlCommand(exchange), fakeCurl())).toBe(
      `-sS\n--globoff\n-H\n@-\n${exchange.baseUrl}/api/v0/volumes\nAuthorization: Bearer ${KEY}\n`,
    );
  });

  test('hands the body over as it was sent, whatever stands in it', async () => {
    const exchange = await exchangeOf((client) => client.scheduleMaintenance({ ...WINDOW, reason: AWKWARD }));
    const printed = (await inShell(curlCommand(exchange), fakeCurl())).split('\n');
    const body = printed[printed.indexOf('--data-raw') + 1] ?? '';
    expect(JSON.parse(body)).toEqual({
      sdate: '2026-12-01T02:00:00Z',
      duration: 2,
      maintenance_reason: AWKWARD,
      maintenance_category: 'disk',
    });
    expect(printed.slice(0, 4)).toEqual(['-sS', '--globoff', '-X', 'PUT']);
    expect(printed).toContain('Content-Type: application/json');
    expect(printed).toContain(`${exchange.baseUrl}/api/v0/machines/8207/dnotify`);
  });

  test('shows nothing that could mislead whoever reads it', async () => {
    const exchange = await exchangeOf((client) => client.createWebhook({ ...WEBHOOK, name: AWKWARD }));
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
    await inShell(exchanges.map(curlCommand).join('; '));
    const [ours, theirs] = server.requests;
    expect(theirs).toMatchObject({
      method: 'POST',
      path: '/api/v0/bundles',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    });
    expect(JSON.parse(theirs?.body ?? '')).toEqual(JSON.parse(ours?.body ?? ''));
  });
}
