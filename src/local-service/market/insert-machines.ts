/** Writes machines, their offers and their rentals into the database. */
import type { Database } from '../database/database.ts';
import { jsonMembers, prepareOfferInsert } from './insert-offer.ts';
import { prepareRentalInsert } from './insert-rental.ts';
import { type Machine, makeMachine } from './machines.ts';
import { firstOfferId } from './offer-ids.ts';
import { offersOfMachine } from './offers.ts';
import { rentalOfCaller, rentalsOfOthers, takenGpus } from './rentals.ts';
import { machineState, priceFactors } from './state.ts';

/** Makes machines from `seed` until they carry `offers` offers, writes them down as of `nowEpochS`, and returns them. */
export const insertMachines = (
  database: Database,
  seed: number,
  offers: number,
  nowEpochS: number,
): readonly Machine[] => {
  const insertMachine = database.prepare(
    'INSERT INTO machines (id, place, host_id, gpus, text) VALUES (?, ?, ?, ?, ?)',
  );
  const insertRental = prepareRentalInsert(database);
  const insertOffersOf = prepareOfferInsert(database);
  const machines: Machine[] = [];
  for (let place = 0; place < offers; ) {
    const index = machines.length;
    const machine = makeMachine(seed, index, nowEpochS);
    const state = machineState(seed, index, 0);
    const factors = priceFactors(seed, index, state.priceRound);
    const rentals = rentalsOfOthers(seed, index, machine.gpus, state.rentalRound);
    const callersRental = rentalOfCaller(seed, index, machine.gpus);

    insertMachine.run(machine.id, index, machine.hostId, machine.gpus, machineText(machine));
    for (const rental of callersRental ? [...rentals, callersRental] : rentals) insertRental(machine.id, rental);
    const insertOffer = insertOffersOf(machine);
    for (const offer of offersOfMachine(seed, index, machine).slice(0, offers - place)) {
      insertOffer(place, offer, {
        id: firstOfferId(place),
        dph_base: offer.listedPrice * factors.price,
        min_bid: offer.listedBid * factors.bid,
        rentable: offer.firstGpu >= takenGpus(rentals),
        end_date: machine.endsAtEpochS,
      });
      place += 1;
    }
    machines.push(machine);
  }
  return machines;
};

/** The part of an offer's JSON that its machine gives. A PCIe generation has a decimal on the wire, as in `4.0`. */
const machineText = ({ fields }: Machine): string =>
  jsonMembers(fields).replace(/"pci_gen":\d+(?=,)/, (generation) => `${generation}.0`);
