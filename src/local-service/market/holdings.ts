/** What the market knows about people and machines: volumes, connections, renters, hosts and their machines, models on offer. */
import * as z from 'zod';
import type { Connection, Offer, Volume } from '../../catalogue/values.ts';
import type { Database } from '../database.ts';
import { hash } from './random.ts';

/** Fields of a volume that are those of the machine that it lies on (docs/interface.md, Volume). */
const MACHINE_FIELDS = [
  'machine_id',
  'host_id',
  'driver_version',
  'public_ipaddr',
  'cpu_name',
  'mobo_name',
  'disk_name',
  'os_version',
  'verification',
  'cpu_arch',
  'cuda_max_good',
  'reliability2',
  'inet_up',
  'inet_down',
  'static_ip',
] as const;

/** The volumes that `userId` rents (docs/interface.md, List volumes), oldest first; none when there are none. */
export const listVolumesOf = (database: Database, userId: number): readonly Volume[] => {
  const listInstances = database.prepare(
    'SELECT id, actual_status FROM instances WHERE machine_id = ? AND renter_id = ? ORDER BY id',
  );
  return database
    .prepare(
      'SELECT v.id, v.machine_id, v.status, v.disk_space, v.start_date, m.text FROM volumes v JOIN machines m ON m.id = v.machine_id WHERE v.owner_id = ? ORDER BY v.start_date, v.id',
    )
    .all(userId)
    .map(({ text, machine_id: machineId = null, ...own }) => {
      const machine: Offer = JSON.parse(`{${text}}`);
      return {
        ...own,
        ...Object.fromEntries(MACHINE_FIELDS.map((name) => [name, machine[name]])),
        // A month of 720 hours, as for an offer's disk.
        storage_total_cost: (Number(machine.storage_cost) * Number(own.disk_space)) / 720,
        instances: listInstances.all(machineId, userId).map((instance) => ({ ...instance })),
      };
    });
};

/** The cloud connections of `userId` (docs/interface.md, Show cloud connections), oldest first; none when there are none. */
export const listConnectionsOf = (database: Database, userId: number): readonly Connection[] =>
  database
    .prepare('SELECT id, name, cloud_type FROM connections WHERE owner_id = ? ORDER BY id')
    .all(userId)
    .map((connection) => ({ ...connection }));

/** How many users rent GPUs on machine `machineId`: those whom a maintenance notice reaches. 0 for an unknown machine. */
export const countRenters = (database: Database, machineId: number): number =>
  Number(
    database.prepare('SELECT count(DISTINCT renter_id) AS renters FROM instances WHERE machine_id = ?').get(machineId)
      ?.renters ?? 0,
  );

/** The user that hosts machine `machineId`; undefined when there is no such machine. */
export const findMachine = (database: Database, machineId: number): { readonly hostId: number } | undefined => {
  const row = database.prepare('SELECT host_id FROM machines WHERE id = ?').get(machineId);
  return row && { hostId: Number(row.host_id) };
};

/** The GPU models on offer, each once, by name. */
export const gpuNames = (database: Database): readonly string[] =>
  database
    .prepare('SELECT DISTINCT gpu_name FROM offers WHERE is_listed AND gpu_name IS NOT NULL ORDER BY gpu_name')
    .all()
    .map((row) => String(row.gpu_name));

/** How a GPU is let: on demand, reserved, interruptible. */
type Letting = 'D' | 'R' | 'I';

/** What stands for a GPU that nobody uses. */
const FREE = 'x';

/** A reserved GPU is let for this part of its listed price. */
const RESERVED_SHARE = 0.8;

/** What tells apart the numbers that a machine's id gives. */
const LETTING = 201;
const REPORTS = 202;

/** The machines that `userId` hosts, in order of id; none when there are none. */
export const listMachinesOf = (database: Database, userId: number, nowS: number): readonly object[] => {
  const machines = database
    .prepare(
      `SELECT m.id, m.place, m.gpus, m.text, o.dph_base, o.min_bid, o.num_gpus, o.is_listed, o.end_date, o.disk_space
       FROM machines m JOIN offers o ON o.place =
         (SELECT place FROM offers WHERE machine_id = m.id ORDER BY num_gpus DESC, place LIMIT 1)
       WHERE m.host_id = ? ORDER BY m.id`,
    )
    .all(userId);
  const findRentals = database.prepare(
    `SELECT i.id, i.first_gpu, i.num_gpus, i.actual_status, c.is_bid, c.dph_base, c.phase_began_at
     FROM instances i LEFT JOIN contracts c ON c.id = i.id WHERE i.machine_id = ? ORDER BY i.first_gpu, i.id`,
  );
  return machines.map((row) => {
    const machine = machineRow.parse(row);
    return wireMachine(machine, z.array(rentalRow).parse(findRentals.all(machine.id)), nowS);
  });
};

const machineRow = z.object({
  id: z.number(),
  place: z.number(),
  gpus: z.number(),
  text: z.string().transform((text): Offer => JSON.parse(`{${text}}`)),
  dph_base: z.number(),
  min_bid: z.number(),
  num_gpus: z.number(),
  is_listed: z.number(),
  end_date: z.number(),
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

type Rental = z.infer<typeof rentalRow>;

const wireMachine = (machine: z.infer<typeof machineRow>, rentals: readonly Rental[], nowS: number): object => {
  const { text: facts, num_gpus: gpusOfOffer } = machine;
  const prices = { gpu: machine.dph_base / gpusOfOffer, bid: machine.min_bid / gpusOfOffer };
  const running = rentals.filter(isRunning);
  const earnedIn = (hours: number): number =>
    running.reduce((sum, rental) => sum + rateOf(rental, prices) * hoursOf(rental, nowS, hours), 0);
  return {
    id: machine.id,
    hostname: facts.hostname ?? `node-${machine.place}`,
    geolocation: facts.geolocation,
    num_gpus: machine.gpus,
    gpu_name: facts.gpu_name,
    listed: machine.is_listed === 1,
    listed_gpu_cost: prices.gpu,
    listed_storage_cost: facts.storage_cost,
    listed_inet_up_cost: facts.inet_up_cost,
    listed_inet_down_cost: facts.inet_down_cost,
    min_bid_price: prices.bid,
    gpu_occupancy: occupancy(machine.gpus, rentals),
    earn_hour: earnedIn(1),
    earn_day: earnedIn(24),
    current_rentals_running: running.length,
    current_rentals_resident: rentals.length,
    reliability2: facts.reliability2,
    num_reports: hash(machine.id, REPORTS) % 4,
    verification: facts.verification,
    driver_version: facts.driver_version,
    disk_space: machine.disk_space,
    end_date: machine.end_date,
  };
};

/** A letter for each GPU. */
const occupancy = (gpus: number, rentals: readonly Rental[]): string => {
  const letters = Array.from({ length: gpus }, () => FREE);
  for (const rental of rentals.filter(isRunning)) {
    letters.fill(lettingOf(rental), rental.first_gpu, rental.first_gpu + rental.num_gpus);
  }
  return letters.join('');
};

const isRunning = ({ actual_status: status }: Rental): boolean => status === 'running' || status === 'loading';

const lettingOf = ({ id, is_bid: isBid }: Rental): Letting => {
  if (isBid !== null) return isBid === 1 ? 'I' : 'D';
  return lettingOfOther(id);
};

/** How others rent follows from the number of their instance. */
const lettingOfOther = (id: number): Letting => {
  const lot = hash(id, LETTING) % 10;
  if (lot === 0) return 'R';
  return lot <= 3 ? 'I' : 'D';
};

/** For how many of the last `hours` it has run. Others have done so for longer. */
const hoursOf = ({ phase_began_at: sinceS }: Rental, nowS: number, hours: number): number =>
  sinceS === null ? hours : Math.min(hours, Math.max(0, nowS - sinceS) / 3600);

/** What a GPU costs on demand, and the smallest bid for it, $/hour. */
type Prices = { readonly gpu: number; readonly bid: number };

/** $/hour. */
const rateOf = (rental: Rental, prices: Prices): number =>
  rental.dph_base ?? rateOfOther({ id: rental.id, gpus: rental.num_gpus }, prices);

/** What somebody else pays for the GPUs of a rental, $/hour. */
export const rateOfOther = (
  { id, gpus }: { readonly id: number; readonly gpus: number },
  { gpu, bid }: Prices,
): number => gpus * { D: gpu, R: gpu * RESERVED_SHARE, I: bid }[lettingOfOther(id)];
