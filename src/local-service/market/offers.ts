/** Divides a machine into offers: the whole of it, and smaller parts that a renter may take instead. */
import type { Offer } from '../../catalogue/values.ts';
import type { Machine } from './machines.ts';
import { createRandom, hash } from './random.ts';
import { rounded } from './rounding.ts';

/** A part of a machine that is offered. */
export type MachineOffer = {
  /** Place of its first GPU in the machine, from 0. */
  readonly firstGpu: number;
  readonly gpus: number;
  /** $/hour, before the market moves. */
  readonly listedPrice: number;
  readonly listedBid: number;
  /** The fields that it does not share with the machine and that never change. */
  readonly fields: Offer;
};

/** The offers on the machine at `index` of the market made from `seed`, the largest first. */
export const offersOfMachine = (seed: number, index: number, machine: Machine): readonly MachineOffer[] => {
  const random = createRandom(seed, index, machine.id);
  const sizes = [
    machine.gpus,
    ...[32, 16, 8, 4, 2, 1].filter((size) => size < machine.gpus && size >= machine.fewestGpus),
  ];
  return sizes
    .flatMap((gpus) => {
      // Rentals fill a machine from its first GPU on, so a part at its end stays free longest.
      const last = { firstGpu: machine.gpus - gpus, gpus };
      return gpus * 2 <= machine.gpus && random.chance(0.4) ? [last, { firstGpu: 0, gpus }] : [last];
    })
    .map(({ firstGpu, gpus }, position) => ({
      firstGpu,
      gpus,
      listedPrice: machine.gpuPrice * gpus,
      listedBid: machine.gpuBid * gpus,
      fields: partFields(machine, firstGpu, gpus, position + 1, hash(seed, index, firstGpu, gpus)),
    }));
};

const partFields = (machine: Machine, firstGpu: number, gpus: number, rank: number, lot: number): Offer => {
  const share = gpus / machine.gpus;
  const firstId = machine.id * 16;
  return {
    num_gpus: gpus,
    gpu_ids: Array.from({ length: gpus }, (_, position) => firstId + firstGpu + position),
    gpu_frac: share,
    gpu_total_ram: machine.model.ramMb * gpus,
    cpu_cores_effective: rounded(machine.threads * share, 6),
    disk_space: rounded(machine.diskGb * share, 4),
    // Several GPUs do a little less than as many single ones, and no two machines score the same.
    dlperf: rounded(machine.model.dlperf * gpus ** 0.985 * (0.97 + (lot % 600) / 10_000), 6),
    total_flops: rounded(machine.model.teraflops * gpus, 4),
    bundle_id: 300_000_000 + (lot >>> 2),
    rn: rank,
  };
};
