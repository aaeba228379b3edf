/** One row for every field of an offer (docs/interface.md, Offer), in the order in which a person reads an offer. */
import { boolean, country, type Field, fraction, integer, memory, number, text, version } from './field.ts';
import { GPU_MODELS } from './gpu-models.ts';
import { RELIABILITY_TONES, SPAN_TONES, VERIFICATION_TONES } from './tones.ts';

/** Prices: $/hour unless the label says otherwise. */
const PRICE = [
  { name: 'dph_total', wire: 'number', quantity: 'rate', group: 'price', label: 'Total', heading: '$/h', width: 7, filter: number, aliases: ['dph', 'price', 'cost', '$', '$/h', '$/hr'] },
  { name: 'dph_base', wire: 'number', quantity: 'rate', group: 'price', label: 'GPUs', heading: 'base $/h', width: 8 },
  { name: 'dph_total_adj', wire: 'number', quantity: 'rate', group: 'price', label: 'Total and 2 GB down', heading: 'adj. $/h', width: 8 },
  { name: 'discounted_dph_total', wire: 'number', quantity: 'rate', group: 'price', label: 'Total if reserved', heading: 'disc. $/h', width: 8 },
  { name: 'discounted_hourly', wire: 'number', quantity: 'rate', group: 'price', label: 'Reserved discount', better: 'more' },
  { name: 'discount_rate', wire: 'number', quantity: 'share', group: 'price', label: 'Reserved discount rate', beside: ['discounted_hourly', 'rate _'] },
  { name: 'credit_discount_max', wire: 'number', quantity: 'share', group: 'price', label: 'Discount if prepaid' },
  { name: 'min_bid', wire: 'number', quantity: 'rate', group: 'price', label: 'Minimum bid', heading: 'bid $/h', width: 8, filter: number },
  { name: 'is_bid', wire: 'boolean', group: 'price', label: 'Priced as a bid' },
  { name: 'storage_cost', wire: 'number', quantity: 'perGigabyteMonth', group: 'price', label: 'Disk', heading: '$/GB/mo', width: 7, filter: number },
  { name: 'storage_total_cost', wire: 'number', quantity: 'rate', group: 'price', label: 'Disk of the search', heading: 'disk $/h', width: 8, beside: ['storage_cost', '_ here'] },
  { name: 'vram_costperhour', wire: 'number', quantity: 'rate', group: 'price', label: 'VRAM' },
  { name: 'inet_down_cost', wire: 'number', quantity: 'perGigabyte', group: 'price', label: 'Traffic down', heading: 'down $/GB', width: 7, filter: number },
  { name: 'inet_up_cost', wire: 'number', quantity: 'perGigabyte', group: 'price', label: 'Traffic up', heading: 'up $/GB', width: 7, filter: number },
  { name: 'internet_down_cost_per_tb', wire: 'number', quantity: 'perTerabyte', group: 'price', label: 'Traffic down, per TB', beside: ['inet_down_cost', '_'] },
  { name: 'internet_up_cost_per_tb', wire: 'number', quantity: 'perTerabyte', group: 'price', label: 'Traffic up, per TB', beside: ['inet_up_cost', '_'] },
  { name: 'search', wire: 'breakdown', group: 'price', label: 'Costs in the search view' },
  { name: 'instance', wire: 'breakdown', group: 'price', label: 'Costs in the instance view' },
] as const satisfies readonly Field[];

const GPU = [
  { name: 'gpu_name', wire: 'string', group: 'gpu', label: 'Model', heading: 'GPU', width: 15, filter: { ...text, hasBlanks: true }, known: GPU_MODELS, aliases: ['gpu', 'model', 'gpu_model'] },
  { name: 'num_gpus', wire: 'integer', quantity: 'count', group: 'gpu', label: 'Count', heading: 'GPUs', width: 4, filter: integer, aliases: ['gpus', 'gpu_count'], better: 'neither' },
  { name: 'gpu_ram', wire: 'integer', quantity: 'memory', group: 'gpu', label: 'VRAM per GPU', heading: 'VRAM GB', width: 6, filter: memory(1000), aliases: ['vram', 'gpu_memory', 'gpu_mem'] },
  { name: 'gpu_total_ram', wire: 'integer', quantity: 'memory', group: 'gpu', label: 'Total VRAM', heading: 'all VRAM', width: 7, filter: memory(20_000), aliases: ['total_vram'], beside: ['gpu_ram', '_ in all'] },
  { name: 'gpu_mem_bw', wire: 'number', quantity: 'busSpeed', group: 'gpu', label: 'VRAM bandwidth', heading: 'VRAM GB/s', width: 7, filter: number },
  { name: 'gpu_frac', wire: 'number', quantity: 'share', group: 'gpu', label: 'Share of the machine', heading: 'share', width: 5, filter: number, better: 'neither' },
  { name: 'gpu_arch', wire: 'string', group: 'gpu', label: 'Architecture', heading: 'arch', width: 6, filter: text, known: ['nvidia', 'amd'] },
  { name: 'compute_cap', wire: 'integer', quantity: 'computeCapability', group: 'gpu', label: 'Compute capability', heading: 'CC', width: 4, filter: integer, aliases: ['cc', 'compute_capability'] },
  { name: 'cuda_max_good', wire: 'number', quantity: 'generation', group: 'gpu', label: 'Highest CUDA', heading: 'CUDA', width: 4, filter: number, aliases: ['cuda_vers', 'cuda', 'cuda_version'] },
  { name: 'driver_version', wire: 'string', group: 'gpu', label: 'Driver', heading: 'Driver', width: 11, filter: version, aliases: ['driver'] },
  { name: 'driver_vers', wire: 'integer', quantity: 'identifier', group: 'gpu', label: 'Driver as a number', beside: ['driver_version', 'number _'] },
  { name: 'total_flops', wire: 'number', quantity: 'teraflops', group: 'gpu', label: 'Total TFLOPs', heading: 'TFLOPs', width: 7, filter: number, aliases: ['tflops', 'flops'] },
  { name: 'flops_per_dphtotal', wire: 'number', quantity: 'perRate', group: 'gpu', label: 'TFLOPs per $/h', heading: 'TF/$', width: 6, filter: number, aliases: ['flops_usd'], beside: ['total_flops', '_ per $/h'] },
  { name: 'dlperf', wire: 'number', quantity: 'score', group: 'gpu', label: 'DLPerf', heading: 'DLPerf', width: 7, filter: number },
  { name: 'dlperf_per_dphtotal', wire: 'number', quantity: 'perRate', group: 'gpu', label: 'DLPerf per $/h', heading: 'DLP/$', width: 6, filter: number, aliases: ['dlperf_usd'], beside: ['dlperf', '_ per $/h'] },
  { name: 'bw_nvlink', wire: 'integer', quantity: 'busSpeed', group: 'gpu', label: 'NVLink bandwidth', heading: 'NVLink', width: 6, filter: number, aliases: ['nvlink'] },
  { name: 'gpu_lanes', wire: 'integer', quantity: 'count', group: 'gpu', label: 'PCIe lanes', beside: ['pcie_bw', 'x_'] },
  { name: 'gpu_max_power', wire: 'number', quantity: 'power', group: 'gpu', label: 'Highest power', heading: 'max W', width: 5, filter: number },
  { name: 'gpu_max_temp', wire: 'number', quantity: 'temperature', group: 'gpu', label: 'Highest temperature', heading: 'max °C', width: 5, filter: number },
  { name: 'gpu_display_active', wire: 'boolean', group: 'gpu', label: 'Display attached', filter: boolean, aliases: ['display_active'] },
  { name: 'gpu_ids', wire: 'integers', group: 'gpu', label: 'GPU ids' },
] as const satisfies readonly Field[];

const PROCESSOR = [
  { name: 'cpu_name', wire: 'string', group: 'processor', label: 'Processor', heading: 'CPU', width: 24 },
  { name: 'cpu_cores', wire: 'integer', quantity: 'count', group: 'processor', label: 'vCPUs of the machine', heading: 'CPUs', width: 4, filter: integer, beside: ['cpu_cores_effective', 'of _'] },
  { name: 'cpu_cores_effective', wire: 'integer', quantity: 'score', group: 'processor', label: 'vCPUs of the offer', heading: 'vCPU', width: 5, filter: number, aliases: ['vcpu', 'vcpus'] },
  { name: 'cpu_ghz', wire: 'number', quantity: 'frequency', group: 'processor', label: 'Clock', heading: 'GHz', width: 4, filter: number, aliases: ['ghz'] },
  { name: 'cpu_ram', wire: 'integer', quantity: 'memory', group: 'processor', label: 'RAM', heading: 'RAM GB', width: 7, filter: memory(20_000) },
  {
    name: 'cpu_arch',
    wire: 'string',
    group: 'processor',
    label: 'Architecture',
    heading: 'CPU arch',
    width: 8,
    filter: { ...text, initial: { value: 'amd64', any: { notin: [] } } },
    known: ['amd64', 'arm64'],
    meant: { x86_64: 'amd64', x86: 'amd64', x64: 'amd64', arm: 'arm64', aarch64: 'arm64' },
  },
  { name: 'has_avx', wire: 'flag', group: 'processor', label: 'AVX', filter: boolean },
  { name: 'mobo_name', wire: 'string', group: 'processor', label: 'Motherboard', heading: 'Motherboard', width: 18, filter: text, aliases: ['mobo', 'motherboard'] },
  { name: 'pci_gen', wire: 'integer', quantity: 'generation', group: 'processor', label: 'PCIe generation', heading: 'PCIe', width: 4, filter: number, beside: ['pcie_bw', 'gen _'] },
  { name: 'pcie_bw', wire: 'number', quantity: 'busSpeed', group: 'processor', label: 'PCIe bandwidth', heading: 'PCIe GB/s', width: 6, filter: number },
  { name: 'os_version', wire: 'string', group: 'processor', label: 'Ubuntu', heading: 'Ubuntu', width: 6, filter: version, aliases: ['os'] },
  { name: 'vms_enabled', wire: 'boolean', group: 'processor', label: 'Virtual machines', filter: boolean },
  { name: 'is_vm_deverified', wire: 'boolean', group: 'processor', label: 'VMs deverified' },
] as const satisfies readonly Field[];

const STORAGE = [
  { name: 'disk_space', wire: 'number', quantity: 'storage', group: 'storage', label: 'Free space', heading: 'Disk GB', width: 7, filter: number, aliases: ['disk'] },
  { name: 'disk_bw', wire: 'number', quantity: 'diskSpeed', group: 'storage', label: 'Speed', heading: 'Disk MB/s', width: 7, filter: number },
  { name: 'disk_name', wire: 'string', group: 'storage', label: 'Device', heading: 'Disk', width: 16 },
  { name: 'avail_vol_ask_id', wire: 'integer', quantity: 'identifier', group: 'storage', label: 'Volume offer' },
  { name: 'avail_vol_size', wire: 'integer', quantity: 'storage', group: 'storage', label: 'Largest volume' },
  { name: 'avail_vol_dph', wire: 'number', quantity: 'rate', group: 'storage', label: 'Volume price', beside: ['avail_vol_size', '_'] },
  { name: 'nw_disk_min_bw', wire: 'nullable', group: 'storage', label: 'Network disk, slowest', filterHere: number },
  { name: 'nw_disk_max_bw', wire: 'nullable', group: 'storage', label: 'Network disk, fastest', filterHere: number },
  { name: 'nw_disk_avg_bw', wire: 'nullable', group: 'storage', label: 'Network disk, mean', filterHere: number },
] as const satisfies readonly Field[];

const NETWORK = [
  { name: 'inet_down', wire: 'number', quantity: 'internet', group: 'network', label: 'Download', heading: 'Down MB/s', width: 7, filter: number, aliases: ['download', 'down'] },
  { name: 'inet_up', wire: 'number', quantity: 'internet', group: 'network', label: 'Upload', heading: 'Up MB/s', width: 7, filter: number, aliases: ['upload', 'up'] },
  { name: 'direct_port_count', wire: 'integer', quantity: 'count', group: 'network', label: 'Direct ports', heading: 'Ports', width: 5, filter: integer, aliases: ['ports', 'direct_ports'] },
  { name: 'static_ip', wire: 'boolean', group: 'network', label: 'Static IP', filter: boolean },
  { name: 'public_ipaddr', wire: 'string', group: 'network', label: 'Public IP', heading: 'Address', width: 15 },
  { name: 'geolocation', wire: 'string', group: 'network', label: 'Location', heading: 'Where', width: 5, filter: country, aliases: ['country', 'location', 'region', 'where', 'geo'] },
  { name: 'geolocode', wire: 'integer', quantity: 'identifier', group: 'network', label: 'Location as a number', beside: ['geolocation', 'number _'] },
  { name: 'hostname', wire: 'nullable', group: 'network', label: 'Host name', filterHere: text },
] as const satisfies readonly Field[];

const RELIABILITY = [
  {
    name: 'reliability',
    wire: 'number',
    quantity: 'fraction',
    group: 'reliability',
    label: 'Reliability so far',
    heading: 'Rel %',
    width: 6,
    filter: fraction,
    aliases: ['reliability2', 'rel'],
    tones: RELIABILITY_TONES,
  },
  { name: 'reliability2', wire: 'number', quantity: 'fraction', group: 'reliability', label: 'Reliability, second score' },
  { name: 'expected_reliability', wire: 'number', quantity: 'fraction', group: 'reliability', label: "The host's SLA claim", heading: 'SLA %', width: 6, filter: fraction },
  { name: 'reliability_mult', wire: 'number', quantity: 'ratio', group: 'reliability', label: 'Reliability multiplier' },
  { name: 'score', wire: 'number', quantity: 'ratio', group: 'reliability', label: 'Score' },
  {
    name: 'verification',
    wire: 'string',
    group: 'reliability',
    label: 'Verification',
    heading: 'Verification',
    width: 12,
    filter: { ...text, isClosed: true },
    known: ['verified', 'deverified', 'unverified'],
    tones: VERIFICATION_TONES,
  },
  { name: 'vericode', wire: 'integer', quantity: 'identifier', group: 'reliability', label: 'Verification as a number', beside: ['verification', 'number _'] },
] as const satisfies readonly Field[];

const AVAILABILITY = [
  { name: 'rentable', wire: 'boolean', group: 'availability', label: 'Rentable', filter: { ...boolean, initial: { value: true, any: { in: [true, false] } } } },
  { name: 'rented', wire: 'boolean', group: 'availability', label: 'Rented by you', filter: { ...boolean, initial: { value: false, any: { eq: true } } } },
  { name: 'duration', wire: 'number', quantity: 'duration', group: 'availability', label: 'Stays available', heading: 'Days', width: 6, filter: number, aliases: ['days'], tones: SPAN_TONES },
  { name: 'start_date', wire: 'number', quantity: 'moment', group: 'availability', label: 'Since', heading: 'Since', width: 16 },
  { name: 'end_date', wire: 'number', quantity: 'moment', group: 'availability', label: 'Until', heading: 'Until', width: 16, beside: ['duration', 'until _'] },
  { name: 'time_remaining', wire: 'string', group: 'availability', label: 'Time remaining' },
  { name: 'time_remaining_isbid', wire: 'string', group: 'availability', label: 'Time remaining as a bid' },
] as const satisfies readonly Field[];

const IDENTITY = [
  { name: 'id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Offer', heading: 'Offer', width: 8, filter: integer, aliases: ['offer', 'offer_id'] },
  { name: 'ask_contract_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Ask contract' },
  { name: 'bundle_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Bundle' },
  { name: 'machine_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Machine', heading: 'Machine', width: 7, filter: integer, aliases: ['machine'] },
  { name: 'host_id', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Host', heading: 'Host', width: 6, filter: integer, aliases: ['host'] },
  { name: 'hosting_type', wire: 'integer', quantity: 'identifier', group: 'identity', label: 'Hosting (1 is a datacenter)' },
  { name: 'cluster_id', wire: 'nullable', group: 'identity', label: 'Cluster', filterHere: integer },
  { name: 'resource_type', wire: 'string', group: 'identity', label: 'Resource' },
  { name: 'external', wire: 'nullable', group: 'identity', label: 'External', filter: boolean },
] as const satisfies readonly Field[];

const OTHER = [
  { name: 'rn', wire: 'integer', quantity: 'identifier', group: 'other', label: 'Rank' },
  { name: 'bundled_results', wire: 'nullable', group: 'other', label: 'Bundled results' },
  { name: 'webpage', wire: 'nullable', group: 'other', label: 'Web page' },
  { name: 'logo', wire: 'string', group: 'other', label: 'Logo' },
] as const satisfies readonly Field[];

/** The 96 fields of an offer. */
export const OFFER_FIELDS = [...PRICE, ...GPU, ...PROCESSOR, ...STORAGE, ...NETWORK, ...RELIABILITY, ...AVAILABILITY, ...IDENTITY, ...OTHER] as const;
