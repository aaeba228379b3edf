/** One row for every field of an announced maintenance window (docs/interface.md, List windows), its columns and its categories. */
import { type ColumnSet, columnOf } from './columns.ts';
import type { Field } from './field.ts';

/** Those that services are known to send. */
export const WINDOW_FIELDS = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Window', heading: 'Window', width: 6 },
  { name: 'machine_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Machine', heading: 'Machine', width: 7 },
  { name: 'start_time', wire: 'number', quantity: 'moment', group: 'availability', label: 'From', heading: 'From', width: 16 },
  { name: 'end_time', wire: 'number', quantity: 'moment', group: 'availability', label: 'Until', heading: 'Until', width: 16 },
  { name: 'duration_hours', wire: 'number', quantity: 'ratio', group: 'availability', label: 'Hours', heading: 'Hours', width: 6, better: 'neither' },
  { name: 'maintenance_category', wire: 'string', group: 'other', label: 'Category', heading: 'Category', width: 9 },
  { name: 'maintenance_reason', wire: 'string', group: 'other', label: 'Reason', heading: 'Reason', width: 24 },
  { name: 'cancelled_at', wire: 'number', quantity: 'moment', group: 'availability', label: 'Withdrawn', heading: 'Withdrawn', width: 16 },
  { name: 'created_at', wire: 'number', quantity: 'moment', group: 'availability', label: 'Announced', heading: 'Announced', width: 16 },
] as const satisfies readonly Field[];

/** Where there is little room, whether a window was withdrawn is told before how long it is. */
const CHIEF: readonly string[] = ['id', 'machine_id', 'start_time', 'cancelled_at'];

/** Their order is that of the fields. */
export const WINDOW_COLUMNS: ColumnSet = {
  columns: WINDOW_FIELDS.map(columnOf),
  keptLongest: [...new Set([...CHIEF, ...WINDOW_FIELDS.map(({ name }) => name)])],
  pinned: 2,
};

/** Every maintenance category in the spelling of the wire, in the published order. */
export const MAINTENANCE_CATEGORIES = ['power', 'internet', 'disk', 'gpu', 'software', 'other'] as const;

export type MaintenanceCategory = (typeof MAINTENANCE_CATEGORIES)[number];
