/** Writes an offer into the database: its fields as columns to search by, and as the JSON that a reply is made of. */
import type { SQLInputValue } from 'node:sqlite';
import type { Offer } from '../../catalogue/values.ts';
import type { Database } from '../database/database.ts';
import type { Machine } from './machines.ts';
import { OFFER_COLUMNS } from './offer-columns.ts';
import type { MachineOffer } from './offers.ts';
import { versionKey } from './version-key.ts';

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
    // Most cells are the same for all offers of a machine; a column that nothing fills stays null.
    const shared = withCells(Array<SQLInputValue>(COLUMNS.length).fill(null), {
      ...fields,
      country: countryOf(fields.geolocation),
      driver_version_key: keyOf(fields.driver_version),
      os_version_key: keyOf(fields.os_version),
    });
    return (place, offer, moving) => {
      const cells = withCells(withCells(shared, offer.fields), {
        ...moving,
        place,
        text: jsonMembers(offer.fields),
        is_listed: 1,
        listed_dph_base: offer.listedPrice,
        listed_min_bid: offer.listedBid,
        first_gpu: offer.firstGpu,
      });
      insert.run(...cells);
    };
  };
};

/** The members of `fields` as JSON, without the braces. */
export const jsonMembers = (fields: Offer): string => JSON.stringify(fields).slice(1, -1);

/** A copy of `cells` with the values of those fields that have a column. */
const withCells = (cells: readonly SQLInputValue[], fields: Readonly<Record<string, unknown>>): SQLInputValue[] => {
  const filled = [...cells];
  for (const name of Object.keys(fields)) {
    const place = columnPlaces.get(name);
    if (place !== undefined) filled[place] = asCell(fields[name]);
  }
  return filled;
};

const asCell = (value: unknown): SQLInputValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  return Number(value);
};

/** The two-letter code that ends a free-text place; null when none does. */
const countryOf = (geolocation: Offer['geolocation']): string | null =>
  /(?:^|[\s,])([A-Z]{2})\s*$/.exec(geolocation ?? '')?.[1] ?? null;

const keyOf = (version: string | null | undefined): string | null => versionKey(version ?? '') ?? null;
