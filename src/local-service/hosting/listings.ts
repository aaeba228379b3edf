/** What the caller's machines are listed with (docs/interface.md, List a machine): as the market made them, or as their host has set it since. */
import * as z from 'zod';
import { type Database, insertRow } from '../database.ts';
import { LASTING_END_S } from '../market/machines.ts';

/** What a contract costs: $/hour, of one GPU in a listing and of all GPUs of a contract; $/GB/month; $/GB from it and to it. */
export const dues = z.object({ gpu: z.number(), disk: z.number(), up: z.number(), down: z.number() });

export type Dues = Readonly<z.infer<typeof dues>>;

/** A machine as its host offers it from a moment on; what is null is none. */
const listing = dues.extend({
  atS: z.number(),
  isListed: z.boolean(),
  /** $/hour for one GPU. */
  bid: z.number(),
  /** GPUs of the smallest part that is rented. */
  fewestGpus: z.number(),
  /** Unix seconds; null: it never ends. */
  endsAtS: z.number().nullable(),
  /** Seconds for which the offer lasts from each day on, instead of up to an end; days are counted from `sinceS`. */
  lastsS: z.number().nullable(),
  sinceS: z.number(),
  /** The greatest discount for what is paid in advance, 0 to 1. */
  discount: z.number().nullable(),
  /** Disk that is offered as a volume, 0: none; $/GB/month. */
  volumeGb: z.number(),
  volume: z.number(),
  /** The reliability that the host claims, 0 to 1. */
  claim: z.number().nullable(),
});

export type Listing = Readonly<z.infer<typeof listing>>;

const DAY_S = 86_400;

/** When the offer ends, as it stands at `nowS`; infinite where it never does. */
export const endOf = ({ sinceS, endsAtS, lastsS }: Listing, nowS: number): number =>
  lastsS === null ? (endsAtS ?? Number.POSITIVE_INFINITY) : nowS - ((nowS - sinceS) % DAY_S) + lastsS;

/** When the offer ends that renters see. */
export const offerEnd = (listed: Listing, nowS: number): number => Math.min(endOf(listed, nowS), LASTING_END_S);

/** True while it can be rented. */
export const isOpen = (listed: Listing, nowS: number): boolean => listed.isListed && endOf(listed, nowS) > nowS;

/** True where nobody pays more by the one than by the other. */
export const isNotDearer = (one: Dues, other: Dues): boolean =>
  one.gpu <= other.gpu && one.disk <= other.disk && one.up <= other.up && one.down <= other.down;

/** Writes down what its host offers a machine with from now on. */
export const recordListing = (database: Database, machineId: number, listed: Listing): void =>
  void insertRow(database, 'machine_listings', { machine_id: machineId, listing: JSON.stringify(listed) });

/** What the host has set for a machine, oldest first; nothing where all is as the market has it. */
export const readListings = (database: Database, machineId: number): readonly Listing[] =>
  database
    .prepare('SELECT listing FROM machine_listings WHERE machine_id = ? ORDER BY id')
    .all(machineId)
    .map((row) => listing.parse(JSON.parse(String(row.listing))));

/** What a machine is listed with now. */
export const presentListing = (database: Database, machineId: number, nowS: number): Listing => {
  const set = readListings(database, machineId).at(-1);
  if (set !== undefined) return set;
  const row = database
    .prepare(
      `SELECT dph_base / num_gpus AS gpu, storage_cost AS disk, coalesce(inet_up_cost, 0) AS up, coalesce(inet_down_cost, 0) AS down,
         ? AS atS, 0 AS sinceS, max(is_listed) AS isListed, min_bid / num_gpus AS bid, min(num_gpus) AS fewestGpus, end_date AS endsAtS, NULL AS lastsS,
         credit_discount_max AS discount, coalesce(avail_vol_size, 0) AS volumeGb,
         coalesce(round(avail_vol_dph * 720 / avail_vol_size, 6), storage_cost) AS volume, expected_reliability AS claim
       FROM offers WHERE machine_id = ?`,
    )
    .get(nowS, machineId);
  return listing.parse({ ...row, isListed: row?.isListed === 1 });
};
