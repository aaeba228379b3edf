/** A history of how long a machine was rented at two prices, for the tests of what is advised by it. */
import { USUAL_ASKED } from '../../src/history/asked.ts';
import { keptOf } from '../../src/history/kept-offer.ts';
import { machinesRound } from '../../src/history/own-machines.ts';
import type { HistoryStore } from '../../src/history/store.ts';
import { listedMachine } from './host-service.ts';

const HOUR_MS = 3_600_000;

/**
 * Records `hours` up to `nowMs`: at $0.40 a quarter of the GPU hours of machine 7 are rented, and at $0.30, the first half of the time, seven of
 * eight. Others ask $0.42.
 */
export const recordRented = async (
  store: HistoryStore,
  service: string,
  hours: number,
  nowMs: number,
): Promise<void> => {
  const offers = [1, 2, 3].flatMap((id) => {
    const other = { id, machine_id: id, host_id: id, num_gpus: 1, dph_total: 0.42, rentable: true };
    return keptOf({ ...other, gpu_name: 'RTX 4090', verification: 'verified' }) ?? [];
  });
  for (let hour = 0; hour < hours; hour++) {
    const round = { service, atEpochMs: nowMs - (hours - hour) * HOUR_MS };
    await store.record({ ...round, asked: USUAL_ASKED, isWhole: true, offers });
    const isCheap = hour < hours / 2;
    const letters = hour % 2 === 0 ? (isCheap ? 'DDDx' : 'xxxx') : isCheap ? 'DDDD' : 'DDxx';
    const machine = listedMachine(7, { listed_gpu_cost: isCheap ? 0.3 : 0.4, gpu_occupancy: letters });
    const own = machinesRound({ name: 'machines' }, { records: [machine], malformedRecords: 0 }, undefined);
    if (own !== undefined) await store.record({ ...round, ...own });
  }
};
