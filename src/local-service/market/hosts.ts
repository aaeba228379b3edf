/** Makes the hosts of the market: where they are and whether they run a datacenter. */
import { CALLER_USER_ID, callerRole } from './caller.ts';
import { PLACES } from './places.ts';
import { createRandom, hash, hashFraction } from './random.ts';

/** A user who offers machines. */
export type Host = {
  readonly id: number;
  readonly isDatacenter: boolean;
  readonly place: (typeof PLACES)[number];
  /** The first two numbers of the host's addresses, from the range that is reserved for benchmarks. */
  readonly network: string;
  /** A host's page, for the few that have one. */
  readonly webpage: string | null;
  readonly logo: string;
};

const FIRST_HOST_ID = 51_000;
const CALLER_HOST_INDEX = -1;

/** The host of a machine. Hosts that came early have many machines, late ones few. */
export const hostOfMachine = (seed: number, machineIndex: number): Host => {
  if (callerRole(seed, machineIndex) === 'host') return makeHost(seed, CALLER_HOST_INDEX);
  return makeHost(seed, Math.floor(hashFraction(seed, machineIndex, FIRST_HOST_ID) ** 1.3 * (1 + machineIndex / 3)));
};

const makeHost = (seed: number, hostIndex: number): Host => {
  const random = createRandom(seed, hostIndex, CALLER_HOST_INDEX);
  const isDatacenter = random.chance(0.3);
  return {
    id: hostIndex === CALLER_HOST_INDEX ? CALLER_USER_ID : FIRST_HOST_ID + hostIndex * 7 + (hash(seed, hostIndex) % 7),
    isDatacenter,
    place: random.pickShare(PLACES),
    network: `198.${random.integer(18, 19)}.${random.integer(0, 255)}`,
    webpage: isDatacenter && random.chance(0.15) ? `https://gpu-${hostIndex + 2}.example.net/` : null,
    logo: isDatacenter ? `/static/logos/host-${hostIndex + 2}.png` : '/static/logos/community.png',
  };
};
