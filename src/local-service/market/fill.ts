/** Fills the market from a seed: machines, their offers, who rents them, and what people keep there. */
import type { SQLInputValue } from 'node:sqlite';
import type { Offer } from '../../catalogue/values.ts';
import { inTransaction } from '../../storage/files/database-file.ts';
import type { Database } from '../database.ts';
import { CALLER_USER_ID, callerRole } from './caller.ts';
import { firstOfferId, type Machine, type MachineOffer, makeMachine, offersOfMachine } from './machines.ts';
import { createRandom, rounded } from './random.ts';
import { prepareRentalInsert, RENTER_IDS, rentalOfCaller, rentalsOfOthers, takenGpus } from './rentals.ts';
import { machineState, priceFactors } from './state.ts';
import { createMarketIndexes, minuteOf, OFFER_COLUMNS, readMarketRow, writeMarketRow } from './tables.ts';
import { versionKey } from './version-key.ts';

const DAY_S = 86_400;
const FIRST_VOLUME_ID = 8_400_000;
const FIRST_CONNECTION_ID = 7300;

const CALLERS_CONNECTIONS = [
  { name: 'training-sets', type: 's3' },
  { name: 'checkpoints-archive', type: 'backblaze' },
  { name: 'Team drive', type: 'gdrive' },
  { name: 'paper results', type: 'dropbox' },
] as const;

/** What of a machine is needed once it is written down: the whole of all of them would be copied by each collection. */
type Hosted = Pick<Machine, 'id' | 'hostId'>;

/** Writes down everyone who hosts or rents on `machines`, and what they keep there. */
const fillHoldings = (database: Database, seed: number, machines: readonly Hosted[], nowEpochS: number): void => {
  insertUsers(database, machines);
  insertVolumes(database, seed, machines, nowEpochS);
  insertConnections(database, seed);
};

const insertUsers = (database: Database, machines: readonly Hosted[]): void => {
  const insert = database.prepare('INSERT OR IGNORE INTO users (id, name) VALUES (?, ?)');
  insert.run(CALLER_USER_ID, 'caller');
  for (const id of RENTER_IDS) insert.run(id, `renter-${id}`);
  for (const { hostId } of machines) insert.run(hostId, `host-${hostId}`);
};

/** The caller keeps a volume wherever they rent, up to six; others have some here and there. */
const insertVolumes = (database: Database, seed: number, machines: readonly Hosted[], nowEpochS: number): void => {
  const insert = database.prepare(
    'INSERT INTO volumes (id, owner_id, machine_id, status, disk_space, start_date) VALUES (?, ?, ?, ?, ?, ?)',
  );
  let callersVolumes = 0;
  machines.forEach((machine, index) => {
    const random = createRandom(seed, index, FIRST_VOLUME_ID);
    const isCallers = callerRole(seed, index) === 'renter' && callersVolumes < 6;
    if (!isCallers && !random.chance(0.02)) return;
    if (isCallers) callersVolumes += 1;
    insert.run(
      FIRST_VOLUME_ID + index * 3,
      isCallers ? CALLER_USER_ID : random.pick(RENTER_IDS),
      machine.id,
      random.pick(['active', 'active', 'active', 'creating', 'offline']),
      rounded(random.between(10, 1500), 2),
      rounded(nowEpochS - random.between(0.5, 200) * DAY_S, 4),
    );
  });
};

const insertConnections = (database: Database, seed: number): void => {
  const insert = database.prepare('INSERT INTO connections (id, owner_id, name, cloud_type) VALUES (?, ?, ?, ?)');
  CALLERS_CONNECTIONS.forEach(({ name, type }, place) => {
    insert.run(FIRST_CONNECTION_ID + place * 7, CALLER_USER_ID, name, type);
  });
  const random = createRandom(seed, FIRST_CONNECTION_ID);
  RENTER_IDS.slice(0, 40).forEach((renterId, place) => {
    insert.run(FIRST_CONNECTION_ID + 1000 + place, renterId, `bucket-${place + 1}`, random.pick(['s3', 'gdrive']));
  });
};

/** The fields of an offer that change as the market moves. */
type MovingFields = Required<Pick<Offer, 'id' | 'dph_base' | 'min_bid' | 'rentable' | 'end_date'>>;

/** Writes one offer at its place among all offers. */
type InsertOffer = (place: number, offer: MachineOffer, moving: MovingFields) => void;

/** Columns of the table of offers beyond the published fields. */
const OWN_COLUMNS = [
  'place',
  'text',
  'is_listed',
  'listed_dph_base',
  'listed_min_bid',
  'first_gpu',
  'country',
  'driver_version_key',
  'os_version_key',
] as const;

const COLUMNS: readonly string[] = [...OFFER_COLUMNS.map(({ name }) => name), ...OWN_COLUMNS];
const columnPlaces: ReadonlyMap<string, number> = new Map(COLUMNS.map((name, place) => [name, place]));

/** A function that takes a machine and gives one that writes its offers. */
export const prepareOfferInsert = (database: Database): ((machine: Machine) => InsertOffer) => {
  const insert = database.prepare(
    `INSERT INTO offers (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`,
  );
  return ({ fields }) => {
    // Most cells are the same for all offers of a machine, and each offer fills the same others; a column that nothing fills stays null.
    const cells = Array<SQLInputValue>(COLUMNS.length).fill(null);
    fillCells(cells, fields);
    fillCells(cells, {
      country: countryOf(fields.geolocation),
      driver_version_key: keyOf(fields.driver_version),
      os_version_key: keyOf(fields.os_version),
      is_listed: 1,
    });
    return (place, offer, moving) => {
      fillCells(cells, offer.fields);
      fillCells(cells, moving);
      fillCells(cells, {
        place,
        text: jsonMembers(offer.fields),
        listed_dph_base: offer.listedPrice,
        listed_min_bid: offer.listedBid,
        first_gpu: offer.firstGpu,
      });
      insert.run(...cells);
    };
  };
};

/** The members of `fields` as JSON, without the braces. */
const jsonMembers = (fields: Offer): string => JSON.stringify(fields).slice(1, -1);

/** Writes the values of those fields that have a column into `cells`. */
const fillCells = (cells: SQLInputValue[], fields: Readonly<Record<string, unknown>>): void => {
  for (const name in fields) {
    const place = columnPlaces.get(name);
    if (place !== undefined) cells[place] = asCell(fields[name]);
  }
};

const asCell = (value: unknown): SQLInputValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  return Number(value);
};

/** The two-letter code that ends a free-text place; null when none does. */
const countryOf = (geolocation: Offer['geolocation']): string | null =>
  /(?:^|[\s,])([A-Z]{2})\s*$/.exec(geolocation ?? '')?.[1] ?? null;

const keyOf = (version: string | null | undefined): string | null => versionKey(version ?? '') ?? null;

/** Makes machines from `seed` until they carry `offers` offers, writes them down as of `nowEpochS`, and returns them. */
const insertMachines = (database: Database, seed: number, offers: number, nowEpochS: number): readonly Hosted[] => {
  const insertMachine = database.prepare(
    'INSERT INTO machines (id, place, host_id, gpus, text) VALUES (?, ?, ?, ?, ?)',
  );
  const insertRental = prepareRentalInsert(database);
  const insertOffersOf = prepareOfferInsert(database);
  const machines: Hosted[] = [];
  for (let place = 0; place < offers; ) {
    const index = machines.length;
    const machine = makeMachine(seed, index, nowEpochS);
    const state = machineState(seed, index, 0);
    const factors = priceFactors(seed, index, state.priceRound);
    const rentals = rentalsOfOthers(seed, machine, state.rentalRound);
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
    machines.push({ id: machine.id, hostId: machine.hostId });
  }
  return machines;
};

/** The part of an offer's JSON that its machine gives. A PCIe generation has a decimal on the wire, as in `4.0`. */
const machineText = ({ fields }: Machine): string =>
  jsonMembers(fields).replace(/"pci_gen":\d+(?=,)/, (generation) => `${generation}.0`);

/** Which market to make, where there is none. */
type MarketOptions = {
  /** Offers visible with every default filter lifted, 1 to 100,000; 5,000 when left out. */
  readonly offers?: number | undefined;
  /** A whole number; the same seed makes the same market. 1 when left out. */
  readonly seed?: number | undefined;
  readonly nowEpochMs: number;
};

/** How much of each thing the market holds. */
type MarketCounts = {
  readonly offers: number;
  readonly machines: number;
  readonly users: number;
  readonly instances: number;
  readonly volumes: number;
  readonly connections: number;
};

const DEFAULT_OFFERS = 5000;
const LARGEST_OFFERS = 100_000;
const DEFAULT_SEED = 1;

/**
 * Fills the market and returns its counts. A market that is there is left as it is, because other programs may be showing
 * it. Throws a RangeError when `offers` or `seed` is out of range.
 */
export const fillMarket = (database: Database, options: MarketOptions): MarketCounts =>
  inTransaction(database, () => {
    if (readMarketRow(database) === undefined) fillTables(database, options);
    return countMarket(database);
  });

const fillTables = (database: Database, options: MarketOptions): void => {
  const { offers = DEFAULT_OFFERS, seed = DEFAULT_SEED, nowEpochMs } = options;
  if (!Number.isInteger(offers) || offers < 1 || offers > LARGEST_OFFERS) {
    throw new RangeError(`A market has 1 to ${LARGEST_OFFERS} offers, not ${offers}`);
  }
  if (!Number.isSafeInteger(seed)) throw new RangeError(`A seed is a whole number, not ${seed}`);
  const minute = minuteOf(nowEpochMs);
  const machines = insertMachines(database, seed, offers, minute * 60);
  fillHoldings(database, seed, machines, minute * 60);
  createMarketIndexes(database);
  writeMarketRow(database, { seed, offers, machines: machines.length, filledMinute: minute, minute });
};

const countMarket = (database: Database): MarketCounts => {
  const count = (table: string): number =>
    Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows ?? 0);
  return {
    offers: Number(database.prepare('SELECT count(*) AS rows FROM offers WHERE is_listed').get()?.rows ?? 0),
    machines: count('machines'),
    users: count('users'),
    instances: count('instances'),
    volumes: count('volumes'),
    connections: count('connections'),
  };
};
