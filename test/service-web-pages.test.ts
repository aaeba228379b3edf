/**
 * Web pages in a browser on this machine, of whoever's making, cannot use the local service.
 *
 * @module-tag service
 */
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type Call, send } from './faults/long/call.ts';
import { startTestService } from './support/local-service.ts';

const start = async () => {
  const service = await startTestService();
  const { port } = new URL(service.url);
  const agent = new Agent();
  const get = (headers: Call['headers']) =>
    send(service.url, agent, { method: 'GET', path: '/api/v0/gpu_names/unique', headers: { ...headers } });
  return { ...service, port, agent, get };
};

const foreignOrigin = JSON.stringify({
  success: false,
  error: 'foreign_origin',
  msg: 'web pages of other addresses may not call this service',
});

describe('DNS rebinding: the service is called by a name of this machine and its own port', () => {
  test.for([
    ['127.0.0.1:PORT', 200],
    ['localhost:PORT', 200],
    ['LOCALHOST:PORT', 200],
    ['[::1]:PORT', 200],
    ['attacker.example:PORT', 403],
    ['attacker.example', 403],
    ['127.0.0.1.attacker.example:PORT', 403],
    ['localhost.attacker.example:PORT', 403],
    ['attacker.example:PORT@127.0.0.1:PORT', 403],
    ['127.0.0.1', 403],
    ['localhost:1', 403],
    ['0.0.0.0:PORT', 403],
    ['192.168.1.5:PORT', 403],
  ] as const)('Host: %s gives %i', async ([host, status]) => {
    const { get, port } = await start();
    const reply = await get({ host: host.replaceAll('PORT', port) });
    expect(reply.status).toBe(status);
    if (status === 200) return;
    expect(JSON.parse(reply.text)).toEqual({
      success: false,
      error: 'foreign_host',
      msg: `the Host header must be 127.0.0.1:${port} or localhost:${port}`,
    });
  });

  test('a request without a Host, or for an address on another machine, is refused', async () => {
    const { url, port } = await start();
    const firstLine = (request: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(request));
        socket.on('error', reject);
        socket.once('data', (bytes) => {
          socket.destroy();
          resolve(bytes.toString().split('\r\n')[0] ?? '');
        });
      });
    expect(await firstLine('GET /api/v0/gpu_names/unique HTTP/1.1\r\n\r\n')).toBe('HTTP/1.1 403 Forbidden');
    const absolute = 'GET http://attacker.example/api/v0/gpu_names/unique HTTP/1.1';
    expect(await firstLine(`${absolute}\r\nHost: 127.0.0.1:${port}\r\n\r\n`)).toBe('HTTP/1.1 400 Bad Request');
    expect(await firstLine('CONNECT attacker.example:443 HTTP/1.1\r\n\r\n')).toBe('HTTP/1.1 405 Method Not Allowed');
  });
});

describe('a page of another address', () => {
  test.for([
    'http://attacker.example',
    'https://attacker.example:PORT',
    'http://localhost',
    'http://localhost:3000',
    'http://127.0.0.1.attacker.example:PORT',
    'https://127.0.0.1:PORT',
    'null',
    'file://',
    '',
  ])('Origin: %s is refused', async (origin) => {
    const { get, port } = await start();
    expect(await get({ origin: origin.replace('PORT', port) })).toMatchObject({ status: 403, text: foreignOrigin });
  });

  test.for(['cross-site', 'same-site', 'anything'])('Sec-Fetch-Site: %s is refused', async (site) => {
    const { get } = await start();
    expect(await get({ 'sec-fetch-site': site })).toMatchObject({ status: 403, text: foreignOrigin });
  });

  test('what a person typed, and what the address itself sent, is answered', async () => {
    const { get, port } = await start();
    for (const headers of [
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-origin', origin: `http://127.0.0.1:${port}` },
      { origin: `http://localhost:${port}` },
    ]) {
      expect((await get(headers)).status).toBe(200);
    }
  });

  test('is refused even with a key, and what it sends is not done', async () => {
    const { url, agent, apiKey, userId } = await start();
    const call = (headers: Call['headers']) =>
      send(url, agent, {
        method: 'POST',
        path: '/api/v0/webhooks',
        headers: { authorization: `Bearer ${apiKey}`, ...headers },
        body: JSON.stringify({
          name: 'page',
          webhook_url: 'https://hooks.example.com/page',
          event_types: ['client:outbid'],
        }),
      });
    expect((await call({ origin: 'http://attacker.example', 'content-type': 'text/plain' })).status).toBe(403);
    const { status, text } = await call({});
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ webhook: { id: 1, user_id: userId } });
  });

  test('gets no leave from a preflight, and no answer ever carries one', async () => {
    const { url, agent, apiKey, port } = await start();
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    const replies = [];
    for (const origin of ['http://attacker.example', `http://127.0.0.1:${port}`]) {
      for (const path of ['/api/v0/bundles', '/api/v0/volumes', '/nowhere']) {
        const headers = { origin, ...preflight, authorization: `Bearer ${apiKey}` };
        replies.push(await send(url, agent, { method: 'OPTIONS', path, headers }));
      }
    }
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 405, 405, 404]);
    replies.push(await send(url, agent, { method: 'GET', path: '/api/v0/gpu_names/unique' }));
    for (const { headers } of replies) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});
