/**
 * The built program behind a proxy, over TLS: what its bundle leaves out of undici must not be missed. `npm test` builds it first.
 *
 * @module-tag program
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './support/local-service.ts';
import { json, type ScriptedReply, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts';
import { startTlsFront, startTunnelProxy, type TunnelPlay, type TunnelProxy } from './support/tunnel-proxy.ts';

/** The percent signs of an address stand for what it cannot hold. */
const LOGIN = 'me:p@ss/word';
const IN_ADDRESS = 'me:p%40ss%2Fword';

const portOf = ({ url }: ScriptedServer): number => Number(new URL(url).port);

/** A service over TLS behind a proxy. */
type Surroundings = { readonly server: ScriptedServer; readonly proxy: TunnelProxy; readonly environment: Environment };
type Environment = Readonly<Record<string, string>>;

const surround = async (
  replies: readonly ScriptedReply[],
  options: { readonly login?: string; readonly play?: TunnelPlay } = {},
): Promise<Surroundings & { readonly frontPort: number }> => {
  const server = await startScriptedServer(...replies);
  const front = await startTlsFront(portOf(server), ['market.example', '0.0.0.0']);
  const proxy = await startTunnelProxy(front.port, options);
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    await front[Symbol.asyncDispose]();
  });
  const authority = join(temporaryFolder(), 'authority.pem');
  writeFileSync(authority, front.authority);
  const environment = {
    NODE_EXTRA_CA_CERTS: authority,
    HTTPS_PROXY: `http://${IN_ADDRESS}@127.0.0.1:${proxy.port}`,
    GPUDECK_BASE_URL: 'https://market.example/base',
    GPUDECK_API_KEY: 'key',
  };
  return { server, proxy, environment, frontPort: front.port };
};

/** Runs the built program to its end. */
const gpudeck = async (args: readonly string[], environment: Environment) => {
  const env = { HOME: temporaryFolder(), ...environment };
  const child = spawn(process.execPath, ['dist/gpudeck.js', ...args], { env });
  const ended = once(child, 'close');
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  return { code, out, errors };
};

const SEARCH = ['search', '--json'];
const SCHEDULE = 'schedule --machine 8207 --start 2099-11-02T02:00Z --hours 2 --category power --yes'.split(' ');
const found = json(200, { offers: [{ id: 1, machine_id: 8207 }] });
const sent = json(200, { success: true, you_sent: '3 notifications sent' });

describe('the built program behind a proxy', () => {
  test('searches and writes through it, with the name and password in its address', async () => {
    const { server, proxy, environment } = await surround([found, sent], { login: LOGIN });
    const search = await gpudeck(SEARCH, environment);
    expect(search).toMatchObject({ code: 0, errors: expect.not.stringContaining('rror') });
    expect(JSON.parse(search.out)).toEqual([{ id: 1, machine_id: 8207 }]);
    expect(await gpudeck(SCHEDULE, environment)).toMatchObject({ code: 0 });
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /base/api/v0/bundles',
      'PUT /base/api/v0/machines/8207/dnotify',
    ]);
    expect(server.requests.map(({ headers }) => headers['proxy-authorization'])).toEqual([undefined, undefined]);
    // The machines are read before they are written to.
    expect(proxy.asked).toEqual(['market.example:443', 'market.example:443', 'market.example:443']);
  });

  test('goes past it to what NO_PROXY names', async () => {
    const { server, proxy, environment, frontPort } = await surround([found]);
    const address = `https://0.0.0.0:${frontPort}`;
    const past = { ...environment, GPUDECK_BASE_URL: address, NO_PROXY: 'other.example, 0.0.0.0' };
    expect(await gpudeck(SEARCH, past)).toMatchObject({ code: 0 });
    expect([server.requests.length, proxy.asked.length]).toEqual([1, 0]);
  });

  test('goes past it to this machine itself', async () => {
    const { server, proxy, environment } = await surround([found]);
    const proxies = { HTTP_PROXY: environment.HTTPS_PROXY ?? '', ALL_PROXY: environment.HTTPS_PROXY ?? '' };
    const here = { ...environment, ...proxies, GPUDECK_BASE_URL: server.url };
    expect(await gpudeck(SEARCH, here)).toMatchObject({ code: 0 });
    expect([server.requests.length, proxy.asked.length]).toEqual([1, 0]);
  });

  const refusals: readonly (readonly [what: string, play: TunnelPlay, said: string])[] = [
    [
      'wants a name',
      { status: 407, reason: 'Proxy Authentication Required' },
      '(the proxy answered 407: it requires a user name and password, or rejected those given)',
    ],
    ['cannot reach the service', { status: 502, reason: 'Bad Gateway' }, '(the proxy answered 502)'],
    ['closes', 'hang up', '(the proxy closed the connection)'],
  ];
  for (const [what, play, said] of refusals) {
    test(`says so when the proxy ${what}, and keeps its password back`, async () => {
      const { server, proxy, environment } = await surround([], { play });
      for (const { code, out, errors } of await Promise.all([
        gpudeck(SEARCH, environment),
        gpudeck(SCHEDULE, environment),
      ])) {
        expect(code).toBe(5);
        expect(errors + out).toContain(`No connection to the service ${said}. Nothing was sent.`);
        expect(errors + out).toContain('Check HTTPS_PROXY');
        expect(errors + out).not.toMatch(/p@ss|p%40ss|bWU6/);
      }
      expect(server.requests).toEqual([]);
      // A read is tried again where that may help, a write never: the search, the machines, the announcement.
      expect(proxy.asked).toHaveLength(what === 'wants a name' ? 3 : 3 + 3 + 1);
    });
  }
});
