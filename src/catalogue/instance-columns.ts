/** The columns of an instance: those of its fields, and what is made of several of them. */
import type { ColumnSet } from './column-window.ts';
import { type Column, columnOf, composedColumn, type ServiceRecord } from './columns.ts';
import { INSTANCE_FIELDS } from './instance-fields.ts';
import { statusOf, statusWords } from './instance-status.ts';
import { GPUS } from './offer-columns.ts';
import { addressWords, sshAddress } from './ssh-address.ts';

/** The columns of instances at `atEpochMs` (Unix epoch milliseconds), up to which what is left is counted. */
export const instanceColumns = (atEpochMs: number): ColumnSet => ({
  columns: [STATUS, ...COLUMNS.slice(0, LEFT_PLACE), leftColumn(atEpochMs), ...COLUMNS.slice(LEFT_PLACE)],
  keptLongest: KEPT_LONGEST,
  pinned: 2,
});

const STATUS: Column = {
  ...columnOf({ name: 'actual_status', group: 'availability', label: 'Status', heading: 'Status', width: 16 }),
  sortField: 'actual_status',
  cell: (record) => statusWords(statusOf(record)),
};

/** What an instance that runs has cost since it came up last; a time before that is not known. */
const RUN_COST: Column = composedColumn(
  { name: 'run_cost', quantity: 'amount', group: 'price', label: 'Cost since it came up', heading: 'Run $', width: 7 },
  ({ actual_status: status, uptime_mins: minutes, dph_total: rate }) =>
    status === 'running' && typeof minutes === 'number' && typeof rate === 'number' ? (minutes / 60) * rate : undefined,
);

/** The host and the port that ssh goes to. */
const REACH: Column = {
  ...columnOf({ name: 'ssh', group: 'network', label: 'Reached at', heading: 'Reached at', width: 22 }),
  sortField: undefined,
  cell: (record) => {
    const address = sshAddress(record);
    return 'problem' in address ? '-' : addressWords(address);
  },
};

/** Names of the fields whose columns come first, in their order; those of the others come behind. */
const FIRST = [
  'id',
  'gpu_name',
  'dph_total',
  'uptime_mins',
  'gpu_util',
  'gpu_temp',
  'label',
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
      return [GPUS];
    case 'uptime_mins':
      return [RUN_COST, columnOf(field)];
    case 'label':
      return [columnOf(field), REACH];
    default:
      return field.wire === 'breakdown' ? [] : [columnOf(field)];
  }
};

const placeIn = ({ name }: (typeof INSTANCE_FIELDS)[number]): number => {
  const place = (FIRST as readonly string[]).indexOf(name);
  return place < 0 ? FIRST.length : place;
};

const COLUMNS: readonly Column[] = INSTANCE_FIELDS.toSorted((a, b) => placeIn(a) - placeIn(b)).flatMap(fieldColumn);

const LEFT_PLACE = COLUMNS.findIndex(({ id }) => id === 'geolocation');

/** How long the contract lasts from then on. */
const leftColumn = (atEpochMs: number): Column =>
  composedColumn(
    { name: 'left', quantity: 'duration', group: 'availability', label: 'Time left', heading: 'Left d', width: 6 },
    ({ end_date: endS }: ServiceRecord) =>
      typeof endS === 'number' ? Math.max(0, endS - atEpochMs / 1000) : undefined,
  );

/** Ids of the columns, the last to leave a narrow table first. */
const KEPT_LONGEST: readonly string[] = [
  'id',
  'actual_status',
  'gpu_name',
  'dph_total',
  'ssh',
  'run_cost',
  'label',
  'uptime_mins',
  'gpu_util',
  'gpu_temp',
  'geolocation',
  'left',
  'disk_usage',
  'disk_space',
  'machine_id',
  'image_uuid',
  'intended_status',
];
