/** One row for every field of a host's machine (docs/interface.md, List machines), and the columns of them. */
import { type Column, type ColumnSet, columnOf } from './columns.ts';

import type { Field } from './field.ts';
import { RELIABILITY_TONES, VERIFICATION_TONES } from './tones.ts';

/** Those that services are known to send. Prices are for one GPU. */
export const MACHINE_FIELDS = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Machine', heading: 'Machine', width: 7 },
  { name: 'hostname', wire: 'string', group: 'identity', label: 'Host name', heading: 'Name', width: 10 },
  { name: 'num_gpus', wire: 'integer', quantity: 'count', group: 'gpu', label: 'Count', heading: 'GPUs', width: 4, better: 'neither' },
  { name: 'gpu_name', wire: 'string', group: 'gpu', label: 'Model', heading: 'GPU', width: 12 },
  { name: 'gpu_occupancy', wire: 'string', group: 'availability', label: 'Occupancy', heading: 'In use', width: 8 },
  { name: 'listed_gpu_cost', wire: 'number', quantity: 'rate', group: 'price', label: 'Listed for, per GPU', heading: '$/GPU/h', width: 7, better: 'neither' },
  { name: 'earn_day', wire: 'number', quantity: 'amount', group: 'price', label: 'Earned in the last day', heading: '24h $', width: 7, better: 'more' },
  { name: 'num_reports', wire: 'integer', quantity: 'count', group: 'reliability', label: 'Reports', heading: 'Rep.', width: 4, better: 'less', tones: { from: [[1, 'warning']] } },
  { name: 'listed', wire: 'boolean', group: 'availability', label: 'Listed', heading: 'Listed', width: 6 },
  { name: 'current_rentals_running', wire: 'integer', quantity: 'count', group: 'availability', label: 'Instances that run', heading: 'Run', width: 4, better: 'neither' },
  { name: 'current_rentals_resident', wire: 'integer', quantity: 'count', group: 'availability', label: 'Instances in all', heading: 'All', width: 4, better: 'neither' },
  { name: 'geolocation', wire: 'string', group: 'network', label: 'Location', heading: 'Where', width: 12 },
  { name: 'reliability2', wire: 'number', quantity: 'fraction', group: 'reliability', label: 'Reliability', heading: 'Rel %', width: 6, tones: RELIABILITY_TONES },
  { name: 'verification', wire: 'string', group: 'reliability', label: 'Verification', heading: 'Verification', width: 12, tones: VERIFICATION_TONES },
  { name: 'end_date', wire: 'number', quantity: 'moment', group: 'availability', label: 'Listed until', heading: 'Until', width: 16 },
  { name: 'earn_hour', wire: 'number', quantity: 'amount', group: 'price', label: 'Earned in the last hour', heading: '1h $', width: 7, better: 'more' },
  { name: 'min_bid_price', wire: 'number', quantity: 'rate', group: 'price', label: 'Smallest bid per GPU', heading: 'bid/GPU/h', width: 9, better: 'neither' },
  { name: 'listed_storage_cost', wire: 'number', quantity: 'perGigabyteMonth', group: 'price', label: 'Disk', heading: '$/GB/mo', width: 7, better: 'neither' },
  { name: 'listed_inet_up_cost', wire: 'number', quantity: 'perGigabyte', group: 'price', label: 'Upload', heading: 'up $/GB', width: 8, better: 'neither' },
  { name: 'listed_inet_down_cost', wire: 'number', quantity: 'perGigabyte', group: 'price', label: 'Download', heading: 'down $/GB', width: 9, better: 'neither' },
  { name: 'driver_version', wire: 'string', group: 'gpu', label: 'Driver', heading: 'Driver', width: 11 },
  { name: 'disk_space', wire: 'number', quantity: 'storage', group: 'storage', label: 'Size', heading: 'Disk GB', width: 7 },
  { name: 'min_chunk', wire: 'integer', quantity: 'count', group: 'availability', label: 'Smallest slice, GPUs', heading: 'Slice', width: 5, better: 'neither' },
  { name: 'credit_discount_max', wire: 'number', quantity: 'fraction', group: 'price', label: 'Greatest prepay discount', heading: 'Disc. %', width: 7, better: 'neither' },
  { name: 'listed_volume_cost', wire: 'number', quantity: 'perGigabyteMonth', group: 'price', label: 'Volume', heading: 'vol $/GB/mo', width: 11, better: 'neither' },
  { name: 'timeout', wire: 'number', quantity: 'silence', group: 'reliability', label: 'Not heard of for', heading: 'Silent', width: 7, better: 'less' },
  { name: 'hosting_type', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Hosting type', heading: 'Hosting', width: 7 },
] as const satisfies readonly Field[];

/** Their order is that of the fields. */
export const MACHINE_COLUMNS: ColumnSet = {
  columns: MACHINE_FIELDS.map((field): Column => columnOf(field)),
  keptLongest: MACHINE_FIELDS.map(({ name }) => name),
  pinned: 2,
};

/** How each GPU of a machine is let, by its letter in `gpu_occupancy` (docs/interface.md, List machines). */
const LETTINGS: readonly (readonly [letter: string, words: string])[] = [
  ['D', 'on demand'],
  ['R', 'reserved'],
  ['I', 'interruptible'],
  ['x', 'free'],
];

/** The letters with a dot for each free GPU: `I··DDD··`. */
export const occupancyMarks = (letters: string): string => letters.replaceAll(' ', '').replaceAll('x', '·');

/** `gpu_occupancy` in words: "2 on demand, 6 free"; letters that nobody knows are named. Undefined when it is no text. */
export const occupancyWords = (occupancy: unknown): string | undefined => {
  if (typeof occupancy !== 'string') return undefined;
  const letters = [...occupancy].filter((letter) => letter.trim() !== '');
  const known = LETTINGS.map(([letter]) => letter);
  return [...LETTINGS, ...[...new Set(letters)].filter((letter) => !known.includes(letter)).map((it) => [it, it] as const)]
    .map(([letter, words]) => ({ words, count: letters.filter((other) => other === letter).length }))
    .filter(({ count }) => count > 0)
    .map(({ words, count }) => `${count} ${words}`)
    .join(', ');
};
