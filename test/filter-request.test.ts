import { describe, expect, test } from 'vitest';
import type { Condition } from '../src/filter/line.ts';
import { parseLine } from '../src/filter/parse.ts';
import { wireFilters } from '../src/filter/request.ts';

/** What is sent (docs/interface.md, filter parameters) for a line that mentions none of them. */
const DEFAULTS = {
  verified: { eq: true },
  rentable: { eq: true },
  rented: { eq: false },
  cpu_arch: { eq: 'amd64' },
};

const sent = (line: string): unknown => {
  const read = parseLine(line);
  expect(read.problems).toEqual([]);
  return wireFilters(read).filters;
};

const withoutPlace = (conditions: readonly Condition[]): readonly unknown[] =>
  conditions.map((condition) =>
    condition.operator === 'any' ? [condition.field, 'any'] : [condition.field, condition.operator, condition.value],
  );

test('the line of the design is sent as it is meant', () => {
  const line =
    'num_gpus>=4 gpu_name in [RTX_4090, "H100 SXM"] dph_total<2.5 geolocation=US reliability>99% duration>7d !static_ip 4090';
  expect(JSON.parse(JSON.stringify(sent(line)))).toEqual({
    num_gpus: { gte: 4 },
    gpu_name: { in: ['RTX 4090', 'H100 SXM'] },
    dph_total: { lt: 2.5 },
    geolocation: { in: ['US'] },
    reliability: { gt: 0.99 },
    duration: { gt: 604800 },
    static_ip: { eq: false },
    verified: { eq: true },
    rentable: { eq: true },
    rented: { eq: false },
    cpu_arch: { eq: 'amd64' },
  });
  expect(parseLine(line).words.map(({ text }) => text)).toEqual(['4090']);
});

test('an empty line sends the defaults', () => {
  expect(sent('')).toEqual(DEFAULTS);
});

describe('every operator in every spelling', () => {
  test.each([
    ['num_gpus=4', { eq: 4 }],
    ['num_gpus==4', { eq: 4 }],
    ['num_gpus:4', { eq: 4 }],
    ['num_gpus eq 4', { eq: 4 }],
    ['num_gpus!=4', { neq: 4 }],
    ['num_gpus NEQ 4', { neq: 4 }],
    ['num_gpus>4', { gt: 4 }],
    ['num_gpus gt 4', { gt: 4 }],
    ['num_gpus>=4', { gte: 4 }],
    ['num_gpus Gte 4', { gte: 4 }],
    ['num_gpus<4', { lt: 4 }],
    ['num_gpus lt 4', { lt: 4 }],
    ['num_gpus<=4', { lte: 4 }],
    ['num_gpus lte 4', { lte: 4 }],
    ['num_gpus >= 4', { gte: 4 }],
    ['num_gpus>= 4', { gte: 4 }],
    ['NUM_GPUS >=4', { gte: 4 }],
    ['num_gpus in [2,4,8]', { in: [2, 4, 8] }],
    ['num_gpus in [ 2 , 4, 8, ]', { in: [2, 4, 8] }],
    ['num_gpus IN 2,4,8', { in: [2, 4, 8] }],
    ['num_gpus in 2', { in: [2] }],
    ['num_gpus notin [2]', { notin: [2] }],
    ['num_gpus not in 2,4', { notin: [2, 4] }],
    ['num_gpus NOT IN [2, 4]', { notin: [2, 4] }],
  ])('%s', (line, filter) => {
    expect(sent(line)).toEqual({ ...DEFAULTS, num_gpus: filter });
  });
});

describe('units become wire units', () => {
  test.each([
    ['gpu_ram>=24', 'gpu_ram', { gte: 24000 }],
    ['gpu_ram>=24GB', 'gpu_ram', { gte: 24000 }],
    ['gpu_ram>=24gb', 'gpu_ram', { gte: 24000 }],
    ['gpu_ram>=24G', 'gpu_ram', { gte: 24000 }],
    ['gpu_ram>=24GiB', 'gpu_ram', { gte: 24576 }],
    ['gpu_ram>=24000MB', 'gpu_ram', { gte: 24000 }],
    ['gpu_ram=24564MB', 'gpu_ram', { eq: 24564 }],
    ['gpu_ram>=10.7GiB', 'gpu_ram', { gte: 10957 }],
    ['gpu_ram<=1000', 'gpu_ram', { lte: 1000000 }],
    ['cpu_ram>=2TB', 'cpu_ram', { gte: 2000000 }],
    ['cpu_ram>=20000', 'cpu_ram', { gte: 20000000 }],
    ['disk_space>=1TiB', 'disk_space', { gte: 1099.511627776 }],
    ['disk_space>=1MiB', 'disk_space', { gte: 0.001048576 }],
    ['disk_space>=200GiB', 'disk_space', { gte: 214.7483648 }],
    ['gpu_total_ram in [48, 96GiB]', 'gpu_total_ram', { in: [48000, 98304] }],
    ['disk_space>=2TB', 'disk_space', { gte: 2000 }],
    ['disk_space>=100', 'disk_space', { gte: 100 }],
    ['disk_space>=512MB', 'disk_space', { gte: 0.512 }],
    ['disk_space>=1.2k', 'disk_space', { gte: 1200 }],
    ['duration>7', 'duration', { gt: 604800 }],
    ['duration>90m', 'duration', { gt: 5400 }],
    ['duration>12h', 'duration', { gt: 43200 }],
    ['duration=3d', 'duration', { eq: 259200 }],
    ['duration>=2w', 'duration', { gte: 1209600 }],
    ['duration>3600s', 'duration', { gt: 3600 }],
    ['reliability>=98%', 'reliability', { gte: 0.98 }],
    ['reliability>=0.98', 'reliability', { gte: 0.98 }],
    ['reliability>=99.71%', 'reliability', { gte: 0.9971 }],
    ['reliability2>.5', 'reliability', { gt: 0.5 }],
    ['target_reliability=99.9%', 'target_reliability', { eq: 0.999 }],
    ['gpu_frac=50%', 'gpu_frac', { eq: 0.5 }],
    ['dph<$0.5', 'dph_total', { lt: 0.5 }],
    ['dph_total<$2', 'dph_total', { lt: 2 }],
    ['storage_cost<=$0.1', 'storage_cost', { lte: 0.1 }],
    ['inet_down>500Mbps', 'inet_down', { gt: 62.5 }],
    ['inet_up>1Gbps', 'inet_up', { gt: 125 }],
    ['inet_down>500MB/s', 'inet_down', { gt: 500 }],
    ['inet_down>500Mb/s', 'inet_down', { gt: 62.5 }],
    ['inet_down>1.2k', 'inet_down', { gt: 1200 }],
    ['gpu_mem_bw>3.35TB/s', 'gpu_mem_bw', { gt: 3350 }],
    ['cpu_ghz>2400MHz', 'cpu_ghz', { gt: 2.4 }],
    ['gpu_max_power<=0.35kW', 'gpu_max_power', { lte: 350 }],
    ['gpu_max_temp<90C', 'gpu_max_temp', { lt: 90 }],
    ['total_flops>1PFLOPs', 'total_flops', { gt: 1000 }],
    ['dlperf>1e2', 'dlperf', { gt: 100 }],
    ['dlperf>-1', 'dlperf', { gt: -1 }],
    ['compute_cap>=8.6', 'compute_cap', { gte: 860 }],
    ['compute_cap>=860', 'compute_cap', { gte: 860 }],
    ['compute_cap=8.7', 'compute_cap', { eq: 870 }],
    ['compute_cap in [7.5, 12]', 'compute_cap', { in: [750, 1200] }],
    ['cuda_vers>=12.4', 'cuda_max_good', { gte: 12.4 }],
    ['machine_id=8207', 'machine_id', { eq: 8207 }],
    ['num_gpus="4"', 'num_gpus', { eq: 4 }],
  ])('%s', (line, field, filter) => {
    expect(sent(line)).toEqual({ ...DEFAULTS, [field]: filter });
  });
});

describe('texts, countries and versions', () => {
  test.each([
    ['gpu_name=RTX_4090', 'gpu_name', { eq: 'RTX 4090' }],
    ['gpu_name="RTX_4090"', 'gpu_name', { eq: 'RTX_4090' }],
    ["gpu_name='H100 SXM'", 'gpu_name', { eq: 'H100 SXM' }],
    ['gpu_name!=A100_PCIE', 'gpu_name', { neq: 'A100 PCIE' }],
    ['gpu_name in RTX_4090,"H100 SXM"', 'gpu_name', { in: ['RTX 4090', 'H100 SXM'] }],
    ['gpu_name="a ""b"" c"', 'gpu_name', { eq: 'a "b" c' }],
    ['mobo_name=ROME_D8', 'mobo_name', { eq: 'ROME_D8' }],
    ['mobo_name="any"', 'mobo_name', { eq: 'any' }],
    ['gpu_arch=amd', 'gpu_arch', { eq: 'amd' }],
    ['gpu_arch=true', 'gpu_arch', { eq: 'true' }],
    ['verification=deverified', 'verification', { eq: 'deverified' }],
    ['geolocation=us', 'geolocation', { in: ['US'] }],
    ['geolocation=UK', 'geolocation', { in: ['GB'] }],
    ['geolocation!=CN', 'geolocation', { notin: ['CN'] }],
    ['geolocation in [US,de]', 'geolocation', { in: ['US', 'DE'] }],
    ['geolocation notin US,CA', 'geolocation', { notin: ['US', 'CA'] }],
    ['driver_version>=535.86', 'driver_version', { gte: '535.86' }],
    ['driver_version>=560', 'driver_version', { gte: '560' }],
    ['driver_version<535086005', 'driver_version', { lt: '535.86.5' }],
    ['driver_version=535.86.05', 'driver_version', { eq: '535.86.05' }],
    ['driver_version in [580.142, 535.86.05]', 'driver_version', { in: ['580.142', '535.86.05'] }],
    ['os=22.04', 'os_version', { eq: '22.04' }],
    ['ubuntu_version>=24.04', 'ubuntu_version', { gte: '24.04' }],
  ])('%s', (line, field, filter) => {
    expect(sent(line)).toEqual({ ...DEFAULTS, [field]: filter });
  });
});

describe('yes-or-no fields go out as eq', () => {
  test.each([
    ['static_ip', 'static_ip', { eq: true }],
    ['!static_ip', 'static_ip', { eq: false }],
    ['static_ip=yes', 'static_ip', { eq: true }],
    ['static_ip=False', 'static_ip', { eq: false }],
    ['static_ip!=true', 'static_ip', { eq: false }],
    ['static_ip!=no', 'static_ip', { eq: true }],
    ['has_avx=1', 'has_avx', { eq: true }],
    ['display_active', 'gpu_display_active', { eq: true }],
    ['!verified', 'verified', { eq: false }],
    ['rented', 'rented', { eq: true }],
  ])('%s', (line, field, filter) => {
    expect(sent(line)).toEqual({ ...DEFAULTS, [field]: filter });
  });
});

test('"any" lifts each default by a filter that restricts nothing', () => {
  expect(sent('verified=any rentable=ANY rented=any cpu_arch:any')).toEqual({
    verified: { in: [true, false] },
    rentable: { in: [true, false] },
    rented: { eq: true },
    cpu_arch: { notin: [] },
  });
});

test('a default that the line mentions is not sent beside it', () => {
  expect(sent('cpu_arch in [arm64, amd64] !rentable')).toEqual({
    cpu_arch: { in: ['arm64', 'amd64'] },
    rentable: { eq: false },
    verified: { eq: true },
    rented: { eq: false },
  });
});

test('a second clause on a field is left to the client', () => {
  const { filters, local } = wireFilters(parseLine('dph>0.5 dph_total<2 num_gpus=4 dph!=1'));
  expect(filters).toEqual({ ...DEFAULTS, dph_total: { gt: 0.5 }, num_gpus: { eq: 4 } });
  expect(withoutPlace(local)).toEqual([
    ['dph_total', 'lt', 2],
    ['dph_total', 'neq', 1],
  ]);
});

describe('clauses are apart by spaces or commas', () => {
  test.each([
    'num_gpus>=4 static_ip',
    'num_gpus>=4,static_ip',
    '  num_gpus >= 4 ,\n\tstatic_ip ,',
    'static_ip num_gpus gte 4',
    'num_gpus>=4,,static_ip',
  ])('%j', (line) => {
    expect(sent(line)).toEqual({ ...DEFAULTS, num_gpus: { gte: 4 }, static_ip: { eq: true } });
  });

  test.each([
    ['num_gpus in 2,4,static_ip', { num_gpus: { in: [2, 4] }, static_ip: { eq: true } }],
    ['num_gpus in 2,4,dph<3', { num_gpus: { in: [2, 4] }, dph_total: { lt: 3 } }],
    ['num_gpus in 2,4, dph<3', { num_gpus: { in: [2, 4] }, dph_total: { lt: 3 } }],
    ['gpu_name in RTX_4090,H200 dph<3', { gpu_name: { in: ['RTX 4090', 'H200'] }, dph_total: { lt: 3 } }],
  ])('a list without brackets ends: %s', (line, filters) => {
    expect(sent(line)).toEqual({ ...DEFAULTS, ...filters });
  });
});
