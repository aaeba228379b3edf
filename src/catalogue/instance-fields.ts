/** One row for every field of an instance (docs/interface.md, Instance). Words that an offer has too are shown the same way. */
import type { Field } from './field.ts';
import { RELIABILITY_TONES, STATUS_TONES, VERIFICATION_TONES } from './tones.ts';

/** Those that services are known to send; others are shown as they come. */
export const INSTANCE_FIELDS = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Instance', heading: 'Instance', width: 8 },
  { name: 'label', wire: 'string', group: 'identity', label: 'Label', heading: 'Label', width: 16 },
  { name: 'machine_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Machine', heading: 'Machine', width: 7 },
  { name: 'host_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Host', heading: 'Host', width: 6 },

  { name: 'actual_status', wire: 'string', group: 'availability', label: 'Status', heading: 'Status', width: 12, aliases: ['status'], tones: STATUS_TONES },
  { name: 'intended_status', wire: 'string', group: 'availability', label: 'Meant to be', heading: 'Meant', width: 8 },
  { name: 'cur_state', wire: 'string', group: 'availability', label: 'State of the contract', heading: 'State', width: 8 },
  { name: 'next_state', wire: 'string', group: 'availability', label: 'Next state of the contract', heading: 'Next', width: 8 },
  { name: 'status_msg', wire: 'string', group: 'availability', label: 'Message', heading: 'Message', width: 24 },
  { name: 'start_date', wire: 'number', quantity: 'moment', group: 'availability', label: 'Since', heading: 'Since', width: 16 },
  { name: 'end_date', wire: 'number', quantity: 'moment', group: 'availability', label: 'Until', heading: 'Until', width: 16 },
  { name: 'duration', wire: 'number', quantity: 'duration', group: 'availability', label: 'Stays available', heading: 'Days', width: 6 },
  { name: 'uptime_mins', wire: 'number', quantity: 'minutes', group: 'availability', label: 'Up for', heading: 'Up h', width: 7 },
  { name: 'time_remaining', wire: 'string', group: 'availability', label: 'Time remaining' },
  { name: 'time_remaining_isbid', wire: 'string', group: 'availability', label: 'Time remaining as a bid' },

  { name: 'dph_total', wire: 'number', quantity: 'rate', group: 'price', label: 'Total', heading: '$/h', width: 7 },
  { name: 'dph_base', wire: 'number', quantity: 'rate', group: 'price', label: 'GPUs', heading: 'base $/h', width: 8 },
  { name: 'storage_total_cost', wire: 'number', quantity: 'rate', group: 'price', label: 'Disk', heading: 'disk $/h', width: 8 },
  { name: 'storage_cost', wire: 'number', quantity: 'perGigabyteMonth', group: 'price', label: 'Disk by size', heading: '$/GB/mo', width: 7 },
  { name: 'is_bid', wire: 'boolean', group: 'price', label: 'Rented by a bid' },
  { name: 'min_bid', wire: 'number', quantity: 'rate', group: 'price', label: 'Minimum bid', heading: 'bid $/h', width: 8 },
  { name: 'credit_balance', wire: 'number', quantity: 'amount', group: 'price', label: 'Paid in advance, left', heading: 'prepaid $', width: 9, better: 'neither' },
  { name: 'credit_discount', wire: 'number', quantity: 'fraction', group: 'price', label: 'Discount for paying in advance', heading: 'disc. %', width: 7, better: 'more' },
  { name: 'search', wire: 'breakdown', group: 'price', label: 'Costs in the search view' },
  { name: 'instance', wire: 'breakdown', group: 'price', label: 'Costs in the instance view' },

  { name: 'gpu_name', wire: 'string', group: 'gpu', label: 'Model', heading: 'GPU', width: 15 },
  { name: 'num_gpus', wire: 'integer', quantity: 'count', group: 'gpu', label: 'Count', heading: 'GPUs', width: 4, better: 'neither' },
  { name: 'gpu_util', wire: 'number', quantity: 'percent', group: 'gpu', label: 'In use', heading: 'GPU %', width: 5, better: 'neither' },
  {
    name: 'gpu_temp',
    wire: 'number',
    quantity: 'temperature',
    group: 'gpu',
    label: 'Temperature',
    heading: '°C',
    width: 4,
    tones: {
      from: [
        [90, 'danger'],
        [80, 'warning'],
      ],
    },
  },
  { name: 'gpu_ram', wire: 'integer', quantity: 'memory', group: 'gpu', label: 'VRAM per GPU', heading: 'VRAM GB', width: 6 },
  { name: 'gpu_totalram', wire: 'integer', quantity: 'memory', group: 'gpu', label: 'Total VRAM', heading: 'all VRAM', width: 7 },
  { name: 'gpu_frac', wire: 'number', quantity: 'share', group: 'gpu', label: 'Share of the machine', heading: 'share', width: 5, better: 'neither' },

  { name: 'cpu_name', wire: 'string', group: 'processor', label: 'Processor', heading: 'CPU', width: 24 },
  { name: 'cpu_cores', wire: 'integer', quantity: 'count', group: 'processor', label: 'vCPUs of the machine', heading: 'CPUs', width: 4 },
  { name: 'cpu_cores_effective', wire: 'number', quantity: 'score', group: 'processor', label: 'vCPUs of the instance', heading: 'vCPU', width: 5 },
  { name: 'cpu_ram', wire: 'integer', quantity: 'memory', group: 'processor', label: 'RAM', heading: 'RAM GB', width: 7 },
  { name: 'cpu_util', wire: 'number', quantity: 'percent', group: 'processor', label: 'In use', heading: 'CPU %', width: 5, better: 'neither' },
  { name: 'mem_limit', wire: 'number', quantity: 'ratio', group: 'processor', label: 'Memory limit', better: 'neither' },
  { name: 'mem_usage', wire: 'number', quantity: 'ratio', group: 'processor', label: 'Memory in use', better: 'neither' },

  { name: 'disk_space', wire: 'number', quantity: 'storage', group: 'storage', label: 'Size', heading: 'Disk GB', width: 7 },
  { name: 'disk_usage', wire: 'number', quantity: 'storage', group: 'storage', label: 'In use', heading: 'Used GB', width: 7, better: 'neither' },
  { name: 'disk_util', wire: 'number', quantity: 'share', group: 'storage', label: 'Busy', heading: 'Busy', width: 6, better: 'neither' },
  { name: 'volume_info', wire: 'objects', group: 'storage', label: 'Volumes', heading: 'Vols', width: 4 },

  { name: 'public_ipaddr', wire: 'string', group: 'network', label: 'Public IP', heading: 'Address', width: 15 },
  { name: 'ssh_host', wire: 'string', group: 'network', label: 'SSH proxy', heading: 'SSH proxy', width: 20 },
  { name: 'ssh_port', wire: 'integer', quantity: 'identifier', group: 'network', label: 'Port of the SSH proxy', heading: 'Port', width: 5 },
  { name: 'ports', wire: 'nullable', group: 'network', label: 'Ports' },
  { name: 'direct_port_count', wire: 'integer', quantity: 'count', group: 'network', label: 'Direct ports', heading: 'Ports', width: 5 },
  { name: 'static_ip', wire: 'boolean', group: 'network', label: 'Static IP' },
  { name: 'geolocation', wire: 'string', group: 'network', label: 'Location', heading: 'Where', width: 5 },
  { name: 'inet_down', wire: 'number', quantity: 'internet', group: 'network', label: 'Download', heading: 'Down MB/s', width: 7 },
  { name: 'inet_up', wire: 'number', quantity: 'internet', group: 'network', label: 'Upload', heading: 'Up MB/s', width: 7 },

  { name: 'reliability2', wire: 'number', quantity: 'fraction', group: 'reliability', label: 'Reliability', heading: 'Rel %', width: 6, tones: RELIABILITY_TONES },
  { name: 'target_reliability', wire: 'number', quantity: 'fraction', group: 'reliability', label: 'SLA target', heading: 'SLA %', width: 6 },
  { name: 'sla_r_claim', wire: 'number', quantity: 'fraction', group: 'reliability', label: 'SLA claim of the host', heading: 'claim %', width: 7 },
  { name: 'verification', wire: 'string', group: 'reliability', label: 'Verification', heading: 'Verification', width: 12, tones: VERIFICATION_TONES },

  { name: 'image_uuid', wire: 'string', group: 'other', label: 'Image', heading: 'Image', width: 24 },
  { name: 'image_runtype', wire: 'string', group: 'other', label: 'Run type', heading: 'Run type', width: 10 },
  { name: 'template_name', wire: 'string', group: 'other', label: 'Template', heading: 'Template', width: 16 },
  { name: 'extra_env', wire: 'nullable', group: 'other', label: 'Environment' },
  { name: 'onstart', wire: 'string', group: 'other', label: 'On-start script' },
] as const satisfies readonly Field[];
