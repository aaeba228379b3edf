/** What `gpudeck record` tells Prometheus, and how it lives through bad days. */
import { EventEmitter } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { createClockJumps } from '../src/cli/commands/record/hear.ts';
import { openMetricsText } from '../src/cli/commands/record/open-metrics.ts';
import { folderInMemory, startTestService } from './support/local-service.ts';
import { manualClock } from './support/manual-clock.ts';
import { at, gpudeck } from './support/one-shot.ts';
import { readOpenMetrics } from './support/open-metrics.ts';
import { json, type ScriptedReply, startScriptedServer } from './support/scripted-server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** 2026-11-22T10:00:00Z. */
const START_MS = Date.UTC(2026, 10, 22, 10);

const offers = (...rows: readonly object[]) => json(200, { offers: rows });

const NAMES = { odd: 'RTX "4090"\\x\nTi' };

const ROWS = [
  { id: 1, machine_id: 7, host_id: 9, gpu_name: 'A100', num_gpus: 1, dph_total: 0.4, rented: true },
  { id: 2, machine_id: 7, host_id: 9, gpu_name: 'A100', num_gpus: 2, dph_total: 1.2 },
  { id: 3, machine_id: 8, host_id: 9, gpu_name: NAMES.odd, num_gpus: 1, dph_total: 0.5 },
];

type Hand = { readonly stop: () => void; readonly clock: ReturnType<typeof manualClock> };

/** What a test does while a recorder runs: at each message, and each time that it waits for the next round. */
type Steps = {
  readonly said?: (text: string, hand: Hand) => void;
  readonly waits?: (hand: Hand, count: number) => void;
  readonly environment?: Readonly<Record<string, string>>;
};

/** Runs a recorder; while it waits between rounds, nothing passes but what the test lets pass. */
const recording = (url: string, args: readonly string[], { said, waits, environment }: Steps) => {
  const signals = new EventEmitter();
  const clock = manualClock(START_MS);
  const hand = { stop: () => void signals.emit('SIGTERM'), clock };
  let waitCount = 0;
  const after: typeof clock.after = (delayMs, run) => {
    const cancel = clock.after(delayMs, run);
    // A turn of the pacing.
    if (delayMs <= 3000) setImmediate(() => clock.elapse(delayMs));
    if (delayMs >= 9 * MINUTE_MS && delayMs < Number.POSITIVE_INFINITY) setImmediate(() => waits?.(hand, ++waitCount));
    return cancel;
  };
  return gpudeck(['record', '--every', '10m', ...args], {
    environment: { ...at({ url }).environment, ...environment },
    clock: { ...clock, after },
    signals,
    onMessage: (text) => said?.(text, hand),
  });
};

const history = () => `sqlite:${join(folderInMemory(), 'history.db')}`;

/** The replies are given in order; the recorder ends after the last of them. */
const recordThrough = async (
  replies: readonly ScriptedReply[],
  between: (round: number, clock: ReturnType<typeof manualClock>) => void,
  file = history(),
) => {
  await using server = await startScriptedServer(...replies);
  return await recording(server.url, ['--history', file], {
    waits: ({ stop, clock }, round) => {
      if (round >= replies.length) return stop();
      between(round, clock);
      clock.elapse(10 * MINUTE_MS);
    },
  });
};

describe('figures for Prometheus', () => {
  test('are read by a strict reader, tell of market, own machines and refusals, and of no secret', async () => {
    await using server = await startScriptedServer(json(501, {}), ...Array.from({ length: 3 }, () => offers(...ROWS)));
    let text = '';
    let address = '';
    const { errors } = await recording(server.url, ['--metrics', '0', '--history', history()], {
      environment: { GPUDECK_USER_ID: '9', GPUDECK_API_KEY: 'sk-secret-key' },
      said: (said) => {
        address ||= /http:\S+/.exec(said)?.[0] ?? '';
      },
      waits: async ({ stop, clock }, round) => {
        if (round === 1) return clock.elapse(10 * MINUTE_MS);
        clock.elapse(2500);
        const reply = await fetch(address);
        expect(reply.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
        text = await reply.text();
        stop();
      },
    });
    const families = readOpenMetrics(text);
    const figureOf = (name: string, labels: object = {}) =>
      families.get(name)?.samples.find((sample) => JSON.stringify(sample.labels) === JSON.stringify(labels))?.value;
    expect(figureOf('gpudeck_offers', { type: 'ondemand', gpu_name: 'A100' })).toBe(2);
    expect(figureOf('gpudeck_offers', { type: 'ondemand', gpu_name: 'RTX "4090"\\x Ti' })).toBe(1);
    expect(figureOf('gpudeck_gpu_price_median_dollars_per_hour', { type: 'ondemand', gpu_name: 'A100' })).toBe(0.5);
    expect(figureOf('gpudeck_own_machines_listed', { host_id: '9' })).toBe(2);
    expect(figureOf('gpudeck_own_machines_rented', { host_id: '9' })).toBe(1);
    expect(figureOf('gpudeck_last_answer_offers', { type: 'ondemand' })).toBe(3);
    expect(figureOf('gpudeck_last_answer_whole', { type: 'ondemand' })).toBe(1);
    expect(figureOf('gpudeck_own_machines_whole', { host_id: '9' })).toBe(1);
    expect(figureOf('gpudeck_last_answer_age_seconds', { type: 'ondemand' })).toBe(4.5);
    expect(figureOf('gpudeck_refusals', { kind: 'refused' })).toBe(1);
    expect(figureOf('gpudeck_refusals', { kind: 'timed-out' })).toBe(0);
    expect(figureOf('gpudeck_rounds', { type: 'ondemand', result: 'recorded' })).toBe(1);
    expect(figureOf('gpudeck_rounds', { type: 'ondemand', result: 'failed' })).toBe(1);
    expect(figureOf('gpudeck_received_bytes')).toBeGreaterThan(100);
    expect(families.get('gpudeck_last_answer_age_seconds')).toMatchObject({ kind: 'gauge', unit: 'seconds' });
    expect(text + errors).not.toContain('sk-secret');
    await expect(fetch(address)).rejects.toThrow();
  });

  test('tell of the machines that the service lists, whoever the user is', async () => {
    const machines = [
      { id: 1, listed: true, gpu_occupancy: 'D x', gpu_name: 'A100', listed_gpu_cost: 0.5 },
      { id: 2, listed: true, gpu_occupancy: 'xx' },
      { id: 3, listed: false, gpu_occupancy: 'I' },
    ];
    const other = { id: 2, machine_id: 7, host_id: 9, gpu_name: 'A100', num_gpus: 2, dph_base: 0.8, dph_total: 0.8 };
    await using server = await startScriptedServer(offers(), offers(other));
    server.offer('machines/?owner=me', json(200, { machines }));
    let address = '';
    let text = '';
    await recording(server.url, ['--metrics', '0', '--history', history()], {
      said: (said) => {
        address ||= /http:\S+/.exec(said)?.[0] ?? '';
      },
      waits: async ({ stop }) => {
        text = await (await fetch(address)).text();
        stop();
      },
    });
    expect(text).toContain('\ngpudeck_own_machines_listed 2\n');
    expect(text).toContain('\ngpudeck_own_machines_rented 2\n');
    expect(text).toContain('\ngpudeck_own_machines_whole 1\n');
    expect(text).toContain('\ngpudeck_machine_gpus{machine_id="1",gpu_name="A100",kind="on_demand"} 1\n');
    expect(text).toContain('\ngpudeck_machine_market_rank{machine_id="1"} 2\n');
    expect(text).not.toContain('gpudeck_machine_market_rank{machine_id="2"}');
  });

  test('are asked for where the user is known, without figures too, and kept', async () => {
    const file = history();
    await using server = await startScriptedServer(offers(), offers());
    const machine = { id: 1, listed_gpu_cost: 0.4, gpu_occupancy: 'D x' };
    server.offer('machines/?owner=me', json(200, { machines: [machine] }));
    const kept = async (environment: Readonly<Record<string, string>>) => {
      await recording(server.url, ['--history', file], { environment, waits: ({ stop }) => stop() });
      const { out } = await gpudeck(['history', 'machine', '1', '--json', '--history', file], at(server));
      return JSON.parse(out).map((it: Record<string, unknown>) => [it.type, it.dph_total, it.rentable]);
    };
    expect(await kept({})).toEqual([]);
    expect(await kept({ GPUDECK_USER_ID: '9' })).toEqual([
      ['machines', 0.4, false],
      ['machines', 0.4, true],
    ]);
  });

  test.each([
    ['the service cuts it', json(200, { offers: ROWS, truncated: true }), [], 3],
    ['a row cannot be read', json(200, { offers: [...ROWS, 7] }), [], 3],
    ['no more were asked for', offers(...ROWS), ['--limit', '3'], 3],
  ])('say how much of an answer was seen, and that it is not whole, where %s', async (_, answer, args, seen) => {
    await using server = await startScriptedServer(answer);
    server.offer('machines/?owner=me', json(200, { machines: [{ id: 1, listed: true }], truncated: true }));
    let address = '';
    let text = '';
    const { errors } = await recording(server.url, ['--metrics', '0', '--history', history(), ...args], {
      said: (said) => {
        address ||= /http:\S+/.exec(said)?.[0] ?? '';
      },
      waits: async ({ stop }) => {
        text = await (await fetch(address)).text();
        stop();
      },
    });
    expect(text).toContain(`\ngpudeck_last_answer_offers{type="ondemand"} ${seen}\n`);
    expect(text).toContain('\ngpudeck_last_answer_whole{type="ondemand"} 0\n');
    expect(text).toContain('\ngpudeck_own_machines_whole 0\n');
    expect(errors).toContain('(not all there are)');
  });

  test('are given on this machine only, by its own names, to readers only', async () => {
    await using server = await startScriptedServer(offers());
    let checked: Promise<unknown> | undefined;
    let address = '';
    await recording(server.url, ['--metrics', '0', '--history', history()], {
      said: (said) => {
        address ||= /http:\S+/.exec(said)?.[0] ?? '';
      },
      waits: ({ stop }) => {
        const { port } = new URL(address);
        const statusOf = (path: string, options: object = {}) =>
          new Promise((resolve, reject) => {
            httpRequest({ host: '127.0.0.1', port, path, ...options }, ({ statusCode }) => resolve(statusCode))
              .once('error', reject)
              .end();
          });
        const outside = Object.values(networkInterfaces()).flatMap((list = []) =>
          list.filter(({ internal }) => !internal),
        );
        const isReached = (host: string) =>
          new Promise((resolve) => {
            const socket = connect({ host, port: Number(port), timeout: 1000 });
            socket
              .once('connect', () => resolve(true))
              .once('error', () => resolve(false))
              .once('timeout', () => resolve(false));
            socket.once('connect', () => socket.destroy());
          });
        checked = Promise.all([
          statusOf('/metrics'),
          statusOf('/metrics', { headers: { host: `rebound.example:${port}` } }),
          statusOf('/metrics', { headers: { origin: 'http://page.example' } }),
          statusOf('/metrics', { method: 'POST' }),
          statusOf('/'),
          Promise.all([...outside.map(({ address: host }) => host), '::1', '127.0.0.2'].map(isReached)),
        ]).finally(stop);
      },
    });
    const [own, rebound, page, posted, elsewhere, reached] = (await checked) as readonly unknown[];
    expect([own, rebound, page, posted, elsewhere]).toEqual([200, 403, 403, 405, 404]);
    expect(reached).not.toContain(true);
  });

  test('say what to do where the port is taken, and nothing is asked for', async () => {
    await using server = await startScriptedServer();
    const { port } = new URL(server.url);
    const { code, errors } = await gpudeck(['record', '--metrics', port], at(server));
    expect([code, errors]).toEqual([
      1,
      `gpudeck: port ${port} of 127.0.0.1 is in use: choose another with --metrics, or any free one with --metrics 0\n`,
    ]);
  });

  test('stand for any text that a label can hold', () => {
    const odd = 'a\\n"b"\n\\\\{},=';
    const text = openMetricsText([
      {
        name: 'x_seconds',
        kind: 'gauge',
        unit: 'seconds',
        help: odd,
        samples: [{ labels: { a: odd, b: '' }, value: 0.1 }],
      },
      { name: 'empty', kind: 'counter', help: 'Nothing.', samples: [] },
    ]);
    expect([...readOpenMetrics(text)]).toEqual([
      [
        'x_seconds',
        {
          kind: 'gauge',
          unit: 'seconds',
          help: odd,
          samples: [{ name: 'x_seconds', labels: { a: odd, b: '' }, value: 0.1 }],
        },
      ],
    ]);
  });
});

describe('a quota of rows', () => {
  test('that is used up stops recording until the hour that the service names, which is said once', async () => {
    const clock = { now: () => START_MS };
    const service = await startTestService({ rowsADay: 50, clock });
    const seen: string[] = [];
    const { code } = await recording(service.url, ['--history', history()], {
      environment: { GPUDECK_API_KEY: service.apiKey },
      said: (text) => void seen.push(text),
      waits: ({ clock: passing, stop }, round) => {
        if (round < 4) return passing.elapse(10 * MINUTE_MS);
        // It waits on, and ends at once all the same.
        passing.elapse(13 * HOUR_MS);
        stop();
      },
    });
    expect(code).toBe(0);
    expect(seen.filter((text) => text.includes('offers,'))).toHaveLength(3);
    expect(seen.at(-1)).toBe(
      'gpudeck: the service gives this key no more rows today (search_quota_exceeded): nothing is recorded until 2026-11-23 00:30:00 UTC\n',
    );
  });

  test('is no reason to ask again within a minute: one answer ends with what to do', async () => {
    await using server = await startScriptedServer(
      json(429, { error: 'search_quota_exceeded', msg: 'enough' }, { 'retry-after': '9' }),
    );
    const { code, errors } = await gpudeck(['record', '--once', '--history', history()], at(server));
    expect([code, errors]).toEqual([4, expect.stringContaining('gives this key no more rows today: enough')]);
    expect(errors).toContain('Try again in 9 hours.');
  });

  test('is asked again once its time is over', async () => {
    const used = json(429, { error: 'search_quota_exceeded', msg: 'enough' }, { 'retry-after': '2' });
    await using server = await startScriptedServer(used, offers(...ROWS));
    const { errors } = await recording(server.url, ['--history', history()], {
      waits: ({ clock, stop }, round) => (round === 1 ? clock.elapse(2 * HOUR_MS) : stop()),
    });
    expect(errors).toContain(
      'nothing is recorded until 2026-11-22 12:00:00 UTC\n2026-11-22 12:00:00 UTC  ondemand  3 offers',
    );
  });
});

describe('a bad day', () => {
  const dated = (epochMs: number): ScriptedReply =>
    json(200, { offers: ROWS }, { date: new Date(epochMs).toUTCString() });

  test('a clock that is set back or forward is said once, and nothing is recorded at the wrong time', async () => {
    for (const [setMs, words] of [
      [-HOUR_MS, 'back by some 60 minutes'],
      [24 * HOUR_MS, 'forward by some 24 hours'],
    ] as const) {
      const replies = [0, 1, 2, 3].map((round) => dated(START_MS + round * 10 * MINUTE_MS));
      const { errors } = await recordThrough(replies, (round, clock) => {
        if (round === 1) clock.set(setMs);
        if (round === 3) clock.set(-setMs);
      });
      expect(errors.match(new RegExp(`was set ${words}`, 'g'))).toHaveLength(1);
      expect(errors.match(/3 offers, not recorded/g)).toHaveLength(2);
      expect(errors).toMatch(
        /gpudeck: answers are recorded again\n2026-11-22 10:30:00 UTC {2}ondemand {2}3 offers, 0 new or changed, 0 /,
      );
    }
  });

  test('a machine that slept, or whose clock was put right, goes on', () => {
    const slept = createClockJumps();
    expect(slept({ nowMs: 0, ticksMs: 0, serviceMs: 500 })).toBe(0);
    expect(slept({ nowMs: 9 * HOUR_MS, ticksMs: MINUTE_MS, serviceMs: 9 * HOUR_MS })).toBe(0);
    const mended = createClockJumps();
    mended({ nowMs: 0, ticksMs: 0, serviceMs: START_MS });
    expect(mended({ nowMs: START_MS + 1, ticksMs: 1, serviceMs: START_MS })).toBe(0);
    const mute = createClockJumps();
    mute({ nowMs: START_MS, ticksMs: 0, serviceMs: undefined });
    expect(mute({ nowMs: START_MS + HOUR_MS, ticksMs: 1, serviceMs: undefined })).toBe(0);
    expect(mute({ nowMs: START_MS, ticksMs: 2, serviceMs: undefined })).toBe(-1 - HOUR_MS);
  });

  test('an answer that fails with a fault of the service is asked for again at once', async () => {
    await using server = await startScriptedServer(json(500, {}), offers(...ROWS));
    const { errors } = await recording(server.url, ['--history', history()], { waits: ({ stop }) => stop() });
    expect(errors).toMatch(/the service failed \(500\); waiting [\d.]+ s before try 2 of 3\n/);
    expect(errors).toContain('3 offers, 3 new or changed');
    expect(server.requests).toHaveLength(2);
  });

  test('what a cut answer lacks is not gone: the history says that nobody knows', async () => {
    const file = history();
    const cut = json(200, { offers: ROWS.slice(0, 1), truncated: true });
    await using server = await startScriptedServer(offers(...ROWS), cut, offers(...ROWS), offers(...ROWS.slice(0, 1)));
    await recording(server.url, ['--history', file], {
      waits: ({ stop, clock }, round) => (round >= 4 ? stop() : clock.elapse(10 * MINUTE_MS)),
    });
    const { out } = await gpudeck(['history', 'offer', '2', '--history', file, '--json'], at(server));
    expect(JSON.parse(out)).toMatchObject([
      { from: '2026-11-22T10:00:00.000Z', to: '2026-11-22T10:10:00.000Z', ended: 'unseen' },
      { from: '2026-11-22T10:20:00.000Z', to: '2026-11-22T10:30:00.000Z', ended: 'absent' },
    ]);
  });

  test('rows that cannot be read, and an answer that breaks off, claim no absence', async () => {
    const file = history();
    const { errors } = await recordThrough(
      [offers(...ROWS), json(200, { offers: [ROWS[0], 7] }), offers(...ROWS)],
      () => {},
      file,
    );
    expect(errors).toContain('(not all there are), 0 new or changed, 2 changed or not among them');
    using database = new DatabaseSync(file.slice('sqlite:'.length));
    const endings = database.prepare('SELECT ending FROM intervals WHERE until_ms IS NOT NULL').all();
    expect(endings.map(({ ending }) => ending)).toEqual([2, 2]);
  });

  test('a history that is full, or damaged, is said once, and that it is written again', async () => {
    const file = history();
    const path = file.slice('sqlite:'.length);
    const many = (count: number) =>
      offers(...Array.from({ length: count }, (_, id) => ({ ...ROWS[0], id, geolocation: `${id}` })));
    // Another program holds it: the lock lasts as long as this connection.
    const { errors } = await recordThrough(
      [many(2), many(3), many(4), many(5)],
      (round) => {
        const database = new DatabaseSync(path);
        if (round === 1)
          database.exec("CREATE TRIGGER full BEFORE INSERT ON rounds BEGIN SELECT RAISE(ABORT, 'no room'); END");
        if (round === 3) database.exec('DROP TRIGGER full');
        database.close();
      },
      file,
    );
    expect(errors.match(/the history could not be written: no room\. Make sure/g)).toHaveLength(1);
    expect(errors).toMatch(
      /No answer is recorded until then\.\ngpudeck: answers are recorded again\n2026-11-22 10:30:00 UTC {2}ondemand {2}5 offers, 3 new/,
    );
  });
});
