/**
 * Webhooks that are there already (docs/interface.md, Webhooks): listed, changed, deleted, with a new secret.
 *
 * @module-tag service
 */
import { describe, expect, test } from 'vitest';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateSecret,
} from '../src/local-service/account/webhooks.ts';
import { openDataFile } from '../src/local-service/data-file.ts';
import type { Service } from '../src/local-service/serve.ts';
import { call, standingClock, startTestService } from './support/local-service.ts';

const WEBHOOK = {
  name: 'ops channel',
  webhook_url: 'https://hooks.example.com/gpu',
  event_types: ['client:low_credit', 'host:machine_offline'],
};

const WIRE = { ...WEBHOOK, id: 1, user_id: 204117, created_at: 1_793_534_400, updated_at: 1_793_534_400 };

const ask = (service: Service, method: string, path: string, body?: unknown, key = service.apiKey) =>
  call(service, method, `/api/v0/webhooks${path}`, { key, body });

const create = (service: Service, change: object = {}) => ask(service, 'POST', '', { ...WEBHOOK, ...change });

const list = async (service: Service) =>
  ((await ask(service, 'GET', '')).body as { readonly webhooks: readonly object[] }).webhooks;

const secretIn = (body: unknown): string => /"webhook_secret":"([0-9a-f]{64})"/.exec(JSON.stringify(body))?.[1] ?? '';

describe('GET /api/v0/webhooks', () => {
  test('"`webhooks[]` without the secret"', async () => {
    const service = await startTestService();
    expect(await list(service)).toEqual([]);
    await create(service);
    expect(await list(service)).toEqual([WIRE]);
    expect((await call(service, 'GET', '/api/v0/webhooks')).status).toBe(401);
  });

  test('"Maximum of 4 webhooks per user", 400', async () => {
    const service = await startTestService();
    for (const path of ['1', '2', '3', '4']) await create(service, { webhook_url: `https://a.example.com/${path}` });
    expect(await create(service, { webhook_url: 'https://a.example.com/5' })).toEqual({
      status: 400,
      body: { success: false, error: 'too_many_webhooks', msg: 'Maximum of 4 webhooks per user' },
    });
    expect(await list(service)).toHaveLength(4);
  });
});

describe('PUT /api/v0/webhooks/{id}', () => {
  test.each([
    ['name', { name: 'night shift' }],
    ['webhook_url', { webhook_url: 'https://hooks.example.com/other' }],
    ['event_types', { event_types: ['client:outbid'] }],
  ])('"any of name, webhook_url, event_types": %s alone; the rest stays', async (_, change) => {
    const clock = standingClock();
    const service = await startTestService({ clock });
    await create(service);
    clock.pass(60);
    const after = { ...WIRE, ...change, updated_at: 1_793_534_460 };
    expect(await ask(service, 'PUT', '/1', change)).toEqual({ status: 200, body: { success: true, webhook: after } });
    expect(await list(service)).toEqual([after]);
  });

  test('the webhook channel of types that are added is switched on', async () => {
    const service = await startTestService();
    await create(service);
    await ask(service, 'PUT', '/1', { event_types: ['client:outbid'] });
    const { body } = await call(service, 'GET', '/api/v0/users/204117/notification-prefs', { key: service.apiKey });
    expect(body).toMatchObject({ notification_preferences: { client: { outbid: { webhooks: true } } } });
  });

  test.each([
    ['nothing', {}, 400],
    ['an empty name', { name: ' ' }, 400],
    ['plain http', { webhook_url: 'http://hooks.example.com/' }, 400],
    ['no type', { event_types: [] }, 400],
    ['the address of another webhook', { webhook_url: 'https://HOOKS.example.com/2' }, 409],
  ])('%s is refused and changes nothing', async (_, change, status) => {
    const service = await startTestService();
    await create(service);
    await create(service, { webhook_url: 'https://hooks.example.com/2' });
    expect((await ask(service, 'PUT', '/1', change)).status).toBe(status);
    expect(await list(service)).toContainEqual(WIRE);
  });

  test('its own address in another spelling is no other one', async () => {
    const service = await startTestService();
    await create(service);
    expect((await ask(service, 'PUT', '/1', { webhook_url: 'https://HOOKS.example.com/gpu' })).status).toBe(200);
  });
});

describe('DELETE /api/v0/webhooks/{id}', () => {
  test('"success", and it is gone; a second time it is not found', async () => {
    const service = await startTestService();
    await create(service);
    expect(await ask(service, 'DELETE', '/1')).toEqual({ status: 200, body: { success: true } });
    expect(await list(service)).toEqual([]);
    expect(await ask(service, 'DELETE', '/1', {})).toEqual({
      status: 404,
      body: { success: false, error: 'not_found', msg: 'there is no webhook 1' },
    });
  });
});

describe('POST /api/v0/webhooks/{id}/rotate-secret', () => {
  test('"the webhook with a new secret, once"', async () => {
    const service = await startTestService();
    const first = secretIn((await create(service)).body);
    const rotated = await ask(service, 'POST', '/1/rotate-secret');
    expect(rotated).toEqual({
      status: 200,
      body: { success: true, webhook: { ...WIRE, webhook_secret: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    });
    expect(secretIn(rotated.body)).not.toBe(first);
    expect(await list(service)).toEqual([WIRE]);
  });
});

test('ids that are not there are 404 not_found, and a key that only reads changes nothing', async () => {
  const service = await startTestService();
  await create(service);
  for (const [method, path] of [
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/rotate-secret'],
  ] as const) {
    const body = { name: 'x' };
    for (const id of ['2', 'mine']) {
      const answer = await ask(service, method, `/${id}${path}`, body);
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
    expect((await call(service, method, `/api/v0/webhooks/1${path}`, { body })).status).toBe(401);
  }
});

test('a user sees and changes the own webhooks alone', () => {
  const database = openDataFile(':memory:');
  const own = { nowS: 1_793_534_400, seal: 'seal' };
  for (const userId of [1, 2]) {
    const request = { name: `of ${userId}`, url: WEBHOOK.webhook_url, eventTypes: WEBHOOK.event_types };
    createWebhook(database, { ...own, userId, request });
  }
  expect(listWebhooks(database, 1).map(({ name }) => name)).toEqual(['of 1']);
  const foreign = { userId: 1, id: 2 };
  const refusals = [
    changeWebhook(database, { ...own, ...foreign, change: { name: 'mine' } }),
    rotateSecret(database, { ...own, ...foreign }),
    deleteWebhook(database, foreign),
  ];
  expect(refusals.map(({ ok }) => ok)).toEqual([false, false, false]);
  expect(listWebhooks(database, 2)).toMatchObject([{ name: 'of 2', updated_at: 1_793_534_400 }]);
});

describe('"addresses https, public"', () => {
  test.each([
    'https://10.0.0.7/hook',
    'https://192.168.1.4/',
    'https://169.254.169.254/latest',
    'https://[fd00:ec2::254]/',
    'https://[::ffff:10.0.0.7]/',
    'https://0x0a000007/',
    'https://router/',
    'https://metadata.internal/',
    'https://printer.local/',
  ])('%s: "Webhook URL is not deliverable" is a 400', async (address) => {
    const service = await startTestService();
    expect(await create(service, { webhook_url: address })).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: 'webhook_url: Webhook URL is not deliverable' },
    });
  });

  test.each(['http://127.0.0.1:9/hook', 'http://localhost:8080/', 'http://[::1]:9/', 'https://8.8.8.8/hook'])(
    '%s is taken: for trials on this machine, or because everybody can reach it',
    async (address) => {
      const service = await startTestService();
      expect((await create(service, { webhook_url: address })).status).toBe(200);
    },
  );
});
