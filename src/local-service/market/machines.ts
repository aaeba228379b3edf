/**
 * Makes the machines of the market: how many GPUs of which model at what price, and how each is divided into offers: the whole of it, and
 * smaller parts that a renter may take instead. An offer that is put up again comes back under a new id.
 */
import type { Offer } from '../../catalogue/values.ts';
import { callerRole, isFirstMachine } from './caller.ts';
import { GPU_MODELS, type GpuModel } from './facts.ts';
import {
  gpuFields,
  type Host,
  hostOfMachine,
  networkFields,
  pickProcessor,
  pickVerification,
  processorFields,
  storageFields,
  trustFields,
  type Verification,
} from './machine-fields.ts';
import { createRandom, hash, type Random, rounded } from './random.ts';

/** A machine of the market. */
export type Machine = {
  readonly id: number;
  /** Its place in the market. */
  readonly index: number;
  readonly hostId: number;
  readonly model: GpuModel;
  /** How many GPUs it has, and the fewest that its host rents out together. */
  readonly gpus: number;
  readonly fewestGpus: number;
  readonly threads: number;
  readonly diskGb: number;
  /** What one GPU is listed for, and the smallest bid for it, before the market moves. $/hour. */
  readonly gpuPrice: number;
  readonly gpuBid: number;
  /** What a GPU like its own usually costs, $/hour. */
  readonly usualPrice: number;
  readonly endsAtEpochS: number;
  /** The fields that every offer on it carries and that never change, as they go over the wire. */
  readonly fields: Offer;
};

/** The one machine whose offer ends far off, as that of one that never ends. It has one GPU, hence one offer. */
const LASTING_MACHINE_INDEX = 0;
export const LASTING_END_S = Date.UTC(2048, 0, 1) / 1000;

const DAY_S = 86_400;

/** How much longer an offer stays when its end has come. */
export const EXTENSION_S = 30 * DAY_S;

/** When an offer of the market ends that was to end at `endS`, once its host has lengthened it at `atS` as often as was needed. */
export const lengthenedEnd = (endS: number, atS: number): number =>
  endS > atS ? endS : endS + EXTENSION_S * (1 + Math.floor((atS - endS) / EXTENSION_S));

type GpuCount = { readonly gpus: number; readonly share: number };

/** How many GPUs the machines of each class have. */
const GPU_COUNTS: Readonly<Record<string, readonly GpuCount[]>> = {
  consumer: [50, 14, 3, 15, 2, 5, 2, 8, 0, 1, 0, 1].map(asGpuCount),
  workstation: [30, 18, 2, 22, 1, 2, 2, 20, 0, 2].map(asGpuCount),
  datacenter: [22, 18, 0, 28, 0, 0, 0, 30, 0, 2].map(asGpuCount),
  board: [0, 0, 0, 12, 0, 0, 0, 88].map(asGpuCount),
  grace: [1].map(asGpuCount),
};

/** The machine at `index` of the market made from `seed`, as of `nowEpochS`. */
export const makeMachine = (seed: number, index: number, nowEpochS: number): Machine => {
  const random = createRandom(seed, index);
  const id = 1200 + index * 3 + (hash(seed, index, 3) % 3);
  const host = hostOfMachine(seed, index);
  const model = pickModel(random, host, index);
  const gpus = pickGpus(random, model, seed, index);
  const processor = pickProcessor(random, model, gpus);
  const verification = isFirstMachine(index) ? 'verified' : pickVerification(random, host);
  const usualPrice = model.price * TRUST[verification];
  const gpuPrice = pickGpuPrice(random, usualPrice, host);
  return {
    id,
    index,
    hostId: host.id,
    model,
    gpus,
    fewestGpus: pickFewestGpus(random, model, gpus),
    threads: processor.threads,
    diskGb: random.pick([240, 480, 960, 1900, 3800, 7600]) * random.between(0.35, 0.97) * Math.sqrt(gpus),
    gpuPrice,
    usualPrice,
    // A host who wants no bids asks more for one than for the whole GPU.
    gpuBid: rounded(gpuPrice * (random.chance(0.025) ? random.between(1.02, 1.4) : random.between(0.32, 0.85)), 5),
    endsAtEpochS: index === LASTING_MACHINE_INDEX ? LASTING_END_S : nowEpochS + pickDurationS(random),
    fields: {
      machine_id: id,
      ...gpuFields(random, model, gpus, processor.pcie),
      ...processorFields(random, processor, model),
      ...storageFields(random, id),
      ...networkFields(random, host),
      ...trustFields(random, host, verification),
      start_date: random.chance(0.2) ? null : rounded(nowEpochS - random.between(0.1, 120) * DAY_S, 4),
    },
  };
};

/** The machine at `index` of a market that was filled in a minute since 1970. */
export const machineOf = (
  { seed, filledMinute }: { readonly seed: number; readonly filledMinute: number },
  index: number,
): Machine => makeMachine(seed, index, filledMinute * 60);

function asGpuCount(share: number, position: number): GpuCount {
  return { gpus: position + 1, share };
}

const CONSUMER_MODELS = GPU_MODELS.filter((model) => model.class === 'consumer');
const OTHER_MODELS = GPU_MODELS.filter((model) => model.class !== 'consumer');

const pickModel = (random: Random, host: Host, index: number): GpuModel => {
  const models = random.chance(host.isDatacenter ? 0.2 : 0.88) ? CONSUMER_MODELS : OTHER_MODELS;
  // The first machines are found by a search that leaves `cpu_arch` at its default.
  return random.pickShare(isFirstMachine(index) ? models.filter(({ cpu }) => cpu === 'amd64') : models);
};

const pickGpus = (random: Random, model: GpuModel, seed: number, index: number): number => {
  if (index === LASTING_MACHINE_INDEX) return 1;
  // Several renters fit on the caller's own machines, so that a notice reaches some.
  if (isFirstMachine(index) && callerRole(seed, index) === 'host') return random.pick([4, 8]);
  return random.pickShare(GPU_COUNTS[model.class] ?? []).gpus;
};

/** Hosts of boards mostly rent them out as a whole; others divide their machines. */
const pickFewestGpus = (random: Random, model: GpuModel, gpus: number): number =>
  random.chance(model.class === 'board' ? 0.45 : 0.12) ? gpus : random.pick([1, 1, 1, 2]);

/** What a GPU costs where it is verified, and where not, as part of its model's price. */
const TRUST: Readonly<Record<Verification, number>> = { verified: 1, unverified: 0.88, deverified: 0.8 };

const pickGpuPrice = (random: Random, usualPrice: number, host: Host): number => {
  const service = host.isDatacenter ? 1.12 : 0.97;
  return rounded(usualPrice * host.place.price * service * random.around(0.2), 5);
};

/** From hours to more than a year; short ones are as common as long ones on a logarithmic scale. */
const pickDurationS = (random: Random): number => Math.round(DAY_S * 0.2 * 2000 ** random.fraction());

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
export const offersOfMachine = (
  seed: number,
  index: number,
  machine: Omit<Machine, 'fields'>,
): readonly MachineOffer[] => {
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

const partFields = (
  machine: Omit<Machine, 'fields'>,
  firstGpu: number,
  gpus: number,
  rank: number,
  lot: number,
): Offer => {
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

const FIRST_OFFER_ID = 21_000_000;

/** How much an offer's id grows each time it is put up again: more than all offers of the largest market take. */
export const OFFER_ID_STRIDE = 4_000_000;

/** The id under which the offer at `place` of the market is put up the first time. */
export const firstOfferId = (place: number): number => FIRST_OFFER_ID + place * 31 + ((place * 17) % 31);
