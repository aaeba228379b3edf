/** The log of an instance: where it may be fetched from, what of it is kept, and what scripts get (docs/interface.md, Logs). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../src/api/http/exchange.ts';
import { logAddress } from '../src/api/http/log-fetch.ts';
import { collectLines, LOG_BOUNDS, lastLines } from '../src/api/records/log-lines.ts';
import { GAP, grownLog, newLines, overlapOf } from '../src/instances/log-growth.ts';
import { clientFor, failureOf, KEY } from './support/api-client.ts';
import { TERMINAL_CORPUS } from './support/hostile-text.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { at, gpudeck } from './support/one-shot.ts';
import { json, raw, type ScriptedReply, startScriptedServer } from './support/scripted-server.ts';
import { workOf } from './support/work.ts';

/** Says that the log lies on the service itself. */
const told: ScriptedReply = (response, request) =>
  json(200, { success: true, result_url: `http://${request.headers.host}/logs/token-0123456789` })(response, request);
const log = (text: string | Uint8Array): ScriptedReply => raw(200, 'text/plain', text);
const notYet = json(404, { success: false, error: 'not_found', msg: 'not yet' });

const NOON = Date.UTC(2026, 10, 21, 12);

const clock = () => impatientClock(NOON, TIME_LIMITS_MS);
const read = (url: string, options: Parameters<typeof clientFor>[1] = {}) =>
  clientFor(url, { clock: clock(), ...options }).log({ instanceId: 5, tail: 100 });

const linesOf = (...pieces: readonly string[]) => {
  const { add, result } = collectLines();
  for (const piece of pieces) add(piece);
  return result();
};

describe('the address of a log', () => {
  test.each([
    ['https://logs.example/a?b=c', 'https://market.example', true],
    ['http://127.0.0.1:4270/logs/x', 'http://127.0.0.1:4270/base', true],
    ['http://logs.example/a', 'https://market.example', false],
    ['http://market.example/a', 'https://market.example', false],
    ['http://127.0.0.1:4271/logs/x', 'http://127.0.0.1:4270', false],
    ['https://user:secret@logs.example/', 'https://market.example', false],
    ['file:///etc/passwd', 'https://market.example', false],
    ['javascript:alert(1)', 'https://market.example', false],
    ['/logs/x', 'https://market.example', false],
    ['', 'https://market.example', false],
  ])('%s, from the service at %s: %s', (text, baseUrl, isTaken) => {
    expect(logAddress(text, baseUrl) !== undefined).toBe(isTaken);
  });

  test('is asked for with the key, and fetched without it, until the log is there', async () => {
    await using server = await startScriptedServer(
      told,
      notYet,
      json(403, {}),
      raw(202, 'text/plain', ''),
      log('a\nb\n'),
    );
    expect(await read(server.url)).toEqual({ lines: ['a', 'b'], unfinished: '', isCut: false });
    const [ask, ...fetches] = server.requests;
    expect(ask).toMatchObject({ method: 'PUT', path: '/api/v0/instances/request_logs/5/', body: '{"tail":"100"}' });
    expect(ask?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(fetches).toHaveLength(4);
    for (const { method, path, headers } of fetches) {
      expect({ method, path }).toEqual({ method: 'GET', path: '/logs/token-0123456789' });
      expect(JSON.stringify(headers)).not.toContain('Bearer');
      expect(JSON.stringify(headers)).not.toContain(KEY.slice(0, 8));
    }
  });

  test('is given up after thirty tries, 0.3 s apart', async () => {
    await using server = await startScriptedServer(told, ...Array.from({ length: 31 }, () => notYet));
    const time = clock();
    expect(await failureOf(read(server.url, { clock: time }))).toMatchObject({ kind: 'timed-out', stage: 'waiting' });
    expect(server.requests).toHaveLength(31);
    expect(time.now() - NOON).toBe(29 * 300);
  });

  test.each([301, 302, 307, 308])('is not followed elsewhere (%i)', async (status) => {
    await using server = await startScriptedServer(
      told,
      raw(status, 'text/plain', '', { location: 'http://127.0.0.1:1/' }),
    );
    expect(await failureOf(read(server.url))).toMatchObject({ kind: 'unreadable', status });
    expect(server.requests).toHaveLength(2);
  });

  test.each(['http://logs.example/a', 'file:///etc/passwd', '-oProxyCommand=x'])(
    'is refused when it is %s',
    async (address) => {
      await using server = await startScriptedServer(json(200, { success: true, result_url: address }));
      expect(await failureOf(read(server.url))).toMatchObject({
        kind: 'unreadable',
        text: 'The address of the log is neither https nor of this service.',
      });
      expect(server.requests).toHaveLength(1);
    },
  );

  test('stands in no line of the ledger and in no error', async () => {
    await using server = await startScriptedServer(told, raw(302, 'text/plain', ''));
    const exchanges: Exchange[] = [];
    const error = await failureOf(read(server.url, { onExchange: (exchange) => void exchanges.push(exchange) }));
    expect(JSON.stringify([exchanges, error.message, error])).not.toContain('token-0123456789');
    expect(exchanges).toHaveLength(1);
  });

  test('may not be there at all: the service has no such call', async () => {
    await using server = await startScriptedServer(json(501, { success: false, error: 'no', msg: 'no' }));
    expect(await read(server.url)).toBeUndefined();
  });
});

describe('what is kept of a log', () => {
  test('is its last lines, in whatever pieces they came', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r', '\r\n', 'é', ' ') });
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 40 })), (whole, cuts) => {
        const places = [...new Set(cuts.map((cut) => Math.min(cut, whole.length)))].sort((a, b) => a - b);
        const pieces = [0, ...places].map((from, index) => whole.slice(from, places[index] ?? whole.length));
        expect(linesOf(...pieces)).toEqual(linesOf(whole));
      }),
    );
    expect(linesOf('one\r\ntwo\nthr')).toEqual({ lines: ['one', 'two'], unfinished: 'thr' });
  });

  test('is of a progress bar what stood there last', () => {
    expect(linesOf('10%\r20%\r', '30%\r\n', '40%\r')).toEqual({ lines: ['30%'], unfinished: '40%' });
  });

  test('is text for a terminal, whatever the machine sent', () => {
    for (const [hostile] of TERMINAL_CORPUS) {
      const { lines, unfinished } = linesOf(`${hostile}\n${hostile}`);
      expect([...lines, unfinished].join('')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { lines, unfinished } = linesOf(text);
        expect([...lines, unfinished].join('')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      }),
    );
    expect(linesOf('\u001B[31mred\u001B[0m\tand \u001B]52;c;aGk=\u0007plain\n').lines).toEqual(['red    and plain']);
  });

  test('is bounded, however long it is and however long its lines are', () => {
    const endless = 'x'.repeat(1_000_000);
    const { lines, unfinished } = linesOf(...Array.from({ length: 50 }, () => endless), '\nend\n', endless);
    expect(lines).toEqual([`${'x'.repeat(LOG_BOUNDS.lineCharacters)}…`, 'end']);
    expect(unfinished).toHaveLength(LOG_BOUNDS.lineCharacters + 1);
    const many = linesOf(...Array.from({ length: 30_000 }, (_, index) => `${index}\n`)).lines;
    expect(many).toHaveLength(LOG_BOUNDS.lines);
    expect(many.at(-1)).toBe('29999');
    const wide = lastLines(Array.from({ length: 4000 }, () => 'y'.repeat(1000)));
    expect(wide).toHaveLength(LOG_BOUNDS.characters / 1000);
  });

  test('takes little work, whatever the machine sends', () => {
    for (const text of ['\r', '\n', '\u001B', '\u001B]', '\u0000', 'e\u0301', 'a\r\n'].map((unit) =>
      unit.repeat(1_000_000),
    )) {
      expect(workOf(() => void linesOf(text))).toBeLessThan(2000);
    }
  });

  test('is what came until too much had come, and says so', async () => {
    const endless: ScriptedReply = (response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const line = Buffer.from(`${'z'.repeat(1023)}\n`.repeat(64));
      const write = () => {
        while (!response.destroyed && response.write(line));
      };
      response.on('drain', write);
      response.on('error', () => undefined);
      write();
    };
    await using server = await startScriptedServer(told, endless);
    const reading = await read(server.url);
    expect(reading?.isCut).toBe(true);
    expect(reading?.lines.length).toBeLessThan(LOG_BOUNDS.lines);
  });

  test('is without the key, where the machine has written it', async () => {
    await using server = await startScriptedServer(told, log(`key ${KEY} end\n${KEY}`));
    expect(await read(server.url)).toMatchObject({ lines: ['key [redacted] end'], unfinished: '[redacted]' });
  });
});

describe('a log that grows', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });

  test('is joined where the most of both agrees', () => {
    fc.assert(
      fc.property(lines, lines, (before, now) => {
        const fits = (count: number) => before.slice(before.length - count).join() === now.slice(0, count).join();
        const counts = Array.from({ length: Math.min(before.length, now.length) + 1 }, (_, count) => count);
        expect(overlapOf(before, now)).toBe(Math.max(...counts.filter((count) => count === 0 || fits(count))));
      }),
    );
  });

  test('has every line once, and says where some may be missing', () => {
    expect(newLines(['a', 'b', 'c'], ['b', 'c', 'd'])).toEqual(['d']);
    expect(newLines([], ['a'])).toEqual(['a']);
    expect(newLines(['a'], [])).toEqual([]);
    expect(newLines(['a', 'b'], ['c', 'd'])).toEqual([GAP, 'c', 'd']);
    const before = ['a', 'b'];
    expect(grownLog(before, ['a', 'b']).lines).toBe(before);
    const long = Array.from({ length: LOG_BOUNDS.lines }, (_, index) => `${index}`);
    expect(grownLog(long, [`${LOG_BOUNDS.lines - 1}`, 'x', 'y'])).toMatchObject({ gone: 2 });
  });

  test('takes little work where all lines are alike but for the last', () => {
    const alike = Array.from({ length: 5000 }, () => 'w'.repeat(400));
    expect(workOf(() => void overlapOf([...alike, 'end'], alike.slice(0, 1000)))).toBeLessThan(500);
  });
});

describe('gpudeck logs', () => {
  test('prints the last lines, as text', async () => {
    await using server = await startScriptedServer(told, log('one\n\u001B[2Jtwo\nhalf'));
    expect(await gpudeck(['logs', '5', '--tail', '20'], at(server))).toEqual({
      code: 0,
      out: 'one\ntwo\nhalf\n',
      errors: '',
    });
    expect(server.requests[0]?.body).toBe('{"tail":"20"}');
  });

  test('follows: each line once, one request in 5 s, until the service refuses', async () => {
    const gone = json(404, { success: false, error: 'not_found', msg: 'you have no instance 5' });
    const answers = ['a\nb\nc\n', 'a\nb\nc\nd', 'b\nc\nd\ne\n', 'x\ny\n'].flatMap((text) => [told, notYet, log(text)]);
    await using server = await startScriptedServer(...answers, gone);
    const time = clock();
    const { code, out, errors } = await gpudeck(['logs', '5', '--tail', '2', '--follow'], {
      ...at(server),
      clock: time,
    });
    expect(out).toBe('b\nc\nd\ne\nx\ny\n');
    expect(errors).toContain('gpudeck logs: some lines may be missing here\n');
    expect(errors).toContain('you have no instance 5');
    expect(code).toBe(1);
    expect(time.now() - NOON).toBe(4 * 5000);
  });

  test('says that a service gives no logs', async () => {
    await using server = await startScriptedServer(json(405, { success: false, error: 'no', msg: 'no' }));
    const { code, out, errors } = await gpudeck(['logs', '5'], at(server));
    expect({ code, out, errors }).toEqual({
      code: 1,
      out: '',
      errors: 'gpudeck logs: this service gives no logs of instances\n',
    });
  });

  test.each([['0'], ['5', '--tail', '0'], ['5', '--tail', '6000'], ['x']])('refuses %j', async (...args) => {
    expect((await gpudeck(['logs', ...args], at({ url: 'http://127.0.0.1:1' }))).code).toBe(2);
  });
});
