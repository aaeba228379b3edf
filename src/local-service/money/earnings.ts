/** What the caller's machines bring (docs/interface.md, Money): computed from who rented what on them, and kept by days that are over. */
import * as z from 'zod';
import { inTransaction } from '../../storage/files/database-file.ts';
import { type Database, insertRow } from '../database.ts';
import { type Listing, readListings } from '../hosting/listings.ts';
import { rateOfOther } from '../hosting/machine-records.ts';
import { readCleanUps } from '../hosting/occupants.ts';
import { diskGbOf, LEFT_MINUTES, leftIn, type Stay, staysIn } from '../hosting/tenants.ts';
import type { Moment } from '../instances/account.ts';
import { trafficOf } from '../instances/contract.ts';
import { stillFrom, type World } from '../instances/life.ts';
import { type Machine, machineOf } from '../market/machines.ts';
import { outageFrom, rentalRounds } from '../market/state.ts';
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
const newDays = (database: Database, moment: Moment, kept: readonly MachineDay[], untilS: number): MachineDay[] => {
  const { world } = moment;
  const first = (kept.at(-1)?.day ?? Math.floor((world.filledMinute * 60) / DAY_S) - DAYS_BEFORE - 1) + 1;
  const machines = first * DAY_S < untilS ? machinesOf(database, moment) : [];
  const days: MachineDay[] = [];
  for (let day = first; day * DAY_S < untilS; day++) {
    const from = day * DAY_MINUTES - world.filledMinute;
    const to = Math.min((day + 1) * DAY_MINUTES, Math.floor(untilS / 60)) - world.filledMinute;
    for (const machine of machines) {
      days.push({ machineId: machine.id, day, earned: earnedBetween(world, machine, from, to) });
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

/** A machine of the caller's, and what its host has set. */
type HostMachine = Machine & { readonly listings: readonly Listing[]; readonly cleanUps: readonly number[] };

const machinesOf = (database: Database, { userId, world }: Moment): readonly HostMachine[] =>
  database
    .prepare('SELECT id, place FROM machines WHERE host_id = ? ORDER BY id')
    .all(userId)
    .map(({ id, place }) => ({
      ...machineOf(world, Number(place)),
      listings: readListings(database, Number(id)),
      cleanUps: readCleanUps(database, Number(id)),
    }));

/** What a machine brought in minutes since the market was filled. */
const earnedBetween = (world: World, machine: HostMachine, from: number, to: number): Costs => {
  const earned = { ...NOTHING };
  const frozen = stillFrom(world);
  const untilS = (world.filledMinute + to) * 60;
  const hoursOf = (span: Pick<Stay, 'fromS' | 'untilS'>): number => {
    const first = Math.max(from, span.fromS / 60 - world.filledMinute);
    const last = Math.min(to, span.untilS / 60 - world.filledMinute);
    if (last <= first) return 0;
    return (last - first - minutesAway(world.seed, machine.index, first, Math.min(last, frozen))) / 60;
  };
  const rounds = rentalRounds(world.seed, machine.index, { from: from - LEFT_MINUTES, to, frozen });
  for (const round of rounds.filter(({ untilMinute }) => untilMinute > from)) {
    for (const { listing, ...stay } of staysIn(world, machine, machine.listings, round, untilS)) {
      const hours = hoursOf(stay);
      earned.disk += (hours * listing.disk * diskGbOf(stay.id, round.round)) / 720;
      if (stay.status !== 'running') continue;
      const traffic = trafficOf(stay.id);
      earned.gpu += hours * rateOfOther(stay, listing);
      earned.bwd += hours * traffic.downGb * listing.down;
      earned.bwu += hours * traffic.upGb * listing.up;
    }
  }
  for (const { gb, listing, ...span } of leftIn(world, machine, rounds, { ...machine, untilS })) {
    earned.disk += (hoursOf(span) * listing.disk * gb) / 720;
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
