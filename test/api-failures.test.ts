import { describe, expect, test } from 'vitest';
import { CALLS } from '../src/api/calls.ts';
import type { Client } from '../src/api/client.ts';
import { failureOf as failureOfReply } from '../src/api/errors/failure.ts';
import { clientFor, failureOf, SEARCH, WEBHOOK, WINDOW } from './support/api-client.ts';
import { json, raw, type ScriptedReply, startScriptedServer } from './support/scripted-server.ts';

const search = (client: Client) => client.searchOffers(SEARCH);
const schedule = (client: Client) => client.write(CALLS.maintenance, WINDOW);
const volumes = (client: Client) => client.list(CALLS.volumes);
const connections = (client: Client) => client.list(CALLS.connections);
const webhook = (client: Client) => client.write(CALLS.webhooks, WEBHOOK);
const preferences = (client: Client) => client.write(CALLS.preferences, { userId: 42, preferences: {} });

const SIX_CALLS = [search, schedule, volumes, connections, webhook, preferences] as const;
const READS: readonly unknown[] = [search, volumes, connections];

/** What a call fails with when the service gives it `reply`. */
const failure = async (call: (client: Client) => Promise<unknown>, reply: ScriptedReply) => {
  await using server = await startScriptedServer(reply);
  return await failureOf(call(clientFor(server.url)));
};

describe('docs/interface.md, Errors', () => {
  test('search, invalid request: 400 {error, msg} is a bad request with the code and the text', async () => {
    const error = await failure(search, json(400, { error: 'bad_filter', msg: 'dph_total: unknown operator "less"' }));
    expect(error).toMatchObject({
      kind: 'bad-request',
      endpoint: 'search',
      method: 'POST',
      path: '/api/v0/bundles',
      status: 400,
      code: 'bad_filter',
      text: 'dph_total: unknown operator "less"',
      isOutcomeUnknown: false,
    });
  });

  test('search, invalid or missing key: 404 {error, msg} is a rejected key', async () => {
    const error = await failure(search, json(404, { error: 'not_found', msg: 'no such user' }));
    expect(error).toMatchObject({ kind: 'key-rejected', status: 404, code: 'not_found' });
  });

  test('404 {error, msg} on another call is a refusal, not a rejected key', async () => {
    const error = await failure(schedule, json(404, { error: 'no_such_machine', msg: 'machine 8207' }));
    expect(error).toMatchObject({ kind: 'refused', isOutcomeUnknown: false });
  });

  test('404 with a page on search is a wrong address, not a rejected key', async () => {
    const error = await failure(search, raw(404, 'text/html', '<html><title>Not Found</title></html>'));
    expect(error).toMatchObject({ kind: 'refused', text: 'Not Found' });
  });

  for (const call of SIX_CALLS) {
    test(`deleted key used: 401 without a defined body shape is a rejected key (${call.name})`, async () => {
      const replies = [raw(401, 'text/plain', ''), json(401, { success: false, error: 'auth', msg: 'deleted' })];
      for (const reply of [...replies, json(401, { detail: 'Invalid token.' }), raw(401, 'text/html', '<h1>No</h1>')]) {
        expect(await failure(call, reply)).toMatchObject({ kind: 'key-rejected', isOutcomeUnknown: false });
      }
    });

    test(`{success: false, error, msg} is a refusal, which a server error leaves open to a write (${call.name})`, async () => {
      for (const status of [200, 409, 500]) {
        const error = await failure(call, json(status, { success: false, error: 'no', msg: 'Not today.' }));
        expect(error).toMatchObject({ kind: 'refused', status, code: 'no', text: 'Not today.' });
        expect(error.isOutcomeUnknown).toBe(status === 500 && !READS.includes(call));
      }
    });

    test(`'API requests too frequent endpoint threshold=<number>' is a rate limit with its threshold (${call.name})`, async () => {
      const text = 'API requests too frequent endpoint threshold=2.5';
      const replies = [
        json(429, { detail: text }),
        json(403, { detail: text }),
        json(429, { success: false, error: 'too_many', msg: text }),
        raw(429, 'text/plain; charset=utf-8', 'API requests too frequent: endpoint threshold=2.5'),
        raw(429, 'text/html', 'API requests too frequent: endpoint threshold=2.5'),
        raw(429, 'text/html', '<p>API requests too frequent: endpoint <b>threshold=2.5</b></p>'),
        raw(
          429,
          'text/html',
          '<html><title>429</title><body>API requests too frequent: endpoint threshold=2.5</body></html>',
        ),
        ...(READS.includes(call)
          ? [
              json(200, { detail: text }),
              json(200, { success: false, error: 'too_many', msg: text }),
              raw(200, 'text/plain', 'API requests too frequent: endpoint threshold=2.5'),
            ]
          : []),
      ];
      for (const reply of replies) {
        const error = await failure(call, reply);
        expect(error).toMatchObject({ kind: 'rate-limited', thresholdSeconds: 2.5, isOutcomeUnknown: false });
      }
    });
  }

  test('volumes, credentials absent: {detail} says so', async () => {
    for (const status of [401, 403, 200]) {
      const error = await failure(volumes, json(status, { detail: 'Authentication credentials were not provided.' }));
      expect(error).toMatchObject({ kind: 'credentials-missing', status });
    }
  });
});

describe('docs/interface.md, Rate limits and errors: failure bodies vary', () => {
  for (const call of SIX_CALLS) {
    const isWrite = !READS.includes(call);

    test(`only msg or message, also with status 200 (${call.name})`, async () => {
      expect(await failure(call, json(200, { msg: 'later' }))).toMatchObject({
        kind: isWrite ? 'unreadable' : 'refused',
        text: 'later',
        isOutcomeUnknown: isWrite,
      });
      expect(await failure(call, json(409, { message: 'later' }))).toMatchObject({ kind: 'refused', text: 'later' });
    });

    test(`400 and 422 are bad requests, 403 is forbidden, 404 a refusal, 429 a rate limit (${call.name})`, async () => {
      expect(await failure(call, json(400, { msg: 'x' }))).toMatchObject({ kind: 'bad-request' });
      expect(await failure(call, json(422, { detail: [{ loc: ['body'], msg: 'bad' }] }))).toMatchObject({
        kind: 'bad-request',
        text: '[{"loc":["body"],"msg":"bad"}]',
      });
      expect(await failure(call, json(403, { success: false, error: 'scope', msg: 'no' }))).toMatchObject({
        kind: 'forbidden',
        code: 'scope',
      });
      expect(await failure(call, raw(404, 'text/plain', 'nothing here'))).toMatchObject({ kind: 'refused' });
      expect(await failure(call, raw(429, 'text/plain', ''))).toMatchObject({
        kind: 'rate-limited',
        thresholdSeconds: undefined,
        isOutcomeUnknown: isWrite,
      });
    });

    test(`a proxy's page is told by its title, and leaves a write's outcome open (${call.name})`, async () => {
      const page = '<!DOCTYPE html><html><head><title>502 Bad &amp; Gone\n</title></head><body>secret innards</body>';
      const error = await failure(call, raw(502, 'text/html; charset=iso-8859-1', page));
      expect(error).toMatchObject({ kind: 'refused', status: 502, text: '502 Bad & Gone', isOutcomeUnknown: isWrite });
    });

    test(`a sentence that is said to be a page is quoted, and so are the words of a short page (${call.name})`, async () => {
      const sentence = 'The market is closed for an hour, 1 < 2.';
      expect(await failure(call, raw(409, 'text/html', sentence))).toMatchObject({ text: sentence });
      const page = '<p>The market is <b>closed</b>.</p>\n';
      expect(await failure(call, raw(409, 'text/html', page))).toMatchObject({ text: 'The market is closed .' });
      const innards = '<html><body><script>secret()</script>Oops</body></html>';
      expect(await failure(call, raw(409, 'text/html', innards))).toMatchObject({ text: 'a web page without a title' });
    });

    test(`a message that is nested without an end is a message (${call.name})`, async () => {
      const body = `{"error":${'['.repeat(400_000)}${']'.repeat(400_000)},"msg":{"a":[1,"b",null]}}`;
      const error = await failure(call, raw(409, 'application/json', body));
      expect(error).toMatchObject({ kind: 'refused', text: '{"a":[1,"b",null]}' });
      expect(error.code).toMatch(/^\[{200,297}\.\.\.$/);
    });

    test(`a server error in a gateway's own JSON leaves a write's outcome open (${call.name})`, async () => {
      const error = await failure(call, json(504, { message: 'Endpoint request timed out' }));
      expect(error).toMatchObject({ kind: 'refused', text: 'Endpoint request timed out', isOutcomeUnknown: isWrite });
      const short = await failure(call, json(504, { error: 'upstream timed out' }));
      expect(short).toMatchObject({ kind: 'refused', text: 'upstream timed out', isOutcomeUnknown: isWrite });
    });

    test(`a body that says yes under a status that says no leaves a write's outcome open (${call.name})`, async () => {
      for (const status of [300, 400, 409, 429, 500]) {
        const error = await failure(call, json(status, { success: true, you_sent: '3 notifications sent' }));
        expect(error).toMatchObject({ status, isOutcomeUnknown: isWrite });
      }
    });

    test(`success without a readable body is unreadable, and leaves a write's outcome open (${call.name})`, async () => {
      const bodies = [
        '',
        '{"success":true',
        'null',
        '"ok"',
        '17',
        '{"offers":[{"id":1}',
        '[{"id":1}',
        '<html>',
        '[1,]',
      ];
      for (const body of bodies) {
        const error = await failure(call, raw(200, 'application/json; charset=utf-8', body));
        expect(error).toMatchObject({ kind: 'unreadable', status: 200, isOutcomeUnknown: isWrite });
      }
    });

    test(`truncated or empty JSON with a failure status keeps the status's meaning (${call.name})`, async () => {
      expect(await failure(call, raw(400, 'application/json', '{"error":"a'))).toMatchObject({ kind: 'bad-request' });
      expect(await failure(call, raw(500, 'application/json', ''))).toMatchObject({ kind: 'refused', text: undefined });
    });
  }

  test('a reply of the wrong kind is unreadable', async () => {
    expect(await failure(search, json(200, { success: true }))).toMatchObject({ kind: 'unreadable' });
    expect(await failure(search, json(200, { offers: null }))).toMatchObject({ kind: 'unreadable' });
    expect(await failure(search, json(200, { data: { offers: [] } }))).toMatchObject({ kind: 'unreadable' });
    expect(await failure(volumes, json(200, [{ id: 1 }]))).toMatchObject({ kind: 'unreadable' });
    expect(await failure(connections, json(200, { id: 1 }))).toMatchObject({ kind: 'unreadable' });
    expect(await failure(schedule, json(200, { you_sent: '1 notifications sent' }))).toMatchObject({
      kind: 'unreadable',
      isOutcomeUnknown: true,
    });
  });

  test('offers beside success: false are a refusal all the same', async () => {
    const error = await failure(search, json(200, { offers: [{ id: 1 }], success: false, msg: 'stale' }));
    expect(error).toMatchObject({ kind: 'refused', text: 'stale' });
  });

  test('a charset in Content-Type decides how a page is read', async () => {
    const error = await failure(volumes, raw(500, 'text/plain; charset=iso-8859-1', Buffer.from('caf\xe9', 'latin1')));
    expect(error.text).toBe('café');
  });

  test('long and many-lined texts become one short line', async () => {
    const error = await failure(volumes, json(409, { success: false, msg: `a\r\n\tb\u001b[2J${'x'.repeat(5000)}` }));
    expect(error.text).toHaveLength(300);
    expect(error.text).toMatch(/^a b \[2Jxxx.*\.\.\.$/);
  });

  test.each([
    [{ 'retry-after': '99999999999' }, ''],
    [{ 'retry-after': '9'.repeat(400) }, ''],
    [{ 'retry-after': 'Fri, 31 Dec 9999 00:00:00 GMT' }, ''],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '9'.repeat(400) }, ''],
    [{}, `API requests too frequent endpoint threshold=${'9'.repeat(400)}`],
  ])('nobody is sent away for longer than a day: %j %s', async (headers, detail) => {
    const error = await failure(volumes, json(429, { detail }, headers));
    const longest = detail === '' ? { retryAfterMs: 86_400_000 } : { thresholdSeconds: 86_400 };
    expect(error).toMatchObject({ kind: 'rate-limited', ...longest });
  });

  test('Retry-After is understood in seconds and as a date', async () => {
    const soon = await failure(volumes, raw(429, 'text/plain', '', { 'retry-after': '7' }));
    expect(soon).toMatchObject({ kind: 'rate-limited', retryAfterMs: 7000 });
    const never = await failure(
      volumes,
      raw(503, 'text/plain', '', { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
    );
    expect(never).toMatchObject({ kind: 'refused', retryAfterMs: 0 });
  });
});

describe('a write counts as turned away by the rate limit, and may be sent again, only where that is certain', () => {
  const OWN = 'API requests too frequent endpoint threshold=2.5';
  const bodies = {
    'the published sentence': { detail: OWN },
    'another {detail}': { detail: '502 Too Many Requests' },
    'a {message}': { message: 'Too many requests' },
    'an {error}': { error: 'too many requests' },
    'a no of the service': { success: false, error: 'not_yours', msg: 'It belongs to another host.' },
    'a no of its rate limit': { success: false, error: 'too_many', msg: OWN },
    'a no without a reason': { success: false },
    'a code that is no proxy’s': { error: 'no_pending_price_increase' },
    'credentials that are missing': { detail: 'Authentication credentials were not provided.' },
    'a text': 'too many requests, please slow down',
    'the sentence as a text': OWN,
    'a yes': { success: true, you_sent: 'too many requests' },
  } as const;

  /** Statuses under which a body is taken for that, from 200 to 599, as `429` or `400-499`. */
  const statusesOf = (holds: (failure: ReturnType<typeof failureOfReply>) => boolean, body: unknown): string => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const contentType = typeof body === 'string' ? 'text/plain' : 'application/json';
    const found = Array.from({ length: 400 }, (_, index) => 200 + index).filter((status) =>
      holds(failureOfReply({ endpoint: 'maintenance', status, contentType, text })),
    );
    const begins = found.filter((status) => !found.includes(status - 1));
    const ends = found.filter((status) => !found.includes(status + 1));
    return begins.map((begin, place) => (begin === ends[place] ? `${begin}` : `${begin}-${ends[place]}`)).join(' ');
  };

  test.each([
    ['the published sentence', '400-499', '301 307-308 400-499 501'],
    ['another {detail}', '429', '301 307-308 401 405 501'],
    ['a {message}', '429', '301 307-308 401'],
    ['an {error}', '429', '301 307-308 401'],
    ['a no of the service', '429', '200-299 301 307-308 400-407 409-424 426-428 430-459 461-498 501'],
    ['a no of its rate limit', '400-499', '200-299 301 307-308 400-499 501'],
    ['a no without a reason', '429', '301 307-308 401'],
    ['a code that is no proxy’s', '429', '301 307-308 400-407 409-424 426-428 430-459 461-498 501'],
    ['credentials that are missing', '429', '301 307-308 400-407 409-424 426-428 430-459 461-498 501'],
    ['a text', '429', '301 307-308 401'],
    ['the sentence as a text', '429', '301 307-308 401 429'],
    ['a yes', '429', ''],
  ] as const)('%s: with %s; it is a certain no with %s', (name, rateLimited, certain) => {
    expect(statusesOf(({ kind }) => kind === 'rate-limited', bodies[name])).toBe(rateLimited);
    expect(statusesOf(({ isDefinite }) => isDefinite, bodies[name])).toBe(certain);
  });
});

describe('a redirect is never followed', () => {
  for (const call of SIX_CALLS) {
    test(`it is a refusal that says where it pointed (${call.name})`, async () => {
      await using other = await startScriptedServer(json(200, { offers: [], volumes: [] }));
      const location = `${other.url.replace('//', '//user:word@')}/login?key=1`;
      const error = await failure(call, raw(307, 'text/html', '', { location }));
      expect(error).toMatchObject({ kind: 'refused', status: 307, isOutcomeUnknown: false });
      expect(error.text).toBe(`307, a redirect to ${other.url}/login`);
      expect(other.requests).toEqual([]);
    });
  }

  test('302 and 303 after a write may be how its result is shown, so its outcome is unknown', async () => {
    for (const status of [302, 303]) {
      const error = await failure(schedule, raw(status, 'text/html', '', { location: '/done' }));
      expect(error).toMatchObject({ kind: 'refused', isOutcomeUnknown: true });
    }
  });
});
