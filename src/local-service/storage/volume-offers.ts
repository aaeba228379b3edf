/** What can be rented as a volume (docs/interface.md, Volumes): the disk that is left on machines whose hosts offer it. */
import * as z from 'zod';
import type { Offer } from '../../catalogue/values.ts';
import { numeric, type Refusal, readBody, refused } from '../answer.ts';
import type { Database } from '../database.ts';
import { pageOf, readListQuery } from '../instances/list.ts';
import { LARGEST_LIMIT } from '../search/body.ts';

/** A volume offer: what is left of it, and at what price. */
export type VolumeOffer = {
  readonly id: number;
  readonly machineId: number;
  readonly freeGb: number;
  /** $/GB/month. */
  readonly price: number;
};

/** Less than that is not offered, GB. */
const LEAST_GB = 1;

/** Fields that are those of the machine. */
const MACHINE_FIELDS = [
  ...['host_id', 'geolocation', 'disk_name', 'disk_bw', 'inet_up', 'inet_down', 'verification', 'cpu_name'],
  ...['cuda_max_good', 'driver_version', 'static_ip'],
] as const;

const FIELDS: readonly string[] = [
  ...['id', 'machine_id', 'disk_space', 'storage_cost', 'storage_total_cost', 'duration', 'end_date', 'reliability'],
  ...MACHINE_FIELDS,
];

const offers = (database: Database, id?: number) =>
  database
    .prepare(
      `SELECT o.avail_vol_ask_id AS id, o.machine_id AS machineId, o.avail_vol_size AS freeGb, max(o.end_date) AS endS,
         o.reliability, o.avail_vol_dph * 720 / o.avail_vol_size AS price, m.text
       FROM offers o JOIN machines m ON m.id = o.machine_id
       WHERE o.is_listed AND o.avail_vol_size >= ${LEAST_GB} AND (?1 IS NULL OR o.avail_vol_ask_id = ?1)
       GROUP BY o.machine_id ORDER BY o.avail_vol_ask_id`,
    )
    .all(id ?? null)
    .map((row) => offerRow.parse(row));

const offerRow = z.object({
  id: z.number(),
  machineId: z.number(),
  freeGb: z.number(),
  endS: z.number(),
  reliability: z.number().nullable(),
  price: z.number(),
  text: z.string(),
});

/** The volume offer with this id; undefined where it is none, or none any more. */
export const findVolumeOffer = (database: Database, id: number): VolumeOffer | undefined => offers(database, id)[0];

/** The records that `body` asks for, priced for so much storage; or a 400. */
export const searchVolumeOffers = (database: Database, body: unknown, nowS: number) => {
  const read = readBody(searchBody, body);
  if (!read.ok) return read;
  const { allocated_storage: gb, limit, order, type: _, ...filters } = read.value;
  const query = readListQuery(
    {
      limit: String(limit),
      order_by: JSON.stringify(order.map(([col, dir]) => ({ col, dir }))),
      select_filters: JSON.stringify(filters),
    },
    FIELDS,
    { noun: 'volume offers', most: LARGEST_LIMIT, usual: 64, least: 64 },
  );
  if (!query.ok) return refused(400, 'invalid_args', query.msg);
  const records = offers(database).map(({ id, machineId, freeGb, endS, reliability, price, text }) => {
    const machine: Offer = JSON.parse(`{${text}}`);
    return {
      id,
      machine_id: machineId,
      disk_space: freeGb,
      storage_cost: price,
      storage_total_cost: (price * gb) / 720,
      ...{ duration: endS - nowS, end_date: endS, reliability },
      ...Object.fromEntries(MACHINE_FIELDS.map((name) => [name, machine[name]])),
    };
  });
  const found = pageOf(records, query.value);
  return found.ok ? { ok: true as const, offers: found.page.instances } : (found satisfies Refusal);
};

const searchBody = z.looseObject({
  limit: z.int('must be a whole number').default(64),
  order: z
    .array(z.tuple([z.string(), z.enum(['asc', 'desc'])]), 'must be a list of ["field", "asc" or "desc"]')
    .default([]),
  allocated_storage: numeric((gb) => gb > 0, 'must be a number of GB above 0').default(1),
  type: z.unknown().optional(),
});
