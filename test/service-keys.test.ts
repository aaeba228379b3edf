/**
 * @module-tag service
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { carryOut, type KeysTask } from '../src/cli/commands/keys-tasks.ts';
import { createKey, findCaller } from '../src/local-service/account/keys.ts';
import { openDataFile } from '../src/local-service/data-file.ts';
import { call, standingClock, startTestService, temporaryFolder } from './support/local-service.ts';

/** `gpudeck keys` on a file: what it prints and how it ends. */
const keysOn = (dataFile: string, command: KeysTask, clock = standingClock()) => carryOut(command, { dataFile, clock });

const startOnFile = async () => {
  const dataFile = join(temporaryFolder(), 'service.db');
  const service = await startTestService({ dataFile });
  const status = async (key: string, method = 'GET', path = '/api/v0/users/cloud_integrations', body?: unknown) =>
    (await call(service, method, path, { key, body })).status;
  const keys = (command: KeysTask) => keysOn(dataFile, command);
  const create = (allow?: readonly string[]) => keys({ action: 'create', name: 'ci', allow }).out.trim();
  return { dataFile, service, status, keys, create };
};

const PREFERENCES = '/api/v0/users/204117/notification-prefs';

describe('gpudeck keys', () => {
  test('create prints the value alone on stdout and a sentence on stderr; the running service takes it at once', async () => {
    const { keys, status } = await startOnFile();
    const { code, out, error } = keys({ action: 'create', name: 'monitoring' });
    expect(code).toBe(0);
    expect(out).toMatch(/^[0-9a-f]{64}\n$/);
    expect(error).toBe('key 2 "monitoring" created: full access. Its value is shown only once:\n');
    expect(await status(out.trim())).toBe(200);
  });

  test('list shows every key aligned, with the end of its value and never the value', async () => {
    const { keys, service } = await startOnFile();
    const ci = keys({ action: 'create', name: 'ci', allow: ['manage_machines'] }).out.trim();
    const { out, error } = keys({ action: 'list' });
    expect(out).toBe(
      [
        'ID  NAME                                        VALUE   CREATED UTC       RESET UTC  ACCESS',
        `1   local service (stored beside the database)  ..${service.apiKey.slice(-4)}  2026-11-01 12:00  -          full access`,
        `2   ci                                          ..${ci.slice(-4)}  2026-11-01 12:00  -          read, manage_machines`,
        '',
      ].join('\n'),
    );
    expect(error).toBe('');
  });

  test('"Resetting a key generates a new value. The old value stops working immediately"', async () => {
    const { keys, create, status } = await startOnFile();
    const old = create();
    expect(await status(old)).toBe(200);
    const { code, out, error } = keys({ action: 'reset', id: 2 });
    expect(code).toBe(0);
    expect(error).toBe('key 2 has a new value and the old one no longer works. The new one is shown only once:\n');
    expect(await status(old)).toBe(401);
    expect(await status(out.trim())).toBe(200);
  });

  test('"Deleting a key takes effect immediately. Requests that still use it receive 401", on search too', async () => {
    const { service, keys, create } = await startOnFile();
    const key = create();
    expect(keys({ action: 'delete', id: 2 })).toEqual({
      code: 0,
      out: '',
      error: 'key 2 is deleted; requests that use it are refused from now on\n',
      told: expect.objectContaining({ id: 2 }),
    });
    const msg = 'this API key was deleted or reset';
    expect(await call(service, 'POST', '/api/v0/bundles', { key, body: {} })).toEqual({
      status: 401,
      body: { error: 'auth_error', msg },
    });
    expect(await call(service, 'GET', '/api/v0/volumes', { key })).toEqual({ status: 401, body: { detail: msg } });
    expect(await call(service, 'GET', '/api/v0/users/cloud_integrations', { key })).toEqual({
      status: 401,
      body: { success: false, error: 'auth_error', msg },
    });
  });

  test('a key that is not there, or a file that is not there, ends with 1', async () => {
    const { keys } = await startOnFile();
    const missing = { code: 1, out: '', error: 'there is no key 9: "gpudeck keys list" shows the existing ones\n' };
    expect(keys({ action: 'reset', id: 9 })).toEqual(missing);
    expect(keys({ action: 'delete', id: 9 })).toEqual(missing);
    const folder = temporaryFolder();
    expect(keysOn(join(folder, 'none.db'), { action: 'list' })).toMatchObject({ code: 1, out: '' });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a file that is no database ends with 1 and names the file', async () => {
    const dataFile = join(temporaryFolder(), 'letter.txt');
    writeFileSync(dataFile, 'Dear reader,\n'.repeat(100));
    expect(keysOn(dataFile, { action: 'list' })).toEqual({
      code: 1,
      out: '',
      error: `${dataFile} cannot be used: file is not a database\n`,
    });
  });

  test('a flag that is none, an empty list, an empty name or a database in memory ends with 2', async () => {
    const { keys } = await startOnFile();
    expect(keys({ action: 'create', name: 'ci', allow: ['manage_machines', 'manage_all'] })).toEqual({
      code: 2,
      out: '',
      error:
        '--allow takes manage_machines, manage_notifications, manage_instances, manage_billing, or "none" for a read-only key; "manage_all" is none of them\n',
    });
    expect(keys({ action: 'create', name: 'ci', allow: [] }).code).toBe(2);
    expect(keys({ action: 'create', name: ' ' }).code).toBe(2);
    expect(keys({ action: 'create', name: 'a\u001b[2J' }).code).toBe(2);
    expect(keysOn(':memory:', { action: 'list' }).code).toBe(2);
  });

  test('a key made before the service ever ran works when it does', async () => {
    const dataFile = join(temporaryFolder(), 'new', 'service.db');
    const key = keysOn(dataFile, { action: 'create', name: 'early' }).out.trim();
    const service = await startTestService({ dataFile });
    expect((await call(service, 'GET', '/api/v0/volumes', { key })).status).toBe(200);
  });
});

describe('what happens in between', () => {
  test('a value is handed out to be printed only when every other program finds its key in the file', () => {
    const dataFile = join(temporaryFolder(), 'service.db');
    const foundOf = (command: KeysTask) => {
      const { out } = keysOn(dataFile, command);
      const other = openDataFile(dataFile);
      const found = findCaller(other, out.trim());
      other.close();
      return found;
    };
    const caller = { keyId: 1, userId: 204117, permissions: 'full' };
    expect(foundOf({ action: 'create', name: 'ci' })).toEqual(caller);
    expect(foundOf({ action: 'reset', id: 1 })).toEqual(caller);
  });

  test('a key is the right one when all of its hash is, not just the beginning by which it is found', () => {
    const database = openDataFile(':memory:');
    const { value } = createKey(database, { userId: 204117, name: 'ci', permissions: 'full', nowS: 1_793_534_400 });
    const hash = createHash('sha256').update(value).digest('hex');
    const others = [`${hash.slice(0, 63)}${hash.endsWith('0') ? '1' : '0'}`, hash.slice(0, 63), `${hash}0`];
    const rename = database.prepare('UPDATE api_key_values SET hash = ?');
    for (const other of others) {
      rename.run(other);
      expect(findCaller(database, value)).toBe('unknown');
    }
    rename.run(hash);
    expect(findCaller(database, value)).toMatchObject({ keyId: 1 });
  });

  test('whole values are compared in constant time, and by nothing else', () => {
    const source = readFileSync('src/local-service/account/keys.ts', 'utf8');
    expect(source).toContain('timingSafeEqual(Buffer.from(stored), Buffer.from(hash))');
    expect(source).not.toContain('hash = ?');
  });
});

describe('scoped keys', () => {
  test('"read-only across resources for monitoring": every read works, every write is refused', async () => {
    const { service, create, status } = await startOnFile();
    const key = create(['none']);
    expect([
      await status(key, 'POST', '/api/v0/bundles', {}),
      await status(key, 'GET', '/api/v0/volumes'),
      await status(key, 'GET', '/api/v0/users/cloud_integrations'),
    ]).toEqual([200, 200, 200]);
    const refusal = (flag: string) => ({
      status: 403,
      body: { success: false, error: 'permission_denied', msg: `this API key lacks the permission ${flag}` },
    });
    expect(await call(service, 'PUT', '/api/v0/machines/1200/dnotify', { key, body: {} })).toEqual(
      refusal('manage_machines'),
    );
    expect(await call(service, 'POST', '/api/v0/webhooks', { key, body: {} })).toEqual(refusal('manage_notifications'));
    expect(await call(service, 'PUT', PREFERENCES, { key, body: {} })).toEqual(refusal('manage_notifications'));
  });

  test('a flag opens its own calls and no others', async () => {
    const { create, status } = await startOnFile();
    const machines = create(['manage_machines']);
    const notifications = create(['manage_notifications', 'manage_billing']);
    const body = { notification_preferences: {} };
    expect([
      await status(machines, 'PUT', '/api/v0/machines/999999/dnotify', {}),
      await status(machines, 'PUT', PREFERENCES, body),
      await status(notifications, 'PUT', '/api/v0/machines/999999/dnotify', {}),
      await status(notifications, 'PUT', PREFERENCES, body),
    ]).toEqual([400, 403, 403, 200]);
  });
});

describe("the service's own key", () => {
  test('two services on one file have the same key and both take it', async () => {
    const { dataFile, service } = await startOnFile();
    const second = await startTestService({ dataFile });
    expect(second.apiKey).toBe(service.apiKey);
    expect(second.url).not.toBe(service.url);
    expect((await call(second, 'GET', '/api/v0/volumes', { key: service.apiKey })).status).toBe(200);
  });

  test('a service that starts again on the file has the key that it had', async () => {
    const { dataFile, service } = await startOnFile();
    await service.close();
    expect((await startTestService({ dataFile })).apiKey).toBe(service.apiKey);
  });

  test('a market in memory has a new key each time', async () => {
    expect((await startTestService()).apiKey).not.toBe((await startTestService()).apiKey);
  });

  test('reset, it is kept beside the database with its new value; deleted, the next start makes another', async () => {
    const { dataFile, service, keys, status } = await startOnFile();
    const reset = keys({ action: 'reset', id: 1 }).out.trim();
    expect(await status(service.apiKey)).toBe(401);
    expect((await startTestService({ dataFile })).apiKey).toBe(reset);
    keys({ action: 'delete', id: 1 });
    const third = await startTestService({ dataFile });
    expect([service.apiKey, reset]).not.toContain(third.apiKey);
    expect((await call(third, 'GET', '/api/v0/volumes', { key: third.apiKey })).status).toBe(200);
  });

  test('only the owner can read the files, and no value stands in the database', async () => {
    const { dataFile, service, create } = await startOnFile();
    const key = create();
    const folder = join(dataFile, '..');
    const modes = Object.fromEntries(
      readdirSync(folder).map((file) => [file, (statSync(join(folder, file)).mode & 0o777).toString(8)]),
    );
    expect(modes).toMatchObject({ 'service.db': '600', 'service.db.key': '600', 'service.db-wal': '600' });
    await service.close();
    expect(readdirSync(folder).sort()).toEqual(['service.db', 'service.db.key', 'service.db.seal']);
    const bytes = readFileSync(dataFile);
    for (const value of [service.apiKey, key]) {
      expect(bytes.includes(value)).toBe(false);
      expect(bytes.includes(Buffer.from(value, 'hex'))).toBe(false);
    }
    expect(readFileSync(`${dataFile}.key`, 'utf8')).toBe(`${service.apiKey}\n`);
  });
});
