/** The record of an instance as it goes out (docs/interface.md, Instance). */
import type { Offer } from '../../catalogue/values.ts';
import { hash, hashFraction, rounded } from '../market/random.ts';
import { STATUS } from './account.ts';
import { type Contract, ratesOf } from './contract.ts';
import { portsOfRunType } from './run-types.ts';

/** Fields that are those of its machine, under the same names. */
const MACHINE_FIELDS = [
  'public_ipaddr',
  'gpu_name',
  'gpu_ram',
  'cpu_name',
  'cpu_cores',
  'cpu_ram',
  'inet_up',
  'inet_down',
  'direct_port_count',
  'static_ip',
  'geolocation',
  'verification',
  'reliability2',
  'storage_cost',
] as const;

/** The names of a record's members. */
export const RECORD_FIELDS = [
  'id',
  'actual_status',
  'intended_status',
  'cur_state',
  'next_state',
  'status_msg',
  'label',
  'image_uuid',
  'image_runtype',
  'template_name',
  'extra_env',
  'onstart',
  'ssh_host',
  'ssh_port',
  'ports',
  'machine_id',
  'host_id',
  'start_date',
  'end_date',
  'duration',
  'time_remaining',
  'time_remaining_isbid',
  'uptime_mins',
  'num_gpus',
  'gpu_totalram',
  'gpu_util',
  'gpu_temp',
  'gpu_frac',
  'cpu_cores_effective',
  'cpu_util',
  'mem_limit',
  'mem_usage',
  'vmem_usage',
  'disk_space',
  'disk_usage',
  'disk_util',
  'volume_info',
  'is_bid',
  'min_bid',
  'dph_base',
  'dph_total',
  'storage_total_cost',
  'search',
  'instance',
  'target_reliability',
  'sla_r_claim',
  'credit_balance',
  'credit_discount',
  ...MACHINE_FIELDS,
] as const;

export type InstanceRecord = { readonly [Name in Exclude<(typeof RECORD_FIELDS)[number], 'id'>]: unknown } & {
  readonly id: number;
};

/** The largest port that is handed out lies below 65,536. */
const FIRST_SSH_PORT = 10_000;
const FIRST_DIRECT_PORT = 40_000;
const PORTS = 20_000;

const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** The record of a contract at a moment that is no earlier than its life's last change. */
export const recordOf = (contract: Contract, nowS: number): InstanceRecord => {
  const { id, life, request, gpus, machineGpus, isBid, dphBase, dphDisk, dphSla } = contract;
  const machine: Offer = JSON.parse(`{${contract.machineText}}`);
  const share = gpus / machineGpus;
  const cores = Number(machine.cpu_cores) * share;
  const durationS = Math.max(0, contract.endsAtS - nowS);
  const now = ratesOf(contract);
  return {
    id,
    actual_status: STATUS[life.phase],
    intended_status: life.intended,
    cur_state: STATUS[life.phase] === 'running' || life.phase === 'rebooting' ? 'running' : 'stopped',
    next_state: life.intended,
    status_msg: life.message,
    label: contract.label,
    image_uuid: request.image,
    image_runtype: request.runtype,
    template_name: request.templateName,
    extra_env: request.env,
    onstart: request.onstart,
    ssh_host: `ssh${1 + (id % 9)}.example.net`,
    ssh_port: FIRST_SSH_PORT + (id % PORTS),
    machine_id: contract.machineId,
    host_id: contract.hostId,
    ...machineFields(machine),
    ports: portsOf(contract, machine),
    start_date: contract.createdAtS,
    end_date: contract.endsAtS,
    duration: durationS,
    time_remaining: inWords(durationS),
    time_remaining_isbid: isBid ? inWords(durationS) : '',
    uptime_mins: life.phase === 'running' ? Math.floor(Math.max(0, nowS - life.beganAtS) / MINUTE_S) : null,
    num_gpus: gpus,
    gpu_totalram: Number(machine.gpu_ram) * gpus,
    gpu_frac: share,
    cpu_cores_effective: rounded(cores, 6),
    ...loadOf(contract, Number(machine.cpu_ram) * share, Number(machine.gpu_ram) * gpus, nowS),
    disk_space: contract.diskGb,
    volume_info: request.volumes,
    is_bid: isBid,
    min_bid: contract.minBid,
    dph_base: dphBase,
    dph_total: dphBase + dphDisk + dphSla,
    storage_total_cost: dphDisk,
    search: breakdown(dphBase, dphDisk, dphSla),
    target_reliability: contract.targetReliability,
    sla_r_claim: machine.expected_reliability ?? null,
    // Nothing can be prepaid here.
    credit_balance: null,
    credit_discount: null,
    instance: breakdown(now.gpu, now.disk, now.sla),
  };
};

const machineFields = (machine: Offer) =>
  // Holds exactly the listed names, which TypeScript cannot conclude from Object.fromEntries.
  Object.fromEntries(MACHINE_FIELDS.map((name) => [name, machine[name]])) as Record<
    (typeof MACHINE_FIELDS)[number],
    unknown
  >;

/** What is asked for while it runs, and what is charged as it is now. No instance has a discount. $/hour. */
const breakdown = (gpu: number, disk: number, sla: number) => ({
  gpuCostPerHour: gpu,
  diskHour: disk,
  slaPremiumPerHour: sla,
  totalHour: gpu + disk + sla,
  discountTotalHour: 0,
  discountedTotalPerHour: gpu + disk + sla,
});

/** Ports of the machine that lead to those of the instance, while it runs: those of its run type, and those asked for. Null without any. */
const portsOf = ({ id, life, request }: Contract, machine: Offer): object | null => {
  const asked = request.env.flatMap(([name]) => /^-p \d{1,5}:(\d{1,5}(?:\/(?:tcp|udp))?)$/.exec(name)?.[1] ?? []);
  const opened = [...portsOfRunType(request.runtype), ...asked];
  const inside = [...new Set(opened.map((port) => (port.includes('/') ? port : `${port}/tcp`)))];
  const outside = inside.slice(0, Number(machine.direct_port_count)).map((name, place) => {
    const port = String(FIRST_DIRECT_PORT + ((id * 16 + place) % PORTS));
    return [name, [{ HostIp: '0.0.0.0', HostPort: port }]] as const;
  });
  return life.phase === 'running' && outside.length > 0 ? Object.fromEntries(outside) : null;
};

/** How busy it is, from minute to minute. Nothing is known of one that does not run. */
const loadOf = ({ id, life, diskGb, request, createdAtS }: Contract, ramMb: number, vramMb: number, nowS: number) => {
  const minute = Math.floor(nowS / MINUTE_S);
  const wave = (subject: number) => 0.5 + 0.5 * Math.sin(minute / 7 + hashFraction(id, subject) * 6.3);
  const isRunning = life.phase === 'running';
  const isIdle = hash(id, 5) % 6 === 0;
  const util = isIdle ? 0 : 62 + 38 * wave(1);
  // Images are of different sizes, and what they do fills the disk slowly.
  const imageGb = 4 + (hash(request.image.length, id) % 40) / 10;
  const grownGb = (Math.max(0, nowS - createdAtS) / DAY_S) * 0.4;
  const usedGb = Math.min(diskGb * 0.96, imageGb + grownGb);
  const isLoaded = life.phase !== 'provisioning' && life.phase !== 'loading';
  return {
    gpu_util: isRunning ? rounded(util, 1) : null,
    gpu_temp: isRunning ? rounded(34 + util * 0.42, 1) : null,
    cpu_util: isRunning ? rounded(isIdle ? 0.01 : 0.1 + 0.5 * wave(2), 3) : 0,
    mem_limit: isRunning ? rounded(ramMb / 1000, 3) : null,
    mem_usage: isRunning ? rounded((ramMb / 1000) * (isIdle ? 0.02 : 0.2 + 0.4 * wave(3)), 3) : null,
    vmem_usage: isRunning ? rounded((vramMb / 1000) * (isIdle ? 0.01 : 0.4 + 0.5 * wave(4)), 3) : null,
    disk_usage: isLoaded ? rounded(usedGb, 3) : 0,
    disk_util: isLoaded ? rounded(usedGb / diskGb, 4) : 0,
  };
};

/** `12d 4h`, `4h 5m`, `5m`; empty when nothing is left. */
const inWords = (seconds: number): string => {
  if (seconds <= 0) return '';
  if (seconds >= DAY_S) return `${Math.floor(seconds / DAY_S)}d ${Math.floor((seconds % DAY_S) / HOUR_S)}h`;
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  return seconds >= HOUR_S ? `${Math.floor(seconds / HOUR_S)}h ${minutes}m` : `${minutes}m`;
};
