/**
 * What the local service tells hosts of the market (docs/interface.md, Figures of the market).
 *
 * @module-tag service
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { call, folderInMemory, standingClock, startTestService } from './support/local-service.ts';

const NOON_S = 1_793_534_400;

type Row = Readonly<Record<string, number>> & { readonly gpu_name: string };

const start = async (options: Parameters<typeof startTestService>[0] = {}) => {
  const dataFile = join(folderInMemory(), 'service.db');
  const clock = standingClock();
  const service = await startTestService({ dataFile, clock, offers: 600, ...options });
  const get = (path: string) => call(service, 'GET', `/api/v0/metrics/gpu/${path}`, { key: service.apiKey });
  const rows = async (query = '') => ((await get(`current/${query}`)).body as { readonly gpus: readonly Row[] }).gpus;
  return { service, clock, get, rows, database: new DatabaseSync(dataFile) };
};

const sum = (rows: readonly Row[], name: string) => rows.reduce((all, row) => all + Number(row[name]), 0);

describe('GET /api/v0/metrics/gpu/current/', () => {
  test('"a row for each model": machines and GPUs that are rented and free, usage 0 to 100, prices of one GPU', async () => {
    const { rows, database } = await start();
    const all = await rows('?verified=all');
    const listed = database.prepare('SELECT count(DISTINCT machine_id) AS machines FROM offers WHERE is_listed').get();
    expect(sum(all, 'total')).toBe(listed?.machines);
    const gpus = database.prepare('SELECT sum(gpus) AS gpus FROM machines').get()?.gpus;
    expect(sum(all, 'total_gpus')).toBe(gpus);
    expect(sum(all, 'rented_verified_gpus') + sum(all, 'rented_unverified_gpus') + sum(all, 'available_gpus')).toBe(
      gpus,
    );
    for (const row of all) {
      const { price_p10: p10, price_p25: p25, price_median: median, price_p75: p75, price_p90: p90 } = row;
      expect([p10, p25, median, p75, p90]).toEqual(
        [p10, p25, median, p75, p90].toSorted((a, b) => Number(a) - Number(b)),
      );
      expect(row.dlperf_per_dollar).toBeCloseTo(Number(row.dlperf) / Number(median), 6);
      for (const share of [row.usage, row.usage_30d])
        expect([Number(share) >= 0, Number(share) <= 100]).toEqual([true, true]);
      expect(row.usage).toBeCloseTo(100 * (1 - Number(row.available_gpus) / Number(row.total_gpus)), 9);
    }
  });

  test('verified alone unless asked otherwise; hosting_type and num_gpus leave out others; what else is asked is a 400', async () => {
    const { rows, get } = await start();
    const [usual, verified, others, all] = await Promise.all(
      ['', '?verified=yes', '?verified=no', '?verified=all'].map(rows),
    );
    expect(usual).toEqual(verified);
    expect(sum(usual ?? [], 'total') + sum(others ?? [], 'total')).toBe(sum(all ?? [], 'total'));
    expect(sum(usual ?? [], 'rented_unverified')).toBe(0);
    const parts = await Promise.all(['secure_cloud', 'community'].map((type) => rows(`?hosting_type=${type}`)));
    expect(sum(parts.flat(), 'total')).toBe(sum(usual ?? [], 'total'));
    const pairs = await rows('?num_gpus=2');
    expect(sum(pairs, 'total_gpus')).toBe(2 * sum(pairs, 'total'));
    expect(await get('current/?num_gpus=3')).toMatchObject({ status: 400, body: { error: 'invalid_args' } });
  });

  test('"Host keys only": 401 without a key, needs_machine without a machine; t 3', async () => {
    const { service, database, get, clock } = await start({ thresholds: true });
    expect((await call(service, 'GET', '/api/v0/metrics/gpu/current/')).status).toBe(401);
    expect((await get('current/')).status).toBe(200);
    clock.pass(2.9);
    expect((await get('current/')).status).toBe(429);
    clock.pass(0.1);
    database.exec('UPDATE machines SET host_id = 7 WHERE host_id = 204117');
    expect((await get('current/')).body).toEqual({ success: true, needs_machine: true, gpus: [] });
  });
});

test('history: for each model lists of the same length, of a day by the hour unless asked otherwise', async () => {
  const { get, rows } = await start();
  const [row] = (await rows()).toSorted((one, other) => Number(other.total) - Number(one.total));
  const name = row?.gpu_name ?? '';
  const { body } = await get(`history/?gpu_name=${encodeURIComponent(`${name},none`)}`);
  type Lists = Readonly<Record<string, readonly number[]>>;
  const { gpus } = body as { readonly gpus: Readonly<Record<string, Readonly<Record<string, Lists>>>> };
  expect(Object.keys(gpus)).toEqual([name]);
  const { supply_demand: supply, pricing, stats } = gpus[name] ?? {};
  for (const lists of [supply, pricing, stats]) {
    expect(Object.values(lists ?? {}).map(({ length }) => length)).toEqual(Object.values(lists ?? {}).map(() => 25));
    expect(lists?.timestamps?.at(0)).toBe(NOON_S - 86_400);
    expect(lists?.timestamps?.at(-1)).toBe(NOON_S);
  }
  expect(pricing?.price_median?.at(-1)).toBeCloseTo(Number(row?.price_median), 9);
  expect(supply?.total?.at(-1)).toBe(row?.total_gpus);
  for (const wrong of [`start=${NOON_S - 1e6}&end=${NOON_S}&step=300`, 'start=0', 'step=1', `start=${NOON_S + 60}`])
    expect(await get(`history/?${wrong}`)).toMatchObject({ status: 400, body: { error: 'invalid_args' } });
});

test('locations: how many machines and GPUs are where', async () => {
  const { get, rows } = await start();
  const { body } = await get('locations/?verified=yes');
  const { locations } = body as { readonly locations: readonly Row[] };
  expect(sum(locations, 'total')).toBe(sum(await rows(), 'total'));
  expect(locations.map(({ location }) => location)).toContain('California, US');
});
