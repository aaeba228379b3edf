/** One row for every field of a volume offer (docs/interface.md, Volume offer), and the columns of them. */
import { type ColumnSet, columnOf } from './columns.ts';

import type { Field } from './field.ts';
import { RELIABILITY_TONES, SPAN_TONES, VERIFICATION_TONES } from './tones.ts';

/** What can be rented of a machine's disk, and what that costs. */
export const VOLUME_OFFER_FIELDS = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Volume offer', heading: 'Offer', width: 9 },
  { name: 'disk_space', wire: 'number', quantity: 'storage', group: 'storage', label: 'Free', heading: 'Free GB', width: 7 },
  { name: 'storage_cost', wire: 'number', quantity: 'perGigabyteMonth', group: 'price', label: 'Price', heading: '$/GB/mo', width: 7 },
  { name: 'disk_bw', wire: 'number', quantity: 'diskSpeed', group: 'storage', label: 'Speed', heading: 'Disk MB/s', width: 7 },
  { name: 'geolocation', wire: 'string', group: 'network', label: 'Location', heading: 'Where', width: 5 },
  { name: 'reliability', wire: 'number', quantity: 'fraction', group: 'reliability', label: 'Reliability', heading: 'Rel %', width: 6, tones: RELIABILITY_TONES },
  { name: 'duration', wire: 'number', quantity: 'duration', group: 'availability', label: 'Stays available', heading: 'Days', width: 6, tones: SPAN_TONES },
  { name: 'machine_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Machine', heading: 'Machine', width: 7 },
  { name: 'inet_down', wire: 'number', quantity: 'internet', group: 'network', label: 'Download', heading: 'Down MB/s', width: 7 },
  { name: 'inet_up', wire: 'number', quantity: 'internet', group: 'network', label: 'Upload', heading: 'Up MB/s', width: 7 },
  { name: 'disk_name', wire: 'string', group: 'storage', label: 'Device', heading: 'Disk', width: 16 },
  { name: 'verification', wire: 'string', group: 'reliability', label: 'Verification', heading: 'Verification', width: 12, tones: VERIFICATION_TONES },
  { name: 'host_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Host', heading: 'Host', width: 6 },
  { name: 'storage_total_cost', wire: 'number', quantity: 'rate', group: 'price', label: 'One GB', heading: '1 GB $/h', width: 8 },
] as const satisfies readonly Field[];

/** Their order is that of the fields. */
export const VOLUME_OFFER_COLUMNS: ColumnSet = {
  columns: VOLUME_OFFER_FIELDS.map(columnOf),
  keptLongest: VOLUME_OFFER_FIELDS.map(({ name }) => name),
  pinned: 1,
};
