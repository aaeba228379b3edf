/** What words say of an offer that is no figure, model or place: one clause each (docs/filter-line.md, Words). Pure. */
/** What is asked for otherwise than by the filter. */
export type Wishes = {
  readonly order?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  readonly type?: 'ondemand' | 'bid' | 'reserved';
};

/** Each phrase in lower case, and the clause that it says. */
export const PHRASES: Readonly<Record<string, string>> = {
  unverified: '!verified',
  secure: 'datacenter',
  'secure cloud': 'datacenter',
  'data center': 'datacenter',
  'data centre': 'datacenter',
  dc: 'datacenter',
  'static ip': 'static_ip',
  'fixed ip': 'static_ip',
  'fast internet': 'inet_down>=500Mbps',
  'fast network': 'inet_down>=500Mbps',
  'fast download': 'inet_down>=500Mbps',
  'fast upload': 'inet_up>=500Mbps',
  gigabit: 'inet_down>=1Gbps',
  reliable: 'reliability>=99%',
  'high reliability': 'reliability>=99%',
  'highly reliable': 'reliability>=99%',
  sla: 'has_sla',
  'with sla': 'has_sla',
  avx: 'has_avx',
  vm: 'vms_enabled',
  vms: 'vms_enabled',
  'virtual machine': 'vms_enabled',
  'virtual machines': 'vms_enabled',
  nvlink: 'bw_nvlink>0',
  epyc: 'cpu_name~epyc',
  'amd epyc': 'cpu_name~epyc',
  xeon: 'cpu_name~xeon',
  'intel xeon': 'cpu_name~xeon',
  ryzen: 'cpu_name~ryzen',
  threadripper: 'cpu_name~threadripper',
  arm: 'cpu_arch=arm64',
  arm64: 'cpu_arch=arm64',
  aarch64: 'cpu_arch=arm64',
  x86: 'cpu_arch=amd64',
  x86_64: 'cpu_arch=amd64',
  'amd gpu': 'gpu_arch=amd',
  'amd gpus': 'gpu_arch=amd',
  rocm: 'gpu_arch=amd',
  'nvidia gpu': 'gpu_arch=nvidia',
  'nvidia gpus': 'gpu_arch=nvidia',
  'multi gpu': 'num_gpus>=2',
  'multi-gpu': 'num_gpus>=2',
  'multiple gpus': 'num_gpus>=2',
  'several gpus': 'num_gpus>=2',
  'pcie 3': 'pci_gen>=3',
  'pcie 4': 'pci_gen>=4',
  'pcie 5': 'pci_gen>=5',
  'pcie gen3': 'pci_gen>=3',
  'pcie gen4': 'pci_gen>=4',
  'pcie gen5': 'pci_gen>=5',
  'pcie gen 3': 'pci_gen>=3',
  'pcie gen 4': 'pci_gen>=4',
  'pcie gen 5': 'pci_gen>=5',
  'open ports': 'direct_port_count>=1',
  ports: 'direct_port_count>=1',
  'a week': 'duration>=1week',
  'a month': 'duration>=30d',
  'a day': 'duration>=1day',
};

const BY_PRICE: Wishes = { order: [['dph_total', 'asc']] };

/** Each phrase that is no filter, and what it asks for. */
export const WISHES: Readonly<Record<string, Wishes>> = {
  cheap: BY_PRICE,
  cheapest: BY_PRICE,
  'by price': BY_PRICE,
  'lowest price': BY_PRICE,
  interruptible: { type: 'bid' },
  spot: { type: 'bid' },
  bid: { type: 'bid' },
  'on demand': { type: 'ondemand' },
  'on-demand': { type: 'ondemand' },
  ondemand: { type: 'ondemand' },
  reserved: { type: 'reserved' },
};

/** Words of a sentence that say nothing of an offer, beside those that a clause may not have. */
export const FILLERS: readonly string[] = [
  ...[
    'a',
    'an',
    'and',
    'any',
    'for',
    'from',
    'gpu',
    'gpus',
    'card',
    'cards',
    'having',
    'i',
    'list',
    'machine',
    'machines',
  ],
  ...['me', 'need', 'offers', 'only', 'please', 'show', 'find', 'the', 'want', 'with', 'everywhere', 'worldwide'],
];

/** Most words of a phrase. */
export const PHRASE_WORDS = 3;
