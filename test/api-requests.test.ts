import { expect, test } from 'vitest';
import { callOf } from '../src/api/call.ts';
import { CALLS } from '../src/api/calls.ts';
import { clientFor, KEY, SEARCH, WEBHOOK, WINDOW } from './support/api-client.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

test('Search offers is POST /api/v0/bundles with each filter an object of one operator', async () => {
  await using server = await startScriptedServer(json(200, { offers: [] }));
  await clientFor(server.url).searchOffers({
    filters: {
      verified: { eq: true },
      gpu_name: { in: ['RTX 4090', 'H100 SXM'] },
      dph_total: { lt: 2.5 },
      num_gpus: { gte: 4 },
      cpu_arch: { notin: [] },
    },
    limit: 1000,
    type: 'bid',
    order: [
      ['dlperf_per_dphtotal', 'desc'],
      ['dph_total', 'asc'],
    ],
    allocatedStorageGb: 12.5,
  });
  const [request] = server.requests;
  expect([request?.method, request?.path]).toEqual(['POST', '/api/v0/bundles']);
  expect(request?.body).toBe(
    '{"verified":{"eq":true},"gpu_name":{"in":["RTX 4090","H100 SXM"]},"dph_total":{"lt":2.5},"num_gpus":{"gte":4},' +
      '"cpu_arch":{"notin":[]},"limit":1000,"type":"bid",' +
      '"order":[["dlperf_per_dphtotal","desc"],["dph_total","asc"]],"allocated_storage":12.5}',
  );
});

test('Schedule maintenance is PUT /api/v0/machines/{machine_id}/dnotify with an ISO 8601 UTC start and hours', async () => {
  await using server = await startScriptedServer(json(200, { success: true, you_sent: '3 notifications sent' }));
  await clientFor(server.url).write(CALLS.maintenance, WINDOW);
  const [request] = server.requests;
  expect([request?.method, request?.path]).toEqual(['PUT', '/api/v0/machines/8207/dnotify']);
  expect(request?.body).toBe(
    '{"sdate":"2026-12-01T02:00:00Z","duration":2,"maintenance_reason":"new disk","maintenance_category":"disk"}',
  );
});

test('a start between two seconds is sent as the whole second before, without a fraction', () => {
  expect(callOf(CALLS.maintenance, { ...WINDOW, startsAtEpochS: 1_796_090_400.9 })).toMatchObject({
    body: { sdate: '2026-12-01T02:00:00Z' },
  });
});

test('List volumes is GET /api/v0/volumes without a body', async () => {
  await using server = await startScriptedServer(json(200, { volumes: [] }));
  await clientFor(server.url).list(CALLS.volumes);
  const [request] = server.requests;
  expect([request?.method, request?.path, request?.body]).toEqual(['GET', '/api/v0/volumes', '']);
  expect(request?.headers['content-type']).toBeUndefined();
});

test('Show cloud connections is GET /api/v0/users/cloud_integrations without a body', async () => {
  await using server = await startScriptedServer(json(200, []));
  await clientFor(server.url).list(CALLS.connections);
  const [request] = server.requests;
  expect([request?.method, request?.path, request?.body]).toEqual(['GET', '/api/v0/users/cloud_integrations', '']);
});

test('Create notification webhook is POST /api/v0/webhooks with name, webhook_url and event_types', async () => {
  await using server = await startScriptedServer(json(200, { success: true, webhook: {} }));
  await clientFor(server.url).write(CALLS.webhooks, WEBHOOK);
  const [request] = server.requests;
  expect([request?.method, request?.path]).toEqual(['POST', '/api/v0/webhooks']);
  expect(request?.body).toBe(
    '{"name":"alerts","webhook_url":"https://hooks.example/gpu",' +
      '"event_types":["client:low_credit","host:machine_offline"]}',
  );
});

test('Update notification preferences is PUT /api/v0/users/{user_id}/notification-prefs', async () => {
  await using server = await startScriptedServer(json(200, { success: true }));
  await clientFor(server.url).write(CALLS.preferences, {
    userId: 42,
    preferences: { client: { low_credit: { email: true, webhooks: false } } },
  });
  const [request] = server.requests;
  expect([request?.method, request?.path]).toEqual(['PUT', '/api/v0/users/42/notification-prefs']);
  expect(request?.body).toBe('{"notification_preferences":{"client":{"low_credit":{"email":true,"webhooks":false}}}}');
});

test('every request carries the key in the Authorization header and nowhere else', async () => {
  await using server = await startScriptedServer(json(200, { offers: [] }));
  await clientFor(server.url, { userAgent: 'gpudeck/9.9.9' }).searchOffers(SEARCH);
  const [request] = server.requests;
  expect(request?.headers.authorization).toBe(`Bearer ${KEY}`);
  expect(request?.headers['user-agent']).toBe('gpudeck/9.9.9');
  expect(request?.headers['content-type']).toBe('application/json');
  expect(JSON.stringify({ ...request, headers: { ...request?.headers, authorization: '' } })).not.toContain('sk-0123');
});

test('a path in the base address stays in front of every path, and its user, query and last slash are dropped', async () => {
  await using server = await startScriptedServer(json(200, { volumes: [] }));
  const address = `${server.url.replace('//', '//user:word@')}/market/eu/?a=b`;
  await clientFor(address).list(CALLS.volumes);
  expect(server.requests[0]?.path).toBe('/market/eu/api/v0/volumes');
});
