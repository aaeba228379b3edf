/** Renting, cloning and deleting volumes (docs/interface.md, Volumes), each as part of a transaction. */
import * as z from 'zod';
import { numeric, type Refusal, readBody, refused, wholeNumber } from '../answer.ts';
import { type Database, insertRow } from '../database.ts';
import { type Account, balanceAt, type Moment, settleNow, writeAccount } from '../instances/account.ts';
import { nothingLeft } from '../instances/commands.ts';
import { instancesOn } from '../market/holdings.ts';
import { putMachineFacts } from '../market/machine-facts.ts';
import { chargeOf, meteredAt, recordCharge } from '../money/meter.ts';
import { meterVolume } from '../money/volumes.ts';
import { findVolumeOffer, type VolumeOffer } from './volume-offers.ts';

/** The id of the new volume. */
type Made = { readonly ok: true; readonly volumeId: number } | Refusal;

/** MB in a GB. */
const MEGABYTES = 1000;

const size = numeric((gb) => gb > 0, 'must be a number of GB above 0');

const rentBody = z.object({
  id: wholeNumber(),
  size: size.default(15),
  name: z
    .string()
    .regex(/^\w{1,64}$/, 'must be 1 to 64 letters, digits or _')
    .nullish(),
});

/** `PUT /api/v0/volumes/`: a new volume of an offer. */
export const rentVolume = (database: Database, moment: Moment, body: unknown): Made => {
  const read = readBody(rentBody, body);
  if (!read.ok) return read;
  const { id, size: gb, name } = read.value;
  return makeVolume(database, moment, { offerId: id, gb, label: name ?? null, readyAtS: () => null });
};

const cloneBody = z.object({
  src_id: wholeNumber(),
  dst_id: wholeNumber(),
  size: size.optional(),
  disable_compression: z.boolean('must be true or false').optional(),
});

/** `POST /api/v0/volumes/copy/`: a new volume of an offer, into which what is on another one is copied at the speed of the link between them. */
export const cloneVolume = (database: Database, moment: Moment, body: unknown): Made => {
  const read = readBody(cloneBody, body);
  if (!read.ok) return read;
  const { src_id: sourceId, dst_id: offerId } = read.value;
  const source = settleNow(database, moment).volumes.find(({ id }) => id === sourceId);
  if (source === undefined) return noVolume(sourceId);
  const gb = read.value.size ?? source.gb;
  if (gb < source.gb) return refused(400, 'invalid_args', `size: volume ${sourceId} has ${source.gb} GB`);
  const readyAtS = ({ machineId }: VolumeOffer) =>
    moment.nowS + Math.ceil((source.gb * MEGABYTES) / speedBetween(database, source.machineId, machineId));
  return makeVolume(database, moment, { offerId, gb, label: null, readyAtS });
};

/** MB/s: the slower of upload there and download here; on one machine that of its disk. */
const speedBetween = (database: Database, from: number, to: number): number => {
  const [down, up] = from === to ? ['disk_bw', 'disk_bw'] : ['inet_down', 'inet_up'];
  const row = database
    .prepare(
      `SELECT min('{' || t.text || '}' ->> '$.${down}', '{' || f.text || '}' ->> '$.${up}') AS speed
       FROM machines f, machines t WHERE f.id = ? AND t.id = ?`,
    )
    .get(from, to);
  return Math.max(1, Number(row?.speed));
};

type Wanted = {
  readonly offerId: number;
  readonly gb: number;
  readonly label: string | null;
  /** When what is on it has been copied. */
  readonly readyAtS: (offer: VolumeOffer) => number | null;
};

/** Makes a volume of what is left of an offer; it costs from then on. */
export const makeVolume = (database: Database, moment: Moment, { offerId, gb, label, readyAtS }: Wanted): Made => {
  const { userId, nowS } = moment;
  if (balanceAt(settleNow(database, moment), nowS) <= 0) return nothingLeft('insufficient_credit');
  const offer = findVolumeOffer(database, offerId);
  if (offer === undefined) return refused(404, 'no_such_ask', `there is no volume offer ${offerId}`);
  const { machineId, freeGb, price } = offer;
  if (gb > freeGb)
    return refused(400, 'invalid_args', `size: ${gb} GB are asked for and ${freeGb} GB are free for volumes`);
  const row = { owner_id: userId, machine_id: machineId, status: 'active', disk_space: gb, start_date: nowS };
  const volumeId = insertRow(database, 'volumes', row);
  const more = { disk_price: price, label, ready_at: readyAtS(offer) };
  meterVolume(database, { userId, volumeId, fromS: nowS }, more);
  moveFreeDisk(database, machineId, -gb);
  return { ok: true, volumeId };
};

/** Takes disk of a machine away from what it offers as volumes, or gives it back, at the same price for a GB. */
const moveFreeDisk = (database: Database, machineId: number, gb: number): void => {
  const row = database
    .prepare(
      `SELECT avail_vol_size AS free, coalesce(avail_vol_dph / nullif(avail_vol_size, 0), storage_cost / 720) AS price
       FROM offers WHERE machine_id = ? AND avail_vol_ask_id IS NOT NULL`,
    )
    .get(machineId);
  if (row === undefined) return;
  const free = Math.max(0, Number(row.free) + gb);
  putMachineFacts(database, machineId, { avail_vol_size: free, avail_vol_dph: free * Number(row.price) });
};

/** `DELETE /api/v0/volumes/`: it and all that is on it, once no instance hangs on it any more. */
export const deleteVolume = (
  database: Database,
  moment: Moment,
  ids: readonly unknown[],
): { readonly ok: true } | Refusal => {
  const named = new Set(ids.filter((id) => id !== undefined).map(Number));
  const [id = Number.NaN, ...others] = named;
  if (others.length > 0 || !Number.isSafeInteger(id)) return refused(400, 'invalid_args', 'id: must name one volume');
  const account: Account = settleNow(database, moment);
  const volume = account.volumes.find((rented) => rented.id === id);
  if (volume === undefined) return noVolume(id);
  const { machineId, gb } = volume;
  const { userId, nowS } = moment;
  const users = instancesOn(database, userId, { volumeId: id, machineId });
  if (users.length > 0) {
    const names = users.map((instance) => instance.id).join(', ');
    return refused(409, 'volume_in_use', `volume in use by ${names}: destroy these instances first`);
  }
  writeAccount(database, userId, { ...account, credit: account.credit - meteredAt(volume, nowS) });
  recordCharge(database, userId, chargeOf(volume, nowS));
  for (const [table, column] of [
    ['volume_meters', 'volume_id'],
    ['volumes', 'id'],
  ])
    database.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(id);
  moveFreeDisk(database, machineId, gb);
  return { ok: true };
};

const noVolume = (id: number): Refusal => refused(404, 'not_found', `you have no volume ${id}`);
