/** The machines that a host has, as they go out (docs/interface.md, List machines). */
import * as z from 'zod';
import type { Offer } from '../../catalogue/values.ts';
import type { Database } from '../database.ts';
import type { Moment } from '../instances/account.ts';
import { outageOf } from '../instances/life.ts';
import { machineOf } from '../market/machines.ts';
import { hash } from '../market/random.ts';
import { endOf, type Listing, presentListing } from './listings.ts';
import { staysNow } from './occupants.ts';
import { reportCount } from './reports.ts';
import type { Stay } from './tenants.ts';

/** How a GPU is let: on demand, reserved, interruptible. */
type Letting = 'D' | 'R' | 'I';

/** What stands for a GPU that nobody uses. */
const FREE = 'x';

/** A reserved GPU is let for this part of its listed price. */
const RESERVED_SHARE = 0.8;

/** What tells apart the numbers that an instance's id gives. */
const LETTING = 201;

/** The machines that the user of `moment` hosts, in order of id; none when there are none. */
export const listMachinesOf = (database: Database, moment: Moment): readonly object[] => {
  const machines = database
    .prepare(
      `SELECT m.id, m.place, m.gpus, m.text, max(o.is_listed) AS is_listed, max(o.disk_space) AS disk_space
       FROM machines m JOIN offers o ON o.machine_id = m.id WHERE m.host_id = ? GROUP BY m.id ORDER BY m.id`,
    )
    .all(moment.userId);
  const findRentals = database.prepare(
    `SELECT i.id, i.first_gpu, i.num_gpus, i.actual_status, c.is_bid, c.dph_base, c.phase_began_at
     FROM instances i LEFT JOIN contracts c ON c.id = i.id WHERE i.machine_id = ? ORDER BY i.first_gpu, i.id`,
  );
  return machines.map((row) => {
    const machine = machineRow.parse(row);
    const { world, nowS } = moment;
    const stays = staysNow(database, moment, machineOf(world, machine.place));
    const rentals = z.array(rentalRow).parse(findRentals.all(machine.id));
    return wireMachine(machine, {
      ...{ listing: presentListing(database, machine.id, nowS), moment },
      rentals: rentals.map((rental) => ({ ...rental, stay: stays.find(({ id }) => id === rental.id) })),
    });
  });
};

const machineRow = z.object({
  id: z.number(),
  place: z.number(),
  gpus: z.number(),
  text: z.string().transform((text): Offer => JSON.parse(`{${text}}`)),
  is_listed: z.number(),
  disk_space: z.number(),
});

const rentalRow = z.object({
  id: z.number(),
  first_gpu: z.number(),
  num_gpus: z.number(),
  actual_status: z.string().nullable(),
  /** Of the caller's own contracts alone. */
  is_bid: z.number().nullable(),
  dph_base: z.number().nullable(),
  phase_began_at: z.number().nullable(),
});

type Rental = z.infer<typeof rentalRow> & { readonly stay: Stay | undefined };

const wireMachine = (
  machine: z.infer<typeof machineRow>,
  {
    listing,
    moment: { world, nowS },
    rentals,
  }: { readonly listing: Listing; readonly moment: Moment; readonly rentals: readonly Rental[] },
): object => {
  const { text: facts } = machine;
  const running = rentals.filter(isRunning);
  const earnedIn = (hours: number): number =>
    running.reduce((sum, rental) => sum + rateOf(rental, listing) * hoursOf(rental, nowS, hours), 0);
  const end = endOf(listing, nowS);
  const awayS = world.isStill ? 0 : nowS - outageOf(machine.place, nowS, world).fromS;
  return {
    id: machine.id,
    machine_id: machine.id,
    hostname: facts.hostname ?? `node-${machine.place}`,
    geolocation: facts.geolocation,
    hosting_type: facts.hosting_type,
    num_gpus: machine.gpus,
    gpu_name: facts.gpu_name,
    listed: machine.is_listed === 1,
    listed_gpu_cost: listing.gpu,
    listed_storage_cost: listing.disk,
    listed_inet_up_cost: listing.up,
    listed_inet_down_cost: listing.down,
    listed_volume_cost: listing.volumeGb > 0 ? listing.volume : null,
    min_bid_price: listing.bid,
    min_chunk: listing.fewestGpus,
    credit_discount_max: listing.discount,
    gpu_occupancy: occupancy(machine.gpus, rentals),
    earn_hour: earnedIn(1),
    earn_day: earnedIn(24),
    current_rentals_running: running.length,
    current_rentals_resident: rentals.length,
    reliability2: facts.reliability2,
    num_reports: reportCount(machine.id),
    verification: facts.verification,
    driver_version: facts.driver_version,
    disk_space: machine.disk_space,
    end_date: Number.isFinite(end) ? end : null,
    timeout: Math.max(0, awayS),
  };
};

/** A letter for each GPU, with blanks between. */
const occupancy = (gpus: number, rentals: readonly Rental[]): string => {
  const letters = Array.from({ length: gpus }, () => FREE);
  for (const rental of rentals.filter(isRunning)) {
    letters.fill(lettingOf(rental), rental.first_gpu, rental.first_gpu + rental.num_gpus);
  }
  return letters.join(' ');
};

const isRunning = ({ actual_status: status }: Rental): boolean => status === 'running' || status === 'loading';

const lettingOf = ({ id, is_bid: isBid }: Rental): Letting => {
  if (isBid !== null) return isBid === 1 ? 'I' : 'D';
  return lettingOfOther(id);
};

/** How others rent follows from the number of their instance. */
export const lettingOfOther = (id: number): Letting => {
  const lot = hash(id, LETTING) % 10;
  if (lot === 0) return 'R';
  return lot <= 3 ? 'I' : 'D';
};

/** For how many of the last `hours` it has run. Others have done so for longer, unless they came when the host had listed it anew. */
const hoursOf = ({ phase_began_at: sinceS, stay }: Rental, nowS: number, hours: number): number => {
  const beganAtS = sinceS ?? (stay?.fromS === stay?.listing.atS ? stay?.fromS : undefined);
  return beganAtS === undefined ? hours : Math.min(hours, Math.max(0, nowS - beganAtS) / 3600);
};

/** $/hour. */
const rateOf = (rental: Rental, present: Listing): number =>
  rental.dph_base ?? rateOfOther({ id: rental.id, gpus: rental.num_gpus }, rental.stay?.listing ?? present);

/** What somebody else pays for the GPUs of a rental, $/hour. */
export const rateOfOther = (
  { id, gpus }: { readonly id: number; readonly gpus: number },
  { gpu, bid }: Pick<Listing, 'gpu' | 'bid'>,
): number => gpus * { D: gpu, R: gpu * RESERVED_SHARE, I: bid }[lettingOfOther(id)];
