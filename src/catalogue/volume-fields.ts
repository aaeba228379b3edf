/** One row for every field of a volume and of a connection (docs/interface.md, Volume). Words that an offer has too are shown the same way. */
import type { Field } from './field.ts';
import { RELIABILITY_TONES, STATUS_TONES, VERIFICATION_TONES } from './tones.ts';

/** The 21 published fields of a volume, and what its renter calls it. */
export const VOLUME_FIELDS = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Volume', heading: 'Volume', width: 8 },
  { name: 'status', wire: 'string', group: 'availability', label: 'Status', heading: 'Status', width: 10, tones: STATUS_TONES },
  { name: 'disk_space', wire: 'number', quantity: 'storage', group: 'storage', label: 'Size', heading: 'Disk GB', width: 7 },
  { name: 'disk_name', wire: 'string', group: 'storage', label: 'Device', heading: 'Disk', width: 16 },
  { name: 'storage_total_cost', wire: 'number', quantity: 'rate', group: 'price', label: 'Storage', heading: 'stor. $/h', width: 8 },
  { name: 'machine_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Machine', heading: 'Machine', width: 7 },
  { name: 'host_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Host', heading: 'Host', width: 6 },
  { name: 'instances', wire: 'objects', group: 'availability', label: 'Instances', heading: 'Inst.', width: 5 },
  { name: 'start_date', wire: 'number', quantity: 'moment', group: 'availability', label: 'Since', heading: 'Since', width: 16 },
  { name: 'driver_version', wire: 'string', group: 'gpu', label: 'Driver', heading: 'Driver', width: 11 },
  { name: 'cuda_max_good', wire: 'number', quantity: 'generation', group: 'gpu', label: 'Highest CUDA', heading: 'CUDA', width: 4 },
  { name: 'inet_down', wire: 'number', quantity: 'internet', group: 'network', label: 'Download', heading: 'Down MB/s', width: 7 },
  { name: 'inet_up', wire: 'number', quantity: 'internet', group: 'network', label: 'Upload', heading: 'Up MB/s', width: 7 },
  { name: 'public_ipaddr', wire: 'string', group: 'network', label: 'Public IP', heading: 'Address', width: 15 },
  { name: 'static_ip', wire: 'boolean', group: 'network', label: 'Static IP' },
  { name: 'reliability2', wire: 'number', quantity: 'fraction', group: 'reliability', label: 'Reliability', heading: 'Rel %', width: 6, tones: RELIABILITY_TONES },
  { name: 'verification', wire: 'string', group: 'reliability', label: 'Verification', heading: 'Verification', width: 12, tones: VERIFICATION_TONES },
  { name: 'cpu_name', wire: 'string', group: 'processor', label: 'Processor', heading: 'CPU', width: 24 },
  { name: 'cpu_arch', wire: 'string', group: 'processor', label: 'Architecture', heading: 'CPU arch', width: 8 },
  { name: 'mobo_name', wire: 'string', group: 'processor', label: 'Motherboard', heading: 'Motherboard', width: 18 },
  { name: 'os_version', wire: 'string', group: 'processor', label: 'Ubuntu', heading: 'Ubuntu', width: 6 },
  { name: 'label', wire: 'string', group: 'identity', label: 'Name', heading: 'Name', width: 16 },
] as const satisfies readonly Field[];

/** The three fields of a cloud connection. */
export const CONNECTION_FIELDS = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Connection', heading: 'Id', width: 8 },
  { name: 'name', wire: 'string', group: 'identity', label: 'Name', heading: 'Name', width: 32 },
  { name: 'cloud_type', wire: 'string', group: 'identity', label: 'Type', heading: 'Type', width: 16 },
] as const satisfies readonly Field[];
