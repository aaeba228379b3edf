/**
 * @module-tag service
 */
import { describe, expect, test } from 'vitest';
import { call, standingClock, startTestService } from './support/local-service.ts';

/** The published sentence (docs/interface.md, Errors), and again as `msg` for clients that look for a refusal's text there. */
const tooFrequent = (threshold: number) => {
  const sentence = `API requests too frequent endpoint threshold=${threshold}`;
  return { detail: sentence, msg: sentence };
};

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
      body: tooFrequent(5.5),
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
      body: tooFrequent(2.9),
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
