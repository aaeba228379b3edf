/** What the caller's machines bring (docs/interface.md, Money): computed from who rented what on them, and kept by days that are over. */
import * as z from 'zod';
import { inTransaction } from '../../storage/files/database-file.ts';
import { type Database, insertRow } from '../database.ts';
import type { Moment } from '../instances/account.ts';
import { trafficOf } from '../instances/contract.ts';
import { rateOfOther } from '../market/holdings.ts';
import { hash } from '../market/random.ts';
import { rentalsOfOthers } from '../market/rentals.ts';
import { machineState, outageFrom, priceFactors, stretchesOf } from '../market/state.ts';
import { readMarketRow } from '../market/tables.ts';
import { added, type Costs, NOTHING, sumOf } from './meter.ts';
import { payoutsOf, recordPayment } from './payments.ts';

/** What one machine brought on a day of UTC, counted since 1970. There is no premium of SLA cover in it. */
type MachineDay = { readonly machineId: number; readonly day: number; readonly earned: Costs };

const DAY_S = 86_400;
const DAY_MINUTES = 1440;

/** Days before the market was filled of which earnings are told. */
const DAYS_BEFORE = 30;

/** The days up to the moment of which earnings are known, by machine, oldest first; that of the moment is not over. */
const earningsUntil = (database: Database, moment: Moment): readonly MachineDay[] => {
  const kept = keptDays(database);
  return [...kept, ...newDays(database, moment, kept, moment.nowS)];
};

/** Those that are over, of machines on a market that is gone too. */
const keptDays = (database: Database): readonly MachineDay[] => {
  const columns = 'machine_id AS machineId, day, gpu, sto AS disk, bwu, bwd';
  return z.array(machineDay).parse(database.prepare(`SELECT ${columns} FROM machine_earnings ORDER BY day`).all());
};

const amount = z.number();
const machineDay = z
  .object({ machineId: z.number(), day: z.number(), gpu: amount, disk: amount, bwu: amount, bwd: amount })
  .transform(({ machineId, day, ...costs }): MachineDay => ({ machineId, day, earned: { ...NOTHING, ...costs } }));

/** The days behind the last one that is kept, up to `untilS`. */
const newDays = (
  database: Database,
  { userId, world }: Moment,
  kept: readonly MachineDay[],
  untilS: number,
): MachineDay[] => {
  const first = (kept.at(-1)?.day ?? Math.floor((world.filledMinute * 60) / DAY_S) - DAYS_BEFORE - 1) + 1;
  const machines = first * DAY_S < untilS ? machinesOf(database, userId) : [];
  const frozen = world.isStill ? (readMarketRow(database)?.minute ?? 0) - world.filledMinute : Number.POSITIVE_INFINITY;
  const days: MachineDay[] = [];
  for (let day = first; day * DAY_S < untilS; day++) {
    const from = day * DAY_MINUTES - world.filledMinute;
    const to = Math.min((day + 1) * DAY_MINUTES, Math.floor(untilS / 60)) - world.filledMinute;
    for (const machine of machines) {
      days.push({ machineId: machine.id, day, earned: earnedBetween(world.seed, machine, { from, to, frozen }) });
    }
  }
  return days;
};

/** Keeps the days that are over, and pays out what is owed on each Friday among them. */
export const closeDays = (database: Database, moment: Moment): void => {
  const { userId, nowS } = moment;
  const kept = keptDays(database);
  const closed = newDays(database, moment, kept, nowS - (nowS % DAY_S));
  if (closed.length === 0) return;
  inTransaction(database, () => {
    // Another program may have kept them in the meantime.
    if (keptDays(database).length !== kept.length) return;
    let owed = dollarsOf(kept) - payoutsOf(database, userId, nowS).told;
    for (const [day, rows] of Map.groupBy(closed, (row) => row.day)) {
      for (const { machineId, earned } of rows) {
        const { gpu, disk: sto, bwu, bwd } = earned;
        insertRow(database, 'machine_earnings', { machine_id: machineId, day, gpu, sto, bwu, bwd });
      }
      owed += dollarsOf(rows);
      if (!isFriday(day + 1) || owed < LEAST_PAYOUT) continue;
      const dollars = Math.floor(owed * 100) / 100;
      recordPayment(database, userId, { by: 'marketplace', dollars, atS: (day + 1) * DAY_S });
      owed -= dollars;
    }
  });
};

/** Less is owed on to the next Friday, $. */
const LEAST_PAYOUT = 20;

/** The first day of 1970 was a Thursday. */
const isFriday = (day: number): boolean => day % 7 === 1;

const totalOf = (days: readonly MachineDay[]): Costs => days.reduce((sum, { earned }) => added(sum, earned), NOTHING);

const dollarsOf = (days: readonly MachineDay[]): number => sumOf(totalOf(days));

/** $ that the host has earned and that have not arrived. */
export const owedToHost = (database: Database, moment: Moment): number =>
  dollarsOf(earningsUntil(database, moment)) - payoutsOf(database, moment.userId, moment.nowS).arrived;

/** What is told of some days, and of one machine where one is named; `credit` is what is left of the account. */
export const earningsReply = (
  database: Database,
  moment: Moment,
  asked: {
    readonly first: number;
    readonly last: number;
    readonly machineId?: number | undefined;
    readonly credit: number;
  },
) => {
  const all = earningsUntil(database, moment);
  const days = all.filter(
    ({ day, machineId }) =>
      day >= asked.first && day <= asked.last && (asked.machineId === undefined || machineId === asked.machineId),
  );
  const total = totalOf(days);
  const balance = dollarsOf(all) - payoutsOf(database, moment.userId, moment.nowS).arrived;
  return {
    sday: asked.first,
    eday: asked.last,
    summary: { total_gpu: total.gpu, total_stor: total.disk, total_bwu: total.bwu, total_bwd: total.bwd },
    per_machine: [...Map.groupBy(days, ({ machineId }) => machineId)].map(([machineId, own]) => ({
      machine_id: machineId,
      ...wireOf(totalOf(own)),
    })),
    per_day: [...Map.groupBy(days, ({ day }) => day)].map(([day, own]) => ({ day, ...wireOf(totalOf(own)) })),
    current: { balance, service_fee: 0, total: balance, credit: asked.credit },
  };
};

const wireOf = ({ gpu, disk, bwu, bwd }: Costs) => ({ gpu_earn: gpu, sto_earn: disk, bwu_earn: bwu, bwd_earn: bwd });

/** A machine with what its host asks before the market moves: $/hour for a GPU, $/GB/month for disk, $/GB for traffic. */
const machineRow = z.object({
  id: z.number(),
  place: z.number(),
  gpus: z.number(),
  gpuPrice: z.number(),
  gpuBid: z.number(),
  storage: z.number(),
  downPerGb: z.number(),
  upPerGb: z.number(),
});

type HostMachine = z.infer<typeof machineRow>;

const machinesOf = (database: Database, userId: number): readonly HostMachine[] =>
  z.array(machineRow).parse(
    database
      .prepare(
        `SELECT m.id, m.place, m.gpus, o.listed_dph_base / o.num_gpus AS gpuPrice, o.listed_min_bid / o.num_gpus AS gpuBid,
           o.storage_cost AS storage, coalesce(o.inet_down_cost, 0) AS downPerGb, coalesce(o.inet_up_cost, 0) AS upPerGb, max(o.num_gpus)
         FROM machines m JOIN offers o ON o.machine_id = m.id WHERE m.host_id = ? GROUP BY m.id ORDER BY m.id`,
      )
      .all(userId),
  );

/** Sizes of the disks that others rent, GB. */
const DISKS = [16, 32, 64, 120] as const;

/** What a machine brought in minutes since the market was filled; from minute `frozen` on the market stands still. */
const earnedBetween = (
  seed: number,
  machine: HostMachine,
  { from, to, frozen }: { readonly from: number; readonly to: number; readonly frozen: number },
): Costs => {
  const earned = { ...NOTHING };
  for (const { fromMinute, untilMinute } of stretchesOf(seed, machine.place, from, to)) {
    const { priceRound, rentalRound } = machineState(seed, machine.place, Math.min(fromMinute, frozen));
    const factors = priceFactors(seed, machine.place, priceRound);
    const prices = { gpu: machine.gpuPrice * factors.price, bid: machine.gpuBid * factors.bid };
    const hours =
      (untilMinute - fromMinute - minutesAway(seed, machine.place, fromMinute, Math.min(untilMinute, frozen))) / 60;
    for (const { id, gpus, status } of rentalsOfOthers(seed, machine.place, machine.gpus, rentalRound)) {
      const diskGb = DISKS[hash(id, rentalRound) % DISKS.length] ?? 0;
      earned.disk += (hours * machine.storage * diskGb) / 720;
      if (status !== 'running') continue;
      const traffic = trafficOf(id);
      earned.gpu += hours * rateOfOther({ id, gpus }, prices);
      earned.bwd += hours * traffic.downGb * machine.downPerGb;
      earned.bwu += hours * traffic.upGb * machine.upPerGb;
    }
  }
  return earned;
};

/** Minutes, from one and up to another, in which the machine at `index` was away. */
const minutesAway = (seed: number, index: number, from: number, to: number): number => {
  let away = 0;
  for (let minute = from; minute < to; ) {
    const { fromMinute, untilMinute } = outageFrom(seed, index, minute);
    away += Math.max(0, Math.min(to, untilMinute) - Math.max(minute, fromMinute));
    minute = untilMinute;
  }
  return away;
};
