/** What the caller's volumes cost: their whole size, while their machine can be reached, until they are deleted. */
import * as z from 'zod';
import { type Database, insertRow } from '../database.ts';
import { outageOf, type World } from '../instances/life.ts';
import { type Meter, meteredAt, NOTHING } from './meter.ts';

/** A volume as it costs from `chargedUntilS` on. */
export type RentedVolume = Meter & {
  /** Place of its machine in the market. */
  readonly machineIndex: number;
  readonly machineId: number;
  readonly gb: number;
  /** While its machine can be reached. */
  readonly dph: number;
};

/** Counts the volume from `fromS` on; `more` is what is said of it where it did not come with the market. */
export const meterVolume = (
  database: Database,
  { userId, volumeId, fromS }: { readonly userId: number; readonly volumeId: number; readonly fromS: number },
  more: Readonly<Record<'disk_price' | 'label' | 'ready_at', string | number | null>> | Record<never, never> = {},
): void => {
  const row = { volume_id: volumeId, user_id: userId, charged: 0, charged_until: fromS };
  insertRow(database, 'volume_meters', { ...row, ...more });
};

/** The volumes of `userId`, oldest first. */
export const readVolumes = (database: Database, userId: number, world: World): readonly RentedVolume[] =>
  z
    .array(volumeRow)
    .parse(
      database
        .prepare(
          `SELECT v.id, v.status, v.disk_space AS gb, c.label, v.machine_id AS machineId, v.disk_space * coalesce(c.disk_price, json_extract('{' || m.text || '}', '$.storage_cost')) / 720 AS dph,
             m.place AS machineIndex, c.charged, c.charged_until AS chargedUntilS
           FROM volume_meters c JOIN volumes v ON v.id = c.volume_id JOIN machines m ON m.id = v.machine_id
           WHERE c.user_id = ? ORDER BY v.id`,
        )
        .all(userId),
    )
    .map(({ status, ...row }) => {
      const volume = { ...row, type: 'volume' as const, dph: status === 'offline' ? 0 : row.dph };
      return { ...volume, rates: isAway(volume, world) ? NOTHING : { ...NOTHING, disk: volume.dph } };
    });

const volumeRow = z.object({
  id: z.number(),
  status: z.string(),
  gb: z.number(),
  label: z.string().nullable(),
  machineId: z.number(),
  /** A month has 720 hours. */
  dph: z.number(),
  machineIndex: z.number(),
  charged: z.number(),
  chargedUntilS: z.number(),
});

const isAway = ({ machineIndex, chargedUntilS }: Pick<RentedVolume, 'machineIndex' | 'chargedUntilS'>, world: World) =>
  !world.isStill && outageOf(machineIndex, chargedUntilS, world).fromS <= chargedUntilS;

/** The volume as it was, and after each time that its machine went away or came back until `toS`. */
export const volumeVersions = (
  volume: RentedVolume,
  fromS: number,
  toS: number,
  world: World,
): readonly RentedVolume[] => {
  if (world.isStill || volume.dph === 0) return [volume];
  const versions = [volume];
  let present = volume;
  for (let lookedAtS = fromS; ; lookedAtS = present.chargedUntilS) {
    const wasAway = present.rates.disk === 0;
    const outage = outageOf(present.machineIndex, wasAway ? present.chargedUntilS : lookedAtS, world);
    const atS = wasAway ? outage.untilS : Math.max(lookedAtS, outage.fromS);
    if (atS > toS) return versions;
    const charged = meteredAt(present, atS);
    const rates = wasAway ? { ...NOTHING, disk: present.dph } : NOTHING;
    present = { ...present, rates, charged, chargedUntilS: atS };
    versions.push(present);
  }
};

/** Writes back what of it can change. */
export const writeVolume = (database: Database, { id, charged, chargedUntilS }: RentedVolume): void => {
  database
    .prepare('UPDATE volume_meters SET charged = ?, charged_until = ? WHERE volume_id = ?')
    .run(charged, chargedUntilS, id);
};
