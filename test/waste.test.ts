/** What is paid for and of no use: what instances were seen doing, what of that is waste, and the command that tells it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Instance, Volume } from '../src/catalogue/values.ts';
import { createGpuSamples, lookedAt, type SeenById } from '../src/money/gpu-samples.ts';
import { wasteOf, wasteTotal, wasteWords } from '../src/money/waste.ts';
import { findPlaces, gpuSamplesFile } from '../src/storage/files/places.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const NOON = Date.UTC(2026, 10, 22, 12);
const MINUTE = 60_000;

const running = (id: number, gpuPercent: number | null, more: Instance = {}): Instance => ({
  id,
  actual_status: 'running',
  intended_status: 'running',
  gpu_util: gpuPercent,
  start_date: 1_795_000_000,
  dph_total: 0.5,
  storage_total_cost: 0.01,
  ...more,
});
const resting = (id: number, status: string, more: Instance = {}): Instance =>
  running(id, null, { actual_status: status, intended_status: 'stopped', ...more });

/** What is known after looks at these minutes after noon. */
const watched = (looks: readonly (readonly [minute: number, ...instances: Instance[]])[]): SeenById =>
  looks.reduce<SeenById>(
    (seen, [minute, ...instances]) => lookedAt(seen, instances, NOON + minute * MINUTE),
    new Map(),
  );

const kindsOf = (found: readonly { readonly kind: string; readonly id: number }[]) =>
  found.map(({ kind, id }) => `${kind} ${id}`);

describe('what was seen of an instance', () => {
  test('is the last unbroken row of looks, with the longest time between two of them', () => {
    const seen = watched([
      [0, running(5, 90)],
      [10, running(5, 4.9)],
      [15, running(5, 0)],
      [40, running(5, 1)],
    ]);
    expect(seen.get(5)).toEqual({
      id: 5,
      startS: 1_795_000_000,
      state: 'quiet',
      sinceMs: NOON + 10 * MINUTE,
      lastMs: NOON + 40 * MINUTE,
      looks: 3,
      longestGapMs: 25 * MINUTE,
    });
  });

  test('begins anew for another instance with its id, and where the clock was set back', () => {
    expect(
      watched([
        [0, running(5, 0)],
        [60, running(5, 0, { start_date: 1_795_003_000 })],
      ]).get(5)?.looks,
    ).toBe(1);
    expect(
      watched([
        [60, running(5, 0)],
        [0, running(5, 0)],
      ]).get(5)?.sinceMs,
    ).toBe(NOON);
  });

  test('stays for two weeks where a list does not have it, as that of another key', () => {
    const day = 24 * 60;
    expect(
      [
        ...watched([
          [0, running(5, 0)],
          [13 * day, running(6, 0)],
        ]).keys(),
      ].sort(),
    ).toEqual([5, 6]);
    expect([
      ...watched([
        [0, running(5, 0)],
        [14 * day, running(6, 0)],
      ]).keys(),
    ]).toEqual([6]);
  });

  test('is there again in another run, apart from what other services have, and a file of another kind is written anew', async () => {
    const file = join(temporaryFolder(), 'gpu-samples.json');
    const [one, other] = [createGpuSamples(file), createGpuSamples(file)];
    one.note('https://a', [running(5, 0)], NOON);
    one.note('https://b', [running(5, 80)], NOON);
    expect(one.of('https://a').get(5)?.state).toBe('quiet');
    await one.settled();
    other.note('https://a', [running(5, 0)], NOON + MINUTE);
    await other.settled();
    expect(one.of('https://a').get(5)?.looks).toBe(2);
    expect(one.of('https://b').get(5)?.state).toBe('busy');

    writeFileSync(file, '{"format":7}');
    const third = createGpuSamples(file);
    expect(third.of('https://a').size).toBe(0);
    third.note('https://a', [running(5, 0)], NOON);
    await third.settled();
    expect(createGpuSamples(file).of('https://a').get(5)?.looks).toBe(1);
  });

  test('keeps the file within what is read of it, whatever the number of instances', async () => {
    const file = join(temporaryFolder(), 'gpu-samples.json');
    const samples = createGpuSamples(file);
    const many = Array.from({ length: 2000 }, (_, place) => running(30_000_000 + place, 0));
    samples.note('https://a', many, NOON);
    await samples.settled();
    expect(readFileSync(file).length).toBeLessThan(64 * 1024);
    expect(createGpuSamples(file).of('https://a').size).toBe(400);
  });
});

describe('what is wasted', () => {
  const now = NOON + 60 * MINUTE;
  const volume = (id: number, more: Volume = {}): Volume => ({ id, storage_total_cost: 0.002, ...more });

  test('is idle for an hour as far as it was watched, rests and is charged, is lost, or hangs on nothing; the dearest comes first', () => {
    const instances = [
      running(1, 0),
      running(2, 90),
      running(3, 0),
      resting(4, 'stopped'),
      resting(5, 'exited', { storage_total_cost: 0.03 }),
      resting(6, 'stopped', { storage_total_cost: 0 }),
      resting(7, 'exited', { is_bid: true, storage_total_cost: 0.02 }),
      running(8, null, { actual_status: 'loading' }),
    ];
    const seen = watched([
      [0, running(1, 0), resting(7, 'exited', { is_bid: true })],
      [45, running(8, null, { actual_status: 'loading' })],
      [60, ...instances],
    ]);
    const volumes = [volume(21, { instances: [] }), volume(22, { instances: [1] }), volume(23)];
    const { rows, unsure } = wasteOf(instances, volumes, seen, now);
    expect(kindsOf(rows)).toEqual(['idle 1', 'gone 5', 'outbid 7', 'stopped 4', 'loading 8', 'unattached 21']);
    expect(kindsOf(unsure)).toEqual(['idle 3']);
    expect(rows.map(({ perDay }) => perDay?.toFixed(3))).toEqual([
      '12.000',
      '0.720',
      '0.480',
      '0.240',
      '0.240',
      '0.048',
    ]);
    expect(wasteTotal(rows)).toEqual({ perDay: expect.closeTo(13.728, 9), isLeast: false });
  });

  test.each([
    [59, 0],
    [60, 1],
  ])('after %i minutes of looks at an idle one there are %i', (minutes, count) => {
    const seen = watched([
      [0, running(1, 0)],
      [minutes, running(1, 0)],
    ]);
    expect(wasteOf([running(1, 0)], [], seen, NOON + minutes * MINUTE).rows).toHaveLength(count);
  });

  test('is not what works again, and not what another instance with its id was seen doing', () => {
    const seen = watched([
      [0, running(1, 0)],
      [60, running(1, 0)],
    ]);
    expect(wasteOf([running(1, 60)], [], seen, now)).toEqual({ rows: [], unsure: [] });
    const { rows, unsure } = wasteOf([running(1, 0, { start_date: 1_795_003_000 })], [], seen, now);
    expect([rows.length, unsure.length]).toEqual([0, 1]);
  });

  test('costs at least what is known, where nobody says what one costs', () => {
    const { rows } = wasteOf(
      [resting(4, 'stopped', { storage_total_cost: null }), resting(5, 'exited')],
      [],
      new Map(),
      now,
    );
    expect(kindsOf(rows)).toEqual(['stopped 4', 'gone 5']);
    expect(wasteTotal(rows)).toEqual({ perDay: 0.24, isLeast: true });
  });

  test('is told with since when it was watched, and what stopping it leaves', () => {
    const seen = watched([
      [0, running(1, 0)],
      [30, running(1, 0)],
      [60, running(1, 0)],
    ]);
    const [idle] = wasteOf([running(1, 0)], [], seen, now).rows;
    expect(idle && wasteWords(idle, now, 'Europe/Berlin')).toBe(
      'GPU below 5 % at all 3 looks since 13:00; stopped, its disk costs $0.24 a day',
    );
  });
});

describe('gpudeck waste', () => {
  const waste = async (folder: string, atMs: number, instances: readonly Instance[], args: readonly string[] = []) => {
    const volumes = [{ id: 21, instances: [], storage_total_cost: 0.002 }];
    await using server = await startScriptedServer(
      json(200, { success: true, instances, instances_found: instances.length }),
      json(200, { volumes }),
    );
    const ending = await gpudeck(['waste', ...args, '--config', folder], {
      environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key' },
      clock: impatientClock(atMs, TIME_LIMITS_MS),
    });
    return { ...ending, methods: server.requests.map(({ method }) => method) };
  };

  test('tells what is wasted with what ends it, changes nothing, and keeps what it saw for its next run', async () => {
    const folder = temporaryFolder();
    const told = await waste(folder, NOON, [running(5, 0, { label: 'train \x1b[2J7b' }), resting(6, 'exited')]);
    expect(told).toMatchObject({ code: 0, errors: '', methods: ['GET', 'GET'] });
    expect(told.out).toBe(
      [
        '     A day',
        '     $0.24  lost instance 6: exited: it does not run again by itself',
        '            gpudeck instance destroy 6',
        '     $0.05  volume 21: hangs on no instance, and is charged until it is deleted',
        '            gpudeck volume delete 21',
        '     $0.29  together. Nothing was changed.',
        '',
        'Not watched for long enough yet:',
        '    $12.00  idle instance 5 (train 7b): GPU below 5 % now; stopped, its disk costs $0.24 a day',
        '            gpudeck instance destroy 5',
        '',
      ].join('\n'),
    );
    const file = gpuSamplesFile(findPlaces(folder));
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).not.toContain('train');
  });

  test('prints for a script what it costs, since when, and the command', async () => {
    const { code, out } = await waste(temporaryFolder(), NOON, [resting(6, 'exited')], ['--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      rows: [
        {
          ...{ kind: 'gone', type: 'instance', id: 6, label: null, per_day: 0.24, per_day_stopped: null },
          ...{ since: '2026-11-22T12:00:00Z', looks: 1, command: 'gpudeck instance destroy 6' },
        },
        {
          ...{ kind: 'unattached', type: 'volume', id: 21, label: null, per_day: 0.048, per_day_stopped: null },
          ...{ since: null, looks: null, command: 'gpudeck volume delete 21' },
        },
      ],
      unsure: [],
      total_per_day: expect.closeTo(0.288, 9),
      complete: true,
      as_of: '2026-11-22T12:00:00Z',
    });
  });
});
