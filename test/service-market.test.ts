/**
 * @module-tag service
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { OFFER_FIELDS } from '../src/catalogue/offer-fields.ts';
import { openDataFile } from '../src/local-service/data-file.ts';
import { CALLER_USER_ID } from '../src/local-service/market/caller.ts';
import { fillMarket } from '../src/local-service/market/fill.ts';
import { searchMarket } from '../src/local-service/search/search-market.ts';
import { temporaryFolder } from './support/local-service.ts';
import { EVERYTHING, findAll, MINUTE_MS, NOON_EPOCH_MS, openMarket, type Row } from './support/market.ts';

const numbers = (rows: readonly Row[], name: string): readonly number[] => rows.map((row) => Number(row[name]));
const values = (rows: readonly Row[], name: string): ReadonlySet<unknown> => new Set(rows.map((row) => row[name]));
const share = (rows: readonly Row[], isCounted: (row: Row) => boolean): number =>
  rows.filter(isCounted).length / rows.length;

describe('the market that a seed makes', () => {
  test('is the same every time, and another one from another seed', () => {
    const first = findAll(openMarket({ seed: 11 }));
    expect(findAll(openMarket({ seed: 11 }))).toEqual(first);
    expect(findAll(openMarket({ seed: 12 }))).not.toEqual(first);
  });

  test.for([1, 2, 64, 999, 2000])('has exactly %i offers once every default filter is lifted', (offers) => {
    const rows = findAll(openMarket({ offers }));
    expect(rows).toHaveLength(offers);
    expect(values(rows, 'id').size).toBe(offers);
  });

  test('tells how much it holds', () => {
    const database = openDataFile(':memory:');
    const counts = fillMarket(database, { offers: 500, seed: 3, nowEpochMs: NOON_EPOCH_MS });
    expect(counts).toMatchObject({ offers: 500, machines: values(findAll(database), 'machine_id').size });
    expect(Math.min(counts.users, counts.instances, counts.volumes, counts.connections)).toBeGreaterThan(0);
  });

  test('is left alone when it is there already', () => {
    const database = openMarket({ offers: 50, seed: 1 });
    const before = findAll(database);
    fillMarket(database, { offers: 80, seed: 2, nowEpochMs: NOON_EPOCH_MS + 9 * MINUTE_MS });
    expect(findAll(database)).toEqual(before);
  });

  test.for([{ offers: 0 }, { offers: 100_001 }, { offers: 1.5 }, { seed: 0.5 }])('cannot be made of %o', (options) => {
    const database = openDataFile(':memory:');
    expect(() => fillMarket(database, { ...options, nowEpochMs: NOON_EPOCH_MS })).toThrow(RangeError);
  });
});

describe('an offer', () => {
  test('carries every published field, and some that are not', () => {
    for (const row of findAll(openMarket())) {
      expect(OFFER_FIELDS.map(({ name }) => name).filter((name) => !(name in row))).toEqual([]);
      expect(row).toHaveProperty('host_run_time');
    }
  });

  test('takes about 2.4 kB of JSON', () => {
    const found = searchMarket(openMarket({ offers: 1000 }), CALLER_USER_ID, { ...EVERYTHING, limit: 1000 });
    const texts = found.ok ? [...found.offers] : [];
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / texts.length;
    expect(bytes).toBeGreaterThan(2200);
    expect(bytes).toBeLessThan(2800);
  });

  test('keeps the price identities, to the last bit', () => {
    for (const row of findAll(openMarket(), { allocated_storage: 50 })) {
      const [base, total, disk] = [Number(row.dph_base), Number(row.dph_total), Number(row.storage_total_cost)];
      expect(disk).toBe((Number(row.storage_cost) * 50) / 720);
      expect(total).toBe(base + disk);
      expect(row.dph_total_adj).toBe(total + 2 * Number(row.inet_down_cost));
      expect(row.internet_down_cost_per_tb).toBe(Number(row.inet_down_cost) * 1024);
      expect(row.internet_up_cost_per_tb).toBe(Number(row.inet_up_cost) * 1024);
      expect(row.dlperf_per_dphtotal).toBe(Number(row.dlperf) / total);
      expect(row.flops_per_dphtotal).toBe(Number(row.total_flops) / total);
      expect(row.search).toEqual({
        gpuCostPerHour: base,
        diskHour: disk,
        slaPremiumPerHour: 0,
        totalHour: total,
        discountTotalHour: row.discounted_hourly,
        discountedTotalPerHour: row.discounted_dph_total,
      });
      expect(row.discounted_dph_total).toBeCloseTo(total - Number(row.discounted_hourly), 12);
      // Nothing is created at a discount.
      expect(row.instance).toEqual({ ...Object(row.search), discountTotalHour: 0, discountedTotalPerHour: total });
    }
  });

  test('describes real hardware: a 4090 is a 4090 wherever it stands', () => {
    const rows = findAll(openMarket({ offers: 3000 }));
    const model = (name: string) => rows.find((row) => row.gpu_name === name);
    expect(model('RTX 4090')).toMatchObject({
      gpu_ram: 24564,
      compute_cap: 890,
      gpu_max_power: 450,
      gpu_arch: 'nvidia',
    });
    expect(model('H100 SXM')).toMatchObject({ gpu_ram: 81559, compute_cap: 900, bw_nvlink: 900, cpu_arch: 'amd64' });
    expect(model('RTX PRO 6000 WS')).toMatchObject({ gpu_ram: 97887, compute_cap: 1200 });
    expect(model('GH200 SXM')).toMatchObject({ cpu_arch: 'arm64', num_gpus: 1, has_avx: 0 });
    expect(model('InstinctMI300X')).toMatchObject({ gpu_arch: 'amd', gpu_ram: 196592 });
  });

  test('shares its machine with offers of fewer GPUs', () => {
    const machines = Object.values(Object.groupBy(findAll(openMarket()), (row) => String(row.machine_id)));
    const divided = machines.filter((offers = []) => offers.length > 1);
    expect(divided.length).toBeGreaterThan(20);
    for (const offers of divided.slice(0, -1)) {
      const [whole, ...parts] = offers ?? [];
      for (const part of parts) {
        const gpus = Math.round(Number(whole?.num_gpus) * Number(part.gpu_frac));
        expect(part).toMatchObject({ num_gpus: gpus, gpu_name: whole?.gpu_name, host_id: whole?.host_id });
        expect(part.gpu_total_ram).toBe(Number(part.gpu_ram) * gpus);
        expect(whole?.gpu_ids).toEqual(expect.arrayContaining(Array.isArray(part.gpu_ids) ? part.gpu_ids : ['none']));
        expect(part.cpu_cores_effective).toBeCloseTo(Number(part.cpu_cores) * Number(part.gpu_frac), 4);
      }
    }
  });
});

describe('a large market looks like a real one', () => {
  const rows = findAll(openMarket({ offers: 5000, seed: 1 }));

  test('seven of ten offers are verified, one of twenty lost it', () => {
    expect(share(rows, (row) => row.verification === 'verified')).toBeCloseTo(0.73, 1);
    expect(share(rows, (row) => row.verification === 'unverified')).toBeCloseTo(0.22, 1);
    expect(share(rows, (row) => row.verification === 'deverified')).toBeCloseTo(0.05, 1);
  });

  test('memory is never a round number of GB', () => {
    for (const name of ['gpu_ram', 'cpu_ram', 'gpu_total_ram']) {
      const round = numbers(rows, name).filter((megabytes) => megabytes % 1000 === 0 || megabytes % 1024 === 0);
      expect({ [name]: round }).toEqual({ [name]: [] });
    }
  });

  test('places are free text that ends in a country', () => {
    expect(rows.filter((row) => !/, [A-Z]{2}$/.test(String(row.geolocation)))).toEqual([]);
    expect(values(rows, 'geolocation').size).toBeGreaterThan(40);
  });

  test('numbers that should be whole have fractions', () => {
    const hasFraction = (name: string) => numbers(rows, name).some((value) => !Number.isInteger(value));
    expect(['cpu_cores_effective', 'bw_nvlink', 'avail_vol_size', 'start_date'].filter(hasFraction)).toHaveLength(4);
    expect(values(rows, 'bw_nvlink')).toContain(154.686);
  });

  test('fields that are null in practice are null, and volumes all three at once', () => {
    const nulls = (name: string) => share(rows, (row) => row[name] === null);
    for (const name of ['start_date', 'driver_vers', 'avail_vol_size']) {
      expect(nulls(name)).toBeGreaterThan(0.02);
      expect(nulls(name)).toBeLessThan(0.6);
    }
    for (const name of ['external', 'bundled_results', 'hostname', 'webpage', 'cluster_id', 'nw_disk_min_bw']) {
      expect(nulls(name)).toBeGreaterThan(0.85);
      expect(nulls(name)).toBeLessThan(1);
    }
    const volume = ['avail_vol_ask_id', 'avail_vol_dph', 'avail_vol_size'];
    expect(rows.filter((row) => new Set(volume.map((name) => row[name] === null)).size > 1)).toEqual([]);
    expect(rows.filter((row) => (row.discount_rate === null) !== (row.verification !== 'verified'))).toEqual([]);
  });

  test('text has the oddities of real text', () => {
    const processors = [...values(rows, 'cpu_name')].map(String);
    for (const oddity of ['®', '™', ' ']) {
      expect(processors.filter((name) => (oddity === ' ' ? name.endsWith(oddity) : name.includes(oddity)))).not.toEqual(
        [],
      );
    }
    expect([...values(rows, 'mobo_name')]).toEqual(expect.arrayContaining(['ROME_D8', 'Not Specified']));
    expect([...values(rows, 'disk_name')]).toContain('nvme');
  });

  test('drivers have two or three parts, and their number may say otherwise', () => {
    expect([...values(rows, 'driver_version')]).toEqual(expect.arrayContaining(['580.142', '535.86.05']));
    const disagreeing = share(rows, ({ driver_version: version, driver_vers: number }) => {
      const [major = 0, minor = 0, patch = 0] = String(version).split('.').map(Number);
      return number !== null && number !== major * 1_000_000 + minor * 1000 + patch;
    });
    expect(disagreeing).toBeGreaterThan(0);
    expect(disagreeing).toBeLessThan(0.06);
  });

  test('some bids exceed the price, most are well below it', () => {
    const exceeding = share(rows, (row) => Number(row.min_bid) > Number(row.dph_base));
    expect(exceeding).toBeGreaterThan(0.005);
    expect(exceeding).toBeLessThan(0.1);
  });

  test('one offer ends in 2048, the others within little more than a year', () => {
    const lasting = rows.filter((row) => Number(row.duration) > 500 * 86_400);
    expect(lasting.map((row) => new Date(Number(row.end_date) * 1000).getUTCFullYear())).toEqual([2048]);
    expect(Math.min(...numbers(rows, 'duration'))).toBeGreaterThan(0);
  });
});

describe('the database', () => {
  test('is a file that only its owner can read, in a folder that is made for it', () => {
    const folder = join(temporaryFolder(), 'state');
    const file = join(folder, 'market.sqlite');
    const database = openDataFile(file);
    onTestFinished(() => database.close());
    fillMarket(database, { offers: 10, seed: 7, nowEpochMs: NOON_EPOCH_MS });
    const modes = [folder, file, `${file}-wal`].map((path) => (statSync(path).mode & 0o777).toString(8));
    expect(modes).toEqual(['700', '600', '600']);
  });

  test('keeps the market for the next program', () => {
    const file = join(temporaryFolder(), 'market.sqlite');
    const first = openDataFile(file);
    fillMarket(first, { offers: 30, seed: 9, nowEpochMs: NOON_EPOCH_MS });
    const rows = findAll(first);
    first.close();
    const second = openDataFile(file);
    onTestFinished(() => second.close());
    expect(findAll(second)).toEqual(rows);
  });

  test('makes the market anew where another version of the program left tables of another shape', () => {
    const file = join(temporaryFolder(), 'market.sqlite');
    const first = openDataFile(file);
    fillMarket(first, { offers: 30, seed: 9, nowEpochMs: NOON_EPOCH_MS });
    first.exec('ALTER TABLE offers DROP COLUMN os_version_key');
    first.close();
    const second = openDataFile(file);
    onTestFinished(() => second.close());
    fillMarket(second, { offers: 12, seed: 9, nowEpochMs: NOON_EPOCH_MS });
    expect(findAll(second)).toHaveLength(12);
  });
});
