import { describe, expect, test } from 'vitest';
import { nearestWords } from '../src/base/nearest-words.ts';
import { countryCode, countryOfPlace } from '../src/catalogue/countries.ts';
import { BREAKDOWN_FIGURES, type Field, isSortable } from '../src/catalogue/field.ts';
import { formatCell, formatValue, headingOf, unitOf } from '../src/catalogue/format.ts';
import { FILTER_FIELDS, findFilterField, findOfferField } from '../src/catalogue/lookup.ts';
import { OFFER_FIELDS } from '../src/catalogue/offer-fields.ts';
import { quantityOf } from '../src/catalogue/quantity.ts';
import { CONNECTION_FIELDS, VOLUME_FIELDS } from '../src/catalogue/volume-fields.ts';
import { VOLUME_OFFER_FIELDS } from '../src/catalogue/volume-offer-fields.ts';

/** The kinds of the 96 fields (docs/interface.md, Offer). */
const OFFER_KINDS = {
  id: 'integer',
  ask_contract_id: 'integer',
  bundle_id: 'integer',
  machine_id: 'integer',
  host_id: 'integer',
  geolocode: 'integer',
  hosting_type: 'integer',
  vericode: 'integer',
  rn: 'integer',
  avail_vol_ask_id: 'integer',
  avail_vol_size: 'integer',
  bw_nvlink: 'integer',
  gpu_lanes: 'integer',
  pci_gen: 'integer',
  direct_port_count: 'integer',
  compute_cap: 'integer',
  cpu_cores: 'integer',
  cpu_cores_effective: 'integer',
  cpu_ram: 'integer',
  gpu_ram: 'integer',
  gpu_total_ram: 'integer',
  num_gpus: 'integer',
  gpu_ids: 'integers',
  gpu_max_power: 'number',
  gpu_max_temp: 'number',
  cuda_max_good: 'number',
  driver_vers: 'integer',
  driver_version: 'string',
  start_date: 'number',
  end_date: 'number',
  duration: 'number',
  has_avx: 'flag',
  cpu_ghz: 'number',
  disk_bw: 'number',
  disk_space: 'number',
  dlperf: 'number',
  dlperf_per_dphtotal: 'number',
  flops_per_dphtotal: 'number',
  total_flops: 'number',
  dph_base: 'number',
  dph_total: 'number',
  dph_total_adj: 'number',
  discounted_dph_total: 'number',
  discounted_hourly: 'number',
  discount_rate: 'number',
  credit_discount_max: 'number',
  min_bid: 'number',
  gpu_frac: 'number',
  gpu_mem_bw: 'number',
  inet_down: 'number',
  inet_up: 'number',
  inet_down_cost: 'number',
  inet_up_cost: 'number',
  internet_down_cost_per_tb: 'number',
  internet_up_cost_per_tb: 'number',
  pcie_bw: 'number',
  reliability: 'number',
  reliability2: 'number',
  expected_reliability: 'number',
  reliability_mult: 'number',
  score: 'number',
  storage_cost: 'number',
  storage_total_cost: 'number',
  vram_costperhour: 'number',
  avail_vol_dph: 'number',
  cpu_arch: 'string',
  gpu_arch: 'string',
  cpu_name: 'string',
  disk_name: 'string',
  gpu_name: 'string',
  mobo_name: 'string',
  geolocation: 'string',
  logo: 'string',
  public_ipaddr: 'string',
  os_version: 'string',
  resource_type: 'string',
  verification: 'string',
  gpu_display_active: 'boolean',
  is_bid: 'boolean',
  rentable: 'boolean',
  rented: 'boolean',
  static_ip: 'boolean',
  vms_enabled: 'boolean',
  is_vm_deverified: 'boolean',
  bundled_results: 'nullable',
  external: 'nullable',
  hostname: 'nullable',
  webpage: 'nullable',
  cluster_id: 'nullable',
  nw_disk_min_bw: 'nullable',
  nw_disk_max_bw: 'nullable',
  nw_disk_avg_bw: 'nullable',
  time_remaining: 'string',
  time_remaining_isbid: 'string',
  search: 'breakdown',
  instance: 'breakdown',
};

/** Where a unit is published (docs/interface.md, Offer): what one wire unit is, as the unit on screen and the wire units in one of it. */
const OFFER_UNITS = {
  // "CUDA compute capability x 100 (650 = 6.5, 700 = 7.0)"
  compute_cap: ['', 100],
  // "integer, MB"
  cpu_ram: ['GB', 1000],
  gpu_ram: ['GB', 1000],
  gpu_total_ram: ['GB', 1000],
  // "watts", "degrees Celsius"
  gpu_max_power: ['W', 1],
  gpu_max_temp: ['°C', 1],
  // "Unix epoch seconds"
  start_date: ['UTC', 1],
  end_date: ['UTC', 1],
  // "seconds (how long the offer stays available)"
  duration: ['days', 86400],
  // "GHz", "MB/s", "GB"
  cpu_ghz: ['GHz', 1],
  disk_bw: ['MB/s', 1],
  disk_space: ['GB', 1],
  // "DLPerf per $/hour" and "TFLOPs per $/hour" stand in the label; "TFLOPs over all GPUs"
  dlperf_per_dphtotal: ['', 1],
  flops_per_dphtotal: ['', 1],
  total_flops: ['TFLOPs', 1],
  // "$/hour"
  dph_base: ['$/h', 1],
  dph_total: ['$/h', 1],
  dph_total_adj: ['$/h', 1],
  discounted_dph_total: ['$/h', 1],
  discounted_hourly: ['$/h', 1],
  min_bid: ['$/h', 1],
  // "GB/s", "MB/s"
  gpu_mem_bw: ['GB/s', 1],
  inet_down: ['MB/s', 1],
  inet_up: ['MB/s', 1],
  // "$/GB"
  inet_down_cost: ['$/GB', 1],
  inet_up_cost: ['$/GB', 1],
  // The service's TB has 1,024 GB, and the one on screen 1,000.
  internet_down_cost_per_tb: ['$/TB', 1.024],
  internet_up_cost_per_tb: ['$/TB', 1.024],
  // "0 to 1"
  reliability: ['%', 0.01],
  reliability2: ['%', 0.01],
  expected_reliability: ['%', 0.01],
  // "$/GB/month"
  storage_cost: ['$/GB/month', 1],
  // The filter table: "NVLink bandwidth GB/s"
  bw_nvlink: ['GB/s', 1],
};

const ALL = ['eq', 'neq', 'gt', 'lt', 'gte', 'lte', 'in', 'notin'];
const LISTED = ['eq', 'neq', 'in', 'notin'];
const SWITCH = ['eq', 'neq'];

/** The 56 names (docs/interface.md, filter parameters), with the kind of their values and their operators. */
const FILTERS = {
  verified: ['boolean', SWITCH],
  rentable: ['boolean', SWITCH],
  rented: ['boolean', SWITCH],
  gpu_name: ['text', LISTED],
  reliability: ['number', ALL],
  target_reliability: ['number', ['eq']],
  has_sla: ['boolean', SWITCH],
  expected_reliability: ['number', ALL],
  num_gpus: ['integer', ALL],
  gpu_ram: ['integer', ALL],
  duration: ['number', ALL],
  machine_id: ['integer', ALL],
  dlperf_per_dphtotal: ['number', ALL],
  dph_total: ['number', ALL],
  flops_per_dphtotal: ['number', ALL],
  geolocation: ['country', LISTED],
  gpu_arch: ['text', LISTED],
  dlperf: ['number', ALL],
  cuda_max_good: ['number', ALL],
  inet_down: ['number', ALL],
  inet_up: ['number', ALL],
  inet_down_cost: ['number', ALL],
  inet_up_cost: ['number', ALL],
  driver_version: ['version', ALL],
  compute_cap: ['integer', ALL],
  cpu_arch: ['text', LISTED],
  has_avx: ['boolean', SWITCH],
  cpu_cores: ['integer', ALL],
  cpu_cores_effective: ['number', ALL],
  cpu_ghz: ['number', ALL],
  cpu_ram: ['integer', ALL],
  datacenter: ['boolean', SWITCH],
  external: ['boolean', SWITCH],
  disk_bw: ['number', ALL],
  disk_space: ['number', ALL],
  bw_nvlink: ['number', ALL],
  gpu_max_power: ['number', ALL],
  gpu_max_temp: ['number', ALL],
  gpu_mem_bw: ['number', ALL],
  gpu_total_ram: ['integer', ALL],
  gpu_frac: ['number', ALL],
  gpu_display_active: ['boolean', SWITCH],
  direct_port_count: ['integer', ALL],
  host_id: ['integer', ALL],
  id: ['integer', ALL],
  min_bid: ['number', ALL],
  mobo_name: ['text', LISTED],
  pci_gen: ['number', ALL],
  pcie_bw: ['number', ALL],
  storage_cost: ['number', ALL],
  static_ip: ['boolean', SWITCH],
  total_flops: ['number', ALL],
  os_version: ['version', ALL],
  ubuntu_version: ['version', ALL],
  verification: ['text', LISTED],
  vms_enabled: ['boolean', SWITCH],
};

/** docs/interface.md, Volume. */
const VOLUME_KINDS = {
  id: 'integer',
  machine_id: 'integer',
  host_id: 'integer',
  instances: 'objects',
  driver_version: 'string',
  public_ipaddr: 'string',
  cpu_name: 'string',
  mobo_name: 'string',
  disk_name: 'string',
  os_version: 'string',
  verification: 'string',
  cpu_arch: 'string',
  status: 'string',
  cuda_max_good: 'number',
  reliability2: 'number',
  disk_space: 'number',
  inet_up: 'number',
  inet_down: 'number',
  storage_total_cost: 'number',
  start_date: 'number',
  static_ip: 'boolean',
  label: 'string',
};

/** docs/interface.md, Volume offer. */
const VOLUME_OFFER_KINDS = {
  ...{ id: 'integer', machine_id: 'integer', host_id: 'integer', disk_space: 'number', storage_cost: 'number' },
  ...{ storage_total_cost: 'number', disk_bw: 'number', inet_up: 'number', inet_down: 'number', duration: 'number' },
  ...{ reliability: 'number', geolocation: 'string', disk_name: 'string', verification: 'string' },
};

const kindsOf = (fields: readonly Field[]): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ name, wire }) => [name, wire]));

const offerField = (name: string): Field => {
  const field = findOfferField(name);
  if (field === undefined) throw new Error(`the catalogue lacks ${name}`);
  return field;
};

describe('the catalogue has a row for every published word, and no other', () => {
  test('the 96 fields of an offer with their kinds', () => {
    expect(Object.keys(OFFER_KINDS)).toHaveLength(96);
    expect(kindsOf(OFFER_FIELDS)).toEqual(OFFER_KINDS);
    expect(OFFER_FIELDS).toHaveLength(96);
  });

  test('the units that are stated for them', () => {
    const found = Object.keys(OFFER_UNITS).map((name) => {
      const field = offerField(name);
      return [name, [unitOf(field), quantityOf(field)?.scale]];
    });
    expect(Object.fromEntries(found)).toEqual(OFFER_UNITS);
  });

  test('the six figures of a cost breakdown', () => {
    expect(BREAKDOWN_FIGURES.map(({ name }) => name)).toEqual([
      'gpuCostPerHour',
      'diskHour',
      'slaPremiumPerHour',
      'totalHour',
      'discountTotalHour',
      'discountedTotalPerHour',
    ]);
  });

  test('the 56 filters with the kinds of their values and their operators', () => {
    expect(Object.keys(FILTERS)).toHaveLength(56);
    const found = FILTER_FIELDS.map(({ name, filter }) => [name, [filter.kind, filter.operators]]);
    expect(Object.fromEntries(found)).toEqual(FILTERS);
    expect(FILTER_FIELDS).toHaveLength(56);
  });

  test('the defaults: verified eq true, rentable eq true, rented eq false, cpu_arch amd64', () => {
    const initial = FILTER_FIELDS.flatMap(({ name, filter }) =>
      filter.initial === undefined ? [] : [[name, filter.initial.value]],
    );
    expect(Object.fromEntries(initial)).toEqual({ verified: true, rentable: true, rented: false, cpu_arch: 'amd64' });
  });

  test('the ranges: reliability 0 to 1, target_reliability between 0 and 1 with exclusive bounds', () => {
    const ranges = FILTER_FIELDS.flatMap(({ name, filter }) =>
      filter.range === undefined ? [] : [[name, filter.range]],
    );
    expect(Object.fromEntries(ranges)).toEqual({
      reliability: { minimum: 0, maximum: 1, isExclusive: false },
      expected_reliability: { minimum: 0, maximum: 1, isExclusive: false },
      target_reliability: { minimum: 0, maximum: 1, isExclusive: true },
    });
  });

  test('the fields of a volume, of a volume offer and of a cloud connection', () => {
    expect(kindsOf(VOLUME_FIELDS)).toEqual(VOLUME_KINDS);
    expect(kindsOf(VOLUME_OFFER_FIELDS)).toEqual(VOLUME_OFFER_KINDS);
    expect(kindsOf(CONNECTION_FIELDS)).toEqual({ id: 'integer', cloud_type: 'string', name: 'string' });
  });

  test('no two rows and no alias share a name', () => {
    const words = FILTER_FIELDS.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])]);
    expect(new Set(words).size).toBe(words.length);
    expect(new Set(OFFER_FIELDS.map(({ name }) => name)).size).toBe(96);
  });
});

test.each([
  ['dph', 'dph_total'],
  ['cuda_vers', 'cuda_max_good'],
  ['dlperf_usd', 'dlperf_per_dphtotal'],
  ['flops_usd', 'flops_per_dphtotal'],
  ['display_active', 'gpu_display_active'],
  ['reliability2', 'reliability'],
  ['os', 'os_version'],
  ['DPH_Total', 'dph_total'],
])('the filter that people call %s is %s', (word, name) => {
  expect(findFilterField(word)?.name).toBe(name);
});

test('an offer can be ordered by any field that holds one comparable value', () => {
  expect(
    OFFER_FIELDS.filter((field) => !isSortable(field))
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'bundled_results',
    'cluster_id',
    'external',
    'gpu_ids',
    'hostname',
    'instance',
    'nw_disk_avg_bw',
    'nw_disk_max_bw',
    'nw_disk_min_bw',
    'search',
    'webpage',
  ]);
});

describe('a value is read as a person expects it', () => {
  test.each([
    ['gpu_ram', 24564, '24.6'],
    ['gpu_total_ram', 1048576, '1,048.6'],
    ['compute_cap', 890, '8.9'],
    ['duration', 2_695_680, '31.2'],
    ['dph_total', 1.10339, '1.1034'],
    ['dph_total', 0, '0.0000'],
    ['reliability', 0.99712, '99.71'],
    ['inet_down', 2099.6, '2,100'],
    ['cpu_cores_effective', 38.4, '38.4'],
    ['storage_cost', 0.1, '0.100'],
    ['disk_space', 1014.0003, '1,014'],
    ['machine_id', 1234567, '1234567'],
    ['start_date', 1_764_554_400.5, '2025-12-01 02:00'],
    ['cuda_max_good', 12.8, '12.8'],
    ['pci_gen', 4, '4.0'],
    ['dlperf_per_dphtotal', 373.61, '373.6'],
    ['dlperf_per_dphtotal', 1322.44, '1,322'],
    ['gpu_frac', 0.5, '0.50'],
    ['has_avx', 1, 'yes'],
    ['has_avx', 0, 'no'],
    ['rentable', false, 'no'],
    ['cpu_name', 'Xeon® Gold 6226R ', 'Xeon® Gold 6226R'],
    ['gpu_ids', [3, 4], '3 4'],
    ['external', null, '-'],
    ['external', false, 'false'],
    ['time_remaining', '', '-'],
    ['driver_vers', null, '-'],
    ['num_gpus', 'four', '-'],
    ['gpu_ram', undefined, '-'],
  ])('%s %j is %s', (name, value, shown) => {
    expect(formatValue(offerField(name), value)).toBe(shown);
  });

  test('a breakdown is its figures in order, absent ones marked', () => {
    expect(formatValue(offerField('search'), { gpuCostPerHour: 1.5, diskHour: 0.0021, totalHour: 1.5021 })).toBe(
      'gpuCostPerHour=1.5000 diskHour=0.0021 slaPremiumPerHour=- totalHour=1.5021 discountTotalHour=- discountedTotalPerHour=-',
    );
  });

  test('a cell shows a place by its country, and a place without one as it came', () => {
    expect(formatCell(offerField('geolocation'), 'Virginia, US ')).toBe('US');
    expect(formatCell(offerField('geolocation'), ' Somewhere ')).toBe('Somewhere');
    expect(formatCell(offerField('gpu_name'), 'RTX 4090')).toBe('RTX 4090');
  });

  test('a heading carries the unit', () => {
    expect(headingOf(offerField('gpu_ram'))).toBe('VRAM GB');
    expect(headingOf(offerField('vram_costperhour'))).toBe('vram_costperhour $/h');
    expect(headingOf(offerField('rn'))).toBe('rn');
  });
});

describe('countries', () => {
  test.each([
    ['US', 'US'],
    ['de', 'DE'],
    ['uk', 'GB'],
    ['UK', 'GB'],
    ['XX', undefined],
    ['USA', 'US'],
    ['xk', 'XK'],
    ['Zz', undefined],
    ['', undefined],
  ])('%j is the code %s', (word, code) => {
    expect(countryCode(word)).toBe(code);
  });

  test('there are the 249 codes that ISO 3166-1 assigns, and the one for Kosovo', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    expect(codes.filter((code) => countryCode(code) === code)).toHaveLength(250);
  });

  test('a country is found by its English name', () => {
    expect(countryCode('germany')).toBe('DE');
    expect(countryCode('South Korea')).toBe('KR');
    expect(countryCode('Atlantis')).toBeUndefined();
  });

  test.each([
    ['Virginia, US', 'US'],
    ['Sweden, SE ', 'SE'],
    ['CA', 'CA'],
    ['Quebec,CA', 'CA'],
    ['Mars', undefined],
    ['Planet MARS', undefined],
  ])('%j lies in %s', (place, code) => {
    expect(countryOfPlace(place)).toBe(code);
  });
});

test.each([
  ['dhp', ['dph']],
  ['reliabilty', ['reliability', 'reliability2']],
  ['ram', ['cpu_ram', 'gpu_ram', 'gpu_total_ram']],
  ['gpuname', ['gpu_name']],
  ['verifed', ['verified']],
  ['zzz', []],
])('%s is a slip of %j', (word, near) => {
  const words = FILTER_FIELDS.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])]);
  expect(nearestWords(word, words)).toEqual(near);
});
