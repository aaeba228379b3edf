/**
 * What a host gets from `gpudeck listen`, and what its bad days cost.
 *
 * @module-tag service
 */
import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { type Clock, systemClock } from '../src/base/clock.ts';
import { call, folderInMemory, startTestService } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';

const SECRET = 'whsec_Wn4kT8zR1';

const NOW_S = Math.floor(Date.now() / 1000);

const bodyOf = (eventId: string, more: object = {}) =>
  JSON.stringify({
    event_id: eventId,
    user_id: 9,
    notif_type: 'host:machine_offline',
    subject: 'Machine 8207',
    ...more,
  });

/** Signed as the service does it, written here by hand. */
const signed = (body: string, { secret = SECRET, timestamp = NOW_S, id = JSON.parse(body).event_id } = {}) => ({
  'X-Market-Event-Id': String(id),
  'X-Market-Delivery-Attempt': '1',
  'X-Market-Timestamp': String(timestamp),
  'X-Market-Signature-256': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
});

const post = async (url: string, body: string, headers: Record<string, string> = signed(body)) => {
  const reply = await fetch(url, { method: 'POST', body, headers });
  return [reply.status, (await reply.text()).trim()] as const;
};

/** A folder with a secret, and a listener in it that can be started again and again. */
const createHome = () => {
  const folder = folderInMemory();
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, `${SECRET}\n`, { mode: 0o600 });
  const listen = async (
    args: readonly string[] = [],
    clock: Clock = systemClock,
    secret = secretFile,
    stdout?: Writable,
  ) => {
    const signals = new EventEmitter();
    const said: string[] = [];
    const { promise: heard, resolve } = Promise.withResolvers<string>();
    const ended = gpudeck(
      ['listen', '--port', '0', '--secret-file', secret, '--history', `sqlite:${join(folder, 'history.db')}`, ...args],
      {
        environment: {
          GPUDECK_BASE_URL: 'http://127.0.0.1:9',
          GPUDECK_API_KEY: 'sk',
          PGPASSWORD: 'p',
          PATH: process.env.PATH ?? '',
        },
        clock,
        signals,
        ...(stdout && { stdout }),
        onMessage: (text) => {
          said.push(text);
          const url = /listening at (\S+)/.exec(text)?.[1];
          if (url !== undefined) resolve(url);
        },
      },
    );
    void ended.then(({ errors }) => resolve(errors));
    const stop = () => {
      signals.emit('SIGTERM');
      return ended;
    };
    return { url: await heard, said, ended, stop };
  };
  return { folder, secretFile, listen };
};

describe('a delivery', () => {
  test('is handed to a command until that has ended well once, also over a restart, and kept', async () => {
    const { folder, listen } = createHome();
    const fails = join(folder, 'fails');
    const script = `cd '${folder}'; cat >>input; echo >>input; env >environment; if [ -e fails ]; then echo no page; exit 3; fi`;
    const command = ['--exec', 'sh', '--', '-c', script];
    writeFileSync(fails, '');
    const first = await listen(command);
    expect(await post(first.url, bodyOf('e1'))).toEqual([503, 'the command ended with 3: no page']);
    await first.stop();

    const second = await listen(['--json', ...command]);
    await import('node:fs/promises').then(({ rm }) => rm(fails));
    expect(await post(second.url, bodyOf('e1'))).toEqual([200, 'done']);
    expect(await post(second.url, bodyOf('e1'))).toEqual([200, 'repeat']);
    const { out, code } = await second.stop();
    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({
        event_id: 'e1',
        type: 'host:machine_offline',
        subject: 'Machine 8207',
        attempt: 1,
        outcome: 'done',
      }),
      expect.objectContaining({ event_id: 'e1', outcome: 'repeat' }),
    ]);

    const third = await listen(command);
    expect(await post(third.url, bodyOf('e1'))).toEqual([200, 'repeat']);
    expect(await post(third.url, bodyOf('e'))).toEqual([200, 'done']);
    expect((await third.stop()).out).toMatch(
      /^\d\d:\d\d:\d\d {2}host:machine_offline {2}Machine 8207 {2}try 1 {2}repeat\n.*done\n$/,
    );
    expect(readFileSync(join(folder, 'input'), 'utf8')).toBe(
      `${[bodyOf('e1'), bodyOf('e1'), bodyOf('e')].join('\n')}\n`,
    );
    using database = new DatabaseSync(join(folder, 'history.db'));
    const kept = database.prepare('SELECT service, kind, id, body FROM events ORDER BY number').all();
    expect(kept.map(({ body, ...event }) => ({ ...event, ...JSON.parse(String(body)) }))).toMatchObject([
      {
        service: 'http://localhost:9',
        kind: 'delivery',
        id: 'e1',
        what: 'Machine 8207',
        outcome: 'signed; command done',
      },
      { id: 'e', type: 'host:machine_offline', event: { user_id: 9 } },
    ]);
    expect(readFileSync(join(folder, 'environment'), 'utf8')).not.toMatch(/GPUDECK_|PGPASSWORD|whsec/);
  });

  test('that nobody signed with the secret, that was changed, or that is old or odd, is refused and never handed on', async () => {
    const { folder, listen } = createHome();
    const { url, said, stop } = await listen(['--exec', 'touch', join(folder, 'ran')]);
    const body = bodyOf('e1');
    const statusOf = async (text: string, headers: Record<string, string>) => (await post(url, text, headers))[0];
    expect(await statusOf(body, signed(body, { secret: 'another' }))).toBe(401);
    expect(await statusOf(`${body} `, signed(body))).toBe(401);
    const { 'X-Market-Signature-256': signature } = signed(body);
    for (const odd of [
      `${signature}zz`,
      `${signature}00`,
      `${signature} , x`,
      `sha256=${signature}`,
      signature.slice(7),
    ])
      expect(await statusOf(body, { ...signed(body), 'X-Market-Signature-256': odd })).toBe(401);
    expect(await statusOf(body, { ...signed(body), 'X-Market-Timestamp': String(NOW_S + 1) })).toBe(401);
    expect(await statusOf(body, signed(body, { timestamp: NOW_S - 400 }))).toBe(401);
    expect(await statusOf(body, signed(body, { timestamp: NOW_S + 400 }))).toBe(401);
    expect(await statusOf(body, signed(body, { timestamp: 1e300 }))).toBe(401);
    expect(await statusOf(body, signed(body, { id: 'e2' }))).toBe(400);
    expect(await statusOf(body, { ...signed(body), 'X-Other-Timestamp': '1' })).toBe(400);
    expect(await statusOf(body, {})).toBe(400);
    for (const odd of [
      '',
      '[]',
      'null',
      '{}',
      '{"event_id":""}',
      '\u0000',
      `{"event_id":${JSON.stringify('x'.repeat(300))}}`,
    ])
      expect(await statusOf(odd, signed(odd, { id: 'e1' }))).toBe(400);
    expect((await fetch(url)).status).toBe(405);
    expect(said.filter((text) => text.includes('refused (401)'))).toHaveLength(1);
    expect((await stop()).out).toBe('');
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  test('of ten megabytes is refused before it is sent, and when its size was not said', async () => {
    const { url, stop } = await createHome().listen();
    const early = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(url, { method: 'POST', headers: { 'content-length': 10_000_000 } });
      sending.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject);
      sending.flushHeaders();
    });
    expect(early).toBe(413);
    const piece = Buffer.alloc(100_000, ' ');
    const chunked = await new Promise<number | undefined>((resolve, reject) => {
      const sending = request(url, { method: 'POST' });
      sending.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject);
      for (let count = 0; count < 100; count++) sending.write(piece);
    });
    expect(chunked).toBe(413);
    await stop();
  });

  test('comes a hundred times a second: each is done once', async () => {
    const { url, stop } = await createHome().listen();
    const bodies = Array.from({ length: 150 }, (_, place) => bodyOf(`e${place % 100}`));
    const replies = await Promise.all(bodies.map((body) => post(url, body)));
    expect(new Set(replies.map(([status]) => status))).toEqual(new Set([200]));
    const { out } = await stop();
    expect(out.match(/ {2}done\n/g)?.length).toBeGreaterThanOrEqual(100);
  });

  test('whose command hangs is refused in time, and the command ends with its children', async () => {
    const { folder, listen } = createHome();
    const hurried: Clock = { ...systemClock, after: (delayMs, run) => systemClock.after(delayMs / 20, run) };
    const script = `sleep 1000 & echo $! >'${join(folder, 'child')}'; trap '' TERM; wait; wait`;
    const { url, stop } = await listen(['--exec', 'sh', '--', '-c', script], hurried);
    expect(await post(url, bodyOf('e1'))).toEqual([503, expect.stringContaining('had not ended within 8 s')]);
    await stop();
    const child = Number(readFileSync(join(folder, 'child'), 'utf8'));
    expect(() => process.kill(child, 0)).toThrow('ESRCH');
  });

  test('is answered although the listener is told to end while its command runs', async () => {
    const { folder, listen } = createHome();
    const go = join(folder, 'go');
    const script = `echo >'${join(folder, 'begun')}'; while [ ! -e '${go}' ]; do sleep 0.01; done`;
    const { url, stop } = await listen(['--exec', 'sh', '--', '-c', script]);
    const reply = post(url, bodyOf('e1'));
    const isBegun = async (): Promise<void> => {
      if (existsSync(join(folder, 'begun'))) return;
      await fetch(url);
      return isBegun();
    };
    await isBegun();
    const ended = stop();
    writeFileSync(go, '');
    expect(await reply).toEqual([200, 'done']);
    expect((await ended).code).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });
});

test('what the local service sends is understood', async () => {
  const { folder, secretFile, listen } = createHome();
  const probe = await listen();
  const { url } = probe;
  await probe.stop();
  const service = await startTestService({ clock: systemClock });
  const post = (path: string, body: object) =>
    call(service, 'POST', `/api/v0/webhooks${path}`, { key: service.apiKey, body });
  const created = await post('', { name: 'ops', webhook_url: url, event_types: ['host:machine_offline'] });
  const { webhook } = created.body as { readonly webhook: { readonly id: number; readonly webhook_secret: string } };
  writeFileSync(secretFile, webhook.webhook_secret);
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const stdout = new Writable({
    write: (chunk, _encoding, done) => {
      if (String(chunk).includes('webhook_test')) resolve();
      done();
    },
  });
  const listener = await listen(
    ['--port', new URL(url).port, '--exec', 'tee', join(folder, 'event')],
    systemClock,
    secretFile,
    stdout,
  );
  expect((await post(`/${webhook.id}/test`, {})).status).toBe(200);
  await arrived;
  await listener.stop();
  expect(JSON.parse(readFileSync(join(folder, 'event'), 'utf8'))).toMatchObject({ notif_type: 'webhook_test' });
});

describe('a listener', () => {
  test('keeps to a secret that only its user can read, and to a port of its own', async () => {
    const { secretFile, listen } = createHome();
    const { url, stop } = await listen();
    const second = await listen(['--port', new URL(url).port]);
    expect(second.url).toContain('is in use: choose another with --port, or any free one with --port 0');
    expect((await second.ended).code).toBe(1);
    await stop();
    chmodSync(secretFile, 0o644);
    const open = await (await listen()).ended;
    expect([open.code, open.errors]).toEqual([3, expect.stringContaining('Other users can read the secret file')]);
    const missing = await (await listen([], systemClock, `${secretFile}.not`)).ended;
    expect([missing.code, missing.errors]).toEqual([
      3,
      expect.stringContaining('there is no such file. Write the secret'),
    ]);
  });

  test.each([
    ['page-nobody', 'There is no program page-nobody in the folders of PATH'],
    ['/', 'There is no program /'],
    ['./page-nobody', 'There is no program ./page-nobody'],
    [import.meta.filename, 'may not be run: make it executable with chmod +x'],
  ])('is not begun where its program %s could not be run', async (program, words) => {
    const { listen } = createHome();
    const { code, errors } = await (await listen(['--exec', program])).ended;
    expect([code, errors]).toEqual([2, expect.stringContaining(words)]);
  });
});
