/** One row for every field of a price increase (docs/interface.md, Price increases). */
import type { Field } from './field.ts';

/** Those that services are known to send, their prices a second as what they are in an hour or a month. Unknown new ones stay as they are. */
export const INCREASE_FIELDS = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Price increase', heading: 'Increase', width: 8 },
  { name: 'contract_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Instance', heading: 'Instance', width: 8 },
  { name: 'old_gpu_cost', wire: 'number', quantity: 'rate', group: 'price', label: 'GPUs, as they are', heading: 'now $/h', width: 8, better: 'neither' },
  { name: 'new_gpu_cost', wire: 'number', quantity: 'rate', group: 'price', label: 'GPUs, raised', heading: 'new $/h', width: 8, better: 'less' },
  { name: 'contract_end_date', wire: 'number', quantity: 'moment', group: 'availability', label: 'From', heading: 'From', width: 16 },
  { name: 'old_disk_cost', wire: 'number', quantity: 'perGigabyteMonth', group: 'price', label: 'Disk, as it is', heading: 'now $/GB/mo', width: 11, better: 'neither' },
  { name: 'new_disk_cost', wire: 'number', quantity: 'perGigabyteMonth', group: 'price', label: 'Disk, raised', heading: 'new $/GB/mo', width: 11, better: 'less' },
  { name: 'old_bwu_cost', wire: 'number', quantity: 'perGigabyte', group: 'price', label: 'Upload, as it is', heading: 'now up $/GB', width: 11, better: 'neither' },
  { name: 'new_bwu_cost', wire: 'number', quantity: 'perGigabyte', group: 'price', label: 'Upload, raised', heading: 'new up $/GB', width: 11, better: 'less' },
  { name: 'old_bwd_cost', wire: 'number', quantity: 'perGigabyte', group: 'price', label: 'Download, as it is', heading: 'now down $/GB', width: 13, better: 'neither' },
  { name: 'new_bwd_cost', wire: 'number', quantity: 'perGigabyte', group: 'price', label: 'Download, raised', heading: 'new down $/GB', width: 13, better: 'less' },
  { name: 'ask_end_date', wire: 'number', quantity: 'moment', group: 'availability', label: 'Offer ends', heading: 'Offer ends', width: 16 },
  { name: 'created_at', wire: 'number', quantity: 'moment', group: 'availability', label: 'Told', heading: 'Told', width: 16 },
] as const satisfies readonly Field[];
