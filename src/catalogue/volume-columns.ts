/** The columns of a volume and of a cloud connection. */
import { type Column, type ColumnSet, columnOf } from './columns.ts';

import type { Field } from './field.ts';
import { formatValue } from './format.ts';
import { CONNECTION_FIELDS, VOLUME_FIELDS } from './volume-fields.ts';

/** Id of the column that is no field: how long ago the volume was rented. */
export const VOLUME_AGE = 'age';

/** The columns of volumes at `atEpochMs` (Unix epoch milliseconds), which their ages count up to; on a narrow screen the chief ones. */
export const volumeColumns = (atEpochMs: number, isNarrow = false): ColumnSet => {
  const columns = [...FIELD_COLUMNS.slice(0, AGE_PLACE), ageColumn(atEpochMs), ...FIELD_COLUMNS.slice(AGE_PLACE)];
  if (!isNarrow) return { columns, keptLongest: KEPT_LONGEST, pinned: 2 };
  return {
    columns: columns.map((column) => (column.id === 'status' ? { ...column, width: NARROW_STATUS } : column)),
    keptLongest: [...CHIEF, ...KEPT_LONGEST.filter((id) => !CHIEF.includes(id))],
    pinned: 1,
  };
};

/** What a volume is, costs and lies on, and cells of a state. */
const CHIEF: readonly string[] = ['id', 'status', 'storage_total_cost', 'machine_id'];
const NARROW_STATUS = 7;

/** The columns of cloud connections. */
export const CONNECTION_COLUMNS: ColumnSet = {
  columns: CONNECTION_FIELDS.map(columnOf),
  keptLongest: CONNECTION_FIELDS.map(({ name }) => name),
  pinned: 1,
};

/** The instances that use a volume are counted; the service orders by no list, but rows that are here can be ordered by it. */
const instancesColumn = (column: Column): Column => ({ ...column, align: 'right', sortField: column.id });

const FIELD_COLUMNS: readonly Column[] = VOLUME_FIELDS.map((field) =>
  field.name === 'instances' ? instancesColumn(columnOf(field)) : columnOf(field),
);

const AGE_PLACE = FIELD_COLUMNS.findIndex(({ id }) => id === 'start_date');

const KEPT_LONGEST: readonly string[] = [
  'id',
  'status',
  'disk_space',
  'storage_total_cost',
  'machine_id',
  'instances',
  'reliability2',
  VOLUME_AGE,
  'label',
  'host_id',
  'verification',
  'driver_version',
  'inet_down',
  'inet_up',
  'start_date',
  'disk_name',
  'public_ipaddr',
];

const sinceColumn = FIELD_COLUMNS[AGE_PLACE];

const AGE: Field = {
  name: VOLUME_AGE,
  wire: 'number',
  quantity: 'duration',
  group: 'availability',
  label: 'Age',
  heading: 'Age d',
  width: 7,
};

/** A start that is absent or of a wrong kind is shown as the column of starts shows it. */
const ageColumn = (atEpochMs: number): Column => ({
  ...columnOf(AGE),
  cell: (volume) => {
    const { start_date: startedAtEpochS } = volume;
    return typeof startedAtEpochS === 'number'
      ? formatValue(AGE, Math.max(0, atEpochMs / 1000 - startedAtEpochS))
      : (sinceColumn?.cell(volume) ?? '');
  },
});
