/** The fields of an offer that describe its machine's GPUs and their driver. */
import type { Offer } from '../../catalogue/values.ts';
import { DRIVERS, driverNumber } from './drivers.ts';
import type { GpuModel } from './gpu-models.ts';
import type { Random } from './random.ts';
import { rounded } from './rounding.ts';

/** GB/s of one PCIe lane, by generation. */
const LANE_GBPS: Readonly<Record<number, number>> = { 3: 0.985, 4: 1.969, 5: 3.938 };

/** The fields of `gpus` GPUs of one model on a board with PCIe of generation `boardPcie`. */
export const gpuFields = (random: Random, model: GpuModel, gpus: number, boardPcie: number): Offer => {
  const pcie = Math.min(boardPcie, modelPcie(model));
  const lanes = gpus > 4 && model.class === 'consumer' ? random.pick([16, 8, 8, 4, 1]) : random.pick([16, 16, 16, 8]);
  const isLinked = model.class === 'board' || model.class === 'grace' || (gpus > 1 && random.chance(0.4));
  return {
    gpu_name: model.name,
    gpu_arch: model.arch,
    gpu_ram: model.ramMb,
    gpu_mem_bw: rounded(model.memoryGbps * random.between(0.86, 0.94), 1),
    compute_cap: model.capability,
    gpu_max_power: model.watts,
    gpu_max_temp: random.pick([83, 85, 87, 90, 90, 92, 95]),
    gpu_display_active: model.class === 'consumer' && random.chance(0.06),
    bw_nvlink: isLinked ? model.nvlinkGbps : 0,
    gpu_lanes: lanes,
    pci_gen: pcie,
    pcie_bw: rounded((LANE_GBPS[pcie] ?? 0) * lanes * random.between(0.74, 0.86), 1),
    ...driverFields(random, model),
  };
};

const modelPcie = ({ capability }: GpuModel): number => {
  if (capability >= 1200 || (capability >= 900 && capability < 1100)) return 5;
  return capability >= 800 ? 4 : 3;
};

const driverFields = (random: Random, { arch, capability }: GpuModel): Offer => {
  const fitting = DRIVERS.filter(
    (driver) => driver.arch === arch && driver.oldest <= capability && driver.newest >= capability,
  );
  const driver = random.pickShare(fitting);
  // The number is missing on some machines, and on a few it was taken before the last update.
  const numbered = random.chance(0.03) ? random.pick(fitting) : driver;
  return {
    driver_version: driver.version,
    driver_vers: random.chance(0.06) ? null : driverNumber(numbered.version),
    cuda_max_good: driver.cuda,
  };
};
