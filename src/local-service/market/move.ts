/** Moves the market on: prices drift, GPUs change hands, offers come and go, a little each minute. */

import { inTransaction } from '../../storage/files/transaction.ts';
import type { Database } from '../database/database.ts';
import { type Notice, recordNotices } from '../instances/notifications.ts';
import { CALLER_USER_ID, callerRole } from './caller.ts';
import { hostNotices } from './host-notices.ts';
import { prepareRentalInsert } from './insert-rental.ts';
import { type MarketRow, minuteOf, readMarketRow, writeMarketRow } from './market-row.ts';
import { OFFER_ID_STRIDE } from './offer-ids.ts';
import { type Rental, rentalsOfOthers } from './rentals.ts';
import { type MachineState, machineState, priceFactors } from './state.ts';

/** How much longer an offer stays when its end has come. */
const EXTENSION_S = 30 * 86_400;

/**
 * Moves the market to the whole minute that holds `nowEpochMs`; does nothing when it is there already. How things stand
 * follows from the seed and the minute alone, so it does not matter which program moves it, nor in how many steps; a long
 * absence costs one look at every machine.
 */
export const moveMarket = (database: Database, nowEpochMs: number): void => {
  const minute = minuteOf(nowEpochMs);
  if (minute <= (readMarketRow(database)?.minute ?? minute)) return;
  inTransaction(database, () => {
    // Another program may have moved it in the meantime.
    const market = readMarketRow(database);
    if (market && market.minute < minute) moveTo(database, market, minute);
  });
};

const moveTo = (database: Database, market: MarketRow, minute: number): void => {
  const moveMachine = prepareMachineMove(database, market.seed);
  const notices: Notice[] = [];
  for (let index = 0; index < market.machines; index++) {
    const before = machineState(market.seed, index, market.minute - market.filledMinute);
    const now = machineState(market.seed, index, minute - market.filledMinute);
    if (!isSameState(before, now)) moveMachine(index, before, now);
    if (callerRole(market.seed, index) === 'host') notices.push(...hostNotices(database, market, index, minute));
  }
  const inOrder = notices.toSorted((one, other) => one.atS - other.atS);
  recordNotices(database, CALLER_USER_ID, inOrder);
  extendEndedOffers(database, minute * 60);
  writeMarketRow(database, { ...market, minute });
};

const isSameState = (before: MachineState, now: MachineState): boolean =>
  before.priceRound === now.priceRound &&
  before.rentalRound === now.rentalRound &&
  before.listingRound === now.listingRound &&
  before.isListed === now.isListed;

const prepareMachineMove = (database: Database, seed: number) => {
  const find = database.prepare('SELECT id, gpus FROM machines WHERE place = ?');
  const endRentals = database.prepare('DELETE FROM instances WHERE machine_id = ? AND renter_id <> ?');
  const insertRental = prepareRentalInsert(database);
  const findCallers = database.prepare(
    'SELECT first_gpu AS firstGpu, num_gpus AS gpus FROM instances WHERE machine_id = ? AND renter_id = ?',
  );
  const update = database.prepare(
    `UPDATE offers SET id = id + ?, dph_base = listed_dph_base * ?, min_bid = listed_min_bid * ?, is_listed = ?,
       rentable = NOT EXISTS (SELECT 1 FROM instances i WHERE i.machine_id = offers.machine_id AND i.renter_id <> ?
         AND i.first_gpu < offers.first_gpu + offers.num_gpus AND offers.first_gpu < i.first_gpu + i.num_gpus)
     WHERE machine_id = ?`,
  );
  return (index: number, before: MachineState, now: MachineState): void => {
    const row = find.get(index);
    if (row === undefined) throw new Error(`The market has no machine at ${index}`);
    const machineId = Number(row.id);
    if (before.rentalRound !== now.rentalRound) {
      endRentals.run(machineId, CALLER_USER_ID);
      // What the caller rents has left the market for everybody else.
      const callers = findCallers.all(machineId, CALLER_USER_ID);
      for (const rental of rentalsOfOthers(seed, index, Number(row.gpus), now.rentalRound)) {
        if (!callers.some((held) => isOverlap(rental, Number(held.firstGpu), Number(held.gpus)))) {
          insertRental(machineId, rental);
        }
      }
    }
    const factors = priceFactors(seed, index, now.priceRound);
    update.run(
      (now.listingRound - before.listingRound) * OFFER_ID_STRIDE,
      factors.price,
      factors.bid,
      Number(now.isListed),
      CALLER_USER_ID,
      machineId,
    );
  };
};

const isOverlap = (rental: Rental, firstGpu: number, gpus: number): boolean =>
  rental.firstGpu < firstGpu + gpus && firstGpu < rental.firstGpu + rental.gpus;

/** Hosts extend their offers, so that a market left alone for long is not empty. */
const extendEndedOffers = (database: Database, nowEpochS: number): void => {
  database
    .prepare('UPDATE offers SET end_date = end_date + ? * (1 + floor((? - end_date) / ?)) WHERE end_date <= ?')
    .run(EXTENSION_S, nowEpochS, EXTENSION_S, nowEpochS);
};
