import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CALLS } from '../src/api/calls.ts';
import { createTransport } from '../src/api/http/transport.ts';
import { clientFor, dispatcherFor, failureOf, SEARCH, stuckDispatcher, WINDOW } from './support/api-client.ts';
import { manualClock } from './support/manual-clock.ts';
import { cutOff, hangUp, json, raw, silence, stall, startScriptedServer } from './support/scripted-server.ts';

describe('a service that cannot be reached', () => {
  test('a refused connection is unreachable, and a write was not sent', async () => {
    const server = await startScriptedServer();
    await server[Symbol.asyncDispose]();
    const error = await failureOf(clientFor(server.url).write(CALLS.maintenance, WINDOW));
    expect(error).toMatchObject({
      kind: 'unreachable',
      stage: 'connecting',
      code: 'ECONNREFUSED',
      isOutcomeUnknown: false,
    });
    expect(error.text).toContain('ECONNREFUSED');
  });

  test('a name with several addresses that all refuse says so too', async () => {
    const server = await startScriptedServer();
    await server[Symbol.asyncDispose]();
    const error = await failureOf(clientFor(server.url.replace('127.0.0.1', 'localhost')).list(CALLS.volumes));
    expect(error.text).toMatch(/^connect ECONNREFUSED /);
  });

  test('a failed TLS handshake is unreachable, and nothing was sent', async () => {
    await using server = await startScriptedServer();
    const error = await failureOf(clientFor(server.url.replace('http:', 'https:')).write(CALLS.maintenance, WINDOW));
    expect(error).toMatchObject({ kind: 'unreachable', stage: 'connecting', isOutcomeUnknown: false });
  });

  test('a connection that does not come about in time is given up, and nothing was sent', async () => {
    const dispatcher = stuckDispatcher();
    const client = clientFor('http://127.0.0.1:1', { dispatcher, limits: { connectMs: 20 } });
    const error = await failureOf(client.write(CALLS.maintenance, WINDOW));
    expect(error).toMatchObject({ kind: 'timed-out', stage: 'connecting', isOutcomeUnknown: false });
  });

  test('a call given up before its connection stands never reaches the service', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [] }));
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: mayConnect, resolve: letConnect } = Promise.withResolvers<void>();
    const slow = dispatcherFor(server.url).compose((dispatch) => (options, handler) => {
      ask();
      mayConnect.then(() => dispatch(options, handler));
      return true;
    });
    const client = clientFor(server.url, { dispatcher: slow });
    const abort = new AbortController();
    const call = failureOf(client.write(CALLS.maintenance, WINDOW, { signal: abort.signal }));
    await asked;
    abort.abort();
    expect(await call).toMatchObject({ kind: 'aborted', stage: 'connecting', isOutcomeUnknown: false });
    letConnect();
    await client.list(CALLS.volumes);
    expect(server.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  test('a transport that would send a call a second time is stopped', async () => {
    const either = json(200, { success: true, volumes: [] });
    await using server = await startScriptedServer(either, either, either);
    const twice = dispatcherFor(server.url).compose((dispatch) => (options, handler) => {
      if (options.method === 'PUT') dispatch(options, handler);
      return dispatch(options, handler);
    });
    const client = clientFor(server.url, { dispatcher: twice });
    expect(await failureOf(client.write(CALLS.maintenance, WINDOW))).toMatchObject({ isOutcomeUnknown: true });
    await client.list(CALLS.volumes);
    expect(server.requests.filter(({ method }) => method === 'PUT').length).toBeLessThanOrEqual(1);
  });
});

describe('an answer that does not come', () => {
  test('silence before the first byte ends in time; a write may have been done, a read not', async () => {
    await using server = await startScriptedServer(silence, silence);
    const client = clientFor(server.url, { limits: { firstByteMs: 20 } });
    const write = await failureOf(client.write(CALLS.maintenance, WINDOW));
    expect(write).toMatchObject({ kind: 'timed-out', stage: 'waiting', isOutcomeUnknown: true });
    expect(await failureOf(client.list(CALLS.volumes))).toMatchObject({ kind: 'timed-out', isOutcomeUnknown: false });
  });

  test('silence in the middle of the body ends in time', async () => {
    await using server = await startScriptedServer(stall(200, '{"success":true'), stall(200, '{"offers":[{"id":1},'));
    const client = clientFor(server.url, { limits: { silenceMs: 20 } });
    const write = await failureOf(client.write(CALLS.maintenance, WINDOW));
    expect(write).toMatchObject({ kind: 'timed-out', stage: 'reading', status: 200, isOutcomeUnknown: true });
    const received: unknown[] = [];
    const onRecords = (batch: readonly unknown[]): void => {
      received.push(...batch);
    };
    expect(await failureOf(client.searchOffers(SEARCH, { onRecords }))).toMatchObject({
      kind: 'timed-out',
      stage: 'reading',
    });
    expect(received).toEqual([{ record: { id: 1 }, text: '{"id":1}' }]);
  });

  test('a receipt that trickles in and does not end is given up, although it is never silent', async () => {
    await using server = await startScriptedServer((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const trickle = () => {
        if (response.write(' ') && !response.destroyed) setImmediate(trickle);
      };
      trickle();
    });
    const client = clientFor(server.url, { limits: { silenceMs: 15_000, wholeMs: 50 } });
    const error = await failureOf(client.write(CALLS.maintenance, WINDOW));
    expect(error).toMatchObject({ kind: 'timed-out', stage: 'reading', isOutcomeUnknown: true });
  });

  test('a body that keeps coming may take longer in all than the limit of silence', async () => {
    const clock = manualClock();
    const pieces = ['{"id":2},', '{"id":3}]}'];
    let response: ServerResponse | undefined;
    await using server = await startScriptedServer((started) => {
      response = started;
      started.writeHead(200, { 'content-type': 'application/json' }).write('{"offers":[{"id":1},');
    });
    const onRecords = (): void => {
      const piece = pieces.shift();
      setImmediate(() => {
        clock.elapse(10_000);
        if (piece === undefined) response?.end();
        else response?.write(piece);
      });
    };
    const client = clientFor(server.url, { clock, limits: { silenceMs: 15_000 } });
    expect((await client.searchOffers(SEARCH, { onRecords })).records).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(clock.now()).toBe(30_000);
  });

  test('a connection closed without an answer leaves a write unknown, and it is not sent again', async () => {
    await using server = await startScriptedServer(hangUp, json(200, { success: true }));
    const error = await failureOf(clientFor(server.url).write(CALLS.maintenance, WINDOW));
    expect(error).toMatchObject({ kind: 'unreachable', stage: 'waiting', isOutcomeUnknown: true });
    expect(server.requests).toHaveLength(1);
  });

  test('a read is not repeated by the client either', async () => {
    await using server = await startScriptedServer(hangUp, json(200, { volumes: [] }));
    expect(await failureOf(clientFor(server.url).list(CALLS.volumes))).toMatchObject({ kind: 'unreachable' });
    expect(server.requests).toHaveLength(1);
  });

  test('a connection cut in the middle of the answer is unreachable, and leaves a write unknown', async () => {
    await using server = await startScriptedServer(cutOff(200, '{"success":true'), cutOff(200, '{"volumes":[{"id":1}'));
    const client = clientFor(server.url);
    const write = await failureOf(client.write(CALLS.maintenance, WINDOW));
    expect(write).toMatchObject({ kind: 'unreachable', stage: 'reading', status: 200, isOutcomeUnknown: true });
    expect(await failureOf(client.list(CALLS.volumes))).toMatchObject({ kind: 'unreachable', isOutcomeUnknown: false });
  });

  test('an answer that is not HTTP is unreadable, and leaves a write unknown', async () => {
    await using server = await startScriptedServer((response) => {
      response.socket?.end('220 mail.example ESMTP\r\n');
    });
    const error = await failureOf(clientFor(server.url).write(CALLS.maintenance, WINDOW));
    expect(error).toMatchObject({ kind: 'unreadable', stage: 'waiting', isOutcomeUnknown: true });
  });

  test('a refusal whose body was cut still says what its status says, and not that nothing was done', async () => {
    await using server = await startScriptedServer(cutOff(429, '{"detail":"API req'));
    const error = await failureOf(clientFor(server.url).write(CALLS.maintenance, WINDOW));
    expect(error).toMatchObject({ kind: 'rate-limited', status: 429, isOutcomeUnknown: true });
  });
});

describe('giving a call up', () => {
  test('because the caller objects when its turn has come: aborted with the reason, and nothing is sent', async () => {
    await using server = await startScriptedServer();
    const beforeSending = (): string => 'the journal cannot be written';
    const error = await failureOf(clientFor(server.url).write(CALLS.maintenance, WINDOW, { beforeSending }));
    expect(error).toMatchObject({ kind: 'aborted', text: 'the journal cannot be written', isOutcomeUnknown: false });
    expect(server.requests).toEqual([]);
  });

  test('while waiting for the answer: aborted, and a write is unknown', async () => {
    await using server = await startScriptedServer(silence);
    const abort = new AbortController();
    const call = failureOf(clientFor(server.url).write(CALLS.maintenance, WINDOW, { signal: abort.signal }));
    await server.received(1);
    abort.abort();
    expect(await call).toMatchObject({ kind: 'aborted', stage: 'waiting', isOutcomeUnknown: true });
  });

  test('also ends its connection, so that the service need not go on', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    await using server = await startScriptedServer((response) => response.once('close', resolve));
    const abort = new AbortController();
    const call = failureOf(clientFor(server.url).list(CALLS.volumes, { signal: abort.signal }));
    await server.received(1);
    abort.abort();
    await call;
    await closed;
  });

  test('while the answer comes in: aborted after the offers that had come', async () => {
    await using server = await startScriptedServer(stall(200, '{"offers":[{"id":1},{"id":2},'));
    const abort = new AbortController();
    const onRecords = (): void => abort.abort();
    const error = await failureOf(clientFor(server.url).searchOffers(SEARCH, { signal: abort.signal, onRecords }));
    expect(error).toMatchObject({ kind: 'aborted', stage: 'reading', status: 200 });
  });

  test('before it began: aborted, and nothing is sent', async () => {
    await using server = await startScriptedServer();
    const call = clientFor(server.url).write(CALLS.maintenance, WINDOW, { signal: AbortSignal.abort() });
    expect(await failureOf(call)).toMatchObject({ kind: 'aborted', stage: 'connecting', isOutcomeUnknown: false });
    expect(server.requests).toEqual([]);
  });
});

describe('the size and the packing of a reply', () => {
  const offers = { offers: [{ id: 1, cpu_name: 'EPYC™' }] };
  const packed = [
    ['gzip', gzipSync(JSON.stringify(offers))],
    ['deflate', deflateSync(JSON.stringify(offers))],
    ['br', brotliCompressSync(JSON.stringify(offers))],
    ['identity', Buffer.from(JSON.stringify(offers))],
    ['gzip, br', brotliCompressSync(gzipSync(JSON.stringify(offers)))],
  ] as const;
  for (const [encoding, body] of packed) {
    test(`a reply packed with ${encoding} is unpacked`, async () => {
      await using server = await startScriptedServer(
        raw(200, 'application/json', body, { 'content-encoding': encoding }),
      );
      expect((await clientFor(server.url).searchOffers(SEARCH)).records).toEqual(offers.offers);
    });
  }

  test('a damaged or unknown packing is unreadable', async () => {
    const damaged = gzipSync('{"offers":[]}').subarray(0, 20);
    await using server = await startScriptedServer(
      raw(200, 'application/json', damaged, { 'content-encoding': 'gzip' }),
      raw(200, 'application/json', 'xxxx', { 'content-encoding': 'gzip' }),
      raw(200, 'application/json', 'xxxx', { 'content-encoding': 'snappy' }),
    );
    const client = clientFor(server.url);
    expect(await failureOf(client.searchOffers(SEARCH))).toMatchObject({ kind: 'unreadable' });
    expect(await failureOf(client.write(CALLS.maintenance, WINDOW))).toMatchObject({
      kind: 'unreadable',
      isOutcomeUnknown: true,
    });
    const unknown = await failureOf(client.list(CALLS.volumes));
    expect(unknown).toMatchObject({ kind: 'unreadable' });
    expect(unknown.text).toContain('snappy');
  });

  test('a reply above the size ceiling is unreadable, also when it is small on the wire', async () => {
    const large = JSON.stringify({ volumes: [{ status: 'x'.repeat(20_000) }] });
    await using server = await startScriptedServer(
      raw(200, 'application/json', large),
      raw(200, 'application/json', gzipSync(large), { 'content-encoding': 'gzip' }),
    );
    const client = clientFor(server.url, { maximumReplyBytes: 10_000 });
    const text = 'The answer is larger than 10000 bytes.';
    expect(await failureOf(client.list(CALLS.volumes))).toMatchObject({ kind: 'unreadable', text });
    expect(await failureOf(client.list(CALLS.volumes))).toMatchObject({ kind: 'unreadable', text });
  });

  test('a receipt is small: of a larger one a megabyte is read', async () => {
    await using server = await startScriptedServer(raw(200, 'application/json', ' '.repeat(1024 * 1024 + 1)));
    const text = 'The answer is larger than 1048576 bytes.';
    const error = await failureOf(clientFor(server.url).write(CALLS.maintenance, WINDOW));
    expect(error).toMatchObject({ kind: 'unreadable', text, isOutcomeUnknown: true });
  });

  test('a record that does not end is given up, and so is a list of too many records', async () => {
    await using server = await startScriptedServer(
      raw(200, 'application/json', `{"volumes":[{"status":"${'x'.repeat(5 * 1024 * 1024)}"}]}`),
      raw(200, 'application/json', `{"volumes":[${'{},'.repeat(50_001)}{}]}`),
    );
    const client = clientFor(server.url);
    expect(await failureOf(client.list(CALLS.volumes))).toMatchObject({ kind: 'unreadable' });
    expect(await failureOf(client.list(CALLS.volumes))).toMatchObject({ kind: 'unreadable' });
  });
});

describe('proxies of the environment', () => {
  const SERVICE = 'http://192.0.2.1/market';

  test('a service elsewhere is reached through HTTP_PROXY, also when that is written without a scheme', async () => {
    await using proxy = await startScriptedServer(json(200, { volumes: [] }), json(200, { volumes: [] }));
    for (const HTTP_PROXY of [proxy.url, proxy.url.replace('http://', '')]) {
      const dispatcher = dispatcherFor(SERVICE, { HTTP_PROXY });
      await clientFor(SERVICE, { dispatcher }).list(CALLS.volumes);
    }
    expect(proxy.requests.map(({ path }) => path)).toEqual([
      'http://192.0.2.1/market/api/v0/volumes',
      'http://192.0.2.1/market/api/v0/volumes',
    ]);
  });

  test('NO_PROXY is honoured', async () => {
    await using proxy = await startScriptedServer();
    const dispatcher = dispatcherFor(SERVICE, { http_proxy: proxy.url, no_proxy: '192.0.2.1' });
    await failureOf(clientFor(SERVICE, { dispatcher, limits: { connectMs: 20 } }).list(CALLS.volumes));
    expect(proxy.requests).toEqual([]);
  });

  test('a proxy that will not pass a write on leaves it unsent', async () => {
    await using proxy = await startScriptedServer();
    const dispatcher = dispatcherFor('https://192.0.2.1', { HTTPS_PROXY: proxy.url });
    const error = await failureOf(clientFor('https://192.0.2.1', { dispatcher }).write(CALLS.maintenance, WINDOW));
    expect(error).toMatchObject({ kind: 'unreachable', stage: 'connecting', isOutcomeUnknown: false });
  });

  test('this machine is never reached through a proxy', async () => {
    await using server = await startScriptedServer(json(200, { volumes: [] }), json(200, { volumes: [] }));
    const environment = { HTTP_PROXY: 'http://192.0.2.1:3128', HTTPS_PROXY: 'http://192.0.2.1:3128' };
    for (const baseUrl of [server.url, server.url.replace('127.0.0.1', 'localhost')]) {
      await clientFor(baseUrl, { dispatcher: dispatcherFor(baseUrl, environment) }).list(CALLS.volumes);
    }
    expect(server.requests).toHaveLength(2);
  });

  for (const address of ['ftp://me:word@proxy', 'http://me:wo%zzrd@proxy', 'http://m%e:word@proxy:3128']) {
    test(`a variable that holds no address is a problem that names it and keeps its password back (${address})`, () => {
      expect(createTransport('https://service.example', { HTTPS_PROXY: address })).toEqual({
        problem: 'HTTPS_PROXY is not the address of a proxy (expected something like http://proxy.example:3128)',
      });
    });
  }

  for (const address of ['socks5://me:word@proxy:1080', 'socks://proxy', 'SOCKS5H://proxy', 'socks4a://proxy']) {
    test(`a SOCKS proxy is a problem that says so (${address})`, () => {
      expect(createTransport('https://service.example', { HTTPS_PROXY: address })).toEqual({
        problem:
          'HTTPS_PROXY names a SOCKS proxy, which is not supported (expected something like http://proxy.example:3128)',
      });
    });
  }
});
