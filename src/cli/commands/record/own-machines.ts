/** Asks how many machines the user has on the market, and how many of them are rented. */
import { CALLS } from '../../../api/calls.ts';
import type { Client } from '../../../api/client.ts';
import { optionally } from '../../../api/errors/missing-call.ts';
import { LARGEST_LIMIT, USUAL_SEARCH } from '../../../api/requests.ts';
import { parseLine } from '../../../filter/parse.ts';
import { wireFilters } from '../../../filter/request.ts';
import type { OwnMachines } from './metrics/recorder-metrics.ts';

type Count = Pick<OwnMachines, 'listed' | 'rented'>;

/** Every letter of `gpu_occupancy` but this one is a GPU that somebody has. */
const FREE = 'x';

/**
 * Asks time after time: for the machines themselves, and where the service has no such call for the offers of host `hostId`, of which a
 * machine counts as rented when one of them is. Resolves to undefined where neither can be asked.
 */
export const createOwnMachines = (client: Client, hostId: number | undefined, signal: AbortSignal) => {
  let isLacking = false;
  return async (): Promise<OwnMachines | undefined> => {
    const machines = isLacking ? undefined : await optionally(() => client.list(CALLS.machines, { signal }));
    isLacking = machines === undefined;
    if (machines !== undefined) return { hostId, ...countOf(machines.records) };
    return hostId === undefined ? undefined : { hostId, ...(await countOffers(client, hostId, signal)) };
  };
};

const countOf = (machines: readonly { readonly listed?: unknown; readonly gpu_occupancy?: unknown }[]): Count => ({
  listed: machines.filter(({ listed }) => listed === true).length,
  rented: machines.filter(
    ({ gpu_occupancy: letters }) =>
      typeof letters === 'string' && [...letters.replaceAll(' ', '')].some((letter) => letter !== FREE),
  ).length,
});

const countOffers = async (client: Client, hostId: number, signal: AbortSignal): Promise<Count> => {
  const listed = new Set<number>();
  const rented = new Set<number>();
  const { filters } = wireFilters(parseLine(`host_id=${hostId} verified=any rentable=any rented=any cpu_arch=any`));
  await client.searchOffers(
    { ...USUAL_SEARCH, limit: LARGEST_LIMIT, filters },
    {
      signal,
      keepsRecords: false,
      onRecords: (batch) => {
        for (const { record } of batch) {
          if (typeof record.machine_id !== 'number') continue;
          listed.add(record.machine_id);
          if (record.rented === true) rented.add(record.machine_id);
        }
      },
    },
  );
  return { listed: listed.size, rented: rented.size };
};
