/** Moves the market on: prices drift, GPUs change hands, offers come and go, a little each minute. */
import { counted, plural } from '../../base/figures.ts';
import { inTransaction } from '../../storage/files/database-file.ts';
import { type Notice, recordNotices } from '../account/deliveries.ts';
import type { Database } from '../database.ts';
import { raiseByMarket } from '../hosting/increases.ts';
import { settleTenants } from '../hosting/occupants.ts';
import { CALLER_USER_ID, callerRole } from './caller.ts';
import { EXTENSION_S, machineOf, OFFER_ID_STRIDE } from './machines.ts';
import { prepareTenants, rentalsOfOthers, TAKEN } from './rentals.ts';
import { type MachineState, machineState, outageFrom, priceFactors } from './state.ts';
import { type MarketRow, minuteOf, readMarketRow, writeMarketRow } from './tables.ts';

/** What happened at the caller's machine at `index` behind the minute of `market` and up to `minute`. */
const hostNotices = (
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
  const rented = database.prepare(
    'SELECT sum(num_gpus) AS gpus FROM instances WHERE machine_id = ? AND renter_id <> ?',
  );
  const taken = Number(rented.get(machineId, CALLER_USER_ID)?.gpus ?? 0);
  if (taken === 0) return offline;
  const message = `Machine ${machineId}: ${taken} of ${counted(gpus, 'GPU')} ${plural(taken, 'is', 'are')} rented`;
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

/**
 * Moves the market to the whole minute that holds `nowEpochMs`; false when it is there already, and nothing is done. How things stand
 * follows from the seed and the minute alone, so it does not matter which program moves it, nor in how many steps; a long
 * absence costs one look at every machine.
 */
export const moveMarket = (database: Database, nowEpochMs: number): boolean => {
  const minute = minuteOf(nowEpochMs);
  if (minute <= (readMarketRow(database)?.minute ?? minute)) return false;
  inTransaction(database, () => {
    // Another program may have moved it in the meantime.
    const market = readMarketRow(database);
    if (market && market.minute < minute) moveTo(database, market, minute);
  });
  return true;
};

const moveTo = (database: Database, market: MarketRow, minute: number): void => {
  const moveMachine = prepareMachineMove(database, market);
  const world = { ...market, minute, isStill: false };
  const notices: Notice[] = [];
  for (let index = 0; index < market.machines; index++) {
    const before = machineState(market.seed, index, market.minute - market.filledMinute);
    const now = machineState(market.seed, index, minute - market.filledMinute);
    const isOwn = callerRole(market.seed, index) === 'host';
    const isListedByHost = isOwn && settleTenants(database, { nowS: minute * 60, world }, machineOf(market, index));
    if (!isListedByHost && !isSameState(before, now)) moveMachine(index, before, now);
    if (isOwn) notices.push(...hostNotices(database, market, index, minute));
  }
  const inOrder = notices.toSorted((one, other) => one.atS - other.atS);
  recordNotices(database, CALLER_USER_ID, inOrder);
  raiseByMarket(database, market, minute);
  extendEndedOffers(database, minute * 60);
  writeMarketRow(database, { ...market, minute });
};

const isSameState = (before: MachineState, now: MachineState): boolean =>
  before.priceRound === now.priceRound &&
  before.rentalRound === now.rentalRound &&
  before.listingRound === now.listingRound &&
  before.isListed === now.isListed;

const prepareMachineMove = (database: Database, market: MarketRow) => {
  const find = database.prepare('SELECT id FROM machines WHERE place = ?');
  const putTenants = prepareTenants(database);
  const update = database.prepare(
    `UPDATE offers SET id = id + ?, dph_base = listed_dph_base * ?, min_bid = listed_min_bid * ?, is_listed = ?, rentable = NOT ${TAKEN}
     WHERE machine_id = ?`,
  );
  return (index: number, before: MachineState, now: MachineState): void => {
    const row = find.get(index);
    if (row === undefined) throw new Error(`The market has no machine at ${index}`);
    const machineId = Number(row.id);
    if (before.rentalRound !== now.rentalRound) {
      putTenants(machineId, rentalsOfOthers(market.seed, machineOf(market, index), now.rentalRound));
    }
    const factors = priceFactors(market.seed, index, now.priceRound);
    const renumbered = (now.listingRound - before.listingRound) * OFFER_ID_STRIDE;
    update.run(renumbered, factors.price, factors.bid, Number(now.isListed), machineId);
  };
};

/** Hosts extend their offers, so that a market left alone for long is not empty. */
const extendEndedOffers = (database: Database, nowEpochS: number): void => {
  database
    .prepare(
      `UPDATE offers SET end_date = end_date + ? * (1 + floor((? - end_date) / ?))
       WHERE end_date <= ? AND machine_id NOT IN (SELECT machine_id FROM machine_listings)`,
    )
    .run(EXTENSION_S, nowEpochS, EXTENSION_S, nowEpochS);
};
