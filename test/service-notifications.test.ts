/**
 * @module-tag service
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Service } from '../src/local-service/serve.ts';
import { call, startTestService, temporaryFolder } from './support/local-service.ts';

const WEBHOOK = {
  name: 'ops channel',
  webhook_url: 'https://hooks.example.com/gpu',
  event_types: ['client:low_credit', 'host:machine_offline'],
};

const create = (service: Service, body: unknown) =>
  call(service, 'POST', '/api/v0/webhooks', { key: service.apiKey, body });

const replace = (service: Service, preferences: unknown, userId = 204117) =>
  call(service, 'PUT', `/api/v0/users/${userId}/notification-prefs`, {
    key: service.apiKey,
    body: { notification_preferences: preferences },
  });

const read = (service: Service, userId = 204117, key = service.apiKey) =>
  call(service, 'GET', `/api/v0/users/${userId}/notification-prefs`, { key });

const secretIn = (body: unknown): string => {
  const secret = /"webhook_secret":"([^"]+)"/.exec(JSON.stringify(body))?.[1];
  if (secret === undefined) throw new Error('the answer holds no secret');
  return secret;
};

describe('POST /api/v0/webhooks', () => {
  test('"Response 200: {success: true, webhook, enabled_notification_preferences}"', async () => {
    const service = await startTestService();
    expect(await create(service, WEBHOOK)).toEqual({
      status: 200,
      body: {
        success: true,
        webhook: {
          id: 1,
          user_id: 204117,
          name: 'ops channel',
          webhook_url: 'https://hooks.example.com/gpu',
          event_types: ['client:low_credit', 'host:machine_offline'],
          created_at: 1_793_534_400,
          updated_at: 1_793_534_400,
          webhook_secret: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
        enabled_notification_preferences: ['client:low_credit', 'host:machine_offline'],
      },
    });
  });

  test('only the types whose webhook channel this call switched on are listed as enabled', async () => {
    const service = await startTestService();
    await replace(service, {
      client: { low_credit: { email: false, webhooks: true }, outbid: { email: true, webhooks: false } },
    });
    const { body } = await create(service, {
      ...WEBHOOK,
      event_types: ['client:low_credit', 'client:outbid', 'host:machine_error'],
    });
    expect(body).toMatchObject({ enabled_notification_preferences: ['client:outbid', 'host:machine_error'] });
  });

  test('every webhook has a secret of its own, and the database holds none of them', async () => {
    const dataFile = join(temporaryFolder(), 'service.db');
    const service = await startTestService({ dataFile });
    const first = secretIn((await create(service, WEBHOOK)).body);
    const second = secretIn((await create(service, { ...WEBHOOK, webhook_url: 'https://hooks.example.com/2' })).body);
    expect(first).not.toBe(second);
    await service.close();
    const bytes = readFileSync(dataFile);
    expect(bytes.includes('https://hooks.example.com/gpu')).toBe(true);
    for (const secret of [first, second]) {
      expect(bytes.includes(secret)).toBe(false);
      expect(bytes.includes(Buffer.from(secret, 'hex'))).toBe(false);
    }
  });

  test.each([
    ['http', { webhook_url: 'http://hooks.example.com/' }],
    ['no host', { webhook_url: 'https:///path' }],
    ['only a host', { webhook_url: 'hooks.example.com' }],
    ['a blank inside', { webhook_url: 'https://hooks.example.com/a b' }],
    ['a line break at its end', { webhook_url: 'https://hooks.example.com/\n' }],
    ['no value', { webhook_url: undefined }],
  ])('an address with %s is refused', async (_, change) => {
    const service = await startTestService();
    expect(await create(service, { ...WEBHOOK, ...change })).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: expect.stringMatching(/^webhook_url: must be a/) },
    });
  });

  test('an address may have 2,048 characters and no more', async () => {
    const service = await startTestService();
    const address = (length: number) => 'https://hooks.example.com/'.padEnd(length, 'x');
    expect((await create(service, { ...WEBHOOK, webhook_url: address(2048) })).status).toBe(200);
    expect(await create(service, { ...WEBHOOK, webhook_url: address(2049) })).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: 'webhook_url: must be at most 2048 characters' },
    });
  });

  test('a name may have 120 characters, no more and not blank; without one it is the host of the address', async () => {
    const service = await startTestService();
    expect((await create(service, { ...WEBHOOK, name: 'ü'.repeat(120) })).status).toBe(200);
    const statuses = [];
    for (const name of ['x'.repeat(121), '  ', 7]) {
      statuses.push((await create(service, { ...WEBHOOK, webhook_url: 'https://b.example.com', name })).status);
    }
    expect(statuses).toEqual([400, 400, 400]);
    for (const [place, name] of [undefined, null].entries()) {
      const webhook_url = `https://b${place}.example.com/x`;
      expect(await create(service, { ...WEBHOOK, webhook_url, name })).toMatchObject({
        status: 200,
        body: { webhook: { name: `b${place}.example.com` } },
      });
    }
  });

  test.each([
    [
      'an unknown type',
      ['client:low_credit', 'client:sunset'],
      'event_types: client:sunset is not a known notification type',
    ],
    ['a repeated type', ['client:outbid', 'client:outbid'], 'event_types: names client:outbid twice'],
    ['no type', [], 'event_types: must name at least one notification type'],
    ['a type that is no text', [7], 'event_types.0: must be a string'],
    ['no list', 'client:outbid', 'event_types: must be an array of notification types'],
  ])('%s is refused', async (_, eventTypes, msg) => {
    const service = await startTestService();
    expect(await create(service, { ...WEBHOOK, event_types: eventTypes })).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg },
    });
  });

  test('the same address is refused the second time, however it is spelled', async () => {
    const service = await startTestService();
    await create(service, { ...WEBHOOK, webhook_url: 'https://hooks.example.com' });
    expect(await create(service, { ...WEBHOOK, webhook_url: 'https://HOOKS.example.com:443/' })).toEqual({
      status: 409,
      body: {
        success: false,
        error: 'webhook_exists',
        msg: 'webhook_url: there is a webhook with this address already',
      },
    });
  });
});

describe('PUT /api/v0/users/{user_id}/notification-prefs', () => {
  test('"Response 200: {success: true, notification_preferences: <preferences object>}"', async () => {
    const service = await startTestService();
    const preferences = {
      client: { low_credit: { email: true, webhooks: false }, outbid: { email: false, webhooks: true } },
      host: { machine_offline: { email: true, webhooks: true } },
    };
    expect(await replace(service, preferences)).toEqual({
      status: 200,
      body: { success: true, notification_preferences: preferences },
    });
  });

  test('"The call replaces the authenticated user\'s preferences": what is left out is gone', async () => {
    const service = await startTestService();
    await replace(service, { client: { outbid: { email: true, webhooks: true } } });
    await replace(service, { host: { machine_error: { email: true, webhooks: true } } });
    const { body } = await create(service, { ...WEBHOOK, event_types: ['client:outbid', 'host:machine_error'] });
    expect(body).toMatchObject({ enabled_notification_preferences: ['client:outbid'] });
  });

  test.each([
    [
      'a channel that is no boolean',
      { client: { outbid: { email: 1, webhooks: true } } },
      'client.outbid.email: must be true or false',
    ],
    [
      'no channel',
      { client: { outbid: {} } },
      'client.outbid: must be an object of the two channels email and webhooks',
    ],
    [
      'another channel',
      { client: { outbid: { email: true, webhooks: true, sms: true } } },
      'client.outbid: has a channel other than email and webhooks',
    ],
    [
      'two levels',
      { client: { outbid: true } },
      'client.outbid: must be an object of the two channels email and webhooks',
    ],
    ['one level', { client: true }, 'client: must be an object of notification types'],
    ['a list', [], 'must be an object of groups'],
    ['nothing', undefined, 'must be an object of groups'],
    ['a group that is no word', { 'Client!': {} }, /^Client!: /],
  ])('"a three-level object": %s is refused', async (_, preferences, place) => {
    const service = await startTestService();
    const expected =
      typeof place === 'string'
        ? `notification_preferences${/^(client|host)/.test(place) ? '.' : ': '}${place}`
        : expect.stringContaining('notification_preferences.Client!');
    expect(await replace(service, preferences)).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: expected },
    });
  });

  test('a channel that a type does not name has its default', async () => {
    const service = await startTestService();
    const named = {
      client: { low_credit: { webhooks: true }, outbid: { email: false } },
      fleet: { reboot: { email: true } },
    };
    expect(await replace(service, named)).toMatchObject({
      status: 200,
      body: {
        notification_preferences: {
          client: { low_credit: { email: true, webhooks: true }, outbid: { email: false, webhooks: false } },
          fleet: { reboot: { email: true, webhooks: false } },
        },
      },
    });
  });

  test('"user_id: ID of the authenticated user": another one is refused', async () => {
    const service = await startTestService();
    expect(await replace(service, {}, 204118)).toEqual({
      status: 403,
      body: { success: false, error: 'not_your_account', msg: 'this API key belongs to user 204117' },
    });
  });
});

describe('GET /api/v0/users/{user_id}/notification-prefs', () => {
  test('gives the default of every type that was never set', async () => {
    const service = await startTestService();
    const { status, body } = await read(service);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      notification_preferences: {
        client: {
          low_credit: { email: true, webhooks: false },
          instance_started: { email: false, webhooks: false },
          password_reset: { email: true, webhooks: false },
        },
        host: { machine_offline: { email: true, webhooks: false } },
      },
    });
  });

  test('gives what is stored as it is stored, also of a type that nobody knows', async () => {
    const service = await startTestService();
    await replace(service, {
      client: { low_credit: { email: false, webhooks: true }, sunset: { email: true, webhooks: true } },
      fleet: { reboot: { email: false, webhooks: false } },
    });
    expect((await read(service)).body).toMatchObject({
      notification_preferences: {
        client: {
          low_credit: { email: false, webhooks: true },
          sunset: { email: true, webhooks: true },
          outbid: { email: true, webhooks: false },
        },
        fleet: { reboot: { email: false, webhooks: false } },
      },
    });
  });

  test('a webhook switches on its own channel and leaves e-mail as it was', async () => {
    const service = await startTestService();
    await replace(service, { client: { outbid: { email: false, webhooks: false } } });
    await create(service, { ...WEBHOOK, event_types: ['client:low_credit', 'client:outbid'] });
    expect((await read(service)).body).toMatchObject({
      notification_preferences: {
        client: { low_credit: { email: true, webhooks: true }, outbid: { email: false, webhooks: true } },
      },
    });
  });

  test('what a replacement leaves out has its default again', async () => {
    const service = await startTestService();
    await replace(service, { client: { low_credit: { email: false, webhooks: true } } });
    await replace(service, {});
    expect((await read(service)).body).toMatchObject({
      notification_preferences: { client: { low_credit: { email: true, webhooks: false } } },
    });
  });

  test('e-mail that is mandatory cannot be switched off, and can be left out', async () => {
    const service = await startTestService();
    expect(await replace(service, { client: { password_reset: { email: false, webhooks: true } } })).toEqual({
      status: 400,
      body: {
        success: false,
        error: 'invalid_args',
        msg: 'notification_preferences.client.password_reset.email: cannot be switched off',
      },
    });
    expect((await replace(service, { client: { password_reset: { email: true, webhooks: true } } })).status).toBe(200);
  });

  test('another user is refused, and so is a call without a key', async () => {
    const service = await startTestService();
    expect(await read(service, 204118)).toEqual({
      status: 403,
      body: { success: false, error: 'not_your_account', msg: 'this API key belongs to user 204117' },
    });
    expect((await call(service, 'GET', '/api/v0/users/204117/notification-prefs')).status).toBe(401);
  });
});

describe('GET /api/v0/notification-types', () => {
  test('names every type that a webhook may name, with what holds for who never set it', async () => {
    const service = await startTestService();
    const { status, body } = await call(service, 'GET', '/api/v0/notification-types', { key: service.apiKey });
    expect(status).toBe(200);
    const types = (body as { notification_types: readonly { key: string }[] }).notification_types;
    expect(types[0]).toEqual({
      key: 'client:low_credit',
      slug: 'low_credit',
      context: 'client',
      topic: 'billing',
      category: 'alert',
      display_name: 'Low credit',
      default_preferences: { email: true, webhooks: false },
      mandatory_email: false,
    });
    expect(types).toContainEqual({
      key: 'client:password_reset',
      slug: 'password_reset',
      context: 'client',
      topic: 'account',
      category: 'security',
      display_name: 'Password reset',
      default_preferences: { email: true, webhooks: false },
      mandatory_email: true,
    });
    const eventTypes = types.map(({ key }) => key);
    expect(new Set(eventTypes).size).toBe(eventTypes.length);
    expect((await create(service, { ...WEBHOOK, event_types: eventTypes })).status).toBe(200);
  });

  test('nobody may ask without a key', async () => {
    const service = await startTestService();
    expect((await call(service, 'GET', '/api/v0/notification-types')).status).toBe(401);
  });

  test('another method is refused, and the path says which it takes', async () => {
    const service = await startTestService();
    const path = '/api/v0/users/204117/notification-prefs';
    expect(await call(service, 'DELETE', path, { key: service.apiKey })).toEqual({
      status: 405,
      body: { success: false, error: 'method_not_allowed', msg: `${path} takes only GET and PUT` },
    });
  });
});
