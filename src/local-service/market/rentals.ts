/** Who rents which GPUs. Rentals fill a machine from its first GPU on; the caller's lies at its end. */
import type { Database } from '../database.ts';
import { CALLER_USER_ID, callerRole, isFirstMachine } from './caller.ts';
import { GPU_MODELS } from './facts.ts';
import type { Machine } from './machines.ts';
import { createRandom, hash, hashFraction, type Random } from './random.ts';
import { firstMinuteOf, priceFactorsAt } from './state.ts';

/** GPUs of a machine that one user rents. */
export type Rental = {
  readonly id: number;
  readonly renterId: number;
  readonly firstGpu: number;
  readonly gpus: number;
  /** Final values are exited, unknown and offline; running is the other that is published (docs/interface.md, States). */
  readonly status: 'loading' | 'running' | 'exited' | 'offline';
};

const FIRST_RENTER_ID = 210_000;
const RENTERS = 400;
const FIRST_INSTANCE_ID = 30_000_000;

/** The users who rent, apart from the caller. */
export const RENTER_IDS: readonly number[] = Array.from({ length: RENTERS }, (_, place) => FIRST_RENTER_ID + place * 3);

/** What renting depends on of a machine. */
type RentedMachine = Pick<Machine, 'index' | 'gpus' | 'gpuPrice' | 'usualPrice' | 'model'>;

/**
 * The rentals of users other than the caller on a machine in one round of renting. Whoever rents looks at what a GPU costs when the round begins:
 * `price` ($/hour) where its host has set one, else that of the market. With `taken`, those who come later, when so many GPUs are rented.
 */
export const rentalsOfOthers = (
  seed: number,
  machine: RentedMachine,
  round: number,
  {
    price,
    fewestGpus = 1,
    taken = 0,
  }: { readonly price?: number; readonly fewestGpus?: number; readonly taken?: number } = {},
): readonly Rental[] => {
  const random = createRandom(seed, machine.index, round, FIRST_RENTER_ID);
  const lastGpu = wantedGpus(random, seed, machine, round, price);
  const dividing = taken === 0 ? random : createRandom(seed, machine.index, round, taken, FIRST_RENTER_ID);
  return rentalsBetween(dividing, machine.index, { firstGpu: taken, lastGpu, fewestGpus });
};

/** How many GPUs of a machine, from its first one on, others rent in one round of renting at the price of the market. */
export const gpusOfOthers = (seed: number, machine: RentedMachine, round: number): number =>
  wantedGpus(createRandom(seed, machine.index, round, FIRST_RENTER_ID), seed, machine, round);

/** How many GPUs of a machine, from its first one on, others want in one round of renting: at a lower price never fewer. */
const wantedGpus = (random: Random, seed: number, machine: RentedMachine, round: number, price?: number): number => {
  const { index, gpus, model, usualPrice } = machine;
  const demandAt = (asked: number) => demandFor(seed, GPU_MODELS.indexOf(model), asked / usualPrice);
  const usual = machine.gpuPrice * priceFactorsAt(seed, index, firstMinuteOf(seed, index, round)).price;
  const role = callerRole(seed, index);
  const free = role === 'renter' ? gpus - 1 : gpus;
  if (role === undefined || !isFirstMachine(index)) {
    return random.chance(demandAt(price ?? usual)) ? random.integer(Math.min(1, free), free) : 0;
  }
  // What the caller rents first can be rented again.
  if (role === 'renter') return 0;
  // A notice from the caller's first machines reaches somebody: at the market's price there are always some who rent.
  const wanted = random.integer(Math.min(1, free), free);
  const more = price === undefined ? 1 : demandAt(price) / demandAt(usual);
  return Math.min(free, Math.floor(wanted * more + hashFraction(seed, index, round, FIRST_RENTER_ID)));
};

const USUAL = 301;
const STEEPNESS = 302;

/**
 * How likely a GPU is wanted, 0 to 1, that costs `ratio` times what those like it usually cost: the less it costs the likelier. How many want a
 * model at all, and how much they mind what it costs, differs from model to model.
 */
const demandFor = (seed: number, model: number, ratio: number): number => {
  const usual = 0.25 + 0.35 * hashFraction(seed, model, USUAL);
  const steepness = 2.5 + 3 * hashFraction(seed, model, STEEPNESS);
  return 1 / (1 + (1 / usual - 1) * ratio ** steepness);
};

/** Divides a machine's GPUs from `firstGpu` up to but not including `lastGpu` among renters; what is too few for one is left over. */
const rentalsBetween = (
  random: Random,
  index: number,
  { firstGpu, lastGpu, fewestGpus }: Readonly<Record<'firstGpu' | 'lastGpu' | 'fewestGpus', number>>,
): readonly Rental[] => {
  const rentals: Rental[] = [];
  for (let gpu = firstGpu; lastGpu - gpu >= fewestGpus; ) {
    const size = Math.min(Math.max(random.pick([1, 1, 2, 4, 8]), fewestGpus), lastGpu - gpu);
    rentals.push({
      id: rentalId(index, gpu),
      // Some renters have several instances on one machine.
      renterId: rentals[0] && random.chance(0.2) ? rentals[0].renterId : random.pick(RENTER_IDS),
      firstGpu: gpu,
      gpus: size,
      status: random.pick(['running', 'running', 'running', 'running', 'exited', 'offline']),
    });
    gpu += size;
  }
  return rentals;
};

/** The caller's own rental on the machine at `index`; it never ends. Undefined on all but a few machines. */
export const rentalOfCaller = (seed: number, index: number, gpus: number): Rental | undefined => {
  if (callerRole(seed, index) !== 'renter') return undefined;
  const firstGpu = gpus - 1;
  return {
    id: rentalId(index, firstGpu),
    renterId: CALLER_USER_ID,
    firstGpu,
    gpus: 1,
    status: hash(seed, index, firstGpu) % 4 === 0 ? 'exited' : 'running',
  };
};

/** How many GPUs, from a machine's first one on, these rentals of others take. */
export const takenGpus = (rentals: readonly Rental[]): number => rentals.reduce((sum, { gpus }) => sum + gpus, 0);

const rentalId = (index: number, firstGpu: number): number => FIRST_INSTANCE_ID + index * 16 + firstGpu;

/** A function that writes one rental of a machine. */
export const prepareRentalInsert = (database: Database): ((machineId: number, rental: Rental) => void) => {
  const insert = database.prepare(
    'INSERT INTO instances (id, machine_id, renter_id, first_gpu, num_gpus, actual_status) VALUES (?, ?, ?, ?, ?, ?)',
  );
  return (machineId, { id, renterId, firstGpu, gpus, status }) => {
    insert.run(id, machineId, renterId, firstGpu, gpus, status);
  };
};

/** A function that puts others in the place of those who rent on a machine; what the caller rents has left the market for everybody else. */
export const prepareTenants = (database: Database): ((machineId: number, rentals: readonly Rental[]) => void) => {
  const end = database.prepare('DELETE FROM instances WHERE machine_id = ? AND renter_id <> ?');
  const insert = prepareRentalInsert(database);
  const findCallers = database.prepare(
    'SELECT first_gpu AS firstGpu, num_gpus AS gpus FROM instances WHERE machine_id = ? AND renter_id = ?',
  );
  return (machineId, rentals) => {
    end.run(machineId, CALLER_USER_ID);
    const callers = findCallers.all(machineId, CALLER_USER_ID);
    for (const rental of rentals) {
      if (!callers.some((held) => isOverlap(rental, Number(held.firstGpu), Number(held.gpus))))
        insert(machineId, rental);
    }
  };
};

const isOverlap = (rental: Rental, firstGpu: number, gpus: number): boolean =>
  rental.firstGpu < firstGpu + gpus && firstGpu < rental.firstGpu + rental.gpus;

/** True when others rent a GPU of the offer. */
export const TAKEN = `EXISTS (SELECT 1 FROM instances i WHERE i.machine_id = offers.machine_id AND i.renter_id <> ${CALLER_USER_ID}
  AND i.first_gpu < offers.first_gpu + offers.num_gpus AND offers.first_gpu < i.first_gpu + i.num_gpus)`;
