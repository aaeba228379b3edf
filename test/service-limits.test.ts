/**
 * What one caller can cost the local service: bytes, nesting, time, connections. Answers stay documented ones.
 *
 * @module-tag service
 */
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LIMITS, listen } from '../src/local-service/http/listen.ts';

import { send } from './faults/long/call.ts';
import { startTestService } from './support/local-service.ts';
import { workedMs } from './support/work.ts';

const MAXIMUM_BYTES = 1_048_576;

const post = async (path: string, body: string) => {
  const service = await startTestService();
  const { status, text: answer } = await send(service.url, new Agent(), {
    method: path.endsWith('prefs') ? 'PUT' : 'POST',
    path,
    headers: { authorization: `Bearer ${service.apiKey}` },
    body,
  });
  return { status, body: JSON.parse(answer) };
};

const SEARCH = '/api/v0/bundles';
const WEBHOOKS = '/api/v0/webhooks';
const PREFERENCES = '/api/v0/users/204117/notification-prefs';

/** A server that answers everything with 200, within limits that a test can wait for. */
const startServer = async (
  limits: Partial<typeof LIMITS>,
  answer: (request: Request) => Response | Promise<Response> = () => new Response('{}'),
) => {
  const server = await listen(answer, 0, { ...LIMITS, ...limits });
  onTestFinished(server.stop);
  const { port } = new URL(server.url);
  /** A connection on which `request` was sent. */
  const open = async (request: string): Promise<Socket> => {
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => {
      socket.destroy();
    });
    await once(socket, 'connect');
    socket.write(request.replace('HOST', `Host: 127.0.0.1:${port}\r\n`));
    return socket;
  };
  return { open, port };
};

/** Resolves when the connection is closed, in whatever way. */
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.on('error', () => {});
    socket.once('close', () => resolve());
    socket.resume();
  });

/** Status and JSON of an answer as it came. */
const answerIn = (bytes: string) => {
  const [head = '', body = ''] = bytes.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: JSON.parse(body) };
};

describe('bytes', () => {
  test('a body of a mebibyte is read, a longer one is not, announced or not', async () => {
    const filled = (length: number) => `{"limit":1}${' '.repeat(length - 11)}`;
    expect((await post(SEARCH, filled(MAXIMUM_BYTES))).status).toBe(200);
    const refusal = { error: 'body_too_large', msg: 'the body is longer than 1048576 bytes' };
    expect(await post(SEARCH, filled(MAXIMUM_BYTES + 1))).toEqual({ status: 413, body: refusal });
    const service = await startTestService();
    const headers = { authorization: `Bearer ${service.apiKey}`, 'transfer-encoding': 'chunked' };
    const chunked = { method: 'POST', path: SEARCH, headers, body: filled(MAXIMUM_BYTES + 1) };
    const { status, text: answer } = await send(service.url, new Agent(), chunked);
    expect({ status, body: JSON.parse(answer) }).toEqual({ status: 413, body: refusal });
  });

  test('after a body that was too long the connection goes on', async () => {
    const service = await startTestService();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const socketsUsed = new Set<number | undefined>();
    agent.on('free', (socket: Socket) => socketsUsed.add(socket.localPort));
    const headers = { authorization: `Bearer ${service.apiKey}` };
    const tooLong = { method: 'POST', path: SEARCH, headers, body: ' '.repeat(3 * MAXIMUM_BYTES) };
    expect((await send(service.url, agent, tooLong)).status).toBe(413);
    expect((await send(service.url, agent, tooLong)).status).toBe(413);
    expect((await send(service.url, agent, { ...tooLong, body: '{}' })).status).toBe(200);
    expect(socketsUsed.size).toBe(1);
    agent.destroy();
  });

  test('a body without an end is read only so far', async () => {
    const service = await startTestService();
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    onTestFinished(() => {
      socket.destroy();
    });
    const { host } = new URL(service.url);
    const head = `POST ${SEARCH} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${service.apiKey}`;
    socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    socket.resume();
    socket.on('error', () => {});
    const write = (): unknown => socket.write(chunk, (error) => error ?? write());
    write();
    await new Promise((closed) => {
      socket.on('close', closed);
    });
    expect(socket.bytesWritten).toBeGreaterThan(16 * MAXIMUM_BYTES);
    expect(socket.bytesWritten).toBeLessThan(100 * MAXIMUM_BYTES);
  });

  test('headers of more than 8 KiB are refused in JSON, and the connection is closed', async () => {
    const { open } = await startServer({});
    const socket = await open(`GET / HTTP/1.1\r\nHOSTX: ${'x'.repeat(8192)}\r\n\r\n`);
    const { status, head, body } = answerIn(await text(socket));
    expect(status).toBe(431);
    expect(head).toContain(
      'x-content-type-options: nosniff\r\ncache-control: no-store\r\ncontent-type: application/json',
    );
    expect(body).toEqual({
      success: false,
      error: 'headers_too_large',
      msg: 'the headers are longer than 8192 bytes',
    });
  });

  test('what is no HTTP is refused in JSON, but never in the middle of another answer', async () => {
    const { open } = await startServer({});
    const answer = answerIn(await text(await open('\u0016\u0003\u0001 hello\r\n\r\n')));
    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, error: 'invalid_request', msg: 'this is not an HTTP request' },
    });
    const bytes = await text(await open('GET / HTTP/1.1\r\nHOST\r\n\u0016\r\n\r\n'));
    expect(answerIn(bytes)).toMatchObject({ status: 200, body: {} });
    expect(bytes).not.toContain('invalid_request');
  });

  test('a refusal quotes what was sent only so far', async () => {
    const { status, body } = await post(SEARCH, JSON.stringify({ ['x'.repeat(1_000_000)]: { eq: 1 } }));
    expect([status, body.msg]).toEqual([400, `${'x'.repeat(500)}...`]);
  });
});

describe('nesting', () => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

  test('32 levels are read, 33 and half a million are refused before anything is made of them', async () => {
    expect((await post(SEARCH, nested(32))).body.msg).toBe('a is not a search field');
    for (const depth of [33, 500_000]) {
      expect(await post(SEARCH, nested(depth))).toEqual({
        status: 400,
        body: { error: 'invalid_json', msg: 'the body is nested deeper than 32 levels' },
      });
    }
  });

  test('brackets in texts are no nesting', async () => {
    const brackets = '{["\\'.repeat(100);
    expect((await post(SEARCH, JSON.stringify({ gpu_name: { eq: brackets } }))).status).toBe(200);
  });
});

describe('time', () => {
  test('headers that do not end are waited for only so long', async () => {
    const { open } = await startServer({ headersMs: 100 });
    const { status, body } = answerIn(await text(await open('GET / HTTP/1.1\r\nHOSTX: ')));
    expect([status, body]).toEqual([
      408,
      { success: false, error: 'request_timeout', msg: 'the request did not arrive in time' },
    ]);
  });

  test('a body that does not end is waited for only so long, and nothing is done with it', async () => {
    const done: string[] = [];
    const answer = async (request: Request) => {
      done.push(await request.text());
      return new Response('{}');
    };
    const { open } = await startServer({ headersMs: 50, requestMs: 100 }, answer);
    const socket = await open('POST / HTTP/1.1\r\nHOSTContent-Length: 10\r\n\r\n{');
    expect(answerIn(await text(socket))).toMatchObject({ status: 408, body: { error: 'request_timeout' } });
    expect(done).toEqual([]);
  });

  test('a client that takes no more of its answer is cut off', async () => {
    const given = Promise.withResolvers<void>();
    const endless = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
          cancel: () => given.resolve(),
        }),
      );
    const { open } = await startServer({ idleMs: 100 }, endless);
    // Nobody listens for data on this connection, so nobody reads any.
    await open('GET / HTTP/1.1\r\nHOST\r\n');
    await given.promise;
  });

  test.for<[string, string, string, object]>([
    [
      'seventy thousand notification types',
      WEBHOOKS,
      'event_types: type-0 is not a known notification type',
      {
        name: 'many',
        webhook_url: 'https://hooks.example.com',
        event_types: Array.from({ length: 70_000 }, (_, index) => `type-${index}`),
      },
    ],
    [
      'an address of half a megabyte with a blank behind it',
      WEBHOOKS,
      'webhook_url: must be at most 2048 characters',
      { name: 'long', webhook_url: `https://${'a'.repeat(500_000)} `, event_types: ['client:outbid'] },
    ],
    [
      'sixty thousand groups',
      PREFERENCES,
      'notification_preferences: must hold at most 10000 names',
      { notification_preferences: Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`G${index}`, 1])) },
    ],
  ])('%s are refused within a second', async ([, path, msg, body]) => {
    const startedMs = workedMs();
    expect(await post(path, JSON.stringify(body))).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg },
    });
    expect(workedMs() - startedMs).toBeLessThan(1000);
  });

  test('an order of fifty thousand entries is answered: a field that comes up again changes nothing', async () => {
    const order = Array.from({ length: 50_000 }, () => ['id', 'desc']);
    const { status, body } = await post(SEARCH, JSON.stringify({ order, limit: 2 }));
    expect(status).toBe(200);
    const once = await post(SEARCH, JSON.stringify({ order: [['id', 'desc']], limit: 2 }));
    expect(body.offers.map(({ id }: { id: number }) => id)).toEqual(
      once.body.offers.map(({ id }: { id: number }) => id),
    );
  });
});

describe('connections', () => {
  const GET = 'GET / HTTP/1.1\r\nHOSTConnection: close\r\n\r\n';

  test('hundreds of idle connections keep no new client out', async () => {
    const { open } = await startServer({});
    const idle = [];
    for (let count = 0; count < LIMITS.connections + 50; count++) idle.push(await open(count % 2 === 0 ? '' : 'GET /'));
    for (let count = 0; count < 20; count++) expect(answerIn(await text(await open(GET))).status).toBe(200);
    expect(idle.at(-1)?.destroyed).toBe(false);
  });

  test('for a connection beyond the limit the one is closed that has been idle longest', async () => {
    const { open } = await startServer({ connections: 3 });
    const early = await open('GET / HTTP/1.1\r\nHOST\r\n');
    const idle = await open('');
    const late = await open('GET / HTTP/1.1\r\nHOST\r\n');
    await Promise.all([once(early, 'data'), once(late, 'data')]);
    expect(answerIn(await text(await open(GET))).status).toBe(200);
    expect([early.destroyed, await text(idle), late.destroyed]).toEqual([false, '', false]);
  });

  test('no answer under way is given up for a new connection, but a request that is still coming is', async () => {
    const held = Promise.withResolvers<void>();
    const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { open } = await startServer({ connections: 2 }, async ({ url }) => {
      asked[Number(url.at(-1))]?.resolve();
      await held.promise;
      return new Response('{}');
    });
    const ask = (place: number) => open(`GET /${place} HTTP/1.1\r\nHOSTConnection: close\r\n\r\n`);
    const first = text(await ask(0));
    await asked[0]?.promise;
    const coming = closed(await open('POST / HTTP/1.1\r\nHOSTContent-Length: 9\r\n\r\n{'));
    const second = text(await ask(1));
    await Promise.all([coming, asked[1]?.promise]);
    await closed(await ask(2));
    held.resolve();
    expect([answerIn(await first).status, answerIn(await second).status]).toEqual([200, 200]);
  });

  test('only those to 127.0.0.1 are taken: not even another address of this machine will do', async () => {
    const { port } = await startServer({});
    const socket = connect(Number(port), '127.0.0.2');
    const failure = await once(socket, 'connect').then(
      () => 'connected',
      (error: unknown) => String(error),
    );
    socket.destroy();
    expect(failure).toMatch(/ECONNREFUSED|EADDRNOTAVAIL|ETIMEDOUT/);
  });
});

describe('names that objects have of themselves', () => {
  test('__proto__ in preferences is refused, not left out', async () => {
    const inPreferences = (name: string) =>
      `{"notification_preferences":{"client":{"${name}":{"email":true,"webhooks":true}}}}`;
    expect(await post(PREFERENCES, inPreferences('__proto__'))).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: 'notification_preferences: must not name __proto__' },
    });
    expect((await post(PREFERENCES, inPreferences('constructor'))).body).toEqual({
      success: true,
      notification_preferences: { client: { constructor: { email: true, webhooks: true } } },
    });
  });

  test('half a character is refused: the database would give back another one', async () => {
    const webhook = { name: 'half \ud800', webhook_url: 'https://hooks.example.com', event_types: ['client:outbid'] };
    expect((await post(WEBHOOKS, JSON.stringify(webhook))).body.msg).toBe(
      'name: must not contain half a surrogate pair',
    );
  });
});
