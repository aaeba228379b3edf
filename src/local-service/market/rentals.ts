/** Who rents which GPUs. Rentals fill a machine from its first GPU on; the caller's lies at its end. */
import type { Database } from '../database.ts';
import { CALLER_USER_ID, callerRole, isFirstMachine } from './caller.ts';
import { createRandom, hash } from './random.ts';

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

/** The rentals of users other than the caller on the machine at `index` with `gpus` GPUs, in one round of renting. */
export const rentalsOfOthers = (seed: number, index: number, gpus: number, round: number): readonly Rental[] => {
  const random = createRandom(seed, index, round, FIRST_RENTER_ID);
  const role = callerRole(seed, index);
  const free = role === 'renter' ? gpus - 1 : gpus;
  // A notice from the caller's first machines reaches somebody, and what the caller rents first can be rented again.
  const isBusy = role !== undefined && isFirstMachine(index) ? role === 'host' : random.chance(0.4);
  const taken = isBusy ? random.integer(Math.min(1, free), free) : 0;
  const rentals: Rental[] = [];
  for (let firstGpu = 0; firstGpu < taken; ) {
    const size = Math.min(random.pick([1, 1, 2, 4, 8]), taken - firstGpu);
    rentals.push({
      id: rentalId(index, firstGpu),
      // Some renters have several instances on one machine.
      renterId: rentals[0] && random.chance(0.2) ? rentals[0].renterId : random.pick(RENTER_IDS),
      firstGpu,
      gpus: size,
      status: random.pick(['running', 'running', 'running', 'running', 'exited', 'offline']),
    });
    firstGpu += size;
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
