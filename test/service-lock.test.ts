/**
 * Another program on the service's file: reads never wait for it, writes wait without holding anybody up, and limits are shared.
 *
 * @module-tag service
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Hono } from 'hono';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../src/base/clock.ts';
import { authenticate, refuse } from '../src/local-service/http/endpoint.ts';

import type { Service, ServiceOptions } from '../src/local-service/serve.ts';
import { call, standingClock, startTestService, temporaryFolder } from './support/local-service.ts';

const SEARCH = ['POST', '/api/v0/bundles', { limit: 1 }] as const;
const WEBHOOK = [
  'POST',
  '/api/v0/webhooks',
  { name: 'one', webhook_url: 'https://hooks.example.com/1', event_types: ['client:outbid'] },
] as const;
const PREFERENCES = [
  'PUT',
  '/api/v0/users/204117/notification-prefs',
  { notification_preferences: { client: { outbid: { email: true, webhooks: false } } } },
] as const;

type Request = readonly [method: string, path: string, body?: unknown];

/** A service on a file that another program may lock. */
const startOnFile = async (options: Partial<ServiceOptions> = {}) => {
  const dataFile = join(temporaryFolder(), 'service.db');
  const clock = standingClock();
  const service = await startTestService({ dataFile, clock, still: false, ...options });
  const other = new DatabaseSync(dataFile);
  onTestFinished(() => other.close());
  const ask = ([method, path, body]: Request, of: Pick<Service, 'url'> = service) =>
    call(of, method, path, { key: service.apiKey, body });
  const count = (table: string) => Number(other.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows);
  const machineId = other.prepare('SELECT id FROM machines WHERE host_id = ?').get(service.userId)?.id;
  const window = { sdate: '2026-12-01T02:00:00Z', duration: 2 };
  const schedule = ['PUT', `/api/v0/machines/${machineId}/dnotify`, window] as const;
  return { dataFile, clock, service, other, ask, count, schedule };
};

describe('while another program holds the lock', () => {
  test('reads are answered, and writes wait for it without holding up anybody', async () => {
    const { clock, other, ask, count, schedule } = await startOnFile({ thresholds: true });
    const finished: string[] = [];
    const reads: readonly Request[] = [SEARCH, ['GET', '/api/v0/gpu_names/unique'], ['GET', '/api/v0/volumes']];
    const timeMs = async (read: Request) => {
      const startedMs = performance.now();
      finished.push(`read ${(await ask(read)).status}`);
      return performance.now() - startedMs;
    };
    const freeMs = await timeMs(SEARCH);
    // Calls of one kind keep their distance.
    clock.pass(60);
    other.exec('BEGIN IMMEDIATE');
    const writes = [schedule, WEBHOOK, PREFERENCES].map(async (request) => {
      const { status } = await ask(request);
      finished.push(`write ${status}`);
    });
    // The market is due for a move, which is a write too.
    clock.pass(60);
    for (const read of reads) expect(await timeMs(read), read[1]).toBeLessThan(1000 + 10 * freeMs);
    expect(finished).toEqual(['read 200', 'read 200', 'read 200', 'read 200']);
    other.exec('COMMIT');
    await Promise.all(writes);
    expect(finished.slice(4)).toEqual(['write 200', 'write 200', 'write 200']);
    expect([count('maintenance_windows'), count('webhooks')]).toEqual([1, 1]);
  });

  test('instances are looked at as they are now, and a command waits or is refused and not done', async () => {
    const { clock, other, ask, count } = await startOnFile({ still: true, lockPatienceMs: 50 });
    const found = await ask(['POST', '/api/v0/bundles', { limit: 1, vms_enabled: { eq: false } }]);
    const [offer] = (found.body as { offers: readonly { id: number }[] }).offers;
    await ask(['POST', `/api/v0/asks/${offer?.id}/`, { image: 'ubuntu:24.04' }]);
    const contracts = count('contracts');
    other.exec('BEGIN IMMEDIATE');
    clock.pass(60);
    const own = '/api/v0/instances/40000001/';
    expect(await ask(['GET', own])).toMatchObject({ status: 200, body: { instances: { actual_status: 'running' } } });
    expect(await ask(['GET', '/api/v1/instances/'])).toMatchObject({ status: 200 });
    for (const [method, path, body] of [
      ['DELETE', own, {}],
      ['PUT', own, { state: 'stopped' }],
      ['POST', '/api/v0/ssh/', { ssh_key: 'ssh-ed25519 AAAAC3Nz' }],
    ] as const) {
      expect(await ask([method, path, body])).toMatchObject({ status: 503, body: { error: 'busy' } });
    }
    other.exec('ROLLBACK');
    expect(count('contracts')).toBe(contracts);
    expect(await ask(['GET', own])).toMatchObject({ body: { instances: { intended_status: 'running' } } });
    expect(await ask(['DELETE', own])).toMatchObject({ status: 200 });
    expect(count('contracts')).toBe(contracts - 1);
  });

  test('a read that could not be counted in the file counts here', async () => {
    const { other, ask } = await startOnFile({ thresholds: true });
    other.exec('BEGIN IMMEDIATE');
    const statuses = [];
    for (let round = 0; round < 2; round++) statuses.push((await ask(['GET', '/api/v0/volumes'])).status);
    other.exec('ROLLBACK');
    statuses.push((await ask(['GET', '/api/v0/volumes'])).status);
    expect(statuses).toEqual([200, 429, 429]);
  });

  test('a write that waits too long is refused and not done', async () => {
    const { other, ask, count, schedule } = await startOnFile({ lockPatienceMs: 50 });
    other.exec('BEGIN IMMEDIATE');
    const answers = await Promise.all([schedule, WEBHOOK, PREFERENCES].map((request) => ask(request)));
    other.exec('COMMIT');
    for (const answer of answers) {
      expect(answer).toEqual({
        status: 503,
        body: {
          success: false,
          error: 'busy',
          msg: 'another program is writing to the database of this service: try again',
        },
      });
    }
    expect(['maintenance_windows', 'webhooks', 'notification_preferences'].map(count)).toEqual([0, 0, 0]);
  });

  test('a listing that had to wait holds from when it is written down', async () => {
    const { service, clock, other, ask } = await startOnFile();
    const machine = other.prepare('SELECT id FROM machines WHERE host_id = ?').get(service.userId)?.id;
    other.exec('BEGIN IMMEDIATE');
    const listed = ask(['PUT', '/api/v0/machines/create_asks/', { machine, price_gpu: 1, duration: '1 week' }]);
    // Answered one after the other: when the search is, the listing waits.
    expect((await ask(SEARCH)).status).toBe(200);
    clock.pass(600);
    other.exec('COMMIT');
    expect((await listed).status).toBe(200);
    const row = other.prepare("SELECT listing ->> 'atS' AS at FROM machine_listings").get();
    expect(row?.at).toBe(Math.floor(clock.now() / 1000));
  });

  test('nothing is done any more for a caller who has given up', async () => {
    const { service, other, ask, count, schedule } = await startOnFile();
    other.exec('BEGIN IMMEDIATE');
    const body = JSON.stringify(schedule[2]);
    const { host, port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const head = `PUT ${schedule[1]} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${service.apiKey}`;
    socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    // Answered one after the other: when the search is, the other request has come.
    expect((await ask(SEARCH)).status).toBe(200);
    socket.destroy();
    await once(socket, 'close');
    expect((await ask(SEARCH)).status).toBe(200);
    other.exec('COMMIT');
    expect((await ask(WEBHOOK)).status).toBe(200);
    // Longer than the time between two tries.
    for (let round = 0; round < 20; round++) await ask(SEARCH);
    expect([count('maintenance_windows'), count('webhooks')]).toEqual([0, 1]);
  });
});

test('the key of a caller who has given up is not looked up any more', async () => {
  const file = join(temporaryFolder(), 'locked.db');
  const [database, other] = [new DatabaseSync(file), new DatabaseSync(file)];
  onTestFinished(() => database.close());
  onTestFinished(() => other.close());
  // Without a write-ahead log even a read finds the lock.
  other.exec('BEGIN EXCLUSIVE');
  const ended = Promise.withResolvers<unknown>();
  const app = new Hono().get('/', authenticate({ database, clock: systemClock, refuse, unknownStatus: 401 }));
  app.onError((error) => {
    ended.resolve(error.name);
    return new Response();
  });
  const caller = new AbortController();
  const headers = { authorization: 'Bearer some-key' };
  const asked = app.request(new Request('http://service/', { headers, signal: caller.signal }));
  caller.abort();
  expect(await ended.promise).toBe('AbortError');
  await asked;
});

describe('two services on one file', () => {
  test('count calls together, each with its own key and endpoint', async () => {
    const { dataFile, clock, service, ask, schedule } = await startOnFile({ thresholds: true });
    const second = await startTestService({ dataFile, clock, thresholds: true, offers: undefined, seed: undefined });
    expect(second.apiKey).toBe(service.apiKey);
    const statusesOf = async (request: Request) => {
      const services = [service, second, service, second, second, service];
      const answers = await Promise.all(services.map((each) => ask(request, each)));
      return answers.map(({ status }) => status).sort();
    };
    for (const request of [
      schedule,
      ['GET', '/api/v0/volumes'],
      ['GET', '/api/v0/users/cloud_integrations'],
    ] satisfies Request[]) {
      expect(await statusesOf(request), request[1]).toEqual([200, 429, 429, 429, 429, 429]);
    }
    clock.pass(2.5);
    expect((await ask(schedule, second)).status).toBe(200);
    expect((await ask(schedule, service)).status).toBe(429);
    expect((await ask(['GET', '/api/v0/volumes'], second)).status).toBe(429);
  });

  test('a service that starts again goes on counting', async () => {
    const { dataFile, clock, service, ask, schedule } = await startOnFile({ thresholds: true });
    expect((await ask(schedule)).status).toBe(200);
    await service.close();
    const again = await startTestService({ dataFile, clock, thresholds: true, offers: undefined, seed: undefined });
    expect((await ask(schedule, again)).status).toBe(429);
  });
});
