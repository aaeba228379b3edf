import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { call, standingClock, startTestService, temporaryFolder } from './support/local-service.ts';

const NEVER_A_KEY = 'f'.repeat(64);

/** A search for the whole market. */
const EVERYTHING = {
  verified: { in: [true, false] },
  rentable: { in: [true, false] },
  rented: { eq: true },
  cpu_arch: { notin: [] },
  order: [['start_date', 'asc']],
  limit: 100_000,
};

/** So many offers that their JSON, 10 MB, does not fit into the buffers between service and client. */
const MANY = 4000;

const readOffers = (body: unknown): readonly Record<string, unknown>[] => {
  if (typeof body !== 'object' || body === null || !('offers' in body) || !Array.isArray(body.offers)) {
    throw new Error('the reply has no offers');
  }
  return body.offers;
};

describe('POST /api/v0/bundles', () => {
  test('"Response 200: an object with the key `offers`, an array of Offer objects"', async () => {
    const service = await startTestService();
    const { status, body } = await call(service, 'POST', '/api/v0/bundles', {
      key: service.apiKey,
      body: { limit: 3 },
    });
    expect(status).toBe(200);
    expect(Object.keys(Object(body))).toEqual(['offers']);
    const offers = readOffers(body);
    expect(offers).toHaveLength(3);
    expect(offers[0]).toMatchObject({ id: expect.any(Number), gpu_name: expect.any(String), verification: 'verified' });
  });

  test('a search that matches nothing answers an empty list', async () => {
    const service = await startTestService();
    const body = { num_gpus: { gt: 1000 } };
    expect(await call(service, 'POST', '/api/v0/bundles', { key: service.apiKey, body })).toEqual({
      status: 200,
      body: { offers: [] },
    });
  });

  test('a reply of many pieces is whole: every offer of the market, each once', async () => {
    const service = await startTestService({ offers: 700 });
    const { body } = await call(service, 'POST', '/api/v0/bundles', { key: service.apiKey, body: EVERYTHING });
    const ids = readOffers(body).map(({ id }) => id);
    expect(ids).toHaveLength(700);
    expect(new Set(ids).size).toBe(700);
  });

  test('clients that go away in the middle of a reply harm nobody', async () => {
    const service = await startTestService({ offers: MANY });
    const leaveEarly = async () => {
      const response = await fetch(`${service.url}/api/v0/bundles`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${service.apiKey}` },
        body: JSON.stringify(EVERYTHING),
      });
      const reader = response.body?.getReader();
      await reader?.read();
      await reader?.cancel();
    };
    await Promise.all(Array.from({ length: 5 }, leaveEarly));
    expect((await call(service, 'GET', '/api/v0/volumes', { key: service.apiKey })).status).toBe(200);
  });

  test('a service that ends cuts the replies that are under way', async () => {
    const service = await startTestService({ offers: MANY });
    const response = await fetch(`${service.url}/api/v0/bundles`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.apiKey}` },
      body: JSON.stringify(EVERYTHING),
    });
    await service.close();
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test('a reply that is read slowly shows one moment, and hinders no write by this service or another', async () => {
    const clock = standingClock();
    const dataFile = join(temporaryFolder(), 'service.db');
    const service = await startTestService({ dataFile, clock, still: false, offers: MANY });
    const other = await startTestService({ dataFile, clock, still: false, offers: MANY });
    const key = service.apiKey;
    const before = (await call(service, 'POST', '/api/v0/bundles', { key, body: EVERYTHING })).body;
    const slow = await fetch(`${service.url}/api/v0/bundles`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body: JSON.stringify(EVERYTHING),
    });
    clock.pass(3600);
    const after = (await call(other, 'POST', '/api/v0/bundles', { key, body: EVERYTHING })).body;
    const preferences = { key, body: { notification_preferences: {} } };
    expect((await call(service, 'PUT', '/api/v0/users/204117/notification-prefs', preferences)).status).toBe(200);
    expect(isDeepStrictEqual(after, before)).toBe(false);
    expect(isDeepStrictEqual(await slow.json(), before)).toBe(true);
  });

  test('the reply says that it is JSON', async () => {
    const service = await startTestService();
    const response = await fetch(`${service.url}/api/v0/bundles`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.apiKey}` },
      body: '{}',
    });
    await response.body?.cancel();
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  test('"The body is required, JSON": what is no JSON object gives 400 with {error, msg}', async () => {
    const service = await startTestService();
    const search = (body?: string) => call(service, 'POST', '/api/v0/bundles', { key: service.apiKey, body });
    expect(await search()).toEqual({ status: 400, body: { error: 'invalid_json', msg: 'the body is missing' } });
    expect(await search('{"limit": 5')).toEqual({
      status: 400,
      body: { error: 'invalid_json', msg: 'the body is not valid JSON' },
    });
    for (const body of ['[]', '"text"', 'null', '7']) {
      expect(await search(body)).toEqual({
        status: 400,
        body: { error: 'invalid_json', msg: 'the body must be a JSON object' },
      });
    }
  });

  test('"400 with body {error: string, msg: string}": a filter that is wrong is named', async () => {
    const service = await startTestService();
    const body = { gpu_nam: { eq: 'RTX 4090' } };
    expect(await call(service, 'POST', '/api/v0/bundles', { key: service.apiKey, body })).toEqual({
      status: 400,
      body: { error: expect.any(String), msg: expect.stringContaining('gpu_nam') },
    });
  });

  test('"404 when the key is invalid or missing, with the same body shape"', async () => {
    const service = await startTestService();
    expect(await call(service, 'POST', '/api/v0/bundles', { body: {} })).toEqual({
      status: 404,
      body: { error: 'auth_error', msg: 'this action requires an API key' },
    });
    expect(await call(service, 'POST', '/api/v0/bundles', { key: NEVER_A_KEY, body: {} })).toEqual({
      status: 404,
      body: { error: 'auth_error', msg: 'invalid API key' },
    });
  });

  test('a body of more than a megabyte is refused', async () => {
    const service = await startTestService();
    const body = `{"limit": 1, "gpu_name": {"eq": "${'x'.repeat(1_048_576)}"}}`;
    expect(await call(service, 'POST', '/api/v0/bundles', { key: service.apiKey, body })).toEqual({
      status: 413,
      body: { error: 'body_too_large', msg: 'the body is longer than 1048576 bytes' },
    });
  });
});

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
    expect(await call(service, 'GET', '/api/v0/instances/', { key: service.apiKey })).toEqual({
      status: 404,
      body: { success: false, error: 'not_found', msg: 'there is no /api/v0/instances/' },
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

describe('rate limits', () => {
  const paced = async () => {
    const clock = standingClock();
    const service = await startTestService({ thresholds: true, clock });
    return { clock, service, get: (path: string, key = service.apiKey) => call(service, 'GET', path, { key }) };
  };

  test('"Rate limit threshold, list volumes: 5.5": a second call within 5.5 s is refused, one after it is not', async () => {
    const { clock, get } = await paced();
    expect((await get('/api/v0/volumes')).status).toBe(200);
    clock.pass(5.4);
    expect(await get('/api/v0/volumes/')).toEqual({
      status: 429,
      body: { detail: 'API requests too frequent endpoint threshold=5.5' },
    });
    clock.pass(0.1);
    expect((await get('/api/v0/volumes')).status).toBe(200);
  });

  test('"Rate limit threshold, show cloud connections: 2.9", apart from that of volumes', async () => {
    const { clock, get } = await paced();
    expect((await get('/api/v0/volumes')).status).toBe(200);
    expect((await get('/api/v0/users/cloud_integrations')).status).toBe(200);
    clock.pass(2.8);
    expect(await get('/api/v0/users/cloud_integrations')).toEqual({
      status: 429,
      body: { detail: 'API requests too frequent endpoint threshold=2.9' },
    });
    clock.pass(0.1);
    expect((await get('/api/v0/users/cloud_integrations')).status).toBe(200);
  });

  test('a call refused for coming too early does not lengthen the wait', async () => {
    const { clock, get } = await paced();
    await get('/api/v0/volumes');
    clock.pass(5);
    expect((await get('/api/v0/volumes')).status).toBe(429);
    clock.pass(0.5);
    expect((await get('/api/v0/volumes')).status).toBe(200);
  });

  test('search and the names of GPUs have no threshold', async () => {
    const { service, get } = await paced();
    for (let round = 0; round < 3; round++) {
      const search = await call(service, 'POST', '/api/v0/bundles', { key: service.apiKey, body: { limit: 1 } });
      expect([search.status, (await get('/api/v0/gpu_names/unique')).status]).toEqual([200, 200]);
    }
  });
});
