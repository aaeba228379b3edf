/** Announcing maintenance from a script: checks, exact requests, journal, exit codes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { temporaryFolder } from './support/local-service.ts';
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

const NOW_EPOCH_MS = Date.UTC(2026, 10, 21, 12);

const WINDOW = ['--start', '2026-12-01T02:00Z', '--hours', '90m', '--category', 'disk', '--reason', 'swap the NVMe'];

const BODY = {
  sdate: '2026-12-01T02:00:00Z',
  duration: 1.5,
  maintenance_reason: 'swap the NVMe',
  maintenance_category: 'disk',
};

const sent = (count: number): ScriptedReply => json(200, { success: true, you_sent: `${count} notifications sent` });

/** `gpudeck schedule` on `server` with its journal in `folder`, on a clock that never makes a test wait. */
const schedule = (
  server: Pick<ScriptedServer, 'url'>,
  folder: string,
  args: readonly string[],
  world: Parameters<typeof gpudeck>[1] = {},
) =>
  gpudeck(['schedule', '--config', folder, ...args], {
    environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key' },
    clock: impatientClock(NOW_EPOCH_MS, TIME_LIMITS_MS),
    ...world,
  });

const linesOf = (out: string): Record<string, unknown>[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a key that is given as a part of the reason is refused before anything is sent, and not kept', async () => {
  await using server = await startScriptedServer(sent(1));
  const folder = temporaryFolder();
  const key = 'sk-Qx7hJ2mV9_b0tail';
  const environment = { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: key };
  const args = ['--machine', '8207', ...WINDOW, '--reason', `swap, ${key}`, '--yes'];
  const { code, out } = await schedule(server, folder, args, { environment });
  expect([code, out]).toEqual([1, expect.stringContaining('The reason holds the API key or a secret')]);
  expect(server.requests).toHaveLength(0);
  expect(readFileSync(join(folder, 'state', 'journal.db'), 'latin1')).not.toContain('hJ2mV9');
});

describe('announcing', () => {
  test('each machine gets exactly the published call, one after the other, and a line of JSON with its receipt', async () => {
    await using server = await startScriptedServer(sent(3), sent(0));
    const { code, out } = await schedule(server, temporaryFolder(), ['--machine', '8207,8208', ...WINDOW, '--yes']);
    expect(server.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PUT', '/api/v0/machines/8207/dnotify', JSON.stringify(BODY)],
      ['PUT', '/api/v0/machines/8208/dnotify', JSON.stringify(BODY)],
    ]);
    expect(code).toBe(0);
    expect(linesOf(out)).toEqual([
      {
        machine_id: 8207,
        outcome: 'announced',
        you_sent: '3 notifications sent',
        notifications: 3,
        at: expect.stringMatching(/^2026-11-21T12:00:/),
        body: BODY,
      },
      {
        machine_id: 8208,
        outcome: 'announced',
        you_sent: '0 notifications sent',
        notifications: 0,
        at: expect.stringMatching(/^2026-11-21T12:00:/),
        body: BODY,
      },
    ]);
  });

  test('two calls are 2.5 seconds apart, the published threshold', async () => {
    const clock = impatientClock(NOW_EPOCH_MS, TIME_LIMITS_MS);
    const sentAtMs: number[] = [];
    const noting: ScriptedReply = (response, request) => {
      sentAtMs.push(clock.now());
      sent(1)(response, request);
    };
    await using server = await startScriptedServer(noting, noting, noting);
    await schedule(server, temporaryFolder(), ['--machine', '1 2 3', ...WINDOW, '--yes'], { clock });
    const [first = 0, second = 0, third = 0] = sentAtMs;
    expect(second - first).toBeGreaterThanOrEqual(2500);
    expect(third - second).toBeGreaterThanOrEqual(2500);
  });

  test('on a terminal the receipts are a calm table', async () => {
    await using server = await startScriptedServer(
      sent(3),
      json(404, { success: false, error: 'no_such_machine', msg: 'there is no machine 9' }),
    );
    const { out } = await schedule(server, temporaryFolder(), ['--machine', '8207,9', ...WINDOW, '--yes'], {
      columns: 80,
    });
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^8207 {7}announced {9}2026-11-21 12:00 {2}3 notifications sent$/),
      expect.stringMatching(/^9 {10}not announced {5}2026-11-21 12:00 {2}The service refused: there is no machine 9/),
      '',
    ]);
  });

  test("text of the service cannot move the terminal's cursor", async () => {
    const evil = json(200, { success: true, you_sent: '1 notifications sent\u001b[2J\u009b5A\nroot' });
    await using server = await startScriptedServer(evil, evil);
    const table = await schedule(server, temporaryFolder(), ['--machine', '1', ...WINDOW, '--yes'], { columns: 80 });
    expect(table.out).toMatch(/1 notifications sent root\n$/);
    const lines = await schedule(server, temporaryFolder(), ['--machine', '1', ...WINDOW, '--yes']);
    expect(lines.out).not.toMatch(/[\u001b\u009b]/);
  });
});

describe('consent', () => {
  test('a dry run prints the calls and sends nothing', async () => {
    await using server = await startScriptedServer();
    const { code, out } = await schedule(server, temporaryFolder(), ['--machine', '8207,8208', ...WINDOW, '--dry-run']);
    expect(code).toBe(0);
    expect(linesOf(out)).toEqual([
      { method: 'PUT', path: '/api/v0/machines/8207/dnotify', body: BODY },
      { method: 'PUT', path: '/api/v0/machines/8208/dnotify', body: BODY },
    ]);
    expect(server.requests).toEqual([]);
  });

  test('without --yes, where nobody can be asked, nothing is sent', async () => {
    await using server = await startScriptedServer();
    const { code, out, errors } = await schedule(server, temporaryFolder(), ['--machine', '8207', ...WINDOW]);
    expect({ code, out, requests: server.requests.length }).toEqual({ code: 2, out: '', requests: 0 });
    expect(errors).toContain('Nothing was sent: there is no terminal to ask for confirmation. Add --yes to send');
  });

  test("a person is shown the plan and asked for one machine's id, for the number of several", async () => {
    await using server = await startScriptedServer(sent(1), sent(1), sent(1));
    const questions: string[] = [];
    const answering = (answer: string) => ({
      ask: async (question: string) => {
        questions.push(question);
        return answer;
      },
    });
    const folder = temporaryFolder();
    const wrong = await schedule(server, folder, ['--machine', '8207', ...WINDOW], answering('y'));
    expect({ code: wrong.code, requests: server.requests.length }).toEqual({ code: 2, requests: 0 });
    expect(wrong.errors).toContain('gpudeck withdraw takes back all of your windows on a machine');
    expect(wrong.errors.match(/Nothing was sent/g)).toHaveLength(1);
    expect(wrong.errors).toContain(`send PUT /api/v0/machines/8207/dnotify ${JSON.stringify(BODY)}\n`);
    await schedule(server, folder, ['--machine', '8207', ...WINDOW], answering('8207'));
    await schedule(server, folder, ['--machine', '1,2', ...WINDOW], answering(' 2 '));
    expect(server.requests).toHaveLength(3);
    expect(questions).toEqual([
      "Type the machine's id, 8207, to announce: ",
      "Type the machine's id, 8207, to announce: ",
      'Type the number of machines, 2, to announce: ',
    ]);
  });

  test('--read-only sends nothing, whatever else is given, and says why', async () => {
    await using server = await startScriptedServer();
    const { code, errors } = await schedule(server, temporaryFolder(), [
      '--read-only',
      '--machine',
      '1',
      ...WINDOW,
      '--yes',
    ]);
    expect({ code, requests: server.requests.length }).toEqual({ code: 2, requests: 0 });
    expect(errors).toContain('--read-only');
  });
});

describe('who is hit', () => {
  const MACHINES = [
    { id: 8207, num_gpus: 8, current_rentals_running: 2, current_rentals_resident: 3 },
    { id: 8208, num_gpus: 1, current_rentals_running: 0, current_rentals_resident: 0 },
    { id: 8209, num_gpus: 1 },
  ];
  const told = (errors: string) =>
    errors.split('\n').filter((line) => /: machine \d|Hit:|Who is on|in your list/.test(line));

  test('is said of each machine and in all before it is confirmed, by a dry run too; what is not in the list is flagged', async () => {
    await using server = await startScriptedServer(sent(1));
    server.offer('machines/?owner=me', json(200, { success: true, machines: MACHINES }));
    const asked = ['--machine', '8207,8208,9', ...WINDOW];
    const dry = await schedule(server, temporaryFolder(), [...asked, '--dry-run']);
    expect(told(dry.errors)).toEqual([
      'gpudeck schedule: machine 8207: 2 instances running, 1 stopped',
      'gpudeck schedule: machine 8208: nothing running',
      'gpudeck schedule: machine 9: not in your list',
      'gpudeck schedule: Hit: 2 instances running, 1 stopped on 2 of them. 1 of these 3 machines is not in your list: the service will refuse it.',
    ]);
    expect({ code: dry.code, requests: server.requests }).toEqual({ code: 0, requests: [] });
    let before = '';
    let errors = '';
    const ask = async () => {
      before = errors;
      return 'no';
    };
    const asking = await schedule(server, temporaryFolder(), asked, {
      ask,
      onMessage: (text) => {
        errors += text;
      },
    });
    expect(told(before)).toEqual(told(dry.errors));
    expect(asking.code).toBe(2);
    const { errors: one } = await schedule(server, temporaryFolder(), ['--machine', '8207', ...WINDOW, '--yes']);
    expect(told(one).at(-1)).toBe('gpudeck schedule: Hit: 2 instances running, 1 stopped on this machine.');
  });

  test('is not known where the list does not say, is cut or cannot be had, and the window is announced all the same', async () => {
    await using server = await startScriptedServer(sent(1), sent(1), sent(1));
    const asked = (...ids: readonly number[]) => ['--machine', ids.join(','), ...WINDOW, '--yes'];
    const lacking = await schedule(server, temporaryFolder(), asked(8209));
    expect(told(lacking.errors)).toEqual([
      expect.stringContaining('Who is on the machines is not known here: This service has no such call'),
    ]);
    server.offer('machines/?owner=me', json(200, { success: true, machines: [...MACHINES, 7] }));
    const cut = await schedule(server, temporaryFolder(), asked(8209, 9));
    expect(told(cut.errors)).toEqual(['gpudeck schedule: Who is on 2 of these 2 machines is not known here.']);
    expect([lacking.code, cut.code, server.requests.length]).toEqual([0, 0, 3]);
    const keyless = await schedule(server, temporaryFolder(), [...asked(8209).slice(0, -1), '--dry-run'], {
      environment: { GPUDECK_BASE_URL: server.url },
    });
    expect({ code: keyless.code, told: told(keyless.errors) }).toEqual({
      code: 0,
      told: ['gpudeck schedule: Who is on the machines is not known here: there is no key to ask the service with.'],
    });
  });
});

describe('what cannot be meant is refused before anything is sent', () => {
  test.each([
    [['--machine', '8207,x', ...WINDOW], '"x" is not a machine id'],
    [['--machine', '8207', '--start', 'tomorrow', '--hours', '2', '--category', 'disk'], 'At what time?'],
    [['--machine', '8207', '--start', '2020-01-01T00:00Z', '--hours', '2', '--category', 'disk'], 'in the past'],
    [['--machine', '8207', '--start', '+36h', '--hours', '0', '--category', 'disk'], 'longer than zero'],
    [
      ['--machine', '8207', '--start', '+36h', '--hours', '2', '--category', 'fun'],
      'power, internet, disk, gpu, software, other',
    ],
    [['--machine', '8207', '--start', '+36h', '--hours', '2'], '--category'],
    [['--machine', '8207', ...WINDOW, '--dry-run'], "option '--dry-run' cannot be used with option '--yes'"],
  ])('%j', async (args, message) => {
    await using server = await startScriptedServer();
    const { code, errors } = await schedule(server, temporaryFolder(), [...args, '--yes']);
    expect({ code, requests: server.requests.length }).toEqual({ code: 2, requests: 0 });
    expect(errors).toContain(message);
  });
});

describe('nothing is sent twice by itself', () => {
  test('a lost answer is an outcome unknown, stops the queue, and is not sent again by the next run', async () => {
    await using server = await startScriptedServer(sent(1), hangUp);
    const folder = temporaryFolder();
    const first = await schedule(server, folder, ['--machine', '1,2,3', ...WINDOW, '--yes']);
    expect(first.code).toBe(6);
    expect(linesOf(first.out).map(({ machine_id, outcome }) => [machine_id, outcome])).toEqual([
      [1, 'announced'],
      [2, 'unknown'],
      [3, 'not_sent'],
    ]);
    server.script(sent(1));
    const second = await schedule(server, folder, ['--machine', '1,2,3', ...WINDOW, '--yes']);
    expect(linesOf(second.out).map(({ machine_id, outcome }) => [machine_id, outcome])).toEqual([
      [1, 'announced_before'],
      [2, 'unknown_before'],
      [3, 'not_sent'],
    ]);
    expect(second.code).toBe(6);
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/api/v0/machines/1/dnotify',
      '/api/v0/machines/2/dnotify',
    ]);
    server.script(sent(1));
    const third = await schedule(server, folder, ['--machine', '2,3', ...WINDOW, '--yes', '--again']);
    expect(linesOf(third.out).map(({ outcome }) => outcome)).toEqual(['announced', 'announced']);
  });

  test('the same window again is done already; another window for the machine is sent', async () => {
    await using server = await startScriptedServer(sent(1), sent(1));
    const folder = temporaryFolder();
    await schedule(server, folder, ['--machine', '1', ...WINDOW, '--yes']);
    const again = await schedule(server, folder, ['--machine', '1', ...WINDOW, '--yes']);
    expect({ code: again.code, requests: server.requests.length }).toEqual({ code: 0, requests: 1 });
    expect(again.errors).toContain('machine 1: the same window was sent 2026-11-21 12:00: 1 notification sent');
    const longer = ['--machine', '1', '--start', '2026-12-01T02:00Z', '--hours', '2', '--category', 'disk', '--yes'];
    const other = await schedule(server, folder, longer);
    expect({ code: other.code, requests: server.requests.length }).toEqual({ code: 0, requests: 2 });
    expect(other.errors).toContain('machine 1: a window at that time was sent');
  });

  test('a rate-limit refusal was not accepted and is sent again when its time has come', async () => {
    const tooSoon = json(429, { detail: 'API requests too frequent endpoint threshold=2.5' });
    await using server = await startScriptedServer(tooSoon, tooSoon, sent(2));
    const { code, out } = await schedule(server, temporaryFolder(), ['--machine', '1', ...WINDOW, '--yes']);
    expect(code).toBe(0);
    expect(linesOf(out)).toMatchObject([{ outcome: 'announced', notifications: 2 }]);
    expect(server.requests).toHaveLength(3);
  });

  test.each([
    [200, 'text/plain', 'too many requests'],
    [201, 'application/json', '{"message":"Too many requests"}'],
    [200, 'application/json', '{"detail":"API requests too frequent endpoint threshold=2.5"}'],
    [500, 'text/html', '<h1>429 Too Many Requests</h1>'],
    [502, 'application/json', '{"detail":"API requests too frequent endpoint threshold=2.5"}'],
    [504, 'application/json', '{"error":"too many requests"}'],
  ])(
    'status %i that merely speaks of too many requests (%s) is an outcome unknown, and is not sent again',
    async (status, type, body) => {
      const reply = raw(status, type, body);
      await using server = await startScriptedServer(reply, reply, reply);
      const { out } = await schedule(server, temporaryFolder(), ['--machine', '1', ...WINDOW, '--yes']);
      expect(linesOf(out)).toMatchObject([{ outcome: 'unknown' }]);
      expect(server.requests).toHaveLength(1);
    },
  );

  test('each wait after a refusal is at least twice the one before, is said with its length, and ends within a minute', async () => {
    const tooSoon = json(429, { detail: 'API requests too frequent endpoint threshold=2.5' });
    const clock = impatientClock(NOW_EPOCH_MS, TIME_LIMITS_MS);
    const sentAtMs: number[] = [];
    const noting: ScriptedReply = (response, request) => {
      sentAtMs.push(clock.ticks());
      tooSoon(response, request);
    };
    await using server = await startScriptedServer(...Array.from({ length: 30 }, () => noting));
    const { code, errors } = await schedule(server, temporaryFolder(), ['--machine', '1', ...WINDOW, '--yes'], {
      clock,
    });
    expect(code).toBe(4);
    const waits = sentAtMs.slice(1).map((atMs, place) => atMs - (sentAtMs[place] ?? 0));
    expect(waits).toHaveLength(4);
    for (const [place, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(2 * (waits[place - 1] ?? 1250));
    expect((sentAtMs.at(-1) ?? 0) - (sentAtMs[0] ?? 0)).toBeLessThanOrEqual(60_000);
    expect(errors.split('\n').filter((line) => line.includes('before try'))).toEqual([
      'gpudeck schedule: machine 1: the service was called too soon and announced nothing; waiting 2.8 s before try 2',
      'gpudeck schedule: machine 1: the service was called too soon and announced nothing; waiting 6.3 s before try 3',
      'gpudeck schedule: machine 1: the service was called too soon and announced nothing; waiting 14.2 s before try 4',
      'gpudeck schedule: machine 1: the service was called too soon and announced nothing; waiting 32.0 s before try 5',
    ]);
  });

  test.each([3_600_000, -3_600_000])(
    'a time of day that jumps by %i ms while it waits changes no wait',
    async (jumpMs) => {
      const tooSoon = json(429, { detail: 'API requests too frequent endpoint threshold=2.5' });
      const clock = impatientClock(NOW_EPOCH_MS, TIME_LIMITS_MS);
      const jumping: ScriptedReply = (response, request) => {
        clock.set(jumpMs);
        tooSoon(response, request);
      };
      await using server = await startScriptedServer(jumping, sent(1), sent(1));
      const { code } = await schedule(server, temporaryFolder(), ['--machine', '1,2', ...WINDOW, '--yes'], { clock });
      expect({ code, requests: server.requests.length }).toEqual({ code: 0, requests: 3 });
      expect(clock.ticks()).toBeLessThan(7000);
    },
  );

  test('five at once announce a window once, however each writes the address: the others say that it was announced', async () => {
    await using server = await startScriptedServer(...Array.from({ length: 5 }, () => sent(1)));
    const folder = temporaryFolder();
    const { port } = new URL(server.url);
    const addresses = ['localhost', '127.1', '127.0.0.1', 'LOCALHOST', '127.0.0.1'].map(
      (host) => `http://${host}:${port}`,
    );
    const runs = await Promise.all(
      [...addresses.slice(0, 4), ` ${addresses[4]}/./\n`].map((url) =>
        schedule({ url }, folder, ['--machine', '8207', ...WINDOW, '--yes']),
      ),
    );
    expect(server.requests).toHaveLength(1);
    const outcomes = runs.flatMap(({ out }) => linesOf(out).map(({ outcome }) => outcome));
    expect(outcomes.filter((outcome) => outcome === 'announced')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'unknown_before' || outcome === 'announced_before')).toHaveLength(
      4,
    );
    for (const { code, out } of runs) expect(code).toBe(/unknown_before/.test(out) ? 6 : 0);
    const late = runs.filter(({ errors }) =>
      errors.includes('another gpudeck announced it first, so this one sent nothing'),
    );
    expect(late.length).toBeGreaterThan(0);
  });

  test('of two that are sent one after the other, each machine is announced by one', async () => {
    await using server = await startScriptedServer(...Array.from({ length: 6 }, () => sent(1)));
    const folder = temporaryFolder();
    const machines = ['--machine', '1,2,3', ...WINDOW, '--yes'];
    const later: ScriptedReply = (response, request) => {
      second ??= schedule(server, folder, machines);
      sent(1)(response, request);
    };
    let second: ReturnType<typeof schedule> | undefined;
    server.script(later);
    await schedule(server, folder, machines);
    await second;
    expect(server.requests.map(({ path }) => path).sort()).toEqual(
      [1, 2, 3].map((machineId) => `/api/v0/machines/${machineId}/dnotify`),
    );
  });

  test('an announcement is found behind thousands of younger ones', async () => {
    await using server = await startScriptedServer(sent(1), sent(1));
    const folder = temporaryFolder();
    await schedule(server, folder, ['--machine', '1', ...WINDOW, '--yes']);
    const journal = new DatabaseSync(join(folder, 'state', 'journal.db'));
    journal.exec(`
      WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 3000)
      INSERT INTO announcements (profile, service, session, machine_id, starts_at, ends_at, duration_hours, body, sent_at_ms, state)
      SELECT profile, service, session, 1000 + n, starts_at, ends_at, duration_hours, body, sent_at_ms, state
      FROM announcements, counted`);
    journal.close();
    const again = await schedule(server, folder, ['--machine', '1', ...WINDOW, '--yes']);
    expect(linesOf(again.out)).toMatchObject([{ outcome: 'announced_before' }]);
    expect(server.requests).toHaveLength(1);
  });

  test('a service that stays too busy for a minute is exit code 4, and nothing was announced', async () => {
    const busy = json(429, { detail: 'API requests too frequent' }, { 'retry-after': '45' });
    await using server = await startScriptedServer(busy, busy, busy);
    const { code, out } = await schedule(server, temporaryFolder(), ['--machine', '1', ...WINDOW, '--yes']);
    expect(code).toBe(4);
    expect(linesOf(out)).toMatchObject([{ outcome: 'not_announced' }]);
    expect(server.requests).toHaveLength(2);
  });
});

describe('exit codes and bad answers', () => {
  test.each([
    ['a rejected key', json(401, { success: false, error: 'auth_error', msg: 'invalid API key' }), 3, 'not_announced'],
    [
      'a key without the permission',
      json(403, { success: false, error: 'permission_denied', msg: 'no' }),
      1,
      'not_announced',
    ],
    [
      'a body that is not understood',
      json(422, { success: false, error: 'bad', msg: 'sdate is odd' }),
      1,
      'not_announced',
    ],
    ['a no with status 200', json(200, { success: false, error: 'refused', msg: 'not yours' }), 1, 'not_announced'],
    [
      "a failure in the service's own words",
      json(500, { success: false, error: 'internal', msg: 'oops' }),
      6,
      'unknown',
    ],
    ["a proxy's error page", raw(502, 'text/html', '<html><h1>Bad gateway</h1></html>'), 6, 'unknown'],
    ['an empty answer', raw(200, 'application/json', ''), 6, 'unknown'],
    ['an answer cut short', raw(200, 'application/json', '{"success":true,"you_se'), 6, 'unknown'],
    ['an answer that never says success', json(200, { you_sent: '3 notifications sent' }), 6, 'unknown'],
    ['a connection cut in the middle of the answer', cutOff(200, '{"success":'), 6, 'unknown'],
    ['a connection cut before the answer', hangUp, 6, 'unknown'],
  ] as const)('%s', async (_name, reply, expectedCode, outcome) => {
    await using server = await startScriptedServer(reply);
    const { code, out } = await schedule(server, temporaryFolder(), ['--machine', '1', ...WINDOW, '--yes']);
    expect(linesOf(out)).toMatchObject([{ machine_id: 1, outcome }]);
    expect(code).toBe(expectedCode);
  });

  test('no service at all is exit code 5, and nothing was announced', async () => {
    const server = await startScriptedServer();
    await server[Symbol.asyncDispose]();
    const { code, out } = await schedule(server, temporaryFolder(), ['--machine', '1', ...WINDOW, '--yes']);
    expect(code).toBe(5);
    expect(linesOf(out)).toMatchObject([
      { outcome: 'not_announced', reason: expect.stringContaining('Nothing was sent') },
    ]);
  });

  test('without a journal nothing is sent, because a lost answer could not be told from one never asked for', async () => {
    await using server = await startScriptedServer();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'state'), 'a file where a folder should be');
    const { code, errors } = await schedule(server, folder, ['--machine', '1', ...WINDOW, '--yes']);
    expect({ code, requests: server.requests.length }).toEqual({ code: 1, requests: 0 });
    expect(errors).toContain(`The journal ${join(folder, 'state', 'journal.db')} cannot be used`);
  });

  test('the key is in neither journal nor output, whatever the service says', async () => {
    const key = 'gd_key_0123456789abcdef';
    await using server = await startScriptedServer(
      json(200, { success: true, you_sent: `2 notifications sent with ${key}` }),
      json(401, { success: false, error: 'x', msg: `who is ${key}?` }),
    );
    const folder = temporaryFolder();
    const environment = { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: key };
    const { out, errors } = await schedule(server, folder, ['--machine', '1,2', ...WINDOW, '--yes'], { environment });
    const journal = readFileSync(join(folder, 'state', 'journal.db'), 'latin1');
    expect(journal).toContain('2 notifications sent with [redacted]');
    expect(journal).toContain('who is [redacted]?');
    expect(journal + out + errors).not.toContain(key);
  });
});

describe('machines that a filter chooses', () => {
  const machine = (id: number, gpu_name: string, geolocation: string) => ({
    id,
    gpu_name,
    geolocation,
    num_gpus: 4,
    reliability2: 0.99,
  });
  const machines = json(200, {
    machines: [
      machine(11, 'RTX 4090', 'Texas, US'),
      machine(12, 'RTX 4090', 'Paris, FR'),
      machine(13, 'H100 SXM', 'Ohio, US'),
    ],
  });
  const run = (server: ScriptedServer, ...choice: readonly string[]) =>
    schedule(server, temporaryFolder(), [...choice.flatMap((one) => ['--machine', one]), ...WINDOW, '--dry-run']);
  const paths = (out: string) => linesOf(out).map(({ path }) => path);

  test.each([
    [['gpu_name=RTX_4090 geolocation=US'], [11]],
    [['host_id=me'], [11, 12, 13]],
    [['machine_id=mine reliability>98% !verified', '13'], undefined],
    [
      ['12', 'gpu_name~h100'],
      [12, 13],
    ],
  ])('are those of the own list: %s', async (choice, ids) => {
    await using server = await startScriptedServer();
    server.offer('machines/?owner=me', machines);
    const { code, out, errors } = await run(server, ...choice);
    if (ids === undefined) {
      expect([code, out]).toEqual([1, '']);
      expect(errors).toContain('gpudeck schedule: none of your 3 machines matches: 3 would match without !verified.');
      return;
    }
    expect(code).toBe(0);
    expect(paths(out)).toEqual(ids.map((id) => `/api/v0/machines/${id}/dnotify`));
  });

  test.each([
    ['h100', 'A text in the rows does not choose what is paid for: write gpu_name in [H100_SXM, H100_NVL, H100_PCIE]'],
    ['foo=3', 'The service has no filter "foo"'],
    ['dph_total<1', "no machine's dph_total is listed: write clauses on machine_id, num_gpus, gpu_name"],
    ['"texas" num_gpus=4', '"texas" says nothing of a machine: write clauses on'],
  ])('are not looked for with a mistake: %s', async (filter, said) => {
    await using server = await startScriptedServer();
    const { code, errors } = await run(server, filter);
    expect({ code, sent: [...server.requests, ...server.optionalRequests] }).toEqual({ code: 2, sent: [] });
    expect(errors).toContain(said);
  });
});
