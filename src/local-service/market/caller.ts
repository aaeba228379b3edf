/** The user whose key the service hands out, and which of the market's machines are theirs: so few that every market has them. */
import { hash } from './random.ts';

/** The user that the service's keys belong to. */
export const CALLER_USER_ID = 204_117;

/**
 * The caller's part in a machine: `host` owns it, `renter` rents a GPU on it. The first ten machines of a market are
 * verified and run on amd64, so that the caller's own things are found whatever the seed.
 */
export const callerRole = (seed: number, machineIndex: number): 'host' | 'renter' | undefined => {
  if (machineIndex < FIRST_MACHINES.length) return FIRST_MACHINES[machineIndex];
  const lot = hash(seed, machineIndex, CALLER_USER_ID) % 600;
  if (lot === 0) return 'host';
  return lot <= 2 ? 'renter' : undefined;
};

/** True for the machines that are made to suit the caller whatever the seed. */
export const isFirstMachine = (machineIndex: number): boolean => machineIndex < FIRST_MACHINES.length;

const FIRST_MACHINES = [
  undefined,
  'renter',
  'host',
  'host',
  'host',
  'renter',
  'renter',
  undefined,
  'renter',
  undefined,
] as const;
