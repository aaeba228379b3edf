/** One row for every field of a price increase (docs/interface.md, Price increases). */
import { type ColumnSet, columnOf } from './columns.ts';
import type { Field } from './field.ts';

/** Those that services are known to send, their prices a second as what they are in an hour or a month. Unknown new ones stay as they are. */
export const INCREASE_FIELDS = [
  { name: 'id', madeOf: 'pending_price_increase_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Price increase', heading: 'Increase', width: 8 },
  { name: 'contract_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Instance', heading: 'Instance', width: 8 },
  { name: 'old_gpu_cost', madeOf: 'old_gpu_costpersec', wire: 'number', quantity: 'rate', group: 'price', label: 'GPUs, as they are', heading: 'GPU $/h', width: 8, better: 'neither' },
  { name: 'new_gpu_cost', madeOf: 'new_gpu_costpersec', wire: 'number', quantity: 'rate', group: 'price', label: 'GPUs, raised', heading: 'GPU new', width: 8, better: 'less' },
  { name: 'contract_end_date', wire: 'number', quantity: 'moment', group: 'availability', label: 'From', heading: 'From', width: 16 },
  { name: 'old_disk_cost', madeOf: 'old_disk_ram_costpersec', wire: 'number', quantity: 'perGigabyteMonth', group: 'price', label: 'Disk, as it is', heading: '$/GB/mo', width: 8, better: 'neither' },
  { name: 'new_disk_cost', madeOf: 'new_disk_ram_costpersec', wire: 'number', quantity: 'perGigabyteMonth', group: 'price', label: 'Disk, raised', heading: 'disk new', width: 8, better: 'less' },
  { name: 'old_bwu_cost', wire: 'number', quantity: 'perGigabyte', group: 'price', label: 'Upload, as it is', heading: 'up $/GB', width: 8, better: 'neither' },
  { name: 'new_bwu_cost', wire: 'number', quantity: 'perGigabyte', group: 'price', label: 'Upload, raised', heading: 'up new', width: 8, better: 'less' },
  { name: 'old_bwd_cost', wire: 'number', quantity: 'perGigabyte', group: 'price', label: 'Download, as it is', heading: 'down $/GB', width: 9, better: 'neither' },
  { name: 'new_bwd_cost', wire: 'number', quantity: 'perGigabyte', group: 'price', label: 'Download, raised', heading: 'down new', width: 9, better: 'less' },
  { name: 'ask_end_date', wire: 'number', quantity: 'moment', group: 'availability', label: 'Offer ends', heading: 'Offer ends', width: 16 },
  { name: 'created_at', wire: 'number', quantity: 'moment', group: 'availability', label: 'Told', heading: 'Told', width: 16 },
  { name: 'platform_fee', wire: 'number', quantity: 'fraction', group: 'price', label: 'Fee of the platform', heading: 'Fee %', width: 6, better: 'neither' },
  { name: 'host_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Host', heading: 'Host', width: 7 },
] as const satisfies readonly Field[];

/** Their order is that of the fields, behind the instance. */
export const INCREASE_COLUMNS: ColumnSet = {
  columns: INCREASE_FIELDS.map(columnOf),
  keptLongest: ['contract_id', ...INCREASE_FIELDS.map(({ name }) => name)],
  pinned: 2,
};
