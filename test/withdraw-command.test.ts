/** Withdrawing windows from a script: the windows first, exact requests, journal, exit codes. */
import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { call, startTestService, temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import {
  cutOff,
  hangUp,
  json,
  raw,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.ts';

const NOW_EPOCH_MS = Date.UTC(2026, 10, 22, 12);

const windows = json(
  200,
  [8207, 8208].map((machine, place) => ({
    id: place + 1,
    machine_id: machine,
    start_time: 1_796_090_400,
    end_time: 1_796_097_600,
    cancelled_at: null,
  })),
);
const yes = json(200, { success: true, machine_id: 8207, msg: '1 maintenance window withdrawn' });

/** A server that lists the two windows, and gives `replies` to what else it is asked. */
const startLister = async (...replies: readonly ScriptedReply[]): Promise<ScriptedServer> => {
  const server = await startScriptedServer(...replies);
  server.offer('maintenances?owner=me', windows);
  return server;
};

/** `gpudeck withdraw` on `server` with its journal in `folder`, on a clock that never makes a test wait. */
const withdraw = (
  server: Pick<ScriptedServer, 'url'>,
  args: readonly string[],
  { folder = temporaryFolder(), ...world }: Parameters<typeof gpudeck>[1] & { readonly folder?: string } = {},
) =>
  gpudeck(['withdraw', ...args, '--config', folder], {
    environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key' },
    clock: impatientClock(NOW_EPOCH_MS, TIME_LIMITS_MS),
    ...world,
  });

const outcomesOf = (out: string): readonly unknown[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => [JSON.parse(line).machine_id, JSON.parse(line).outcome]);

const writesOf = ({ requests }: ScriptedServer) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

describe('before anything is sent', () => {
  test('a dry run reads the windows, and prints the exact calls', async () => {
    await using server = await startLister();
    const { code, out, errors } = await withdraw(server, ['8207,8208', '--dry-run']);
    expect({ code, out }).toEqual({
      code: 0,
      out: [8207, 8208]
        .map(
          (id) =>
            `{"method":"PUT","path":"/api/v0/machines/${id}/cancel_maint/","body":{"client_id":"me","machine_id":${id}}}\n`,
        )
        .join(''),
    });
    expect(errors).toMatch(/8207: 1 window\n.* {2}2026-12-01 02:00, 2 h\n/);
    expect(errors).toContain('For each of them: all of your windows on the machine are withdrawn');
    expect(writesOf(server)).toEqual([]);
  });

  test('the number of machines is asked for, and another answer sends nothing', async () => {
    await using server = await startLister(yes, yes);
    const asked: string[] = [];
    const answer = (text: string) => async (question: string) => {
      asked.push(question);
      return text;
    };
    const wrong = await withdraw(server, ['8207', '8208'], { ask: answer('8207') });
    expect([wrong.code, writesOf(server)]).toEqual([2, []]);
    const right = await withdraw(server, ['8207', '8208'], { ask: answer('2') });
    expect(asked).toEqual(Array.from({ length: 2 }, () => 'Type the number of machines, 2, to withdraw: '));
    expect([right.code, outcomesOf(right.out)]).toEqual([
      0,
      [
        [8207, 'accepted'],
        [8208, 'accepted'],
      ],
    ]);
    expect(writesOf(server)).toEqual([
      ['PUT', '/api/v0/machines/8207/cancel_maint/', '{"client_id":"me","machine_id":8207}'],
      ['PUT', '/api/v0/machines/8208/cancel_maint/', '{"client_id":"me","machine_id":8208}'],
    ]);
  });

  test.each([
    ['lacks the list', json(404, { detail: 'Not Found' }), 'This service has no such call'],
    ['cannot give it', raw(400, 'text/html', '<h1>No</h1>'), 'list the announced windows'],
  ])('of a service that %s nothing is withdrawn', async (_, reply, told) => {
    await using server = await startScriptedServer();
    server.offer('maintenances?owner=me', reply);
    const { code, errors } = await withdraw(server, ['8207', '--yes']);
    expect(code).not.toBe(0);
    expect(errors).toContain(told);
    expect(writesOf(server)).toEqual([]);
  });

  test('for a machine without windows nothing is asked or sent, and the others go on', async () => {
    await using server = await startLister(hangUp, yes, yes);
    const folder = temporaryFolder();
    const dry = await withdraw(server, ['99999999', '--dry-run'], { folder });
    expect([dry.code, dry.out]).toEqual([0, '']);
    expect(dry.errors).toContain('99999999: no window to withdraw');
    expect(dry.errors).toContain('There is nothing to withdraw.');
    expect(dry.errors).not.toContain('All of your windows');
    const alone = await withdraw(server, ['99999999'], { folder });
    expect([alone.code, outcomesOf(alone.out)]).toEqual([0, [[99999999, 'nothing_to_withdraw']]]);
    expect(writesOf(server)).toEqual([]);
    // What was sent without an answer, and is listed no more, was carried out.
    expect((await withdraw(server, ['8208', '--yes'], { folder })).code).toBe(6);
    const first = { id: 1, machine_id: 8207, start_time: 1_796_090_400, end_time: 1_796_097_600, cancelled_at: null };
    server.offer('maintenances?owner=me', json(200, [first]));
    const both = await withdraw(server, ['8208', '8207'], { folder, ask: async () => '8207' });
    const ends = { 8208: 'nothing_to_withdraw', 8207: 'accepted' };
    expect([both.code, outcomesOf(both.out)]).toEqual([0, [8208, 8207].map((id) => [id, ends[id as 8207]])]);
    server.offer('maintenances?owner=me', windows);
    expect((await withdraw(server, ['8208', '--yes'], { folder })).code).toBe(0);
  });

  test('a list that is not whole does not say that there is nothing to withdraw', async () => {
    await using server = await startScriptedServer(yes);
    server.offer('maintenances?owner=me', json(200, ['?']));
    const { code, out, errors } = await withdraw(server, ['8207', '--yes']);
    expect([code, outcomesOf(out)]).toEqual([0, [[8207, 'accepted']]]);
    expect(errors).toContain('8207: no window in what the service gave');
  });

  test('a read-only profile and a machine that is no id are refused', async () => {
    await using server = await startLister();
    expect((await withdraw(server, ['8207', '--yes', '--read-only'])).code).toBe(2);
    expect((await withdraw(server, ['mine', '--yes'])).code).toBe(2);
    expect(server.requests).toEqual([]);
  });
});

describe('a lost answer', () => {
  test('is an outcome unknown: nothing more is sent, and no later run sends it again until it is told to', async () => {
    await using server = await startLister(hangUp, yes);
    const folder = temporaryFolder();
    const first = await withdraw(server, ['8207', '8208', '--yes'], { folder });
    expect([first.code, outcomesOf(first.out)]).toEqual([
      6,
      [
        [8207, 'unknown'],
        [8208, 'not_sent'],
      ],
    ]);
    const second = await withdraw(server, ['8207', '--yes'], { folder });
    expect([second.code, outcomesOf(second.out)]).toEqual([6, [[8207, 'sent_before']]]);
    expect(second.out).toContain('outcome unknown');
    expect(writesOf(server)).toHaveLength(1);
    const told = await withdraw(server, ['8207', '--yes', '--again'], { folder });
    expect([told.code, outcomesOf(told.out)]).toEqual([0, [[8207, 'accepted']]]);
    expect(writesOf(server)).toHaveLength(2);
  });

  test.each([
    ['is cut off', cutOff(200, '{"success": tr'), 'unknown'],
    ['is no JSON', raw(200, 'text/html', '<h1>Done</h1>'), 'unknown'],
    ['has another shape', json(200, [1]), 'unknown'],
    ['is that of a gateway', raw(504, 'text/html', '<h1>Gateway Timeout</h1>'), 'unknown'],
    ['is a failure of the service', json(500, { detail: 'Internal Server Error' }), 'unknown'],
    ['is a no', json(400, { success: false, error: 'invalid_args', msg: 'no' }), 'refused'],
    ['is that there is no such call', json(405, { detail: 'Method Not Allowed' }), 'refused'],
  ] as const)('that %s: sent once, told as it is, and a later run knows of it', async (_, reply, outcome) => {
    await using server = await startLister(reply, yes);
    const folder = temporaryFolder();
    const first = await withdraw(server, ['8207', '--yes'], { folder });
    expect(outcomesOf(first.out)).toEqual([[8207, outcome]]);
    expect(writesOf(server)).toHaveLength(1);
    const later = await withdraw(server, ['8207', '--yes'], { folder });
    expect(outcomesOf(later.out)).toEqual([[8207, outcome === 'unknown' ? 'sent_before' : 'accepted']]);
    expect(writesOf(server)).toHaveLength(outcome === 'unknown' ? 1 : 2);
  });

  test('a machine that the service refuses says nothing of the others', async () => {
    const no = json(403, { success: false, error: 'not_your_machine', msg: 'machine 8207 belongs to another host' });
    await using server = await startLister(no, yes);
    const { code, out } = await withdraw(server, ['8207', '8208', '--yes']);
    expect(code).not.toBe(0);
    expect(outcomesOf(out)).toEqual([
      [8207, 'refused'],
      [8208, 'accepted'],
    ]);
  });
});

test.each([
  { machines: ['99', '8207'], lines: 0, puts: 0 },
  { machines: ['8207', '99', '8208'], lines: 1, puts: 1 },
])('where line $lines of $machines cannot be written, nothing more is sent', async ({ machines, lines, puts }) => {
  await using server = await startLister(yes, yes);
  let written = 0;
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done(written++ < lines ? null : full) });
  await withdraw(server, [...machines, '--yes'], { stdout }).catch(() => undefined);
  expect(writesOf(server)).toHaveLength(puts);
});

test('a host: machines read, windows announced for three of them, seen on the service, and withdrawn', async () => {
  const service = await startTestService();
  const world = {
    environment: { GPUDECK_BASE_URL: service.url, GPUDECK_API_KEY: service.apiKey },
    clock: impatientClock(NOW_EPOCH_MS, TIME_LIMITS_MS),
  };
  const folder = temporaryFolder();
  const run = (...args: string[]) => gpudeck([...args, '--config', folder], world);
  const listed = async (what: string) => JSON.parse((await run('list', what, '--json')).out) as { id: number }[];
  const ids = (await listed('machines')).slice(0, 3).map(({ id }) => id);
  const plan = ['--start', '2026-12-01T02:00:00Z', '--hours', '2', '--category', 'disk', '--yes'];
  expect((await run('schedule', '--machine', ids.join(','), ...plan)).code).toBe(0);
  expect(await listed('windows')).toMatchObject(ids.map((machine_id) => ({ machine_id, cancelled_at: null })));
  const withdrawn = await run('withdraw', ...ids.map(String), '--yes');
  expect(outcomesOf(withdrawn.out)).toEqual(ids.map((id) => [id, 'accepted']));
  expect(await listed('windows')).toMatchObject(ids.map(() => ({ cancelled_at: expect.any(Number) })));
  const { body } = await call(service, 'GET', '/api/v0/machines/maintenances', { key: service.apiKey });
  expect(body).toHaveLength(3);
});

describe('a service that has no time', () => {
  const tooSoon = json(429, { detail: 'API requests too frequent endpoint threshold=1.0' });

  test('is told so, and nothing more is sent', async () => {
    await using server = await startLister(tooSoon, yes);
    const { code, out } = await withdraw(server, ['8207', '8208', '--yes']);
    expect(code).toBe(4);
    expect(outcomesOf(out)).toEqual([
      [8207, 'refused'],
      [8208, 'not_sent'],
    ]);
    expect(writesOf(server)).toHaveLength(1);
  });

  test('and an interrupt meanwhile: nothing more is sent', async () => {
    const signals = new EventEmitter();
    const busy: ScriptedReply = (response, request) => {
      signals.emit('SIGINT');
      tooSoon(response, request);
    };
    await using server = await startLister(busy, yes, yes);
    const { code, out, errors } = await withdraw(server, ['8207', '8208', '--yes'], { signals });
    expect(code).not.toBe(0);
    expect(outcomesOf(out)).not.toContainEqual([8208, 'accepted']);
    expect(errors).toContain('stopping: nothing more will be sent');
    expect(writesOf(server)).toHaveLength(1);
  });
});
