/**
 * Requests that no client library sends, byte by byte: each gets one plain answer, and none is read in two ways.
 *
 * @module-tag service
 */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startTestService } from './support/local-service.ts';
import { type RawRequest, sendRaw } from './support/raw-http.ts';

const BODY = '{"limit":1}';
const LENGTH = `Content-Length: ${BODY.length}`;
const CHUNKED = 'Transfer-Encoding: chunked';
const IN_CHUNKS = `b;note=x\r\n${BODY}\r\n0\r\nTrailing: x\r\n\r\n`;
const LAST = 'Connection: close';

/** A search with these header lines besides. */
const search = (
  headers: readonly string[],
  { body = BODY, target = '/api/v0/bundles' }: { body?: string | Buffer; target?: string } = {},
): RawRequest => ({ line: `POST ${target} HTTP/1.1`, headers: [...headers, LAST], body });

const invalid = (msg: string) => ({ success: false, error: 'invalid_request', msg });

const twice = (name: string) => invalid(`there is more than one ${name} header`);

describe('headers that stand twice', () => {
  test.each<[string, readonly string[], object]>([
    ['two Hosts of one name', ['HOST', 'HOST', 'KEY', LENGTH], twice('host')],
    ['two Hosts, the first of which is right', ['HOST', 'Host: attacker.example', 'KEY', LENGTH], twice('host')],
    ['two Hosts, the second of which is right', ['Host: attacker.example', 'HOST', 'KEY', LENGTH], twice('host')],
    ['two keys', ['HOST', 'KEY', 'Authorization: Bearer other', LENGTH], twice('authorization')],
    ['two types', ['HOST', 'KEY', LENGTH, 'Content-Type: a/b', 'content-type: c/d'], twice('content-type')],
    ['two equal lengths', ['HOST', 'KEY', LENGTH, LENGTH], invalid('this is not an HTTP request')],
    ['two lengths', ['HOST', 'KEY', LENGTH, 'Content-Length: 2'], invalid('this is not an HTTP request')],
    ['a list of lengths', ['HOST', 'KEY', 'Content-Length: 11, 11'], invalid('this is not an HTTP request')],
  ])('%s are a 400', async (_, headers, body) => {
    const answers = await sendRaw(await startTestService(), search(headers));
    expect(answers).toMatchObject([{ status: 400, body }]);
  });

  test('a Host with a name before it, or a list of them, is foreign', async () => {
    const service = await startTestService();
    for (const host of [
      'Host: me@ADDRESS',
      'Host: me:word@ADDRESS',
      'Host: ADDRESS, ADDRESS',
      'Host:',
      'Host: ADDRESS.',
    ]) {
      const [answer] = await sendRaw(service, search([host, 'KEY', LENGTH]));
      expect(answer, host).toMatchObject({ status: 403, body: { error: 'foreign_host' } });
    }
  });
});

describe('where a body ends', () => {
  test.each<[string, readonly string[], string]>([
    ['a length and chunks', [LENGTH, CHUNKED], IN_CHUNKS],
    ['chunks and a length', [CHUNKED, LENGTH], IN_CHUNKS],
    ['chunks in another coding', ['Transfer-Encoding: gzip, chunked'], IN_CHUNKS],
    ['another coding alone', ['Transfer-Encoding: gzip'], ''],
    ['a word like chunked', ['Transfer-Encoding: xchunked'], IN_CHUNKS],
    ['two codings', [CHUNKED, CHUNKED], IN_CHUNKS],
    ['a blank before the colon', ['Content-Length : 11'], BODY],
    ['a folded line', [LENGTH, 'X-Note: a\r\n b'], BODY],
    ['a negative length', ['Content-Length: -1'], ''],
    ['chunks of no size', [CHUNKED], `zz\r\n${BODY}\r\n0\r\n\r\n`],
  ])('%s: 400', async (_, headers, body) => {
    const [answer, ...others] = await sendRaw(await startTestService(), search(['HOST', 'KEY', ...headers], { body }));
    expect([answer, others]).toMatchObject([{ status: 400, body: { error: 'invalid_request' } }, []]);
  });

  test('chunks with notes and a trailer are read', async () => {
    const answers = await sendRaw(await startTestService(), search(['HOST', 'KEY', CHUNKED], { body: IN_CHUNKS }));
    expect(answers).toMatchObject([{ status: 200, body: { offers: [{ num_gpus: expect.any(Number) }] } }]);
  });

  test('bytes behind a whole request do not cost it its answer, and get none of their own', async () => {
    const request = {
      ...search(['HOST', 'KEY', LENGTH]),
      headers: ['HOST', 'KEY', LENGTH],
      body: `${BODY}rubbish\r\n`,
    };
    const answers = await sendRaw(await startTestService(), request);
    expect(answers).toMatchObject([{ status: 200, body: { offers: [{}] } }]);
  });

  test('a compressed body is refused in words, whatever it holds', async () => {
    const service = await startTestService();
    for (const body of [gzipSync(BODY), Buffer.from(BODY)]) {
      const headers = ['HOST', 'KEY', 'Content-Encoding: gzip', `Content-Length: ${body.length}`];
      expect(await sendRaw(service, search(headers, { body }))).toMatchObject([
        { status: 415, body: { error: 'compressed_body', msg: 'the body must not be compressed (gzip)' } },
      ]);
    }
  });

  test('bytes that are no UTF-8 are refused, and not taken for other characters', async () => {
    const service = await startTestService();
    const webhook = { name: 'caf\u00e9', webhook_url: 'https://hooks.example.com', event_types: ['client:outbid'] };
    const target = '/api/v0/webhooks';
    const sent = async (encoding: 'latin1' | 'utf8') => {
      const body = Buffer.from(JSON.stringify(webhook), encoding);
      const headers = ['HOST', 'KEY', `Content-Length: ${body.length}`];
      const [answer] = await sendRaw(service, search(headers, { target, body }));
      return answer;
    };
    expect(await sent('latin1')).toMatchObject({
      status: 400,
      body: { success: false, error: 'invalid_json', msg: 'the body is not UTF-8' },
    });
    expect(await sent('utf8')).toMatchObject({ status: 200, body: { webhook: { id: 1 } } });
  });

  test('an expectation of 100 is met, whether or not the client waits for it', async () => {
    const headers = ['HOST', 'KEY', LENGTH, 'Expect: 100-continue'];
    expect(await sendRaw(await startTestService(), search(headers))).toMatchObject([{ status: 200 }]);
  });
});

describe('targets', () => {
  test('the own address in front of the path is as good as the path alone', async () => {
    const service = await startTestService();
    for (const address of ['http://ADDRESS', 'HTTP://ADDRESS']) {
      const [answer] = await sendRaw(
        service,
        search(['HOST', 'KEY', LENGTH], { target: `${address}/api/v0/bundles/` }),
      );
      expect(answer).toMatchObject({ status: 200 });
    }
  });

  test.each([
    'http://attacker.example/api/v0/bundles',
    'http://me@ADDRESS/api/v0/bundles',
    'http://ADDRESS.attacker.example/api/v0/bundles',
    'https://ADDRESS/api/v0/bundles',
    'http://ADDRESS',
    '*',
    'api/v0/bundles',
    '/\\attacker.example/api/v0/bundles',
  ])('%s is none', async (target) => {
    const [answer] = await sendRaw(await startTestService(), search(['HOST', 'KEY', LENGTH], { target }));
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  test('a foreign Host is refused beside an own target, and a path that begins like an address is a path', async () => {
    const service = await startTestService();
    const own = { target: 'http://ADDRESS/api/v0/bundles' };
    expect(await sendRaw(service, search(['Host: attacker.example', 'KEY', LENGTH], own))).toMatchObject([
      { status: 403 },
    ]);
    const double = { target: '//attacker.example/api/v0/bundles' };
    expect(await sendRaw(service, search(['HOST', 'KEY', LENGTH], double))).toMatchObject([{ status: 404 }]);
  });
});

describe('methods', () => {
  test.each([
    ['HEAD', '/api/v0/volumes', 200],
    ['HEAD', '/api/v0/bundles', 405],
    ['OPTIONS', '/api/v0/bundles', 405],
    ['TRACE', '/api/v0/volumes', 405],
    ['PATCH', '/api/v0/volumes/', 405],
    ['GET', '/api/v0/bundles?q=%7B%22limit%22%3A1%7D', 405],
    ['PUT', '/api/v0/bundles/', 405],
    ['FOO', '/api/v0/volumes', 400],
    ['POST', '/api/v0/bundles', 400],
    ['PUT', '/api/v0/machines/1208/dnotify', 400],
    ['PUT', '/api/v0/machines/1208/dnotify//', 404],
    ['GET', '/api/v0/%zz', 404],
  ])('%s %s without a body gives %i', async (method, target, status) => {
    const request = { line: `${method} ${target} HTTP/1.1`, headers: ['HOST', 'KEY', LAST] };
    const answers = await sendRaw(await startTestService(), request);
    expect(answers.map((answer) => answer.status)).toEqual([status]);
    if (method === 'HEAD') expect(answers[0]?.body).toBeUndefined();
  });

  test('a client of HTTP/1.0 is answered, and its connection closed', async () => {
    const answers = await sendRaw(await startTestService(), {
      line: 'GET /api/v0/volumes HTTP/1.0',
      headers: ['HOST', 'KEY'],
    });
    expect(answers).toMatchObject([{ status: 200, head: expect.stringMatching(/connection: close/i) }]);
  });
});

describe('one connection', () => {
  const next = (limit: number): RawRequest => {
    const body = `{"limit":${limit}}`;
    return { line: 'POST /api/v0/bundles HTTP/1.1', headers: ['HOST', 'KEY', `Content-Length: ${body.length}`], body };
  };

  test('a thousand requests that were sent at once are answered one by one, in order', async () => {
    const service = await startTestService();
    const limits = Array.from({ length: 1000 }, (_, place) => 1 + (place % 3));
    const answers = await sendRaw(service, ...limits.map(next), {
      line: 'GET /api/v0/gpu_names/unique HTTP/1.1',
      headers: ['HOST', LAST],
    });
    expect(answers.slice(0, -1).map(({ body }) => offersIn(body))).toEqual(limits);
    expect(answers.at(-1)).toMatchObject({ status: 200, body: { gpu_names: expect.any(Array) } });
  });

  test('a request among others that is none ends the connection after the answers that came before', async () => {
    const answers = await sendRaw(
      await startTestService(),
      next(1),
      next(2),
      { line: '\u0016\u0003', headers: [] },
      next(3),
    );
    expect(answers.map(({ body }) => offersIn(body))).toEqual([1, 2]);
  });
});

const offersIn = (body: unknown): number | undefined =>
  typeof body === 'object' && body !== null && 'offers' in body && Array.isArray(body.offers)
    ? body.offers.length
    : undefined;
