/** Who is on a machine of the caller's now, as it stands in the database. */
import type { Database } from '../database.ts';
import type { Moment } from '../instances/account.ts';
import { stillFrom } from '../instances/life.ts';
import type { Machine } from '../market/machines.ts';
import { prepareTenants, TAKEN } from '../market/rentals.ts';
import { type RentalRound, rentalRounds } from '../market/state.ts';
import { isOpen, offerEnd, readListings } from './listings.ts';
import { LEFT_MINUTES, leftIn, type Stay, staysIn } from './tenants.ts';

type Now = Pick<Moment, 'nowS' | 'world'>;

/** The rounds of renting up to a moment from so many minutes before it; while the market stands still none begins. */
const roundsUntil = ({ nowS, world }: Now, index: number, minutes: number): readonly RentalRound[] => {
  const to = Math.floor(nowS / 60) - world.filledMinute;
  return rentalRounds(world.seed, index, { from: to - minutes, to, frozen: stillFrom(world) });
};

/** The renters who are there. */
export const staysNow = (database: Database, now: Now, machine: Machine): readonly Stay[] =>
  roundsUntil(now, machine.index, 0)
    .flatMap((round) => staysIn(now.world, machine, readListings(database, machine.id), round, now.nowS))
    .filter(({ isOver, untilS }) => !isOver && untilS === now.nowS);

/** When the host has deleted what lay on the machine, oldest first. */
export const readCleanUps = (database: Database, machineId: number): readonly number[] =>
  database
    .prepare('SELECT at FROM clean_ups WHERE machine_id = ? ORDER BY at')
    .all(machineId)
    .map(({ at }) => Number(at));

/** Deletes what renters have left there; tells how much that was. */
export const cleanUp = (database: Database, now: Now, machine: Machine): number => {
  const [listings, cleanUps] = [readListings(database, machine.id), readCleanUps(database, machine.id)];
  const rounds = roundsUntil(now, machine.index, LEFT_MINUTES);
  const left = leftIn(now.world, machine, rounds, { listings, cleanUps, untilS: now.nowS });
  const count = left.filter(({ untilS }) => untilS > now.nowS).length;
  if (count > 0) database.prepare('INSERT INTO clean_ups (machine_id, at) VALUES (?, ?)').run(machine.id, now.nowS);
  return count;
};

/** Brings the renters and the offers of a machine that its host has listed up to now; false where all is as the market has it. */
export const settleTenants = (database: Database, now: Now, machine: Machine): boolean => {
  const listing = readListings(database, machine.id).at(-1);
  if (listing === undefined) return false;
  const { id } = machine;
  prepareTenants(database)(id, staysNow(database, now, machine));
  database.exec(`DELETE FROM raised_prices WHERE contract_id NOT IN (SELECT id FROM instances)`);
  database
    .prepare(
      `UPDATE offers SET is_listed = is_listed AND ?, end_date = ?, rentable = NOT ${TAKEN} WHERE machine_id = ?`,
    )
    .run(Number(isOpen(listing, now.nowS)), offerEnd(listing, now.nowS), id);
  return true;
};
