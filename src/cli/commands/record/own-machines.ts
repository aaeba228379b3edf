/** Asks how many machines of the own host are on the market, and how many of them are rented. */
import type { Client } from '../../../api/client.ts';
import { LARGEST_LIMIT, USUAL_SEARCH } from '../../../api/requests.ts';
import { parseLine } from '../../../filter/parse.ts';
import { wireFilters } from '../../../filter/request.ts';
import type { OwnMachines } from './metrics/recorder-metrics.ts';

/** By the offers of host `hostId`: a machine of which something is rented counts as rented. */
export const readOwnMachines = async (client: Client, hostId: number, signal: AbortSignal): Promise<OwnMachines> => {
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
  return { hostId, listed: listed.size, rented: rented.size };
};
