/**
 * @module-tag exhaustive
 * @module-tag service
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findAll, openMarket, type Row } from './support/market.ts';
import { type Filters, plainSearch, plainSort } from './support/plain-search.ts';

/** The filters (docs/interface.md, filter parameters) by what their values are. */
const NUMBERS = [
  ...['reliability', 'expected_reliability', 'num_gpus', 'gpu_ram', 'duration', 'machine_id', 'dlperf_per_dphtotal'],
  ...['dph_total', 'flops_per_dphtotal', 'dlperf', 'cuda_max_good', 'inet_down', 'inet_up', 'inet_down_cost'],
  ...['inet_up_cost', 'compute_cap', 'cpu_cores', 'cpu_cores_effective', 'cpu_ghz', 'cpu_ram', 'disk_bw', 'disk_space'],
  ...['bw_nvlink', 'gpu_max_power', 'gpu_max_temp', 'gpu_mem_bw', 'gpu_total_ram', 'gpu_frac', 'direct_port_count'],
  ...['host_id', 'id', 'min_bid', 'pci_gen', 'pcie_bw', 'storage_cost', 'total_flops', 'cluster_id', 'reliability2'],
];
const TEXTS = ['gpu_name', 'gpu_arch', 'cpu_arch', 'mobo_name', 'verification', 'geolocation'];
const VERSIONS = ['driver_version', 'os_version', 'ubuntu_version'];
const BOOLEANS = [
  ...['verified', 'rentable', 'rented', 'has_sla', 'has_avx', 'datacenter', 'external', 'gpu_display_active'],
  ...['static_ip', 'vms_enabled'],
];

const ORDERS = [
  ...['dph_total', 'dph_base', 'dlperf_per_dphtotal', 'score', 'num_gpus', 'gpu_name', 'cpu_name', 'geolocation'],
  ...['driver_version', 'driver_vers', 'os_version', 'start_date', 'avail_vol_dph', 'discount_rate', 'rentable'],
  ...['rented', 'has_avx', 'reliability', 'duration', 'verification', 'bw_nvlink', 'machine_id', 'rn', 'verified'],
  ...[
    'datacenter',
    'ubuntu_version',
    'cluster_id',
    'hostname',
    'webpage',
    'external',
    'bundled_results',
    'nw_disk_avg_bw',
  ],
];

const PRICINGS = [
  {},
  { type: 'bid', allocated_storage: 33.3 },
  { type: 'reserved', allocated_storage: 0 },
  { type: 'ondemand', allocated_storage: 500, target_reliability: { eq: 0.995 } },
];

const database = openMarket({ offers: 2000, seed: 11 });
const rowsOf = PRICINGS.map((pricing) => findAll(database, pricing));

const ids = (rows: readonly Row[]): readonly number[] => rows.map(({ id }) => id);

/** The value that a filter of this name would have to equal to find the row. */
const valueIn = (row: Row | undefined, name: string): unknown => {
  if (name === 'geolocation') return String(row?.geolocation).slice(-2);
  if (name === 'ubuntu_version') return row?.os_version;
  return row?.[name] ?? 0.5;
};

const operand = (rows: readonly Row[], name: string): fc.Arbitrary<unknown> => {
  if (BOOLEANS.includes(name)) return fc.oneof(fc.boolean(), fc.boolean().map(String));
  const seen = fc.nat(rows.length - 1).map((place) => valueIn(rows[place], name));
  if (name === 'driver_version') {
    const packed = fc.nat(rows.length - 1).map((place) => rows[place]?.driver_vers ?? 535_086_005);
    return fc.oneof(seen, packed, packed.map(String), fc.constantFrom('560', 560, '535.100'));
  }
  if (!NUMBERS.includes(name)) return seen;
  const inRange = (value: number): number => (name.includes('reliability') ? Math.min(1, value) : value);
  const near = fc.tuple(seen, fc.double({ min: 0.5, max: 2, noNaN: true }));
  return fc.oneof(
    seen,
    seen.map(String),
    near.map(([value, factor]) => inRange(Number(value) * factor)),
  );
};

const filter = (rows: readonly Row[], name: string): fc.Arbitrary<Record<string, unknown>> => {
  const one = operand(rows, name);
  const list = fc.array(one, { maxLength: 5 });
  const comparison = fc.oneof(
    ...['eq', 'neq', 'gt', 'lt', 'gte', 'lte'].map((operator) => one.map((value) => ({ [operator]: value }))),
    ...['in', 'notin'].map((operator) => list.map((value) => ({ [operator]: value }))),
  );
  return fc.array(comparison, { minLength: 1, maxLength: 2 }).map((parts) => Object.assign({}, ...parts));
};

const filters = (rows: readonly Row[], mostFields: number): fc.Arbitrary<Filters> =>
  fc
    .uniqueArray(fc.constantFrom(...NUMBERS, ...TEXTS, ...VERSIONS, ...BOOLEANS), {
      minLength: 1,
      maxLength: mostFields,
    })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, filter(rows, name)]))));

const pricing = fc.nat(PRICINGS.length - 1);

describe('the answer to any search is what plain JavaScript finds among all offers', () => {
  test('for every filter with every operator', () => {
    const small = openMarket({ offers: 300, seed: 5 });
    const rows = findAll(small);
    for (const name of [...NUMBERS, ...TEXTS, ...VERSIONS, ...BOOLEANS]) {
      const value = BOOLEANS.includes(name) ? true : valueIn(rows[150], name);
      for (const operator of ['eq', 'neq', 'gt', 'lt', 'gte', 'lte', 'in', 'notin']) {
        const wanted = { [name]: { [operator]: operator.endsWith('in') ? [value] : value } };
        expect({ wanted, found: ids(findAll(small, wanted)) }).toEqual({
          wanted,
          found: ids(plainSearch(rows, wanted)),
        });
      }
    }
  });

  test('for filters at random, whatever the pricing', () => {
    const search = pricing.chain((place) => fc.tuple(fc.constant(place), filters(rowsOf[place] ?? [], 4)));
    fc.assert(
      fc.property(search, ([place, wanted]) => {
        const found = findAll(database, { ...PRICINGS[place], ...wanted });
        expect(ids(found)).toEqual(ids(plainSearch(rowsOf[place] ?? [], wanted)));
        expect(found[0]).toEqual((rowsOf[place] ?? []).find(({ id }) => id === found[0]?.id));
      }),
      { numRuns: 300 },
    );
  });

  test('in any order by several keys, cut at any limit', () => {
    const key = fc.tuple(fc.constantFrom(...ORDERS), fc.constantFrom('asc' as const, 'desc' as const));
    const search = pricing.chain((place) =>
      fc.tuple(
        fc.constant(place),
        filters(rowsOf[place] ?? [], 1),
        fc.array(key, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 300 }),
      ),
    );
    fc.assert(
      fc.property(search, ([place, wanted, order, limit]) => {
        const found = findAll(database, { ...PRICINGS[place], ...wanted, order, limit });
        expect(found).toEqual(plainSort(plainSearch(rowsOf[place] ?? [], wanted), order).slice(0, limit));
      }),
      { numRuns: 200 },
    );
  });
});
