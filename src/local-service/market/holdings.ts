/** What the market knows about people and machines: volumes, connections, renters, hosts and their machines, models on offer. */
import type { Connection, Offer, Volume } from '../../catalogue/values.ts';
import type { Database } from '../database.ts';

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

/** The volumes that `userId` rents (docs/interface.md, List volumes) by then, oldest first; none when there are none. */
export const listVolumesOf = (database: Database, userId: number, nowS: number): readonly Volume[] =>
  database
    .prepare(
      `SELECT v.id, v.machine_id, v.status, v.disk_space, v.start_date, m.text, c.disk_price, c.label, c.ready_at
       FROM volumes v JOIN machines m ON m.id = v.machine_id LEFT JOIN volume_meters c ON c.volume_id = v.id
       WHERE v.owner_id = ? ORDER BY v.start_date, v.id`,
    )
    .all(userId)
    .map(({ text, machine_id: machineId, disk_price: diskPrice, label, ready_at: readyAtS, ...own }) => {
      const machine: Offer = JSON.parse(`{${text}}`);
      return {
        ...own,
        ...(label !== null && { label: String(label) }),
        ...(Number(readyAtS) > nowS && { status: 'creating' }),
        ...Object.fromEntries(MACHINE_FIELDS.map((name) => [name, machine[name]])),
        // A month of 720 hours, as for an offer's disk.
        storage_total_cost: (Number(diskPrice ?? machine.storage_cost) * Number(own.disk_space)) / 720,
        instances: instancesOn(database, userId, { volumeId: Number(own.id), machineId: Number(machineId) }),
      };
    });

/** The instances of `userId` that a volume hangs on: those that were created with it, and those that came with the market on its machine. */
export const instancesOn = (
  database: Database,
  userId: number,
  { volumeId, machineId }: { readonly volumeId: number; readonly machineId: number },
): readonly Readonly<Record<string, unknown>>[] =>
  database
    .prepare(
      `SELECT i.id, i.actual_status FROM instances i LEFT JOIN contracts c ON c.id = i.id
       WHERE i.machine_id = ? AND i.renter_id = ? AND (c.id IS NULL OR EXISTS
         (SELECT 1 FROM json_each(c.request, '$.volumes') v WHERE v.value ->> 'volume_id' = ?)) ORDER BY i.id`,
    )
    .all(machineId, userId, volumeId)
    .map((instance) => ({ ...instance }));

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
