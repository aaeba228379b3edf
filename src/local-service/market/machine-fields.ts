/** The fields of a machine that all its offers have, and the hosts: where they are and whether they run a datacenter. */
import type { Offer } from '../../catalogue/values.ts';
import { CALLER_USER_ID, callerRole } from './caller.ts';
import { DRIVERS, driverNumber, type GpuModel, PLACES, PROCESSORS, type Processor } from './facts.ts';
import { createRandom, hash, hashFraction, type Random, rounded, unevenMegabytes } from './random.ts';

/** A user who offers machines. */
export type Host = {
  readonly id: number;
  readonly isDatacenter: boolean;
  readonly place: (typeof PLACES)[number];
  /** The first two numbers of the host's addresses, from the range that is reserved for benchmarks. */
  readonly network: string;
  /** A host's page, for the few that have one. */
  readonly webpage: string | null;
  readonly logo: string;
};

const FIRST_HOST_ID = 51_000;
const CALLER_HOST_INDEX = -1;

/** The host of a machine. Hosts that came early have many machines, late ones few. */
export const hostOfMachine = (seed: number, machineIndex: number): Host => {
  if (callerRole(seed, machineIndex) === 'host') return makeHost(seed, CALLER_HOST_INDEX);
  return makeHost(seed, Math.floor(hashFraction(seed, machineIndex, FIRST_HOST_ID) ** 1.3 * (1 + machineIndex / 3)));
};

const makeHost = (seed: number, hostIndex: number): Host => {
  const random = createRandom(seed, hostIndex, CALLER_HOST_INDEX);
  const isDatacenter = random.chance(0.3);
  return {
    id: hostIndex === CALLER_HOST_INDEX ? CALLER_USER_ID : FIRST_HOST_ID + hostIndex * 7 + (hash(seed, hostIndex) % 7),
    isDatacenter,
    place: random.pickShare(PLACES),
    network: `198.${random.integer(18, 19)}.${random.integer(0, 255)}`,
    webpage: isDatacenter && random.chance(0.15) ? `https://gpu-${hostIndex + 2}.example.net/` : null,
    logo: isDatacenter ? `/static/logos/host-${hostIndex + 2}.png` : '/static/logos/community.png',
  };
};

/** GB/s of one PCIe lane, by generation. */
const LANE_GBPS: Readonly<Record<number, number>> = { 3: 0.985, 4: 1.969, 5: 3.938 };

/** The fields of `gpus` GPUs of one model on a board with PCIe of generation `boardPcie`. */
export const gpuFields = (random: Random, model: GpuModel, gpus: number, boardPcie: number): Offer => {
  const pcie = Math.min(boardPcie, modelPcie(model));
  const lanes = gpus > 4 && model.class === 'consumer' ? random.pick([16, 8, 8, 4, 1]) : random.pick([16, 16, 16, 8]);
  const isLinked = model.class === 'board' || model.class === 'grace' || (gpus > 1 && random.chance(0.4));
  return {
    gpu_name: model.name,
    gpu_arch: model.arch,
    gpu_ram: model.ramMb,
    gpu_mem_bw: rounded(model.memoryGbps * random.between(0.86, 0.94), 1),
    compute_cap: model.capability,
    gpu_max_power: model.watts,
    gpu_max_temp: random.pick([83, 85, 87, 90, 90, 92, 95]),
    gpu_display_active: model.class === 'consumer' && random.chance(0.06),
    bw_nvlink: isLinked ? model.nvlinkGbps : 0,
    gpu_lanes: lanes,
    pci_gen: pcie,
    pcie_bw: rounded((LANE_GBPS[pcie] ?? 0) * lanes * random.between(0.74, 0.86), 1),
    ...driverFields(random, model),
  };
};

const modelPcie = ({ capability }: GpuModel): number => {
  if (capability >= 1200 || (capability >= 900 && capability < 1100)) return 5;
  return capability >= 800 ? 4 : 3;
};

const driverFields = (random: Random, { arch, capability }: GpuModel): Offer => {
  const fitting = DRIVERS.filter(
    (driver) => driver.arch === arch && driver.oldest <= capability && driver.newest >= capability,
  );
  const driver = random.pickShare(fitting);
  // The number is missing on some machines, and on a few it was taken before the last update.
  const numbered = random.chance(0.03) ? random.pick(fitting) : driver;
  return {
    driver_version: driver.version,
    driver_vers: random.chance(0.06) ? null : driverNumber(numbered.version),
    cuda_max_good: driver.cuda,
  };
};

const SYSTEMS = [
  { version: '24.04', share: 34 },
  { version: '22.04', share: 52 },
  { version: '20.04', share: 12 },
  { version: '18.04', share: 2 },
] as const;

/** A processor that suits the GPUs; one with two sockets counts twice. */
export const pickProcessor = (random: Random, model: GpuModel, gpus: number): Processor => {
  const kind = processorKind(random, model, gpus);
  const isLarge = model.class === 'board' || model.price > 0.9;
  const processor = random.pickShare(
    PROCESSORS.filter((candidate) => candidate.class === kind && (!isLarge || candidate.pcie >= 4)),
  );
  const isPair = kind === 'server' && gpus > 2 && random.chance(0.55);
  return isPair ? { ...processor, threads: processor.threads * 2, ramGib: processor.ramGib * 2 } : processor;
};

/** The fields of a machine with this processor. */
export const processorFields = (random: Random, processor: Processor, model: GpuModel): Offer => {
  const hasMachines = model.class !== 'grace' && random.chance(0.12);
  return {
    // Some machines report the name with the spaces that fill its register.
    cpu_name: processor.name + ' '.repeat(random.pick([0, 0, 0, 0, 0, 1, 2])),
    cpu_cores: processor.threads,
    cpu_ghz: processor.ghz,
    // What the firmware keeps for itself is missing from the whole.
    cpu_ram: unevenMegabytes(processor.ramGib * random.pick([1, 1, 1.5, 2]) * 1024 * random.between(0.98, 0.998)),
    cpu_arch: model.cpu,
    has_avx: processor.avx,
    mobo_name: random.pick(processor.boards),
    os_version: random.pickShare(SYSTEMS).version,
    vms_enabled: hasMachines,
    is_vm_deverified: hasMachines && random.chance(0.08),
  };
};

const processorKind = (random: Random, model: GpuModel, gpus: number): Processor['class'] => {
  if (model.class === 'grace') return 'grace';
  if (model.class !== 'consumer') return 'server';
  return random.chance(gpus > 2 ? 0.15 : 0.75) ? 'desktop' : 'server';
};

const DISKS = [
  { name: 'nvme', share: 20, fastest: 6800 },
  { name: 'Samsung SSD 990 PRO 2TB', share: 14, fastest: 7100 },
  { name: 'Samsung SSD 980 PRO 1TB', share: 9, fastest: 6200 },
  { name: 'SAMSUNG MZQL27T6HBLA-00A07', share: 12, fastest: 6500 },
  { name: 'INTEL SSDPF2KX038TZ', share: 9, fastest: 5900 },
  { name: 'Micron_7450_MTFDKCC3T8TFR', share: 11, fastest: 6400 },
  { name: 'WD_BLACK SN850X 2000GB', share: 11, fastest: 6900 },
  { name: 'KINGSTON SNV2S2000G', share: 8, fastest: 2900 },
  { name: 'CT1000P3PSSD8', share: 7, fastest: 3100 },
  { name: 'KIOXIA KCD81RUG7T68', share: 6, fastest: 6600 },
  { name: 'Samsung SSD 870 EVO 4TB', share: 6, fastest: 540 },
  { name: 'HDD', share: 2, fastest: 190 },
] as const;

/** The fields of a machine's storage. */
export const storageFields = (random: Random, machineId: number): Offer => {
  const disk = random.pickShare(DISKS);
  const monthlyPrice = random.pick([0.05, 0.08, 0.1, 0.1, 0.12, 0.15, 0.15, 0.2, 0.2, 0.25, 0.3, 0.4]);
  return {
    disk_name: disk.name,
    disk_bw: rounded(disk.fastest * random.between(0.45, 1), random.pick([0, 1])),
    storage_cost: rounded(monthlyPrice * random.between(0.97, 1.03), 4),
    ...volumeFields(random, machineId, monthlyPrice),
    ...networkDiskFields(random),
  };
};

/** What a renter could take as a volume: a host offers all three or none. */
const volumeFields = (random: Random, machineId: number, monthlyPrice: number): Offer => {
  if (random.chance(0.38)) return { avail_vol_ask_id: null, avail_vol_size: null, avail_vol_dph: null };
  const sizeGb = rounded(random.between(50, 4000), 4);
  return {
    avail_vol_ask_id: 9_100_000 + machineId * 11 + random.integer(0, 10),
    avail_vol_size: sizeGb,
    avail_vol_dph: (sizeGb * monthlyPrice) / 720,
  };
};

/** Few machines have a disk on their network. MB/s. */
const networkDiskFields = (random: Random): Offer => {
  if (!random.chance(0.02)) return { nw_disk_min_bw: null, nw_disk_max_bw: null, nw_disk_avg_bw: null };
  const slowest = random.integer(90, 700);
  const fastest = slowest + random.integer(100, 900);
  return { nw_disk_min_bw: slowest, nw_disk_max_bw: fastest, nw_disk_avg_bw: rounded((slowest + fastest) / 2.1, 2) };
};

/** GB in a TB, in the prices for traffic. */
export const GB_PER_TB = 1024;

/** The fields of a machine that stands where its host is. Speeds in MB/s. */
export const networkFields = (random: Random, host: Host): Offer => {
  const fastest = host.isDatacenter ? random.pick([125, 620, 1180, 1180, 2900]) : random.pick([12, 60, 110, 118, 290]);
  const downCost = pickTrafficCost(random);
  const upCost = random.chance(0.8) ? downCost : pickTrafficCost(random);
  const hasStaticAddress = random.chance(host.isDatacenter ? 0.92 : 0.3);
  return {
    geolocation: host.place.text,
    geolocode: hash(PLACES.indexOf(host.place)) >>> 4,
    inet_down: rounded(fastest * random.between(0.4, 1), random.pick([0, 1, 1])),
    inet_up: rounded(fastest * random.between(0.1, 1), random.pick([0, 1, 1])),
    inet_down_cost: downCost,
    inet_up_cost: upCost,
    internet_down_cost_per_tb: downCost * GB_PER_TB,
    internet_up_cost_per_tb: upCost * GB_PER_TB,
    direct_port_count: random.pick([0, 1, 10, 40, 64, 100, 199, 249, 499, 999]),
    static_ip: hasStaticAddress,
    public_ipaddr: `${host.network}.${random.integer(2, 254)}`,
    hostname: hasStaticAddress && random.chance(0.02) ? `node-${random.integer(1, 99)}.example.net` : null,
  };
};

/** $/GB; free on many machines. */
const pickTrafficCost = (random: Random): number =>
  random.chance(0.35) ? 0 : rounded(random.pick([0.001, 0.002, 0.003, 0.005, 0.01, 0.02]) * random.around(0.15), 6);

/** The states of a machine (docs/interface.md, Offer, `verification`). */
export type Verification = 'verified' | 'unverified' | 'deverified';

const VERIFICATION_CODES: Readonly<Record<Verification, number>> = { verified: 1, unverified: 0, deverified: 2 };

/** Seven machines of ten are verified, one of twenty lost it; datacenters do better. */
export const pickVerification = (random: Random, host: Host): Verification => {
  if (random.chance(0.05)) return 'deverified';
  return random.chance(host.isDatacenter ? 0.87 : 0.69) ? 'verified' : 'unverified';
};

/** The fields of a machine in that state. */
export const trustFields = (random: Random, host: Host, verification: Verification): Offer => {
  const isVerified = verification === 'verified';
  const reliability = pickReliability(random, host, isVerified);
  const hasClaim = isVerified && random.chance(host.isDatacenter ? 0.5 : 0.06);
  return {
    host_id: host.id,
    hosting_type: host.isDatacenter ? 1 : 0,
    verification,
    vericode: VERIFICATION_CODES[verification],
    reliability,
    reliability2: reliability,
    reliability_mult: rounded(0.6 + 0.4 * reliability ** 8, 6),
    expected_reliability: hasClaim ? random.pick([0.95, 0.98, 0.99, 0.99, 0.995, 0.999]) : null,
    discount_rate: isVerified ? random.pick([0, 0.1, 0.2, 0.25, 0.3, 0.4]) : null,
    credit_discount_max: random.pick([0, 0.1, 0.4]),
    external: random.pickShare([{ is: null, share: 96 }, ...SOMETIMES]).is,
    cluster_id: host.isDatacenter && random.chance(0.03) ? random.integer(1, 40) : null,
    bundled_results: random.chance(0.01) ? random.integer(2, 9) : null,
    resource_type: 'gpu',
    webpage: host.webpage,
    logo: host.logo,
    time_remaining: '',
    time_remaining_isbid: '',
    // Words that are not published, as the service also sends.
    host_run_time: rounded(random.between(0, 900) * 86_400, 1),
    inet_down_billed: null,
    inet_up_billed: null,
    ...(random.chance(0.1) ? { tags: ['benchmarked'] } : {}),
  };
};

const SOMETIMES = [
  { is: true, share: 2 },
  { is: false, share: 2 },
] as const;

/** 0 to 1, with the seven decimals that the service gives. */
const pickReliability = (random: Random, host: Host, isVerified: boolean): number => {
  const failures = 0.0004 * (host.isDatacenter ? 60 : 160) ** random.fraction();
  return rounded(Math.max(0.5, 1 - failures * (isVerified ? 1 : 3.2)), 7);
};
