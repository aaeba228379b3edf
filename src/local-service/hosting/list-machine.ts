/** Lists a machine, prices it anew and takes it off the market (docs/interface.md, List a machine), each as part of a transaction. */
import { refusalOfMachine } from '../account/maintenance.ts';
import { type Refusal, refused } from '../answer.ts';
import type { Database } from '../database.ts';
import { type Moment, settleNow } from '../instances/account.ts';
import { prepareOfferInsert } from '../market/fill.ts';
import { putMachineFacts } from '../market/machine-facts.ts';
import { GB_PER_TB } from '../market/machine-fields.ts';
import { type Machine, machineOf, offersOfMachine } from '../market/machines.ts';
import { raiseByHost } from './increases.ts';
import type { ListingRequest } from './list-body.ts';
import { isOpen, type Listing, presentListing, recordListing } from './listings.ts';
import { settleTenants, staysNow } from './occupants.ts';

/** What came of one machine: renters' contracts that are longer, offers that are new, and those that were there. */
type Listed = { readonly extended: number; readonly created: number; readonly updated: number };

/** Lists each of the machines with what is asked for, or none of them. */
export const listMachines = (
  database: Database,
  moment: Moment,
  { machineIds, prices, terms, volumeGb, claim }: ListingRequest,
): { readonly ok: true; readonly listed: ReadonlyMap<number, Listed> } | Refusal => {
  const machines: Machine[] = [];
  for (const id of machineIds) {
    const machine = ownMachine(database, moment, id);
    if ('ok' in machine) return machine;
    if (terms.fewestGpus > machine.gpus) {
      return refused(400, 'invalid_args', `min_chunk: machine ${id} has ${machine.gpus} GPUs`);
    }
    machines.push(machine);
  }
  const from = { sinceS: moment.nowS };
  const listed = machines.map((machine) => {
    const before = presentListing(database, machine.id, moment.nowS);
    const volume = { volumeGb: volumeGb ?? freeDiskGb(database, machine.id) / 2 };
    const changes = { ...prices, ...terms, ...volume, ...(claim !== undefined && { claim: claim || null }) };
    return [
      machine.id,
      setListing(database, moment, machine, { ...before, ...changes, ...from, isListed: true }),
    ] as const;
  });
  return { ok: true, listed: new Map(listed) };
};

/** Takes it off the market, its volume too; what is rented goes on. */
export const unlistMachine = (database: Database, moment: Moment, machine: Machine): void => {
  const before = presentListing(database, machine.id, moment.nowS);
  setListing(database, moment, machine, { ...before, isListed: false, volumeGb: 0 });
};

/** Sets the smallest bid for one of its GPUs. */
export const setMinBid = (database: Database, moment: Moment, machine: Machine, bid: number): void => {
  const before = presentListing(database, machine.id, moment.nowS);
  setListing(database, moment, machine, { ...before, bid });
};

/** The machine, or why `moment`'s user may not act for it. */
export const ownMachine = (database: Database, { userId, world }: Moment, machineId: number): Machine | Refusal => {
  const refusal = refusalOfMachine(database, userId, machineId);
  if (refusal !== undefined) return refusal;
  const place = database.prepare('SELECT place FROM machines WHERE id = ?').get(machineId)?.place;
  return machineOf(world, Number(place));
};

const freeDiskGb = (database: Database, machineId: number): number =>
  Number(database.prepare('SELECT max(disk_space) AS gb FROM offers WHERE machine_id = ?').get(machineId)?.gb ?? 0);

const setListing = (database: Database, moment: Moment, machine: Machine, wanted: Listing): Listed => {
  settleNow(database, moment);
  const listing = { ...wanted, atS: moment.nowS };
  const before = presentListing(database, machine.id, moment.nowS);
  const here = staysNow(database, moment, machine);
  recordListing(database, machine.id, listing);
  const after = staysNow(database, moment, machine);
  const endBefore = new Map(here.map(({ id, endsAtS }) => [id, endsAtS]));
  const longer = after.filter(({ id, endsAtS }) => endsAtS > (endBefore.get(id) ?? Number.POSITIVE_INFINITY));
  const own = raiseByHost(database, moment, machine, [before, listing, here]);
  const parts = putOffers(database, moment, machine, listing);
  settleTenants(database, moment, machine);
  return { extended: longer.length + own, ...parts };
};

/** Offers a part of the machine for each power of two from its smallest part up, and all of it. */
const putOffers = (database: Database, { world, nowS }: Moment, machine: Machine, listing: Listing) => {
  const { fewestGpus, gpu: gpuPrice, bid: gpuBid } = listing;
  const wanted = offersOfMachine(world.seed, machine.index, { ...machine, fewestGpus, gpuPrice, gpuBid });
  const isListed = Number(isOpen(listing, nowS));
  const find = database.prepare(
    'SELECT place, is_listed FROM offers WHERE machine_id = ? AND first_gpu = ? AND num_gpus = ?',
  );
  const update = database.prepare(
    'UPDATE offers SET is_listed = ?, listed_dph_base = ?, dph_base = ?, listed_min_bid = ?, min_bid = ? WHERE place = ?',
  );
  const insert = prepareOfferInsert(database)(machine);
  const places = wanted.map((part) => {
    const { listedPrice, listedBid } = part;
    const row = find.get(machine.id, part.firstGpu, part.gpus);
    const place = row === undefined ? nextPlace(database) : Number(row.place);
    if (row === undefined) {
      const moving = { dph_base: listedPrice, min_bid: listedBid, rentable: false, end_date: nowS };
      insert(place, part, { id: FIRST_ID + place, ...moving });
    }
    update.run(isListed, listedPrice, listedPrice, listedBid, listedBid, place);
    return { place, isNew: row?.is_listed !== 1 };
  });
  database
    .prepare(
      `UPDATE offers SET is_listed = 0 WHERE machine_id = ? AND place NOT IN (${places.map(() => '?').join(', ')})`,
    )
    .run(machine.id, ...places.map(({ place }) => place));
  putFacts(database, machine, listing);
  const created = isListed === 1 ? places.filter(({ isNew }) => isNew).length : 0;
  return { created, updated: isListed === 1 ? places.length - created : 0 };
};

/** Offers that a listing adds stand behind those of the largest market, under ids that no market reaches in years. */
const FIRST_PLACE = 1_000_000;
const FIRST_ID = 1_900_000_000;

const nextPlace = (database: Database): number =>
  1 + Math.max(FIRST_PLACE, Number(database.prepare('SELECT max(place) AS last FROM offers').get()?.last ?? 0));

/** What all offers of a machine have by its listing, in their columns and in the machine's text. */
const putFacts = (database: Database, machine: Machine, listing: Listing): void => {
  const hasVolume = listing.isListed && listing.volumeGb > 0;
  const facts = {
    storage_cost: listing.disk,
    inet_up_cost: listing.up,
    inet_down_cost: listing.down,
    internet_up_cost_per_tb: listing.up * GB_PER_TB,
    internet_down_cost_per_tb: listing.down * GB_PER_TB,
    credit_discount_max: listing.discount,
    expected_reliability: listing.claim,
    avail_vol_ask_id: hasVolume ? (machine.fields.avail_vol_ask_id ?? 9_100_000 + machine.id * 11) : null,
    avail_vol_size: hasVolume ? listing.volumeGb : null,
    avail_vol_dph: hasVolume ? (listing.volumeGb * listing.volume) / 720 : null,
  };
  putMachineFacts(database, machine.id, facts);
};
