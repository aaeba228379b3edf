/**
 * @module-tag service
 */
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
