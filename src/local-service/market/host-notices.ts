/** What a host is told of a machine while the market moves: that it went offline, and that its GPUs have changed hands. */
import type { Database } from '../database/database.ts';
import type { Notice } from '../instances/notifications.ts';
import type { MarketRow } from './market-row.ts';
import { rentalsOfOthers, takenGpus } from './rentals.ts';
import { machineState, outageFrom } from './state.ts';

/** What happened at the caller's machine at `index` behind the minute of `market` and up to `minute`. */
export const hostNotices = (
  database: Database,
  { seed, minute: fromMinute, filledMinute }: MarketRow,
  index: number,
  minute: number,
): readonly Notice[] => {
  const row = database.prepare('SELECT id, gpus FROM machines WHERE place = ?').get(index);
  if (row === undefined) return [];
  const machineId = Number(row.id);
  const from = fromMinute - filledMinute;
  const to = minute - filledMinute;
  const offline = outagesBetween(seed, index, from, to).map((startMinute) => ({
    group: 'host' as const,
    event: 'machine_offline',
    machineId,
    message: `Machine ${machineId} cannot be reached`,
    atS: (filledMinute + startMinute) * 60,
  }));
  const round = machineState(seed, index, to).rentalRound;
  if (round === machineState(seed, index, from).rentalRound) return offline;
  const gpus = Number(row.gpus);
  const taken = takenGpus(rentalsOfOthers(seed, index, gpus, round));
  if (taken === 0) return offline;
  const message = `Machine ${machineId}: ${taken} of ${gpus} GPUs are rented`;
  return [...offline, { group: 'host', event: 'machine_rented', machineId, message, atS: minute * 60 }];
};

/** The minutes, behind `from` and up to `to`, in which an outage of the machine begins. */
const outagesBetween = (seed: number, index: number, from: number, to: number): readonly number[] => {
  const starts: number[] = [];
  for (let minute = from; minute <= to; ) {
    const { fromMinute, untilMinute } = outageFrom(seed, index, minute);
    if (fromMinute > to) break;
    if (fromMinute > from) starts.push(fromMinute);
    minute = untilMinute;
  }
  return starts;
};
