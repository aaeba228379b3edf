/**
 * @module-tag service
 */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { call, startTestService } from './support/local-service.ts';

const NEVER_A_KEY = 'f'.repeat(64);

describe('GET /api/v0/volumes', () => {
  test('"Returns the volumes rented by the caller. Response 200: {volumes: [Volume, ...]}"', async () => {
    const service = await startTestService();
    const { status, body } = await call(service, 'GET', '/api/v0/volumes', { key: service.apiKey });
    expect(status).toBe(200);
    expect(body).toEqual({
      volumes: expect.arrayContaining([expect.objectContaining({ status: expect.any(String) })]),
    });
  });

  test('"Errors: {detail: string} for missing credentials", and for a key that never was', async () => {
    const service = await startTestService();
    expect(await call(service, 'GET', '/api/v0/volumes')).toEqual({
      status: 401,
      body: { detail: 'this action requires an API key' },
    });
    expect(await call(service, 'GET', '/api/v0/volumes', { key: NEVER_A_KEY })).toEqual({
      status: 401,
      body: { detail: 'invalid API key' },
    });
  });
});

describe('GET /api/v0/users/cloud_integrations', () => {
  test('"Response 200: a JSON array of Cloud connection objects"', async () => {
    const service = await startTestService();
    const { status, body } = await call(service, 'GET', '/api/v0/users/cloud_integrations', { key: service.apiKey });
    expect(status).toBe(200);
    expect(body).toEqual(
      expect.arrayContaining([{ id: expect.any(Number), name: expect.any(String), cloud_type: expect.any(String) }]),
    );
  });
});

describe('GET /api/v0/gpu_names/unique', () => {
  test('anyone may read the names of the GPU models on offer', async () => {
    const service = await startTestService();
    expect(await call(service, 'GET', '/api/v0/gpu_names/unique')).toEqual({
      status: 200,
      body: { gpu_names: expect.arrayContaining(['RTX 4090']) },
    });
  });
});

describe('the key on every other endpoint', () => {
  const CALLS = [
    ['PUT', '/api/v0/machines/1200/dnotify'],
    ['GET', '/api/v0/users/cloud_integrations'],
    ['POST', '/api/v0/webhooks'],
    ['PUT', '/api/v0/users/204117/notification-prefs'],
  ] as const;

  test('without a key, or with one that never was: 401 with {success: false, error, msg}', async () => {
    const service = await startTestService();
    for (const [method, path] of CALLS) {
      expect(await call(service, method, path, { body: method === 'GET' ? undefined : {} })).toEqual({
        status: 401,
        body: { success: false, error: 'auth_error', msg: 'this action requires an API key' },
      });
      expect(await call(service, method, path, { key: NEVER_A_KEY, body: method === 'GET' ? undefined : {} })).toEqual({
        status: 401,
        body: { success: false, error: 'auth_error', msg: 'invalid API key' },
      });
    }
  });

  test('"The scheme is HTTP bearer": another scheme is no key, the letter case of the word does not matter', async () => {
    const service = await startTestService();
    const statusWith = async (authorization: string) =>
      (await fetch(`${service.url}/api/v0/volumes`, { headers: { Authorization: authorization } })).status;
    expect(await statusWith(`bearer ${service.apiKey}`)).toBe(200);
    expect(await statusWith(`Basic ${service.apiKey}`)).toBe(401);
    expect(await statusWith(service.apiKey)).toBe(401);
    expect(await statusWith(`Bearer ${createHash('sha256').update(service.apiKey).digest('hex')}`)).toBe(401);
  });
});

describe('paths and methods', () => {
  test('every path is taken with a slash at its end, and with parameters that nobody knows', async () => {
    const service = await startTestService();
    const key = service.apiKey;
    const statuses = [
      await call(service, 'POST', '/api/v0/bundles/', { key, body: {} }),
      await call(service, 'GET', '/api/v0/volumes/?owner=me', { key }),
      await call(service, 'GET', '/api/v0/users/cloud_integrations/', { key }),
      await call(service, 'GET', '/api/v0/gpu_names/unique/'),
      await call(service, 'PUT', '/api/v0/users/204117/notification-prefs/', {
        key,
        body: { notification_preferences: {}, client_id: 'me' },
      }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });

  test('an unknown path gives 404 with {success: false, error, msg}', async () => {
    const service = await startTestService();
    expect(await call(service, 'GET', '/api/v0/invoices/', { key: service.apiKey })).toEqual({
      status: 404,
      body: { success: false, error: 'not_found', msg: 'there is no /api/v0/invoices/' },
    });
  });

  test('a known path with another method gives 405 and says which one it takes', async () => {
    const service = await startTestService();
    for (const path of ['/api/v0/bundles', '/api/v0/bundles/']) {
      const response = await fetch(service.url + path);
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
      expect(await response.json()).toEqual({
        success: false,
        error: 'method_not_allowed',
        msg: `${path} takes only POST`,
      });
    }
  });
});
