/** The fields of an offer that describe its machine's processor, memory, board and system. */
import type { Offer } from '../../catalogue/values.ts';
import type { GpuModel } from './gpu-models.ts';
import { PROCESSORS, type Processor } from './processors.ts';
import type { Random } from './random.ts';
import { unevenMegabytes } from './rounding.ts';

const SYSTEMS = [
  { version: '24.04', share: 34 },
  { version: '22.04', share: 52 },
  { version: '20.04', share: 12 },
  { version: '18.04', share: 2 },
] as const;

/** A processor that suits the GPUs; one with two sockets counts twice. */
export const pickProcessor = (random: Random, model: GpuModel, gpus: number): Processor => {
  const kind = processorKind(random, model, gpus);
  const isLarge = model.class === 'board' || model.price > 0.9;
  const processor = random.pickShare(
    PROCESSORS.filter((candidate) => candidate.class === kind && (!isLarge || candidate.pcie >= 4)),
  );
  const isPair = kind === 'server' && gpus > 2 && random.chance(0.55);
  return isPair ? { ...processor, threads: processor.threads * 2, ramGib: processor.ramGib * 2 } : processor;
};

/** The fields of a machine with this processor. */
export const processorFields = (random: Random, processor: Processor, model: GpuModel): Offer => {
  const hasMachines = model.class !== 'grace' && random.chance(0.12);
  return {
    // Some machines report the name with the spaces that fill its register.
    cpu_name: processor.name + ' '.repeat(random.pick([0, 0, 0, 0, 0, 1, 2])),
    cpu_cores: processor.threads,
    cpu_ghz: processor.ghz,
    // What the firmware keeps for itself is missing from the whole.
    cpu_ram: unevenMegabytes(processor.ramGib * random.pick([1, 1, 1.5, 2]) * 1024 * random.between(0.98, 0.998)),
    cpu_arch: model.cpu,
    has_avx: processor.avx,
    mobo_name: random.pick(processor.boards),
    os_version: random.pickShare(SYSTEMS).version,
    vms_enabled: hasMachines,
    is_vm_deverified: hasMachines && random.chance(0.08),
  };
};

const processorKind = (random: Random, model: GpuModel, gpus: number): Processor['class'] => {
  if (model.class === 'grace') return 'grace';
  if (model.class !== 'consumer') return 'server';
  return random.chance(gpus > 2 ? 0.15 : 0.75) ? 'desktop' : 'server';
};
