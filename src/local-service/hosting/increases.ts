/** What hosts want more for what is rented (docs/interface.md, Price increases): asked of each renter, who accepts it or not. */
import * as z from 'zod';
import { type Refusal, readBody, refused } from '../answer.ts';
import { type Database, insertRow } from '../database.ts';
import { type Moment, settleNow } from '../instances/account.ts';
import { CALLER_USER_ID } from '../market/caller.ts';
import { LASTING_END_S, lengthenedEnd, type Machine } from '../market/machines.ts';
import { machineState, minuteOfHigher, priceFactors } from '../market/state.ts';
import type { MarketRow } from '../market/tables.ts';
import { type Dues, isNotDearer, type Listing, offerEnd } from './listings.ts';
import { lettingOfOther } from './machine-records.ts';
import type { Stay } from './tenants.ts';

/** A contract of which more is asked. */
type Raise = {
  readonly contractId: number;
  readonly renterId: number;
  readonly hostId: number;
  readonly old: Dues;
  readonly asked: Dues;
  readonly contractEndS: number;
  readonly askEndS: number;
  readonly atS: number;
};

const recordRaise = (database: Database, { contractId, renterId, hostId, old, asked, ...times }: Raise): void => {
  const changed = (name: keyof Dues) => (asked[name] === old[name] ? null : asked[name]);
  insertRow(database, 'price_increases', {
    ...{ contract_id: contractId, user_id: renterId, host_id: hostId, answer: 'pending' },
    ...{ old_gpu: old.gpu, old_disk: old.disk, old_up: old.up, old_down: old.down },
    ...{ new_gpu: changed('gpu'), new_disk: changed('disk'), new_up: changed('up'), new_down: changed('down') },
    ...{ contract_end: times.contractEndS, ask_end: times.askEndS, created_at: times.atS },
  });
};

const SELECT = `
  SELECT p.id, p.contract_id, p.host_id, p.old_gpu, p.new_gpu, p.old_disk, p.new_disk, p.old_up, p.new_up, p.old_down, p.new_down,
    p.contract_end, p.ask_end, p.created_at
  FROM price_increases p JOIN contracts c ON c.id = p.contract_id AND c.user_id = p.user_id WHERE p.user_id = ? AND p.answer = 'pending' AND p.contract_end > ?`;

/** Those that wait for an answer, the oldest first, as they go out. */
export const listIncreases = (database: Database, { userId, nowS }: Moment): readonly object[] =>
  z
    .array(increaseRow)
    .parse(database.prepare(`${SELECT} ORDER BY p.id`).all(userId, nowS))
    .map((row) => ({
      pending_price_increase_id: row.id,
      contract_id: row.contract_id,
      host_id: row.host_id,
      old_gpu_costpersec: row.old_gpu / HOUR_S,
      new_gpu_costpersec: row.new_gpu === null ? null : row.new_gpu / HOUR_S,
      old_disk_ram_costpersec: row.old_disk / MONTH_S,
      new_disk_ram_costpersec: row.new_disk === null ? null : row.new_disk / MONTH_S,
      ...{ old_bwu_cost: row.old_up, new_bwu_cost: row.new_up, old_bwd_cost: row.old_down, new_bwd_cost: row.new_down },
      platform_fee: 0,
      ...{ contract_end_date: row.contract_end, ask_end_date: row.ask_end, created_at: row.created_at },
    }));

const HOUR_S = 3600;
const MONTH_S = 720 * HOUR_S;

const maybe = z.number().nullable();
const increaseRow = z.object({
  ...{ id: z.number(), contract_id: z.number(), host_id: z.number(), contract_end: z.number(), ask_end: maybe },
  ...{ old_gpu: z.number(), old_disk: z.number(), old_up: z.number(), old_down: z.number(), created_at: z.number() },
  ...{ new_gpu: maybe, new_disk: maybe, new_up: maybe, new_down: maybe },
});

/** Notes the renter's answer, as part of a transaction: accepted, the prices begin when the contract ends, which ends otherwise. */
export const answerIncrease = (
  database: Database,
  moment: Moment,
  answer: 'accepted' | 'rejected',
  body: unknown,
): { ok: true; pending_price_increase_id: number; contract_id: number } | Refusal => {
  const read = readBody(answerBody, body);
  if (!read.ok) return read;
  const { pending_price_increase_id: id } = read.value;
  settleNow(database, moment);
  const row = database.prepare(`${SELECT} AND p.id = ?`).get(moment.userId, moment.nowS, id);
  if (row === undefined) return refused(404, 'no_pending_price_increase', `no price increase ${id} waits for you`);
  const { contract_id: contractId } = increaseRow.parse(row);
  database
    .prepare("UPDATE price_increases SET answer = 'rejected' WHERE contract_id = ? AND answer = 'accepted'")
    .run(contractId);
  database.prepare('UPDATE price_increases SET answer = ? WHERE id = ?').run(answer, id);
  return { ok: true, pending_price_increase_id: id, contract_id: contractId };
};

const answerBody = z.strictObject({ pending_price_increase_id: z.int('must be a whole number') });

/** A host of the market who asks for so many times what a renter pays asks the renter for it too. */
const RAISE = 1.1;

const rentedRow = z.object({
  ...{ id: z.number(), hostId: z.number(), index: z.number(), gpu: z.number(), listed: z.number() },
  ...{ disk: z.number(), up: z.number(), down: z.number(), endsAtS: z.number() },
});

/** What hosts of the market have asked of the caller behind the minute of `market` and up to `minute`: of each contract once. */
export const raiseByMarket = (database: Database, market: MarketRow, minute: number): void => {
  const { seed, filledMinute } = market;
  const rented = z.array(rentedRow).parse(
    database
      .prepare(
        `SELECT c.id, m.host_id AS hostId, m.place AS "index", c.dph_base AS gpu, o.listed_dph_base * c.num_gpus / o.num_gpus AS listed,
           o.storage_cost AS disk, coalesce(o.inet_up_cost, 0) AS up, coalesce(o.inet_down_cost, 0) AS down, o.end_date AS endsAtS
         FROM contracts c JOIN offers o ON o.place = c.offer_place JOIN machines m ON m.id = c.machine_id
         WHERE NOT c.is_bid AND m.host_id <> c.user_id AND c.id NOT IN (SELECT contract_id FROM price_increases)`,
      )
      .all(),
  );
  for (const { id, hostId, index, listed, endsAtS, ...old } of rented) {
    const minutes = { first: market.minute + 1 - filledMinute, last: minute - filledMinute };
    const raised = minuteOfHigher('price', seed, index, { limit: old.gpu * RAISE, listed, ...minutes });
    if (raised === undefined) continue;
    const atS = (filledMinute + raised) * 60;
    const contractEndS = lengthenedEnd(endsAtS, atS);
    const asked = {
      ...old,
      gpu: listed * priceFactors(seed, index, machineState(seed, index, raised).priceRound).price,
    };
    recordRaise(database, {
      contractId: id,
      renterId: CALLER_USER_ID,
      hostId,
      old,
      asked,
      contractEndS,
      askEndS: contractEndS,
      atS,
    });
    database.prepare('UPDATE contracts SET ends_at = ? WHERE id = ?').run(contractEndS, id);
  }
};

/**
 * What follows for the contracts on a machine that its host has listed anew: each keeps its prices and its end. One that is not cheaper than the
 * listing lasts as long as that, and of the renter of any other more is asked. Tells how many of the caller's own are longer.
 */
export const raiseByHost = (
  database: Database,
  { userId, nowS }: Moment,
  machine: Machine,
  {
    before,
    listing,
    tenants,
  }: { readonly before: Listing; readonly listing: Listing; readonly tenants: readonly Stay[] },
): number => {
  const { id: machineId, hostId } = machine;
  const onMachine = 'contract_id IN (SELECT id FROM instances WHERE machine_id = ?)';
  database.prepare(`DELETE FROM price_increases WHERE answer = 'pending' AND ${onMachine}`).run(machineId);
  database
    .prepare(
      `UPDATE contracts SET ends_at = coalesce(ends_at, ?), disk_price = coalesce(disk_price, ?), up_price = coalesce(up_price, ?),
         down_price = coalesce(down_price, ?) WHERE machine_id = ?`,
    )
    .run(offerEnd(before, nowS), before.disk, before.up, before.down, machineId);
  if (!listing.isListed) return 0;
  const askEndS = offerEnd(listing, nowS);
  const raise = (contractId: number, renterId: number, gpus: number, old: Dues, contractEndS: number): void => {
    const asked = { ...listing, gpu: listing.gpu * gpus };
    const times = { contractEndS: Math.min(contractEndS, LASTING_END_S), askEndS, atS: nowS };
    recordRaise(database, { contractId, renterId, hostId, old, asked, ...times });
  };
  for (const { id, renterId, gpus, endsAtS, listing: paid } of tenants) {
    const isBid = lettingOfOther(id) === 'I';
    if (!isBid && !isNotDearer(listing, paid)) raise(id, renterId, gpus, { ...paid, gpu: paid.gpu * gpus }, endsAtS);
  }
  let longer = 0;
  for (const { id, gpus, endsAtS, isBid, ...paid } of ownContracts(database, userId, machineId)) {
    if (isNotDearer({ ...listing, gpu: isBid ? 0 : listing.gpu * gpus }, paid)) {
      if (askEndS <= endsAtS) continue;
      database.prepare('UPDATE contracts SET ends_at = ? WHERE id = ?').run(askEndS, id);
      longer += 1;
    } else raise(id, userId, gpus, paid, endsAtS);
  }
  return longer;
};

const ownContracts = (database: Database, userId: number, machineId: number) =>
  z.array(ownRow).parse(
    database
      .prepare(
        `SELECT id, num_gpus AS gpus, is_bid = 1 AS isBid, dph_base AS gpu, disk_price AS disk, up_price AS up, down_price AS down, ends_at AS endsAtS
         FROM contracts WHERE user_id = ? AND machine_id = ? ORDER BY id`,
      )
      .all(userId, machineId),
  );

const ownRow = z.object({
  ...{ id: z.number(), gpus: z.number(), isBid: z.number(), endsAtS: z.number() },
  ...{ gpu: z.number(), disk: z.number(), up: z.number(), down: z.number() },
});
