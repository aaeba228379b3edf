/**
 * The built program on a profile whose key file is mended while it runs. `npm test` builds it first.
 *
 * @module-tag program
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './support/local-service.ts';
import { openPty } from './support/pty.ts';
import { go } from './support/running-program.ts';
import { json, type ScriptedReply, startScriptedServer } from './support/scripted-server.ts';

const OLD_KEY = 'sk-outdated-0123456-aaaa';
const NEW_KEY = 'sk-mended-6543210-bbbb';

/** Knows the new key only. */
const reply: ScriptedReply = (response, request) =>
  (request.headers.authorization === `Bearer ${NEW_KEY}`
    ? json(200, { offers: [{ id: 1, machine_id: 8207, gpu_name: 'RTX 4090', num_gpus: 2 }] })
    : json(401, { success: false, error: 'auth_error', msg: 'Invalid user key' }))(response, request);

test('a refused key is left with the way back named, and a mended key file is read at the next try', async () => {
  await using server = await startScriptedServer(...Array.from({ length: 20 }, () => reply));
  const folder = temporaryFolder();
  const writeKey = (key: string) => writeFileSync(join(folder, 'home.key'), `${key}\n`, { mode: 0o600 });
  const profiles = { home: { base_url: server.url, key_file: 'home.key' } };
  writeFileSync(join(folder, 'profiles.json'), JSON.stringify({ profiles }), { mode: 0o600 });
  writeKey(OLD_KEY);
  const command = [process.execPath, 'dist/gpudeck.js', '--config', folder, '--profile', 'home'];
  const environment = { GPUDECK_BASE_URL: undefined, GPUDECK_API_KEY: undefined, GPUDECK_USER_ID: undefined };
  const pty = openPty(command, { columns: 120, rows: 24, environment });
  onTestFinished(() => pty[Symbol.asyncDispose]());
  await go(pty, [
    ['', 'The service did not accept the API key.'],
    ['\u001B', 'To enter a key, press : and type "another key". R reads the key file again.'],
  ]);
  const asked = server.requests.length;
  writeKey(NEW_KEY);
  await go(pty, [['R', '2× RTX 4090']]);
  expect(pty.screen().join('\n')).toContain(`key ..${NEW_KEY.slice(-4)}`);
  const keys = server.requests.slice(asked).map(({ headers }) => headers.authorization);
  expect(keys[0]).toBe(`Bearer ${OLD_KEY}`);
  expect(new Set(keys.slice(1))).toEqual(new Set([`Bearer ${NEW_KEY}`]));
});
