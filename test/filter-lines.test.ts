/** Lines that people of this field type, with what they get: what goes over the wire and what is done here, or what is said. */
import { describe, expect, test } from 'vitest';
import { defaultClauses } from '../src/filter/defaults.ts';
import { parseLine } from '../src/filter/parse.ts';
import { wireFilters } from '../src/filter/request.ts';

/** What is done with a line besides what is sent: words that rows must show, further conditions on a field, what is said. */
type Besides = {
  readonly words?: readonly string[];
  readonly local?: readonly string[];
  readonly said?: readonly string[];
};

/** A line, and the filters that it sends, the defaults left out. */
const MEANT: readonly (readonly [line: string, filters: object, besides?: Besides])[] = [
  [
    'gpu_name=RTX_4090 num_gpus>=2 reliability > 0.98',
    { gpu_name: { eq: 'RTX 4090' }, num_gpus: { gte: 2 }, reliability: { gt: 0.98 } },
  ],
  ['gpu_ram >= 24.0', { gpu_ram: { gte: 24000 } }],
  ['inet_down>500', { inet_down: { gt: 500 } }],
  ['disk_space>100GB', { disk_space: { gt: 100 } }],
  ['dph<0.5', { dph_total: { lt: 0.5 } }],
  ['$<1', { dph_total: { lt: 1 } }],
  ['$/h<1', { dph_total: { lt: 1 } }],
  ['cuda>=12.4', { cuda_max_good: { gte: 12.4 } }],
  ['cuda_vers >= 12.1', { cuda_max_good: { gte: 12.1 } }],
  ['rentable=true verified=any', { rentable: { eq: true }, verified: { in: [true, false] } }],
  ['verified = yes', { verified: { eq: true } }],
  ['geolocation=Germany', { geolocation: { in: ['DE'] } }],
  ['country=US', { geolocation: { in: ['US'] } }],
  ['geolocation in [us,ca]', { geolocation: { in: ['US', 'CA'] } }],
  ['geolocation in (us, ca)', { geolocation: { in: ['US', 'CA'] } }],
  ['geolocation in US,CA', { geolocation: { in: ['US', 'CA'] } }],
  ['location=US', { geolocation: { in: ['US'] } }],
  ['geolocation=USA', { geolocation: { in: ['US'] } }],
  ['geolocation=uk', { geolocation: { in: ['GB'] } }],
  ['geolocation=United_Kingdom', { geolocation: { in: ['GB'] } }],
  ['geolocation=XK', { geolocation: { in: ['XK'] } }],
  ['geolocation!=CN', { geolocation: { notin: ['CN'] } }],
  ['gpu=RTX_4090', { gpu_name: { eq: 'RTX 4090' } }],
  ['vram>=24', { gpu_ram: { gte: 24000 } }],
  ['vcpus>=16', { cpu_cores_effective: { gte: 16 } }],
  ['price<0.5', { dph_total: { lt: 0.5 } }],
  ['cost<1', { dph_total: { lt: 1 } }],
  ['gpus=8', { num_gpus: { eq: 8 } }],
  ['reliability>99.5%', { reliability: { gt: 0.995 } }],
  ['rel>98%', { reliability: { gt: 0.98 } }],
  ['rel>.98', { reliability: { gt: 0.98 } }],
  ['datacenter=true', { datacenter: { eq: true } }],
  ['datacenter', { datacenter: { eq: true } }],
  ['secure cloud', {}, { words: ['secure', 'cloud'] }],
  ['external=false', { external: { eq: false } }],
  ['duration>30', { duration: { gt: 2592000 } }],
  ['duration>2weeks', { duration: { gt: 1209600 } }],
  ['duration>=24h', { duration: { gte: 86400 } }],
  ['days>3', { duration: { gt: 259200 } }],
  ['inet_up>100mbit', { inet_up: { gt: 12.5 } }],
  ['inet_up>100Mbps', { inet_up: { gt: 12.5 } }],
  ['inet_down>1Gbit', { inet_down: { gt: 125 } }],
  ['gpu_ram>=24GiB', { gpu_ram: { gte: 24576 } }],
  ['static_ip=1', { static_ip: { eq: true } }],
  ['static_ip', { static_ip: { eq: true } }],
  ['!static_ip', { static_ip: { eq: false } }],
  ['static_ip=on', { static_ip: { eq: true } }],
  ['direct_port_count>0', { direct_port_count: { gt: 0 } }],
  ['ports>10', { direct_port_count: { gt: 10 } }],
  ['dlperf>=50', { dlperf: { gte: 50 } }],
  ['cpu_ram>64', { cpu_ram: { gt: 64000 } }],
  ['4x 4090', {}, { words: ['4x', '4090'] }],
  ['4x RTX 4090', {}, { words: ['4x', 'RTX', '4090'] }],
  ['gpu_name in (RTX_4090,RTX_3090)', { gpu_name: { in: ['RTX 4090', 'RTX 3090'] } }],
  ['gpu_name in [RTX_4090, RTX_3090]', { gpu_name: { in: ['RTX 4090', 'RTX 3090'] } }],
  ['gpu_name in RTX_4090,RTX_3090', { gpu_name: { in: ['RTX 4090', 'RTX 3090'] } }],
  ['gpu_name!=RTX_3060', { gpu_name: { neq: 'RTX 3060' } }],
  ['gpu_name="RTX 4090"', { gpu_name: { eq: 'RTX 4090' } }],
  ["gpu_name='RTX 4090'", { gpu_name: { eq: 'RTX 4090' } }],
  ['gpu_name=“RTX 4090”', { gpu_name: { eq: 'RTX 4090' } }],
  ['gpu_name=‘RTX 4090’', { gpu_name: { eq: 'RTX 4090' } }],
  ['“RTX 4090”', {}, { words: ['RTX 4090'] }],
  [
    'gpu_name=rtx_4090',
    { gpu_name: { eq: 'RTX 4090' } },
    { said: ['"rtx_4090" is sent as "RTX 4090"; put it in quotes to send it as typed.'] },
  ],
  [
    'gpu_name=RTX4090',
    { gpu_name: { eq: 'RTX 4090' } },
    { said: ['"RTX4090" is sent as "RTX 4090"; put it in quotes to send it as typed.'] },
  ],
  [
    'gpu_name=rtx4090',
    { gpu_name: { eq: 'RTX 4090' } },
    { said: ['"rtx4090" is sent as "RTX 4090"; put it in quotes to send it as typed.'] },
  ],
  [
    'gpu_name=h100_sxm',
    { gpu_name: { eq: 'H100 SXM' } },
    { said: ['"h100_sxm" is sent as "H100 SXM"; put it in quotes to send it as typed.'] },
  ],
  [
    'gpu_name=RTX_6090',
    { gpu_name: { eq: 'RTX 6090' } },
    { said: ['No gpu_name "RTX 6090" is known here: did you mean RTX_3090, RTX_4090 or RTX_5090?'] },
  ],
  ['gpu_name="rtx_4090"', { gpu_name: { eq: 'rtx_4090' } }],
  ['gpu_name:RTX_4090', { gpu_name: { eq: 'RTX 4090' } }],
  ['gpu_name==RTX_4090', { gpu_name: { eq: 'RTX 4090' } }],
  ['gpu_name eq RTX_4090', { gpu_name: { eq: 'RTX 4090' } }],
  ['gpu_name=RTX_4090 4x', { gpu_name: { eq: 'RTX 4090' } }, { words: ['4x'] }],
  [
    'gpu_name=GH200_SXM',
    { gpu_name: { eq: 'GH200 SXM' } },
    { said: ['The default cpu_arch=amd64 hides gpu_name=GH200_SXM: add cpu_arch=any.'] },
  ],
  ['num_gpus>1 num_gpus<5', { num_gpus: { gt: 1 } }, { local: ['num_gpus lt 5'] }],
  ['num_gpus in 1,2', { num_gpus: { in: [1, 2] } }],
  ['num_gpus in [1,2]', { num_gpus: { in: [1, 2] } }],
  ['num_gpus>=4,dph<1', { num_gpus: { gte: 4 }, dph_total: { lt: 1 } }],
  ['num_gpus >= 4 , dph < 1', { num_gpus: { gte: 4 }, dph_total: { lt: 1 } }],
  ['num_gpus>=4,', { num_gpus: { gte: 4 } }],
  ['num_gpus≥4', { num_gpus: { gte: 4 } }],
  ['num_gpus≠4 dph≤1', { num_gpus: { neq: 4 }, dph_total: { lte: 1 } }],
  ['num_gpus＞＝4', { num_gpus: { gte: 4 } }],
  ['NUM_GPUS>=4', { num_gpus: { gte: 4 } }],
  ['num_gpus\t>=\t4', { num_gpus: { gte: 4 } }],
  ['num_gpus >= 4', { num_gpus: { gte: 4 } }],
  ['dph_total<.5', { dph_total: { lt: 0.5 } }],
  ['dph_total < $1.00/hr', { dph_total: { lt: 1 } }],
  ['dph_total<0.5$', { dph_total: { lt: 0.5 } }],
  ['dph_total<$0.5', { dph_total: { lt: 0.5 } }],
  ['disk>1TB', { disk_space: { gt: 1000 } }],
  ['dph_total<1 dph_total>0.5', { dph_total: { lt: 1 } }, { local: ['dph_total gt 0.5'] }],
  ['compute_cap>=8.6', { compute_cap: { gte: 860 } }],
  ['compute_cap>=860', { compute_cap: { gte: 860 } }],
  ['compute_cap>=12', { compute_cap: { gte: 1200 } }],
  ['compute_cap=1200', { compute_cap: { eq: 1200 } }],
  ['cc>=9', { compute_cap: { gte: 900 } }],
  ['sm_86', {}, { words: ['sm_86'] }],
  ['verification=verified', { verification: { eq: 'verified' } }],
  ['verification=Verified', { verification: { eq: 'verified' } }],
  [
    'verification=unverified',
    { verification: { eq: 'unverified' } },
    { said: ['The default verified hides verification=unverified: add verified=any.'] },
  ],
  ['verification=unverified verified=any', { verification: { eq: 'unverified' }, verified: { in: [true, false] } }],
  ['rentable=any rented=any', { rentable: { in: [true, false] }, rented: { eq: true } }],
  ['rented', { rented: { eq: true } }],
  ['rented=true', { rented: { eq: true } }],
  ['mobo_name=X570_TUF', { mobo_name: { eq: 'X570_TUF' } }],
  ['mobo_name="X570 TUF"', { mobo_name: { eq: 'X570 TUF' } }],
  ['mobo=ROME_D8', { mobo_name: { eq: 'ROME_D8' } }],
  [
    'cpu_arch=x86_64',
    { cpu_arch: { eq: 'amd64' } },
    { said: ['"x86_64" is sent as "amd64"; put it in quotes to send it as typed.'] },
  ],
  ['cpu_arch=arm64', { cpu_arch: { eq: 'arm64' } }],
  [
    'cpu_arch=arm',
    { cpu_arch: { eq: 'arm64' } },
    { said: ['"arm" is sent as "arm64"; put it in quotes to send it as typed.'] },
  ],
  ['cpu_arch=any', { cpu_arch: { notin: [] } }],
  [
    'gpu_arch=NVIDIA',
    { gpu_arch: { eq: 'nvidia' } },
    { said: ['"NVIDIA" is sent as "nvidia"; put it in quotes to send it as typed.'] },
  ],
  ['gpu_arch=amd', { gpu_arch: { eq: 'amd' } }],
  ['driver>=550', { driver_version: { gte: '550' } }],
  ['driver_version>=550.54', { driver_version: { gte: '550.54' } }],
  ['os=22.04', { os_version: { eq: '22.04' } }],
  ['ubuntu>=22.04', { ubuntu_version: { gte: '22.04' } }],
  ['id=1234567', { id: { eq: 1234567 } }],
  ['machine=6541', { machine_id: { eq: 6541 } }],
  ['machine_id in [1,2,3]', { machine_id: { in: [1, 2, 3] } }],
  ['host_id=51', { host_id: { eq: 51 } }],
  ['host=51', { host_id: { eq: 51 } }],
  ['6541', {}, { words: ['6541'] }],
  ['0.0772', {}, { words: ['0.0772'] }],
  ['"2,100"', {}, { words: ['2,100'] }],
  ['any:epyc', {}, { words: ['any:epyc'] }],
  ['any:"AMD EPYC"', {}, { words: ['any:AMD EPYC'] }],
  ['any=epyc', {}, { words: ['any:epyc'] }],
  ['epyc', {}, { words: ['epyc'] }],
  ['gpu_frac=1', { gpu_frac: { eq: 1 } }],
  ['gpu_frac=50%', { gpu_frac: { eq: 0.5 } }],
  ['target_reliability=0.95', { target_reliability: { eq: 0.95 } }],
  ['has_sla', { has_sla: { eq: true } }],
  ['min_bid<0.2', { min_bid: { lt: 0.2 } }],
  ['bw_nvlink>0', { bw_nvlink: { gt: 0 } }],
  ['nvlink>0', { bw_nvlink: { gt: 0 } }],
  ['pcie_bw>=16', { pcie_bw: { gte: 16 } }],
  ['pci_gen=4', { pci_gen: { eq: 4 } }],
  ['cpu_ghz>3.5GHz', { cpu_ghz: { gt: 3.5 } }],
  ['has_avx=true', { has_avx: { eq: true } }],
  ['vms_enabled=false', { vms_enabled: { eq: false } }],
  ['gpu_display_active=false', { gpu_display_active: { eq: false } }],
  ['display_active', { gpu_display_active: { eq: true } }],
  ['storage_cost<0.2', { storage_cost: { lt: 0.2 } }],
  ['inet_down_cost<0.01', { inet_down_cost: { lt: 0.01 } }],
  ['flops_usd>100', { flops_per_dphtotal: { gt: 100 } }],
  ['dlperf_usd>200', { dlperf_per_dphtotal: { gt: 200 } }],
  ['total_flops>100', { total_flops: { gt: 100 } }],
  ['tflops>100', { total_flops: { gt: 100 } }],
  ['gpu_max_power>=350W', { gpu_max_power: { gte: 350 } }],
  ['gpu_max_temp<85C', { gpu_max_temp: { lt: 85 } }],
  ['expected_reliability>=95%', { expected_reliability: { gte: 0.95 } }],
  ['foo', {}, { words: ['foo'] }],
  ['-4090', {}, { words: ['-4090'] }],
  ['duration>=1d disk_space>=50', { duration: { gte: 86400 }, disk_space: { gte: 50 } }],
  ['gpu_total_ram>=80', { gpu_total_ram: { gte: 80000 } }],
  ['gpu_mem_bw>=1000', { gpu_mem_bw: { gte: 1000 } }],
  ['1.5', {}, { words: ['1.5'] }],
  ['4090 3090', {}, { words: ['4090', '3090'] }],
  ['4090, 3090', {}, { words: ['4090', '3090'] }],
  ['epyc_7763', {}, { words: ['epyc_7763'] }],
  ['7763', {}, { words: ['7763'] }],
];

/** A line, the stretch that is marked first, what is said of it, and the line with the suggestion in its place. */
const WRONG: readonly (readonly [line: string, marked: string, message: string, mended?: string])[] = [
  [
    'region=EU',
    '=EU',
    '"EU" is not a country: did you mean the list of its members?',
    'region in [AT, BE, BG, HR, CY, CZ, DK, EE, FI, FR, DE, GR, HU, IE, IT, LV, LT, LU, MT, NL, PL, PT, RO, SK, SI, ES, SE]',
  ],
  [
    'region!=EU',
    '!=EU',
    '"EU" is not a country: did you mean the list of its members?',
    'region notin [AT, BE, BG, HR, CY, CZ, DK, EE, FI, FR, DE, GR, HU, IE, IT, LV, LT, LU, MT, NL, PL, PT, RO, SK, SI, ES, SE]',
  ],
  ['geolocation=US,CA', '=US,CA', 'Several values are a list: did you mean in [US, CA]?', 'geolocation in [US, CA]'],
  [
    'geolocation in [EU]',
    'in [EU]',
    '"EU" is not a country: did you mean the list of its members?',
    'geolocation  in [AT, BE, BG, HR, CY, CZ, DK, EE, FI, FR, DE, GR, HU, IE, IT, LV, LT, LU, MT, NL, PL, PT, RO, SK, SI, ES, SE]',
  ],
  [
    'not geolocation=CN',
    'not geolocation=CN',
    '"not" has no meaning here: did you mean geolocation!=CN?',
    'geolocation!=CN',
  ],
  [
    'geolocation=United',
    'United',
    '"United" is not a country: did you mean AE (United Arab Emirates), GB (United Kingdom) or UM (United States Minor Outlying Islands)?',
    'geolocation=AE',
  ],
  [
    'geolocation=XX',
    'XX',
    '"XX" is not a country: write a two-letter ISO 3166 code such as US or DE, or an English name.',
  ],
  [
    'geolocation="Virginia, US"',
    '"Virginia, US"',
    '"Virginia, US" is more than a country: did you mean US?',
    'geolocation=US',
  ],
  [
    'geolocation=Virginia',
    'Virginia',
    '"Virginia" is not a country: write a two-letter ISO 3166 code such as US or DE, or an English name.',
  ],
  ['gpu=4090', '4090', '"4090" is not a whole name: did you mean RTX_4090 or RTX_4090D?', 'gpu=RTX_4090'],
  ['model:4090', '4090', '"4090" is not a whole name: did you mean RTX_4090 or RTX_4090D?', 'model:RTX_4090'],
  ['ram>=64', 'ram', '"ram" can be cpu_ram or gpu_ram: write the one you mean.', 'cpu_ram>=64'],
  [
    'cpu>=16',
    'cpu',
    '"cpu" can be cpu_cores_effective, cpu_cores or cpu_ram: write the one you mean.',
    'cpu_cores_effective>=16',
  ],
  [
    'cores>=16',
    'cores',
    '"cores" can be cpu_cores_effective or cpu_cores: write the one you mean.',
    'cpu_cores_effective>=16',
  ],
  ['num_gpu=4', 'num_gpu', 'The service has no filter "num_gpu": did you mean num_gpus?', 'num_gpus=4'],
  [
    'reliability>99',
    '99',
    '"99" is out of range, reliability is at least 0 and at most 1: did you mean 99%?',
    'reliability>99%',
  ],
  ['reliability>0.99%', '0.99%', '"0.99%" is as little as 0.0099: did you mean 99%?', 'reliability>99%'],
  ['rel>98', '98', '"98" is out of range, reliability is at least 0 and at most 1: did you mean 98%?', 'rel>98%'],
  [
    'hosting_type=1',
    'hosting_type',
    'The service has no filter "hosting_type": did you mean datacenter?',
    'datacenter=1',
  ],
  [
    'secure_cloud=true',
    'secure_cloud',
    'The service has no filter "secure_cloud": did you mean datacenter?',
    'datacenter=true',
  ],
  [
    'duration>1month',
    '1month',
    '"month" is not a unit of duration: it takes a number, perhaps followed by s, m, h, d or w.',
  ],
  ['duration>30 days', '30 days', 'A unit follows its number without a space: write 30days.', 'duration>30days'],
  ['inet_down>500mbps', '500mbps', 'mbps can be Mbps or MBps: write the one you mean.', 'inet_down>500Mbps'],
  [
    'inet_down>500MB',
    '500MB',
    '"MB" is not a unit of inet_down: it takes a number, perhaps followed by Mbps, Gbps, MB/s or GB/s.',
  ],
  [
    '100Mbps',
    '100Mbps',
    '"100Mbps" stands alone: did you mean inet_down>=100Mbps? To search for the text, put it in quotes.',
    'inet_down>=100Mbps',
  ],
  [
    '24GB',
    '24GB',
    '"24GB" stands alone: did you mean gpu_ram>=24GB? To search for the text, put it in quotes.',
    'gpu_ram>=24GB',
  ],
  [
    '$0.5',
    '$0.5',
    '"$0.5" stands alone: did you mean dph_total<=$0.5? To search for the text, put it in quotes.',
    'dph_total<=$0.5',
  ],
  [
    '99%',
    '99%',
    '"99%" stands alone: did you mean reliability>=99%? To search for the text, put it in quotes.',
    'reliability>=99%',
  ],
  [
    'gpu_ram>=24576',
    '24576',
    'A bare number is GB, and gpu_ram is never 24576 GB: did you mean 24576MB?',
    'gpu_ram>=24576MB',
  ],
  [
    'gpu_ram>24000',
    '24000',
    'A bare number is GB, and gpu_ram is never 24000 GB: did you mean 24000MB?',
    'gpu_ram>24000MB',
  ],
  ['gpu_ram>24,5', '24,5', '"24,5" is not a number, because commas separate: did you mean 24.5?', 'gpu_ram>24.5'],
  ['not static_ip', 'not static_ip', '"not" has no meaning here: did you mean !static_ip?', '!static_ip'],
  ['order by dph', 'order', '"order" is not a filter: press o on a column, or give --order in a command.'],
  ['sort=dph', 'sort', '"sort" is not a filter: press o on a column, or give --order in a command.'],
  ['limit 10', 'limit', '"limit" is not a filter: press L, or give --limit in a command.'],
  ['limit=10', 'limit', '"limit" is not a filter: press L, or give --limit in a command.'],
  ['type=bid', 'type', '"type" is not a filter: press t, or give --type in a command.'],
  ['interruptible', 'interruptible', '"interruptible" is not a filter: press t, or give --type in a command.'],
  ['--order dph', '--order', '"--order" is not a filter: options go outside the filter.'],
  ['-n', '-n', '"-n" is not a filter: options go outside the filter.'],
  ['RTX 4090 x4', 'x4', 'Rows show a count as 4x: did you mean that, or num_gpus=4?', 'RTX 4090 4x'],
  ['h100 or a100', 'or', '"or" has no meaning here: for one of several values write a list, as in num_gpus in [2, 4].'],
  ['H100 OR A100', 'OR', '"OR" has no meaning here: for one of several values write a list, as in num_gpus in [2, 4].'],
  [
    'gpu_name=H100_SXM or gpu_name=A100_PCIE',
    'or',
    '"or" has no meaning here: for one of several values write a list, as in num_gpus in [2, 4].',
  ],
  [
    'num_gpus>=4 and dph<2',
    'and',
    '"and" is not needed, every clause must hold anyway: remove it, or put it in quotes.',
    'num_gpus>=4  dph<2',
  ],
  [
    'num_gpus>=4 AND dph<2',
    'AND',
    '"AND" is not needed, every clause must hold anyway: remove it, or put it in quotes.',
    'num_gpus>=4  dph<2',
  ],
  [
    'num_gpus>=4 && dph<2',
    '&&',
    '"&&" is not needed, every clause must hold anyway: remove it, or put it in quotes.',
    'num_gpus>=4  dph<2',
  ],
  [
    'num_gpus>=4 & dph<2',
    '&',
    '"&" is not needed, every clause must hold anyway: remove it, or put it in quotes.',
    'num_gpus>=4  dph<2',
  ],
  [
    'num_gpus>=4 || dph<2',
    '||',
    '"||" has no meaning here: for one of several values write a list, as in num_gpus in [2, 4].',
  ],
  ['num_gpus>=4; dph<2', '4;', '";" is not a unit of num_gpus: it takes a number, perhaps followed by k.'],
  [
    'gpu_name in RTX_4090, RTX_3090',
    'RTX_4090, RTX_3090',
    'A list with spaces goes into brackets.',
    'gpu_name in [RTX_4090, RTX_3090]',
  ],
  [
    'gpu_name=RTX_4090|RTX_3090',
    '=RTX_4090|RTX_3090',
    '"|" has no meaning here: did you mean in [RTX_4090, RTX_3090]?',
    'gpu_name in [RTX_4090, RTX_3090]',
  ],
  [
    'gpu_name=RTX_4090,RTX_3090',
    '=RTX_4090,RTX_3090',
    'Several values are a list: did you mean in [RTX_4090, RTX_3090]?',
    'gpu_name in [RTX_4090, RTX_3090]',
  ],
  [
    'gpu_name=[RTX_4090,RTX_3090]',
    '=',
    '= takes one value: for a list write in or notin.',
    'gpu_name in [RTX_4090,RTX_3090]',
  ],
  [
    'gpu_name!=RTX_4090,RTX_3090',
    '!=RTX_4090,RTX_3090',
    'Several values are a list: did you mean notin [RTX_4090, RTX_3090]?',
    'gpu_name notin [RTX_4090, RTX_3090]',
  ],
  ['gpu_name=RTX 4090', 'RTX 4090', 'A space in a name is written "_": did you mean RTX_4090?', 'gpu_name=RTX_4090'],
  [
    'gpu_name = RTX 4090',
    'RTX 4090',
    'A space in a name is written "_": did you mean RTX_4090?',
    'gpu_name = RTX_4090',
  ],
  ['gpu_name=4090', '4090', '"4090" is not a whole name: did you mean RTX_4090 or RTX_4090D?', 'gpu_name=RTX_4090'],
  ['gpu_name=*', '*', '"*" has no meaning in "*": write a whole name, or a part of it as a word of its own.'],
  [
    'gpu_name=*4090*',
    '*4090*',
    '"*" has no meaning in "*4090*": did you mean RTX_4090 or RTX_4090D?',
    'gpu_name=RTX_4090',
  ],
  [
    'gpu_name=RTX_40*',
    'RTX_40*',
    '"*" has no meaning in "RTX_40*": did you mean RTX_4060, RTX_4070 or RTX_4080?',
    'gpu_name=RTX_4060',
  ],
  [
    'gpu_name=H100',
    'H100',
    '"H100" is not a whole name: did you mean H100_NVL, H100_SXM or H100_PCIE?',
    'gpu_name=H100_NVL',
  ],
  ['gpu_name=A100_SXM', 'A100_SXM', '"A100_SXM" is not a whole name: did you mean A100_SXM4?', 'gpu_name=A100_SXM4'],
  [
    'gpu_name=NVIDIA_RTX_4090',
    'NVIDIA_RTX_4090',
    '"NVIDIA_RTX_4090" is not a whole name: did you mean RTX_4090?',
    'gpu_name=RTX_4090',
  ],
  ['gpu_name=RTX-4090', 'RTX-4090', '"RTX-4090" is not a whole name: did you mean RTX_4090?', 'gpu_name=RTX_4090'],
  [
    'gpu_name=GeForce_RTX_3090',
    'GeForce_RTX_3090',
    '"GeForce_RTX_3090" is not a whole name: did you mean RTX_3090?',
    'gpu_name=RTX_3090',
  ],
  [
    'gpu_name=RTX_3090 Ti',
    'RTX_3090 Ti',
    'A space in a name is written "_": did you mean RTX_3090_Ti?',
    'gpu_name=RTX_3090_Ti',
  ],
  ['gpu_name~4090', '~', '"~" is not an operator: write a part of a text alone, as in 4090, or = and a whole name.'],
  ['gpu_name=~4090', '=~', '"=~" is not an operator: write a part of a text alone, as in 4090, or = and a whole name.'],
  ['gpu_name like 4090', 'gpu_name', 'gpu_name needs an operator and a value: continue with =, !=, in or notin.'],
  ['gpu_name contains 4090', 'gpu_name', 'gpu_name needs an operator and a value: continue with =, !=, in or notin.'],
  ['gpu_name===RTX_4090', '===', '"===" is not an operator: did you mean =?', 'gpu_name=RTX_4090'],
  ['gpu_name is RTX_4090', 'gpu_name', 'gpu_name needs an operator and a value: continue with =, !=, in or notin.'],
  [
    'num_gpus=1..4',
    'num_gpus=1..4',
    '"1..4" is not a number: did you mean num_gpus>=1 num_gpus<=4?',
    'num_gpus>=1 num_gpus<=4',
  ],
  [
    'num_gpus=1-4',
    'num_gpus=1-4',
    '"1-4" is not a number: did you mean num_gpus>=1 num_gpus<=4?',
    'num_gpus>=1 num_gpus<=4',
  ],
  ['num_gpus=4+', '=4+', '"4+" is not a number: did you mean >=4?', 'num_gpus>=4'],
  ['1<num_gpus<5', '1<num_gpus', 'The field goes first: did you mean num_gpus>1 num_gpus?', 'num_gpus>1 num_gpus<5'],
  ['4<=num_gpus', '4<=num_gpus', 'The field goes first: did you mean num_gpus>=4?', 'num_gpus>=4'],
  ['num_gpus=1,2', '=1,2', 'Several values are a list: did you mean in [1, 2]?', 'num_gpus in [1, 2]'],
  ['num_gpus in (1 2)', '1 2', 'A list needs commas between its values.', 'num_gpus in (1, 2)'],
  ['num_gpus in 1, 2', '1, 2', 'A list with spaces goes into brackets.', 'num_gpus in [1, 2]'],
  ['num_gpus=four', 'four', '"four" is not a number: num_gpus takes a number, perhaps followed by k.'],
  ['num_gpus=4x', '4x', '"x" is not a unit of num_gpus: it takes a number, perhaps followed by k.'],
  ['num_gpus 4', 'num_gpus', 'num_gpus needs an operator and a value: continue with =, !=, >, <, >=, <=, in or notin.'],
  ['num_gpus=>4', '=>', '"=>" is not an operator: did you mean >=?', 'num_gpus>=4'],
  ['num_gpus=<4', '=<', '"=<" is not an operator: did you mean <=?', 'num_gpus<=4'],
  ['num_gpus<>4', '<>', '"<>" is not an operator: did you mean !=?', 'num_gpus!=4'],
  [
    'num_gpus!4',
    'num_gpus!4',
    '"num_gpus!4" has a character with no meaning here: did you mean num_gpus!=4?',
    'num_gpus!=4',
  ],
  ['num_gpus =! 4', '=!', '"=!" is not an operator: did you mean !=?', 'num_gpus != 4'],
  [
    'gpu_name=RTX_4090\u200b',
    'RTX_4090\u200b',
    '"RTX_4090" contains an invisible character: type it again.',
    'gpu_name=RTX_4090',
  ],
  ['dph_total<1,5', '1,5', '"1,5" is not a number, because commas separate: did you mean 1.5?', 'dph_total<1.5'],
  ['dph_total<0,50', '0,50', '"0,50" is not a number, because commas separate: did you mean 0.50?', 'dph_total<0.50'],
  [
    'dph_total<0,50 €',
    '0,50',
    '"0,50" is not a number, because commas separate: did you mean 0.50?',
    'dph_total<0.50 €',
  ],
  ['dph_total<0.5€', '0.5€', 'Prices are in US dollars: remove €, and convert the amount.', 'dph_total<0.5'],
  ['dph_total<50c', '50c', '"c" is not a unit of dph_total: it takes a number, perhaps followed by k or $/h.'],
  [
    'dph_total<1,000',
    '1,000',
    '"1,000" is not a number, because commas separate: did you mean 1000?',
    'dph_total<1000',
  ],
  [
    'disk_space>1,000',
    '1,000',
    '"1,000" is not a number, because commas separate: did you mean 1000?',
    'disk_space>1000',
  ],
  [
    'disk_space>=1,000GB',
    '1,000GB',
    '"1,000GB" is not a number, because commas separate: did you mean 1000GB?',
    'disk_space>=1000GB',
  ],
  [
    'dph_base<1',
    'dph_base',
    'dph_base is a column, but the service cannot filter by it: remove the clause, or sort by it.',
  ],
  [
    'dph_total',
    'dph_total',
    'dph_total needs an operator and a value: continue with =, !=, >, <, >=, <=, in or notin.',
  ],
  ['dph_total<', 'dph_total<', 'dph_total < needs a value: write one after it.'],
  ['dph_total<>', '<>', '"<>" is not an operator: did you mean !=?', 'dph_total!='],
  ['=4', '=', '"=" has no field before it: write the one to compare.'],
  ['>=4 gpus', '>=', '">=" has no field before it: write the one to compare.'],
  [
    '(num_gpus>=4 or dph<1)',
    '(',
    'A list goes after a field and "in", as in num_gpus in [2, 4]: write them before it.',
  ],
  ['[4090', '[4090', 'A list goes after a field and "in", as in num_gpus in [2, 4]: write them before it.'],
  ['"RTX 4090', '"RTX 4090', 'The text in quotes is not closed: write the closing quote.'],
  ['gpu_name="RTX 4090', '"RTX 4090', 'The text in quotes is not closed: write the closing quote.'],
  ['gpu_name in [RTX_4090', '[RTX_4090', 'The list is not closed: write the closing bracket.'],
  ['gpu_name in []', '[]', 'The list of gpu_name is empty: write a value into it, or remove it.'],
  ['gpu_name in', 'gpu_name in', 'gpu_name in needs a value: write one after it.'],
  ['compute_cap>=70', '70', '70 can mean 7.0 or 700: write the one you mean.', 'compute_cap>=7.0'],
  ['compute_cap>=86', '86', '86 can mean 8.6 or 860: write the one you mean.', 'compute_cap>=8.6'],
  ['compute_cap>=120', '120', '120 can mean 12.0 or 1200: write the one you mean.', 'compute_cap>=12.0'],
  ['compute_cap in [70, 8.6]', '70', '70 can mean 7.0 or 700: write the one you mean.', 'compute_cap in [7.0, 8.6]'],
  ['verification=None', 'None', '"None" is not a value of verification: write verified, deverified or unverified.'],
  [
    'verification=any',
    'verification=any',
    '"any" lifts a default, and only verified, cpu_arch, rentable and rented have one: removeverification out.',
  ],
  ['verified=none', 'none', '"none" is neither yes nor no: write verified, !verified or verified=true.'],
  ['verified=all', 'all', '"all" is neither yes nor no: did you mean any?', 'verified=any'],
  [
    'verified=deverified',
    'deverified',
    '"deverified" is neither yes nor no: write verified, !verified or verified=true.',
  ],
  [
    'driver_version=550',
    '550',
    '"550" is not a version for driver_version: write two or three numbers with dots between them.',
    'driver_version=550.0',
  ],
  ['0,0772', '0,0772', 'A comma separates clauses: did you mean 0.0772?', '0.0772'],
  ['2,100', '2,100', 'A comma separates clauses: did you mean "2,100"?', '"2,100"'],
  [
    'any',
    'any',
    '"any" goes before a colon and one word, as in any:epyc, or after a default field, as in verified=any.',
  ],
  [
    'target_reliability=95',
    '95',
    '"95" is out of range, target_reliability is more than 0 and less than 1: did you mean 95%?',
    'target_reliability=95%',
  ],
  ['pcie>=16', 'pcie', '"pcie" can be pcie_bw or pci_gen: write the one you mean.', 'pcie_bw>=16'],
  ['foo=1', 'foo', 'The service has no filter "foo": to search the rows for a text, put it in quotes.'],
  ['*', '*', '"*" has a character with no meaning here: to search for it, put it in quotes.', '"*"'],
  ['~', '~', '"~" is not an operator: write a part of a text alone, as in 4090, or = and a whole name.'],
  ['!', '!', '! has no field after it: write a yes-or-no field there without a space, as in !static_ip.'],
  ['RTX*', 'RTX*', '"RTX*" has a character with no meaning here: did you mean RTX?', 'RTX'],
  ['x8', 'x8', 'Rows show a count as 8x: did you mean that, or num_gpus=8?', '8x'],
  ['and', 'and', '"and" is not needed, every clause must hold anyway: remove it, or put it in quotes.', ''],
  ['or', 'or', '"or" has no meaning here: for one of several values write a list, as in num_gpus in [2, 4].'],
  ['|', '|', '"|" has no meaning here: for one of several values write a list, as in num_gpus in [2, 4].'],
  ['gpu_ram>=24 GB', '24 GB', 'A unit follows its number without a space: write 24GB.', 'gpu_ram>=24GB'],
  ['gpu_ram >= 24 GiB', '24 GiB', 'A unit follows its number without a space: write 24GiB.', 'gpu_ram >= 24GiB'],
  [
    'inet_down > 100 Mbps',
    '100 Mbps',
    'A unit follows its number without a space: write 100Mbps.',
    'inet_down > 100Mbps',
  ],
  ['price < 0.5 $/h', '0.5 $/h', 'A unit follows its number without a space: write 0.5$/h.', 'price < 0.5$/h'],
  ['4090,3090', '4090,3090', 'A comma separates clauses: did you mean 4090 3090?', '4090 3090'],
  ['http://example.org', 'http', 'The service has no filter "http": to search the rows for a text, put it in quotes.'],
];

describe('a line that people type means', () => {
  test.each(MEANT.map(([line, filters, besides = {}]) => ({ line, filters, besides })))(
    '$line',
    ({ line, filters, besides }) => {
      const read = parseLine(line);
      expect(read.problems).toEqual([]);
      const byDefault = new Set(defaultClauses(read).map(({ field }) => field));
      const sent = wireFilters(read);
      expect(Object.fromEntries(Object.entries(sent.filters).filter(([field]) => !byDefault.has(field)))).toEqual(
        filters,
      );
      const words = read.words.map(({ text, isEverywhere }) => (isEverywhere ? `any:${text}` : text));
      const local = sent.local.map((condition) =>
        condition.operator === 'any' ? condition.field : `${condition.field} ${condition.operator} ${condition.value}`,
      );
      const said = read.hints.map(({ message }) => message);
      expect({ words, local, said }).toEqual({ words: [], local: [], said: [], ...besides });
    },
  );
});

describe('a line that cannot be meant as it stands says why', () => {
  test.each(WRONG.map(([line, marked, message, mended]) => ({ line, marked, message, mended })))(
    '$line',
    ({ line, marked, message, mended }) => {
      const [problem] = parseLine(line).problems;
      if (problem === undefined) throw new Error('the line has no problem');
      const { from, to, suggestion } = problem;
      expect([line.slice(from, to), problem.message]).toEqual([marked, message]);
      expect(suggestion === undefined ? undefined : line.slice(0, from) + suggestion + line.slice(to)).toBe(mended);
    },
  );

  /** Lines with a second fault behind the first. */
  const STILL_WRONG = ['dph_total<0.50 €', 'dph_total!='];

  test.each(WRONG.flatMap(([, , , mended]) => mended ?? []))('and what it suggests is good: %s', (mended) => {
    expect(parseLine(mended).problems.length > 0).toBe(STILL_WRONG.includes(mended));
  });
});

describe('names that were seen in answers', () => {
  const seen = (line: string) =>
    parseLine(
      line,
      undefined,
      ({ name }) => ({ gpu_name: ['RTX 7070 X'], mobo_name: ['X570 TUF', 'ROME_D8'] })[name] ?? [],
    );

  test('join those of the catalogue', () => {
    expect(seen('gpu_name=rtx_7070_x').clauses).toMatchObject([{ value: 'RTX 7070 X' }]);
    expect(seen('gpu_name=7070').problems).toMatchObject([{ suggestion: 'RTX_7070_X' }]);
    expect(seen('gpu_name=RTX_7070_X').hints).toEqual([]);
  });

  test('are only named where an underscore is itself: the text is sent as typed', () => {
    const { clauses, hints } = seen('mobo_name=X570_TUF');
    expect(clauses).toMatchObject([{ field: 'mobo_name', operator: 'eq', value: 'X570_TUF' }]);
    expect(hints).toMatchObject([
      { message: 'No mobo_name "X570_TUF" is known here: did you mean "X570 TUF"?', suggestion: '"X570 TUF"' },
    ]);
    expect(seen('mobo_name=ROME_D8').hints).toEqual([]);
  });
});
