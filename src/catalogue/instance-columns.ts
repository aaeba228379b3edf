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
  ...columnOf({ name: 'actual_status', group: 'availability', label: 'Status', heading: 'Status', width: 14 }),
  sortField: 'actual_status',
  cell: (record) => statusWords(statusOf(record)),
};

/** What the instance has cost since it came up last; a time before that is not known. */
const RUN_COST: Column = composedColumn(
  { name: 'run_cost', quantity: 'amount', group: 'price', label: 'Cost since it came up', heading: 'Run $', width: 7 },
  ({ uptime_mins: minutes, dph_total: rate }) =>
    typeof minutes === 'number' && typeof rate === 'number' ? (minutes / 60) * rate : undefined,
);

/** How to reach it. */
const REACH: Column = {
  ...columnOf({ name: 'ssh', group: 'network', label: 'Reached at', heading: 'Reached at', width: 21 }),
  sortField: undefined,
  cell: (record) => {
    const address = sshAddress(record);
    return 'problem' in address ? '-' : addressWords(address);
  },
};

const COLUMNS: readonly Column[] = INSTANCE_FIELDS.flatMap((field): readonly Column[] => {
  switch (field.name) {
    case 'actual_status':
    case 'num_gpus':
      return [];
    case 'gpu_name':
      return [GPUS];
    case 'uptime_mins':
      return [columnOf(field), RUN_COST];
    case 'public_ipaddr':
      return [REACH, columnOf(field)];
    default:
      return field.wire === 'breakdown' ? [] : [columnOf(field)];
  }
});

const LEFT_PLACE = COLUMNS.findIndex(({ id }) => id === 'time_remaining');

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
  'label',
  'run_cost',
  'ssh',
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
