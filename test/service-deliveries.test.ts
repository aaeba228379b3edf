/**
 * What the local service delivers to webhooks (docs/local-service.md, Deliveries): signed, in order, at least once, and to nowhere else
 * than it may.
 *
 * @module-tag service
 */
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createDeliverer } from '../src/local-service/account/deliverer.ts';
import { enqueue, listDeliveries } from '../src/local-service/account/deliveries.ts';
import { isPublic } from '../src/local-service/account/delivery-address.ts';
import { post } from '../src/local-service/account/delivery-attempt.ts';
import { createWebhook, listWebhooks, rotateSecret } from '../src/local-service/account/webhooks.ts';
import { openDataFile } from '../src/local-service/data-file.ts';
import type { Service } from '../src/local-service/serve.ts';
import { workerOptions } from '../src/local-service/worker/messages.ts';
import { SEAL } from './support/deliver-process.ts';
import { call, standingClock, startTestService, temporaryFolder } from './support/local-service.ts';

const USER = 204117;
const OFFLINE = 'host:machine_offline';

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly data: Delivered };
type Delivered = Readonly<Record<string, unknown>> & { readonly event_id: string; readonly message: string };

/** A receiver on this machine; `answers` are given in turn, the last one for ever: a status, or what is done with the response. */
const startReceiver = async (...answers: readonly (number | ((response: ServerResponse) => void))[]) => {
  const received: Received[] = [];
  let awaited: { readonly count: number; readonly resolve: () => void } | undefined;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString();
      const answer = answers[Math.min(received.length, answers.length - 1)] ?? 200;
      received.push({ headers: request.headers, body, data: JSON.parse(body) });
      if (typeof answer === 'number') response.writeHead(answer).end('whatever');
      else answer(response);
      if (awaited !== undefined && received.length >= awaited.count) awaited.resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    /** Resolves once so many have come. */
    until: (count: number) =>
      received.length >= count
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            awaited = { count, resolve };
          }),
    close,
  };
};

/** An account with one webhook, what is sent to it, and a clock in the test's hand. */
const openAccount = ({
  url,
  reach = 'loopback',
  way = {},
  dataFile = ':memory:',
}: { url: string; dataFile?: string } & Partial<Parameters<typeof createDeliverer>[0]>) => {
  const database = openDataFile(dataFile);
  const clock = standingClock();
  const seal = SEAL;
  const request = { name: 'ops', url, eventTypes: [OFFLINE] };
  const created = createWebhook(database, { userId: USER, nowS: clock.now() / 1000, seal, request });
  const secret = created.ok ? created.webhook.webhook_secret : '';
  const deliverer = createDeliverer({ database, seal, reach, clock, way });
  onTestFinished(deliverer.stop);
  return {
    database,
    clock,
    secret,
    deliverer,
    happen: (...messages: readonly string[]) => {
      for (const message of messages) enqueue(database, USER, { type: OFFLINE, message, atS: clock.now() / 1000 });
    },
    states: () =>
      database
        .prepare('SELECT state, note, attempts FROM webhook_deliveries ORDER BY id')
        .all()
        .map(({ state, note, attempts }) => [state, note, attempts]),
    attempts: () =>
      database
        .prepare('SELECT status, trouble FROM webhook_attempts ORDER BY delivery_id, number')
        .all()
        .map(({ status, trouble }) => status ?? trouble),
  };
};

const messagesOf = (received: readonly Received[]) => received.map(({ data }) => data.message);

describe('a delivery', () => {
  test('"an event id, an attempt number from 1, an integer timestamp, and a signature header", which anybody can check', async () => {
    const receiver = await startReceiver();
    const { secret, deliverer, happen } = openAccount(receiver);
    happen('Machine 1206 cannot be reached');
    await deliverer.run();
    const [{ headers, body, data }] = receiver.received as [Received];
    expect(Object.keys(data).sort()).toEqual(['event_id', 'message', 'notif_type', 'subject', 'timestamp', 'user_id']);
    expect(data).toMatchObject({
      user_id: USER,
      notif_type: OFFLINE,
      subject: 'Machine offline',
      timestamp: 1_793_534_400,
    });
    const named = (ending: string) => String(Object.entries(headers).find(([name]) => name.endsWith(ending))?.[1]);
    expect(named('-event-id')).toBe(data.event_id);
    expect(named('-delivery-attempt')).toBe('1');
    expect(named('-timestamp')).toMatch(/^\d+$/);
    // Nothing of the service's own: "`sha256=` + hex HMAC-SHA256(secret, timestamp + "." + raw body)".
    const expected = createHmac('sha256', secret).update(named('-timestamp')).update('.').update(body).digest('hex');
    expect(named('-signature-256')).toBe(`sha256=${expected}`);
  });

  test('"2xx is done; 408, 429, 5xx are tried again; other answers are final"', async () => {
    const verdicts = [];
    for (const status of [200, 204, 299, 302, 400, 404, 410, 408, 429, 500, 503]) {
      const receiver = await startReceiver((response) =>
        response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(),
      );
      const { deliverer, happen, states } = openAccount(receiver);
      happen('one');
      await deliverer.run();
      verdicts.push([status, states()[0]?.[0], receiver.received.length]);
    }
    expect(verdicts).toEqual([
      [200, 'delivered', 1],
      [204, 'delivered', 1],
      [299, 'delivered', 1],
      [302, 'failed', 1],
      [400, 'failed', 1],
      [404, 'failed', 1],
      [410, 'failed', 1],
      [408, 'waiting', 1],
      [429, 'waiting', 1],
      [500, 'waiting', 1],
      [503, 'waiting', 1],
    ]);
  });

  test('to a receiver that is down for an hour: each event at least once, in order, the first retry within 5 s', async () => {
    const receiver = await startReceiver();
    receiver.close();
    const { clock, deliverer, happen, states, attempts } = openAccount(receiver);
    happen('one', 'two');
    await deliverer.run();
    expect(attempts()).toEqual(['ECONNREFUSED']);
    clock.pass(5);
    await deliverer.run();
    expect(attempts()).toEqual(['ECONNREFUSED', 'ECONNREFUSED']);
    for (let second = 5; second < 3600; second += 60) {
      clock.pass(60);
      await deliverer.run();
    }
    happen('three');
    expect(states().map(([state]) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    const again = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => {
        body += piece;
      });
      request.on('end', () => {
        came.push(JSON.parse(body).message);
        // The first one is lost on its way back once.
        if (came.length === 1) response.destroy();
        else response.end();
      });
    });
    const came: string[] = [];
    again.listen(receiver.port, '127.0.0.1');
    await once(again, 'listening');
    onTestFinished(() => {
      again.close();
    });
    for (const pause of [300, 300, 300]) {
      clock.pass(pause);
      await deliverer.run();
    }
    expect(came).toEqual(['one', 'one', 'two', 'three']);
    expect(states().map(([state]) => state)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(attempts().length).toBeLessThanOrEqual(22);
  });

  test('each attempt has its own number and time, and the same id and body', async () => {
    const receiver = await startReceiver(503, 200);
    const { clock, deliverer, happen } = openAccount(receiver);
    happen('one');
    await deliverer.run();
    clock.pass(4);
    await deliverer.run();
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    const ofEach = (name: string) => receiver.received.map(({ headers }) => headers[`x-gpudeck-${name}`]);
    expect(ofEach('delivery-attempt')).toEqual(['1', '2']);
    expect(ofEach('timestamp')).toEqual(['1793534400', '1793534404']);
    expect(ofEach('event-id')[0]).toBe(ofEach('event-id')[1]);
  });

  test('is given up after a day, and what waits behind it is sent then', async () => {
    const receiver = await startReceiver(503, 503, 200);
    const { clock, deliverer, happen, states } = openAccount(receiver);
    happen('one');
    await deliverer.run();
    clock.pass(24 * 3600 + 1);
    happen('two');
    await deliverer.run();
    expect(states().map(([state, note]) => [state, note])).toEqual([
      ['failed', 'given up after 24 hours'],
      ['delivered', null],
    ]);
  });

  test('is made once by two services on one file', async () => {
    const receiver = await startReceiver();
    const { database, clock, deliverer, happen } = openAccount(receiver);
    const other = createDeliverer({ database, seal: 'seal', reach: 'loopback', clock });
    onTestFinished(other.stop);
    happen('one', 'two', 'three');
    await Promise.all([deliverer.run(), other.run()]);
    await deliverer.run();
    expect(messagesOf(receiver.received)).toEqual(['one', 'two', 'three']);
  });

  test('is made once, and in order, by two programs on one file, also where both have seen it waiting', async () => {
    const receiver = await startReceiver();
    const dataFile = join(temporaryFolder(), 'service.db');
    const { database, happen } = openAccount({ ...receiver, dataFile });
    const events = Array.from({ length: 20 }, (_, place) => `event ${place}`);
    happen(...events);
    const programs = [1, 2].map(() =>
      spawn(process.execPath, ['test/support/deliver-process.ts', dataFile], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const exits = programs.map((program) => once(program, 'exit'));
    const said = () => Promise.all(programs.map(({ stdout }) => once(stdout, 'data')));
    await said();
    // Neither can take what both look for.
    database.exec('BEGIN IMMEDIATE');
    const begun = said();
    for (const { stdin } of programs) stdin.write('go\n');
    await begun;
    database.exec('COMMIT');
    database.close();
    expect((await Promise.all(exits)).map(([code]) => code)).toEqual([0, 0]);
    expect(messagesOf(receiver.received)).toEqual(events);
  });

  test('that was cut off is made again, but not before nobody can have it any more', async () => {
    const receiver = await startReceiver(() => {}, 200);
    const { database, clock, deliverer, happen } = openAccount(receiver);
    happen('one');
    const running = deliverer.run();
    await receiver.until(1);
    await deliverer.stop();
    await running;
    const later = createDeliverer({ database, seal: SEAL, reach: 'loopback', clock });
    onTestFinished(later.stop);
    clock.pass(14);
    await later.run();
    expect(receiver.received).toHaveLength(1);
    clock.pass(2);
    await later.run();
    expect(messagesOf(receiver.received)).toEqual(['one', 'one']);
  });

  test('is listed as being sent while it is, and with a next attempt only where there will be one', async () => {
    const seen: unknown[] = [];
    const look = () => {
      const { deliveries } = listDeliveries(database, USER, 1) as { readonly deliveries: readonly object[] };
      seen.push(
        deliveries.map((one) => 'state' in one && 'next_attempt_at' in one && [one.state, one.next_attempt_at]),
      );
    };
    const way = {
      post: async () => {
        look();
        return 503;
      },
    };
    const { database, clock, deliverer, happen } = openAccount({ url: 'http://127.0.0.1:9/', way });
    happen('one', 'two');
    look();
    await deliverer.run();
    look();
    const secondAtS = clock.now() / 1000 + 2;
    clock.pass(2);
    await deliverer.run();
    const behind = ['waiting', null];
    expect(seen).toEqual([
      [behind, ['waiting', null]],
      [behind, ['sending', null]],
      [behind, ['waiting', secondAtS]],
      [behind, ['sending', null]],
    ]);
  });

  test('deliveries and attempts are bounded: the newest stay', async () => {
    const { database, happen } = openAccount({ url: 'http://127.0.0.1:9/' });
    database.exec('BEGIN');
    happen(...Array.from({ length: 520 }, (_, place) => `event ${place}`));
    database.exec('COMMIT');
    const kept = database.prepare('SELECT body FROM webhook_deliveries ORDER BY id').all();
    expect(kept).toHaveLength(500);
    expect(String(kept[0]?.body)).toContain('event 20"');
  });

  test('to a receiver that hangs is tried again, and goes with a webhook that is deleted meanwhile', async () => {
    const receiver = await startReceiver(() => {});
    const hanging = openAccount({ ...receiver, way: { timeoutMs: 20 } });
    hanging.happen('one');
    await hanging.deliverer.run();
    expect(hanging.states()).toEqual([['waiting', null, 1]]);
    expect(hanging.attempts()).toEqual(['no answer within 10 s']);
    const way = {
      post: async () => {
        deleted.database.exec('DELETE FROM webhooks');
        return 200;
      },
    };
    const deleted = openAccount({ url: 'http://127.0.0.1:9/', way });
    deleted.happen('one', 'two');
    await deleted.deliverer.run();
    expect([deleted.states(), deleted.attempts()]).toEqual([[], []]);
  });

  test('is signed with the new secret once there is one, and with the one before no more', async () => {
    const receiver = await startReceiver();
    const { database, clock, secret: before, deliverer, happen, states } = openAccount(receiver);
    clock.pass(60);
    const rotated = rotateSecret(database, { userId: USER, nowS: clock.now() / 1000, seal: SEAL, id: 1 });
    const now = rotated.ok ? rotated.webhook.webhook_secret : '';
    expect(rotated).toMatchObject({ ok: true, webhook: { updated_at: clock.now() / 1000 } });
    expect(listWebhooks(database, USER)).toMatchObject([{ id: 1, updated_at: clock.now() / 1000 }]);
    happen('one');
    await deliverer.run();
    expect(states()).toEqual([['delivered', null, 1]]);
    const [{ headers, body }] = receiver.received as [Received];
    const signed = (secret: string) =>
      `sha256=${createHmac('sha256', secret).update(`${headers['x-gpudeck-timestamp']}.${body}`).digest('hex')}`;
    expect(headers['x-gpudeck-signature-256']).toBe(signed(now));
    expect(now).not.toBe(before);
  });

  test('is not signed with a secret that the service cannot know any more', async () => {
    const receiver = await startReceiver();
    const { database, clock, happen, states } = openAccount(receiver);
    const later = createDeliverer({ database, seal: 'another seal', reach: 'loopback', clock });
    onTestFinished(later.stop);
    happen('one');
    await later.run();
    expect(receiver.received).toEqual([]);
    expect(states()).toEqual([['not sent', expect.stringContaining('rotate it'), 0]]);
  });
});

describe('where deliveries go', () => {
  /** Every address that this process connects to, and every name that it asks for, while `work` runs. */
  const contacts = async (work: () => Promise<void>): Promise<readonly string[]> => {
    const seen: string[] = [];
    const original = Socket.prototype.connect;
    const watched = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (
      this: Socket,
      ...given: unknown[]
    ) {
      const [options] = given.flat() as [{ host?: string }];
      seen.push(String(options?.host));
      return Reflect.apply(original, this, given);
    } as typeof original);
    try {
      await work();
    } finally {
      watched.mockRestore();
    }
    return seen;
  };

  test('by default to this machine alone: nothing else is connected to, and no name is asked for', async () => {
    const receiver = await startReceiver();
    const asked: string[] = [];
    const lookup = async (name: string) => {
      asked.push(name);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const reached: Record<string, readonly string[]> = {};
    const notes: unknown[] = [];
    for (const url of [
      'https://hooks.example.com/',
      'https://8.8.8.8/',
      receiver.url,
      receiver.url.replace('127.0.0.1', 'localhost'),
    ]) {
      const { deliverer, happen, states } = openAccount({ url, way: { lookup } });
      happen('one');
      reached[url] = await contacts(deliverer.run);
      notes.push(states()[0]?.[1]);
    }
    expect(Object.values(reached)).toEqual([[], [], ['127.0.0.1'], ['127.0.0.1']]);
    expect(asked).toEqual([]);
    expect(notes).toEqual(['not sent: simulated service', 'not sent: simulated service', null, null]);
    expect(receiver.received).toHaveLength(2);
  });

  test('the service inside the terminal program cannot be told to deliver elsewhere', () => {
    const options = { port: 0, dataFile: ':memory:', still: true, thresholds: false, deliveries: 'public' };
    expect(workerOptions().parse(options)).not.toHaveProperty('deliveries');
  });

  test('the watch above would see what leaves; where one address of several is private nothing does', async () => {
    const { deliverer, happen, states } = openAccount({
      url: 'https://hooks.example.com/',
      reach: 'public',
      way: {
        lookup: async () => [
          { address: '8.8.8.8', family: 4 },
          { address: '192.168.1.4', family: 4 },
        ],
      },
    });
    happen('one');
    expect(await contacts(deliverer.run)).toEqual([]);
    expect(states()[0]?.[0]).toBe('not sent');
    const seen = await contacts(async () => {
      const signal = AbortSignal.timeout(1);
      const url = new URL('https://hooks.example.com/');
      await post({ url, address: '8.8.8.8', headers: {}, body: '', signal }).catch(() => undefined);
    });
    expect(seen).toEqual(['8.8.8.8']);
  });

  test.each(['10.0.0.7', '127.0.0.1', '169.254.169.254', 'fe80::1', '::ffff:10.0.0.7'])(
    'with --deliver: each attempt asks for the address anew, and connects to that very one, but not to %s',
    async (later) => {
      const addresses = ['8.8.8.8', later];
      const posted: string[] = [];
      const { clock, deliverer, happen, states } = openAccount({
        url: 'https://hooks.example.com/x',
        reach: 'public',
        way: {
          lookup: async () => [{ address: addresses.shift() ?? '', family: 4 }],
          post: async ({ address, url }) => {
            posted.push(`${address} ${url.host}`);
            return 503;
          },
        },
      });
      happen('one');
      await deliverer.run();
      clock.pass(5);
      await deliverer.run();
      expect(posted).toEqual(['8.8.8.8 hooks.example.com']);
      expect(states()).toEqual([['not sent', `not sent: hooks.example.com is at ${later}, which is not public`, 1]]);
    },
  );

  test('what is sent goes to the address that was judged, under the name of the webhook', async () => {
    const receiver = await startReceiver();
    const url = new URL(`http://hooks.example.com:${receiver.port}/a?b=c`);
    const { signal } = new AbortController();
    expect(await post({ url, address: '127.0.0.1', headers: {}, body: '{}', signal })).toBe(200);
    expect(receiver.received[0]?.headers.host).toBe(`hooks.example.com:${receiver.port}`);
  });

  test.each([
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['172.16.0.1', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['8.8.8.8', true],
    ['::1', false],
    ['::', false],
    ['fe80::1', false],
    ['fd00:ec2::254', false],
    ['::ffff:8.8.8.8', false],
    ['64:ff9b::a00:1', false],
    ['2002:a00:1::', false],
    ['2001:db8::1', false],
    ['2606:4700::1111', true],
    ['hooks.example.com', false],
  ])('%s is public: %s', (address, expected) => {
    expect(isPublic(address)).toBe(expected);
  });
});

describe('the service', () => {
  const ask = (service: Service, method: string, path: string, body?: unknown) =>
    call(service, method, `/api/v0${path}`, { key: service.apiKey, body });

  const listed = async (service: Service) =>
    ((await ask(service, 'GET', '/webhooks/1/deliveries')).body as { readonly deliveries: readonly object[] })
      .deliveries;

  test('"one delivery of type `webhook_test`, not retried", and lists what came of it', async () => {
    const receiver = await startReceiver(503);
    const service = await startTestService({ clock: { now: () => Date.now() } });
    await ask(service, 'POST', '/webhooks', { name: 'ops', webhook_url: receiver.url, event_types: [OFFLINE] });
    expect(await ask(service, 'POST', '/webhooks/1/test')).toEqual({
      status: 200,
      body: { success: true, msg: 'a test is being sent' },
    });
    await receiver.until(1);
    expect(receiver.received[0]?.data).toMatchObject({ notif_type: 'webhook_test', user_id: USER });
    await vi.waitUntil(async () => (await listed(service)).some((one) => 'state' in one && one.state === 'failed'));
    expect(await listed(service)).toEqual([
      {
        id: 1,
        event_id: receiver.received[0]?.data.event_id,
        notif_type: 'webhook_test',
        subject: 'Test',
        message: 'A test of webhook 1',
        created_at: expect.any(Number),
        state: 'failed',
        note: 'a test is not tried again',
        next_attempt_at: null,
        attempts: [{ number: 1, at: expect.any(Number), status: 503, trouble: null }],
      },
    ]);
    expect((await ask(service, 'GET', '/webhooks/2/deliveries')).status).toBe(404);
    expect((await ask(service, 'POST', '/webhooks/2/test')).status).toBe(404);
  });

  test('an announced window, and a machine that goes offline in the market, reach the host; preferences hold others back', async () => {
    const receiver = await startReceiver();
    const dataFile = join(temporaryFolder(), 'service.db');
    const clock = standingClock();
    const service = await startTestService({ dataFile, clock, still: false });
    const types = ['host:maintenance_scheduled', OFFLINE];
    await ask(service, 'POST', '/webhooks', { name: 'ops', webhook_url: receiver.url, event_types: types });
    const { machines } = (await ask(service, 'GET', '/machines/')).body as {
      readonly machines: readonly { id: number }[];
    };
    const window = { sdate: '2026-12-01T02:00:00Z', duration: 2 };
    await ask(service, 'PUT', `/machines/${machines[0]?.id}/dnotify`, window);
    await receiver.until(1);
    expect(receiver.received[0]?.data).toMatchObject({
      notif_type: 'host:maintenance_scheduled',
      data: { machine_id: machines[0]?.id },
    });
    // Every machine is away for a while within eight days and eight hours.
    clock.pass(12_000 * 60);
    await receiver.until(1 + machines.length);
    const offline = receiver.received.slice(1).map(({ data }) => data);
    expect(new Set(offline.map(({ notif_type: type }) => type))).toEqual(new Set([OFFLINE]));
    const times = offline.map(({ timestamp }) => Number(timestamp));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const own = machines.map(({ id }) => id);
    for (const { data } of offline) expect(own).toContain((data as { readonly machine_id: number }).machine_id);
    await ask(service, 'PUT', `/users/${USER}/notification-prefs`, { notification_preferences: {} });
    await ask(service, 'PUT', `/machines/${machines[0]?.id}/dnotify`, window);
    const database = new DatabaseSync(dataFile, { readOnly: true });
    const count = database.prepare(`SELECT count(*) AS rows FROM webhook_deliveries WHERE type LIKE '%scheduled'`);
    expect(count.get()?.rows).toBe(1);
    database.close();
  });
});
