/** What the caller's machines are listed with (docs/interface.md, List a machine): as the market made them, or as their host has set it since. */
import * as z from 'zod';
import { type Database, insertRow } from '../database.ts';
import { LASTING_END_S } from '../market/machines.ts';

/** A machine as its host offers it from a moment on. $/hour for one GPU, $/GB/month for disk and volume, $/GB for traffic. */
export type Listing = {
  readonly atS: number;
  readonly isListed: boolean;
  readonly gpu: number;
  readonly bid: number;
  readonly disk: number;
  readonly up: number;
  readonly down: number;
  /** GPUs of the smallest part that is rented. */
  readonly fewestGpus: number;
  /** Unix seconds; null: it never ends. */
  readonly endsAtS: number | null;
  /** From each day on the offer lasts so long, instead of up to an end, seconds. */
  readonly lastsS: number | null;
  /** The greatest discount for what is paid in advance, 0 to 1. */
  readonly discount: number | null;
  /** Disk that is offered as a volume; 0: none. */
  readonly volumeGb: number;
  readonly volume: number;
  /** The reliability that the host claims, 0 to 1. */
  readonly claim: number | null;
};

const DAY_S = 86_400;

/** When the offer ends, as it stands at `nowS`; infinite where it never does. */
export const endOf = ({ atS, endsAtS, lastsS }: Listing, nowS: number): number =>
  lastsS === null ? (endsAtS ?? Number.POSITIVE_INFINITY) : nowS - ((nowS - atS) % DAY_S) + lastsS;

/** When the offer ends that renters see. */
export const offerEnd = (listing: Listing, nowS: number): number => Math.min(endOf(listing, nowS), LASTING_END_S);

/** True while it can be rented. */
export const isOpen = (listing: Listing, nowS: number): boolean => listing.isListed && endOf(listing, nowS) > nowS;

/** What a contract costs, in the units of a listing. */
export type Dues = Pick<Listing, 'gpu' | 'disk' | 'up' | 'down'>;

/** True where nobody pays more by the one than by the other. */
export const isNotDearer = (one: Dues, other: Dues): boolean =>
  one.gpu <= other.gpu && one.disk <= other.disk && one.up <= other.up && one.down <= other.down;

/** Writes down what its host offers a machine with from now on. */
export const recordListing = (database: Database, machineId: number, listing: Listing): void =>
  void insertRow(database, 'listings', {
    ...{ machine_id: machineId, at: listing.atS, is_listed: Number(listing.isListed), gpu: listing.gpu },
    ...{ bid: listing.bid, disk: listing.disk, up: listing.up, down: listing.down, fewest_gpus: listing.fewestGpus },
    ...{ ends_at: listing.endsAtS, lasts: listing.lastsS, discount: listing.discount, claim: listing.claim },
    ...{ volume_gb: listing.volumeGb, volume: listing.volume },
  });

/** What the host has set for a machine since the market was filled, oldest first; nothing where all is as the market made it. */
export const readListings = (database: Database, machineId: number): readonly Listing[] =>
  z.array(listingRow).parse(
    database
      .prepare(
        `SELECT at AS atS, is_listed AS isListed, gpu, bid, disk, up, down, fewest_gpus AS fewestGpus, ends_at AS endsAtS, lasts AS lastsS,
           discount, volume_gb AS volumeGb, volume, claim
         FROM listings WHERE machine_id = ? AND at >= (SELECT filled_minute * 60 FROM market) ORDER BY id`,
      )
      .all(machineId),
  );

/** What a machine is listed with now. */
export const presentListing = (database: Database, machineId: number, nowS: number): Listing =>
  readListings(database, machineId).at(-1) ??
  listingRow.parse(
    database
      .prepare(
        `SELECT ? AS atS, max(is_listed) AS isListed, dph_base / num_gpus AS gpu, min_bid / num_gpus AS bid, storage_cost AS disk,
           coalesce(inet_up_cost, 0) AS up, coalesce(inet_down_cost, 0) AS down, min(num_gpus) AS fewestGpus, end_date AS endsAtS,
           NULL AS lastsS, credit_discount_max AS discount, coalesce(avail_vol_size, 0) AS volumeGb,
           coalesce(avail_vol_dph * 720 / avail_vol_size, storage_cost) AS volume, expected_reliability AS claim
         FROM offers WHERE machine_id = ?`,
      )
      .get(nowS, machineId),
  );

const maybe = z.number().nullable();
const listingRow = z.object({
  atS: z.number(),
  isListed: z.number().transform((stored) => stored === 1),
  ...{ gpu: z.number(), bid: z.number(), disk: z.number(), up: z.number(), down: z.number(), fewestGpus: z.number() },
  ...{ endsAtS: maybe, lastsS: maybe, discount: maybe, claim: maybe },
  ...{ volumeGb: z.number(), volume: z.number() },
});
