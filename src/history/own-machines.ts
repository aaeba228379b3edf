/**
 * What a host's list of machines says of each of their GPUs, as an answer to a question of its own: so the history holds what they were
 * listed for and which of them were rented. Pure.
 */
import { CALLS, type ListCall } from '../api/calls.ts';
import { isListWhole, type ListReply } from '../api/records/replies.ts';
import type { HostMachine } from '../catalogue/values.ts';
import { type KeptOffer, keptOf } from './kept-offer.ts';
import type { Round } from './store.ts';

/** The letters of GPUs that nobody else can rent on demand: what another bids for can be. */
const RENTED = 'DR';

/** More GPUs than a machine has. */
const MOST_GPUS = 1000;

/** The answer that the machines of host `hostId` were; undefined where there are none, and for any other list. A host whose id is not known has no name in the question. */
export const machinesRound = (
  { name }: Pick<ListCall<unknown>, 'name'>,
  { records, ...losses }: Pick<ListReply<unknown>, 'records' | 'malformedRecords' | 'isTruncated'>,
  hostId: number | undefined,
): Omit<Round, 'service' | 'atEpochMs'> | undefined => {
  if (name !== CALLS.machines.name || records.length === 0) return undefined;
  // They came of that call.
  const machines = records as readonly HostMachine[];
  const offers = machines.flatMap((machine) => gpusKept(machine, hostId));
  return {
    asked: { type: 'machines', storageGb: 0, filters: hostId === undefined ? {} : { host_id: { eq: hostId } } },
    isWhole: isListWhole(losses),
    offers,
  };
};

/** What a GPU of a machine is known by, as an offer is by its id: never a number that an offer has. */
export const gpuIdOf = (machineId: number, place = 0): number => place - (machineId + 1) * MOST_GPUS;

/** Each GPU of a machine that is listed, at $/hour; none of one of which price or GPUs are not told. */
const gpusKept = (machine: HostMachine, hostId: number | undefined): readonly KeptOffer[] => {
  const { id, listed, listed_gpu_cost: price, min_bid_price: minimumBid, gpu_occupancy: occupancy } = machine;
  if (typeof id !== 'number' || listed === false || typeof price !== 'number' || typeof occupancy !== 'string')
    return [];
  const letters = [...occupancy.replaceAll(' ', '')].slice(0, MOST_GPUS);
  return letters.flatMap((letter, place) => {
    const kept = keptOf({
      id: gpuIdOf(id, place),
      dph_total: price,
      min_bid: minimumBid ?? null,
      machine_id: id,
      host_id: hostId ?? null,
      gpu_name: machine.gpu_name ?? null,
      num_gpus: 1,
      gpu_frac: 1 / letters.length,
      geolocation: machine.geolocation ?? null,
      verification: machine.verification ?? null,
      reliability2: machine.reliability2 ?? null,
      hosting_type: machine.hosting_type ?? null,
      rentable: !RENTED.includes(letter),
    });
    return kept === undefined ? [] : [kept];
  });
};
