/** Writes an offer into the database: its fields as columns to search by, and as the JSON that a reply is made of. */
import type { SQLInputValue } from 'node:sqlite';
import type { Offer } from '../../catalogue/values.ts';
import type { Database } from '../database.ts';
import type { Machine } from './machines.ts';
import { OFFER_COLUMNS } from './offer-columns.ts';
import type { MachineOffer } from './offers.ts';
import { versionKey } from './version-key.ts';

/** The fields of an offer that change as the market moves. */
type MovingFields = Required<Pick<Offer, 'id' | 'dph_base' | 'min_bid' | 'rentable' | 'end_date'>>;

/** Columns of the table of offers beyond the published fields, in the order in which they are written. */
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

/** A function that writes one offer on a machine, at its place among all offers. */
export const prepareOfferInsert = (
  database: Database,
): ((place: number, machine: Machine, offer: MachineOffer, moving: MovingFields) => void) => {
  const columns = [...OFFER_COLUMNS.map(({ name }) => name), ...OWN_COLUMNS];
  const insert = database.prepare(
    `INSERT INTO offers (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  return (place, machine, offer, moving) => {
    const fields: Offer = { ...machine.fields, ...offer.fields, ...moving };
    insert.run(
      ...OFFER_COLUMNS.map(({ name }) => asCell(name, fields[name])),
      place,
      jsonMembers(offer.fields),
      1,
      offer.listedPrice,
      offer.listedBid,
      offer.firstGpu,
      countryOf(fields.geolocation),
      keyOf(fields.driver_version),
      keyOf(fields.os_version),
    );
  };
};

/** The members of `fields` as JSON, without the braces. */
export const jsonMembers = (fields: Offer): string => JSON.stringify(fields).slice(1, -1);

const asCell = (name: string, value: unknown): SQLInputValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  throw new Error(`The market made an offer without a value for ${name}`);
};

/** The two-letter code that ends a free-text place; null when none does. */
const countryOf = (geolocation: Offer['geolocation']): string | null =>
  /(?:^|[\s,])([A-Z]{2})\s*$/.exec(geolocation ?? '')?.[1] ?? null;

const keyOf = (version: string | null | undefined): string | null => versionKey(version ?? '') ?? null;
