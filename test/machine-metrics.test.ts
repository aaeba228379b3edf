/** The figures of a host's machines: read by a strict reader, bounded in their labels, and all that the boards of Grafana ask for. */
import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { SearchType } from '../src/api/requests.ts';
import type { HostMachine } from '../src/catalogue/values.ts';
import { machineFamilies } from '../src/cli/commands/record/machine-metrics.ts';
import { openMetricsText } from '../src/cli/commands/record/open-metrics.ts';
import { countModels, createRecorderMetrics } from '../src/cli/commands/record/recorder-metrics.ts';
import { manualClock } from './support/manual-clock.ts';
import { gpudeck } from './support/one-shot.ts';
import { readOpenMetrics } from './support/open-metrics.ts';
import { json, startScriptedServer } from './support/scripted-server.ts';

const MACHINE: HostMachine = {
  ...{ id: 8207, listed: true, gpu_name: 'RTX 4090', gpu_occupancy: 'D R I x x', num_gpus: 5, listed_gpu_cost: 0.4 },
  ...{ min_bid_price: 0.2, listed_storage_cost: 0.1, earn_hour: 0.9, earn_day: 20.5, reliability2: 0.991 },
  ...{ num_reports: 2, end_date: 1_800_000_000, timeout: 0 },
};

const market = (...others: readonly number[]) => ({ others, isWhole: true, readAtEpochMs: 0 });

const read = (
  machines: readonly HostMachine[],
  markets: Parameters<typeof machineFamilies>[0]['markets'] = new Map(),
) => readOpenMetrics(openMetricsText(machineFamilies({ machines, markets })));

/** All that a recorder with machines and offers writes. */
const everything = () => {
  const types: readonly SearchType[] = ['ondemand'];
  const metrics = createRecorderMetrics(types, manualClock());
  const count = countModels();
  count.add([{ id: 1, gpu_name: 'RTX 4090', num_gpus: 1, dph_total: 0.5, dph_base: 0.5 }]);
  metrics.answered('ondemand', count, { offers: 1, isWhole: true });
  const figures = { machines: [MACHINE], markets: new Map([[8207, market(0.3, 0.5)]]) };
  metrics.ownMachines({ hostId: 9, listed: 1, rented: 1, isWhole: true, figures });
  return readOpenMetrics(metrics.text());
};

describe('the figures of a machine', () => {
  test('tell how its GPUs are let, what it costs and earns, and where its price stands', () => {
    const families = read([MACHINE], new Map([[8207, market(0.3, 0.5, 0.5)]]));
    const told = [...families].flatMap(([name, { samples }]) =>
      samples.map(({ labels, value }) => [name.replace('gpudeck_machine_', ''), labels.kind ?? '', value]),
    );
    expect(told).toEqual([
      ['gpus', 'on_demand', 1],
      ['gpus', 'reserved', 1],
      ['gpus', 'interruptible', 1],
      ['gpus', 'free', 2],
      ['listed', '', 1],
      ['gpu_price_dollars_per_hour', '', 0.4],
      ['smallest_bid_dollars_per_hour', '', 0.2],
      ['disk_price_dollars_per_gigabyte_month', '', 0.1],
      ['earned_last_hour_dollars', '', 0.9],
      ['earned_last_day_dollars', '', 20.5],
      ['reliability_ratio', '', 0.991],
      ['reports', '', 2],
      ['end_timestamp_seconds', '', 1_800_000_000],
      ['last_heard_age_seconds', '', 0],
      ['market_rank', '', 2],
      ['market_offers', '', 4],
      ['market_median_dollars_per_hour', '', 0.5],
      ['market_gap_ratio', '', expect.closeTo(-1 / 5, 9)],
    ]);
    expect(families.get('gpudeck_machine_earned_last_day_dollars')).toMatchObject({ kind: 'gauge', unit: 'dollars' });
    expect(families.get('gpudeck_machine_gpus')?.samples[0]?.labels).toEqual({
      ...{ machine_id: '8207', gpu_name: 'RTX 4090', kind: 'on_demand' },
    });
  });

  test('leave out what is not known, and every place where there are no offers of others', () => {
    const families = read([{ id: 1, listed_gpu_cost: 0.4, end_date: null }], new Map([[1, market()]]));
    expect([...families.keys()]).toEqual(['gpudeck_machine_gpu_price_dollars_per_hour']);
  });

  test.each([
    ['of a cut answer', {}, { isWhole: false }],
    ['of one that is not listed', { listed: false }, {}],
  ])('have no place %s', (_, machine, told) => {
    const families = read([{ ...MACHINE, ...machine }], new Map([[8207, { ...market(0.3, 0.5), ...told }]]));
    expect([...families.keys()].filter((name) => name.includes('market'))).toEqual([]);
    const isListed = !('listed' in machine);
    expect(families.get('gpudeck_machine_listed')?.samples).toMatchObject([{ value: Number(isListed) }]);
  });

  test('have few labels, whatever the service says', () => {
    const occupancy = 'ABCEFGHJ'.repeat(9);
    const machines = Array.from({ length: 1500 }, (_, id) => ({
      ...MACHINE,
      id,
      gpu_name: 'y'.repeat(300),
      gpu_occupancy: occupancy,
    }));
    const { samples = [] } = read(machines).get('gpudeck_machine_gpus') ?? {};
    expect(new Set(samples.map(({ labels }) => labels.machine_id)).size).toBe(1000);
    expect(new Set(samples.map(({ labels }) => labels.kind))).toEqual(
      new Set(['on_demand', 'reserved', 'interruptible', 'free', 'other']),
    );
    expect(Math.max(...samples.map(({ labels }) => labels.gpu_name?.length ?? 0))).toBeLessThanOrEqual(101);
  });

  test('are printed with their market, and without it where that is not told', async () => {
    const offer = {
      id: 5,
      machine_id: 1,
      host_id: 3,
      gpu_name: 'RTX 4090',
      num_gpus: 1,
      dph_base: 0.5,
      dph_total: 0.5,
    };
    const refused = json(400, { success: false, error: 'invalid_args', msg: 'not like that' });
    await using server = await startScriptedServer(json(200, { offers: [offer] }), refused);
    server.offer('machines/?owner=me', json(200, { machines: [MACHINE] }));
    const metrics = () =>
      gpudeck(['machine', 'metrics'], { environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key' } });
    const told = await metrics();
    expect([told.code, told.errors]).toEqual([0, '']);
    const families = readOpenMetrics(told.out);
    expect(families.get('gpudeck_machine_market_rank')?.samples).toMatchObject([{ value: 1 }]);
    const untold = await metrics();
    expect([untold.code, untold.errors]).toEqual([0, expect.stringContaining('the market is not told')]);
    expect(readOpenMetrics(untold.out).has('gpudeck_machine_market_rank')).toBe(false);
    expect(readOpenMetrics(untold.out).has('gpudeck_machine_listed')).toBe(true);
  });
});

const board = z.object({
  templating: z.object({ list: z.array(z.object({ query: z.union([z.string(), z.object({ query: z.string() })]) })) }),
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

describe.each(['docs/grafana.json', 'docs/grafana-host.json'])('%s', (file) => {
  const { panels, templating } = board.parse(JSON.parse(readFileSync(file, 'utf8')));

  test('asks in the language of Prometheus for figures, labels and kinds that are really written', () => {
    const families = everything();
    const written = new Map(
      [...families].map(([name, { kind, samples }]) => [
        kind === 'counter' ? `${name}_total` : name,
        new Set(samples.flatMap(({ labels }) => Object.keys(labels))),
      ]),
    );
    expect(panels.length).toBeGreaterThan(5);
    for (const { expr } of panels.flatMap(({ targets }) => targets)) {
      const asked: string[] = [];
      const labels: string[] = [];
      parser.parse(expr).iterate({
        enter: ({ name, from, to, type }) => {
          expect(type.isError, expr).toBe(false);
          if (name === 'Identifier') asked.push(expr.slice(from, to));
          if (name === 'LabelName') labels.push(expr.slice(from, to));
        },
      });
      expect(asked.length, expr).toBeGreaterThan(0);
      expect(
        asked.filter((name) => !written.has(name)),
        expr,
      ).toEqual([]);
      expect(
        labels.filter((label) => !asked.every((name) => written.get(name)?.has(label))),
        expr,
      ).toEqual([]);
    }
    for (const { query } of templating.list) {
      const [, name, label = ''] =
        /^label_values\((\w+)(?:\{.*\})?, (\w+)\)$/.exec(typeof query === 'string' ? '' : query.query) ?? [];
      if (name !== undefined) expect(written.get(name)?.has(label), name).toBe(true);
    }
  });
});
