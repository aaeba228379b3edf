/** The fields of an offer that describe its machine's disks and what they cost. */
import type { Offer } from '../../catalogue/values.ts';
import type { Random } from './random.ts';
import { rounded } from './rounding.ts';

const DISKS = [
  { name: 'nvme', share: 20, fastest: 6800 },
  { name: 'Samsung SSD 990 PRO 2TB', share: 14, fastest: 7100 },
  { name: 'Samsung SSD 980 PRO 1TB', share: 9, fastest: 6200 },
  { name: 'SAMSUNG MZQL27T6HBLA-00A07', share: 12, fastest: 6500 },
  { name: 'INTEL SSDPF2KX038TZ', share: 9, fastest: 5900 },
  { name: 'Micron_7450_MTFDKCC3T8TFR', share: 11, fastest: 6400 },
  { name: 'WD_BLACK SN850X 2000GB', share: 11, fastest: 6900 },
  { name: 'KINGSTON SNV2S2000G', share: 8, fastest: 2900 },
  { name: 'CT1000P3PSSD8', share: 7, fastest: 3100 },
  { name: 'KIOXIA KCD81RUG7T68', share: 6, fastest: 6600 },
  { name: 'Samsung SSD 870 EVO 4TB', share: 6, fastest: 540 },
  { name: 'HDD', share: 2, fastest: 190 },
] as const;

/** The fields of a machine's storage. */
export const storageFields = (random: Random, machineId: number): Offer => {
  const disk = random.pickShare(DISKS);
  const monthlyPrice = random.pick([0.05, 0.08, 0.1, 0.1, 0.12, 0.15, 0.15, 0.2, 0.2, 0.25, 0.3, 0.4]);
  return {
    disk_name: disk.name,
    disk_bw: rounded(disk.fastest * random.between(0.45, 1), random.pick([0, 1])),
    storage_cost: rounded(monthlyPrice * random.between(0.97, 1.03), 4),
    ...volumeFields(random, machineId, monthlyPrice),
    ...networkDiskFields(random),
  };
};

/** What a renter could take as a volume: a host offers all three or none. */
const volumeFields = (random: Random, machineId: number, monthlyPrice: number): Offer => {
  if (random.chance(0.38)) return { avail_vol_ask_id: null, avail_vol_size: null, avail_vol_dph: null };
  const sizeGb = rounded(random.between(50, 4000), 4);
  return {
    avail_vol_ask_id: 9_100_000 + machineId * 11 + random.integer(0, 10),
    avail_vol_size: sizeGb,
    avail_vol_dph: (sizeGb * monthlyPrice) / 720,
  };
};

/** Few machines have a disk on their network. MB/s. */
const networkDiskFields = (random: Random): Offer => {
  if (!random.chance(0.02)) return { nw_disk_min_bw: null, nw_disk_max_bw: null, nw_disk_avg_bw: null };
  const slowest = random.integer(90, 700);
  const fastest = slowest + random.integer(100, 900);
  return { nw_disk_min_bw: slowest, nw_disk_max_bw: fastest, nw_disk_avg_bw: rounded((slowest + fastest) / 2.1, 2) };
};
