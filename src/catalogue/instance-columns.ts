/** The columns of an instance: those of its fields, and what is made of several of them, its state and its address for SSH. */
import { isIP } from 'node:net';
import type { ColouredRole } from '../base/roles.ts';
import { type Column, type ColumnSet, columnOf, composedColumn, type ServiceRecord } from './columns.ts';
import type { Field } from './field.ts';
import { displayText } from './format.ts';
import { type BesideById, dearerColumn, leaseColumn } from './instance-beside.ts';
import { INSTANCE_FIELDS } from './instance-fields.ts';
import { alignedGpus, GPUS } from './offer-columns.ts';
import { SPAN_TONES } from './tones.ts';
import type { Instance } from './values.ts';

/** What the program knows of a status: how it is said, and how pressing it is. */
type Meaning = {
  readonly sign: string;
  /** `wrong` first, then what is on its way, what runs, what rests. */
  readonly kind: 'wrong' | 'underway' | 'running' | 'resting';
  /** What to know about a state that does not pass. */
  readonly advice?: string;
};

const GONE = 'It does not come back by itself: destroy it, and rent another.';
const DISK_GOES_ON = 'Its disk is charged until it is destroyed.';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  provisioning: { sign: '~', kind: 'underway' },
  loading: { sign: '~', kind: 'underway' },
  rebooting: { sign: '~', kind: 'underway' },
  running: { sign: '+', kind: 'running' },
  stopped: { sign: '-', kind: 'resting', advice: DISK_GOES_ON },
  frozen: { sign: '-', kind: 'resting', advice: DISK_GOES_ON },
  outbid: {
    sign: '!',
    kind: 'wrong',
    advice: 'Another bid is higher. It runs again when yours is the highest. Its disk is charged meanwhile.',
  },
  exited: { sign: '!', kind: 'wrong', advice: `${GONE} ${DISK_GOES_ON}` },
  unknown: { sign: '!', kind: 'wrong', advice: `Nothing has been heard from it. ${GONE} ${DISK_GOES_ON}` },
  offline: {
    sign: '!',
    kind: 'wrong',
    advice: `Its host cannot be reached. ${GONE} Without SLA cover nothing is charged meanwhile.`,
  },
};

const STATUSES: readonly string[] = Object.keys(MEANINGS);

/** A state that nobody has published: it is shown as it is. */
const UNLISTED: Meaning = { sign: '?', kind: 'wrong' };

/** The status in a word: `provisioning` where the service has none yet, `?` where it sent no text. */
export const statusOf = ({
  actual_status: actual,
  intended_status: intended,
  is_bid: isBid,
}: ServiceRecord): string => {
  if (actual === null) return 'provisioning';
  if (typeof actual !== 'string' || actual === '') return '?';
  return actual === 'exited' && isBid === true && intended === 'stopped' ? 'outbid' : displayText(actual);
};

const meaningOf = (status: string): Meaning =>
  Object.hasOwn(MEANINGS, status) ? (MEANINGS[status] ?? UNLISTED) : UNLISTED;

/** A status with its sign: `! offline`. */
export const statusWords = (status: string): string => `${meaningOf(status).sign} ${status}`;

/** What is worth knowing of a status that does not pass; undefined for one that is well. */
export const statusAdvice = (status: string): string | undefined => meaningOf(status).advice;

/** Below so many % of its GPUs in use an instance is idle that has been up for so many minutes. */
export const IDLE = { belowPercent: 5, afterMinutes: 10 } as const;

/** Paid for, and used by nobody. */
const isIdle = (record: ServiceRecord): boolean => {
  const { actual_status: status, intended_status: intended, gpu_util: percent, uptime_mins: minutes } = record;
  const isNew = typeof minutes === 'number' && minutes < IDLE.afterMinutes;
  const isUnused = typeof percent === 'number' && percent < IDLE.belowPercent;
  return status === 'running' && intended !== 'stopped' && isUnused && !isNew;
};

export const IDLE_WORDS = '? idle';

/** What an instance is to whoever looks after several: its status with its sign, or that it is idle. */
export const standingOf = (
  record: ServiceRecord,
): { readonly words: string; readonly role: ColouredRole | undefined } => {
  if (isIdle(record)) return { words: IDLE_WORDS, role: 'warning' };
  const status = statusOf(record);
  return { words: statusWords(status), role: STATUS_ROLES[meaningOf(status).kind] };
};

const PRESSING: readonly (Meaning['kind'] | 'idle')[] = ['wrong', 'idle', 'underway', 'running', 'resting'];

/** How pressing an instance is: what is wrong comes first, below 100; those of one status are next to each other. */
export const pressingOf = (record: ServiceRecord): number => {
  const status = statusOf(record);
  const kind = isIdle(record) ? 'idle' : meaningOf(status).kind;
  const place = STATUSES.indexOf(status);
  return 100 * PRESSING.indexOf(kind) + (place < 0 ? STATUSES.length : place);
};

/** True where its disk is all that is charged of an instance now, as far as its service tells. */
export const isDiskAlone = (record: Instance): boolean =>
  DISK_ALONE.includes(statusOf(record)) && !record.instance?.gpuCostPerHour;

/** In these no GPU is paid for. Of a host that is not reached nobody knows. */
const DISK_ALONE: readonly string[] = ['exited', 'outbid', 'stopped', 'frozen', 'provisioning', 'loading'];

/** $/hour that an instance costs now: all of it while it runs, its disk while it rests, nothing while its host is away; undefined where nobody says. */
export const presentRate = (record: Instance): number | undefined => {
  const { storage_total_cost: disk, search, instance: paid } = record;
  if (typeof paid?.totalHour === 'number') return paid.totalHour;
  const status = statusOf(record);
  const isOffline = status === 'offline';
  // With SLA cover it goes on costing what it cost.
  if (isOffline && !search?.slaPremiumPerHour) return 0;
  if (PAID.includes(status) || (isOffline && record.intended_status !== 'stopped')) return runningRate(record);
  return meaningOf(status) === UNLISTED ? undefined : (search?.diskHour ?? disk ?? undefined);
};

/** $/hour that an instance costs while it runs; undefined where nobody says. */
export const runningRate = ({ search, dph_total: total }: Instance): number | undefined =>
  search?.totalHour ?? total ?? undefined;

/** While these last its GPUs are paid for. */
const PAID: readonly string[] = ['running', 'rebooting'];

/** True while something is on its way that the next answer may bring. */
export const isUnderway = (record: ServiceRecord): boolean => {
  const status = statusOf(record);
  const { intended_status: intended } = record;
  const { kind } = meaningOf(status);
  return (
    kind === 'underway' ||
    (kind === 'running' && intended === 'stopped') ||
    (kind === 'resting' && intended === 'running')
  );
};

/** Where ssh goes, or in words why it cannot. */
type SshAddress = { readonly host: string; readonly port: number } | { readonly problem: string };

/** An address as people write it. */
export const addressWords = ({ host, port }: Extract<SshAddress, { host: string }>): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** The address of the instance: its own port 22 where the host has mapped it, else the service's proxy. */
export const sshAddress = (record: ServiceRecord): SshAddress => {
  const direct = mappedPort(record.ports);
  if (direct !== undefined && isPresent(record.public_ipaddr)) return checked(record.public_ipaddr, direct);
  const { ssh_host: host, ssh_port: port, image_runtype: runType } = record;
  if (!isPresent(host) || port === undefined || port === null) return { problem: 'it has no address yet' };
  const step = typeof runType === 'string' && runType.includes('jupyter') ? 1 : 0;
  return checked(host, typeof port === 'number' ? port + step : port);
};

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The port of the host that leads to port 22; undefined where none does. */
const mappedPort = (ports: unknown): unknown => {
  if (typeof ports !== 'object' || ports === null) return undefined;
  const mapped: unknown = Reflect.get(ports, '22/tcp');
  const first: unknown = Array.isArray(mapped) ? mapped[0] : undefined;
  return typeof first === 'object' && first !== null ? Reflect.get(first, 'HostPort') : undefined;
};

/** A name of DNS, without the underscores that some systems take. */
const HOST_NAME = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*\.?$/i;

const LONGEST_HOST_NAME = 253;

const checked = (host: unknown, port: unknown): SshAddress => {
  const trimmed = typeof host === 'string' ? host.trim() : '';
  const isHost =
    (isIP(trimmed) > 0 && !trimmed.includes('%')) || (trimmed.length <= LONGEST_HOST_NAME && HOST_NAME.test(trimmed));
  if (!isHost) return { problem: 'the service named a host that is neither an IP address nor a DNS name' };
  const number = typeof port === 'string' && /^\d{1,5}$/.test(port) ? Number(port) : port;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 65_535)
    return { problem: 'the service named a port that is not between 1 and 65535' };
  return { host: trimmed, port: number };
};

/**
 * The columns of instances at `atEpochMs` (Unix epoch milliseconds), up to which what is left is counted. `isSaid`: bands between the
 * rows say the status. Who has leases sees when they end.
 */
export const instanceColumns = (atEpochMs: number, isSaid = false, beside: BesideById = {}): ColumnSet => {
  const kept = isSaid ? KEPT_LONGEST.filter((id) => id !== STATUS.id) : KEPT_LONGEST;
  const [until, dearer] = [leaseColumn(beside), dearerColumn(beside)];
  const extra = [dearer, until].filter(({ cell }) => Object.keys(beside).some((id) => cell({ id }) !== ''));
  return {
    columns: [
      STATUS,
      ...COLUMNS.slice(0, LEFT_PLACE),
      until,
      dearer,
      leftColumn(atEpochMs),
      soFarColumn(atEpochMs),
      ...COLUMNS.slice(LEFT_PLACE),
    ],
    keptLongest: kept.toSpliced(kept.indexOf('dph_total') + 1, 0, ...extra.map(({ id }) => id)),
    pinned: 2,
  };
};

const STATUS: Column = {
  ...columnOf({ name: 'actual_status', group: 'availability', label: 'Status', heading: 'Status', width: 16 }),
  sortField: 'actual_status',
  cell: (record) => statusWords(statusOf(record)),
  tone: (record) => STATUS_ROLES[meaningOf(statusOf(record)).kind],
};

const STATUS_ROLES: Readonly<Record<Meaning['kind'], ColouredRole | undefined>> = {
  wrong: 'danger',
  underway: 'warning',
  running: 'good',
  resting: undefined,
};

/** What an instance that runs has cost since it came up last; a time before that is not known. */
const RUN_COST: Column = composedColumn(
  { name: 'run_cost', quantity: 'amount', group: 'price', label: 'Cost since it came up', heading: 'Run $', width: 7 },
  ({ actual_status: status, uptime_mins: minutes, dph_total: rate }) =>
    status === 'running' && typeof minutes === 'number' && typeof rate === 'number' ? (minutes / 60) * rate : undefined,
);

/** What it costs a day as it is now. */
const DAY_COST: Column = composedColumn(
  { name: 'day_cost', quantity: 'amount', group: 'price', label: 'Costs a day now', heading: 'Day $', width: 7 },
  (record) => {
    const rate = presentRate(record);
    return rate === undefined ? undefined : 24 * rate;
  },
);

/** Where an instance has what it has cost so far, $, in case that is known better than it can be reckoned: no member of the service's. */
export const SO_FAR = Symbol();

/** What an instance has cost since it was rented, $: what was `charged` until then (Unix epoch seconds), and behind that reckoned at what it costs now. */
export const costSoFar = (
  record: Instance & { readonly [SO_FAR]?: number },
  atEpochMs: number,
  charged?: { readonly dollars: number; readonly untilS: number },
): number | undefined => {
  const rate = presentRate(record);
  const { start_date: startS, [SO_FAR]: joined } = record;
  if (joined !== undefined || typeof startS !== 'number' || (!rate && charged === undefined)) return joined;
  const { dollars, untilS } = charged ?? { dollars: 0, untilS: startS };
  return dollars + Math.max(0, atEpochMs / 1000 - untilS) * ((rate ?? 0) / 3600);
};

const soFarColumn = (atEpochMs: number): Column => {
  const column = composedColumn(
    { name: 'so_far', quantity: 'amount', group: 'price', label: 'Cost so far, about', heading: 'So far $', width: 8 },
    (record) => costSoFar(record, atEpochMs),
  );
  return { ...column, cell: (record) => column.cell(record).replace(/^\d/, '~$&') };
};

/** The host and the port that ssh goes to. */
const REACH: Column = {
  ...columnOf({ name: 'ssh', group: 'network', label: 'Reached at', heading: 'Reached at', width: 22 }),
  sortField: undefined,
  cell: (record) => {
    const address = sshAddress(record);
    return 'problem' in address ? '-' : addressWords(address);
  },
};

/** Cells of a bar with its figure. */
const GAUGE = 11;

/** How much of something is in use, as a bar with its figure in %. */
const gaugeColumn = (field: Pick<Field, 'name' | 'group' | 'label' | 'heading'>, of: string, all: string): Column => {
  const share = (record: ServiceRecord) => {
    const [used, size] = [record[of], record[all]];
    return typeof used === 'number' && typeof size === 'number' && size > 0 ? used / size : undefined;
  };
  const percent = (record: ServiceRecord) => {
    const part = share(record);
    return part === undefined ? undefined : 100 * part;
  };
  return {
    ...composedColumn({ ...field, wire: 'number', quantity: 'percent', width: GAUGE }, percent),
    gauge: share,
  };
};

const RAM_SHARE = gaugeColumn(
  { name: 'ram_share', group: 'processor', label: 'Memory in use, of its limit', heading: 'RAM %' },
  'mem_usage',
  'mem_limit',
);

const DISK_SHARE = gaugeColumn(
  { name: 'disk_share', group: 'storage', label: 'Disk in use, of its size', heading: 'Disk %' },
  'disk_usage',
  'disk_space',
);

/** Names of the fields whose columns come first, in their order; those of the others come behind. */
const FIRST = [
  'id',
  'label',
  'gpu_name',
  'gpu_util',
  'gpu_temp',
  'dph_total',
  'uptime_mins',
  'geolocation',
  'disk_usage',
  'disk_space',
  'machine_id',
] as const;

const fieldColumn = (field: (typeof INSTANCE_FIELDS)[number]): readonly Column[] => {
  switch (field.name) {
    case 'actual_status':
    case 'num_gpus':
      return [];
    case 'gpu_name':
      return [{ ...GPUS, drawn: alignedGpus }];
    case 'dph_total':
      return [{ ...composedColumn({ ...field, label: 'Costs now' }, presentRate), sortField: field.name }];
    case 'id':
      // Behind it stands that something has changed.
      return [{ ...columnOf(field), width: 10, align: 'left' }];
    case 'gpu_util':
      return [
        {
          ...columnOf(field),
          width: GAUGE,
          tone: (record) => (isIdle(record) ? 'warning' : undefined),
          gauge: ({ gpu_util: percent }) => (typeof percent === 'number' ? percent / 100 : undefined),
        },
        RAM_SHARE,
        DISK_SHARE,
      ];
    case 'uptime_mins':
      return [RUN_COST, DAY_COST, columnOf(field)];
    case 'label':
      return [{ ...columnOf(field), width: 13 }];
    case 'gpu_temp':
      return [{ ...columnOf(field), hangs: true }];
    case 'geolocation':
      return [REACH, columnOf(field)];
    default:
      return field.wire === 'breakdown' ? [] : [columnOf(field)];
  }
};

const placeIn = ({ name }: (typeof INSTANCE_FIELDS)[number]): number => {
  const place = (FIRST as readonly string[]).indexOf(name);
  return place < 0 ? FIRST.length : place;
};

const COLUMNS: readonly Column[] = INSTANCE_FIELDS.toSorted((a, b) => placeIn(a) - placeIn(b)).flatMap(fieldColumn);

const LEFT_PLACE = 1 + COLUMNS.findIndex(({ id }) => id === RUN_COST.id);

/** How long the contract lasts from then on. */
const leftColumn = (atEpochMs: number): Column => ({
  ...composedColumn(
    {
      name: 'left',
      quantity: 'duration',
      group: 'availability',
      label: 'Time left',
      heading: 'Left d',
      width: 6,
      tones: SPAN_TONES,
    },
    ({ end_date: endS }: ServiceRecord) =>
      typeof endS === 'number' ? Math.max(0, endS - atEpochMs / 1000) : undefined,
  ),
  hangs: true,
});

/** Ids of the columns, the last to leave a narrow table first. */
const KEPT_LONGEST: readonly string[] = [
  'id',
  'actual_status',
  'gpu_name',
  'dph_total',
  'label',
  'gpu_util',
  'left',
  'run_cost',
  'gpu_temp',
  'ram_share',
  'disk_share',
  'ssh',
  'uptime_mins',
  'geolocation',
  'machine_id',
  'disk_space',
  'image_uuid',
  'intended_status',
];
