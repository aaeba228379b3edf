/** What hosts want more for what is rented (docs/interface.md, Price increases): asked of each renter, who accepts it or not. */
import * as z from 'zod';
import { type Refusal, readBody, refused } from '../answer.ts';
import { type Database, insertRow } from '../database.ts';
import { type Moment, settleNow } from '../instances/account.ts';
import { CALLER_USER_ID } from '../market/caller.ts';
import { LASTING_END_S, lengthenedEnd, type Machine } from '../market/machines.ts';
import { minuteOfHigher, priceFactorsAt } from '../market/state.ts';
import type { MarketRow } from '../market/tables.ts';
import { type Dues, dues, isNotDearer, type Listing, offerEnd } from './listings.ts';
import { lettingOfOther } from './machine-records.ts';
import type { Stay } from './tenants.ts';

/** Asks more of a renter; `row` has whose contract it is, and times. */
const recordRaise = (database: Database, row: Readonly<Record<string, number>>, old: Dues, asked: Dues): void => {
  const texts = { old: JSON.stringify(dues.parse(old)), asked: JSON.stringify(dues.parse(asked)) };
  insertRow(database, 'raised_prices', { ...row, ...texts, answer: 'pending' });
};

const SELECT = `
  SELECT p.id, p.contract_id, p.host_id, p.old, p.asked, p.contract_end, p.ask_end, p.created_at
  FROM raised_prices p JOIN contracts c ON c.id = p.contract_id AND c.user_id = p.user_id
  WHERE p.user_id = ? AND p.answer = 'pending' AND p.contract_end > ?`;

/** Those that wait for an answer, the oldest first, as they go out. */
export const listIncreases = (database: Database, { userId, nowS }: Moment): readonly object[] =>
  database
    .prepare(`${SELECT} ORDER BY p.id`)
    .all(userId, nowS)
    .map(({ id, contract_id: contractId, host_id: hostId, old, asked, contract_end: contractEnd, ...told }) => ({
      ...{ pending_price_increase_id: id, contract_id: contractId, host_id: hostId, platform_fee: 0 },
      ...pricesOf(readDues(old), readDues(asked)),
      ...{ contract_end_date: contractEnd, ask_end_date: told.ask_end, created_at: told.created_at },
    }));

const readDues = (text: unknown): Dues => dues.parse(JSON.parse(String(text)));

/** As they go out: a new one that stays is null. */
const pricesOf = (old: Dues, asked: Dues) =>
  Object.fromEntries(
    WIRE.flatMap(([member, name, seconds]) => [
      [`old_${member}`, old[name] / seconds],
      [`new_${member}`, asked[name] === old[name] ? null : asked[name] / seconds],
    ]),
  );

const HOUR_S = 3600;

/** Members, and of how many seconds their prices are told elsewhere. */
const WIRE = [
  ['gpu_costpersec', 'gpu', HOUR_S],
  ['disk_ram_costpersec', 'disk', 720 * HOUR_S],
  ['bwu_cost', 'up', 1],
  ['bwd_cost', 'down', 1],
] as const;

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
  const contractId = Number(row.contract_id);
  const answerAll = database.prepare('UPDATE raised_prices SET answer = ? WHERE contract_id = ? AND answer = ?');
  // One that was accepted before is off with this one.
  answerAll.run('rejected', contractId, 'accepted');
  answerAll.run(answer, contractId, 'pending');
  return { ok: true, pending_price_increase_id: id, contract_id: contractId };
};

const answerBody = z.strictObject({ pending_price_increase_id: z.int('must be a whole number') });

/** A host of the market who asks for so many times what a renter pays asks the renter for it too. */
const RAISE = 1.1;

const rentedRow = dues.extend({
  ...{ id: z.number(), hostId: z.number(), index: z.number(), listed: z.number(), endsAtS: z.number() },
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
         WHERE NOT c.is_bid AND m.host_id <> c.user_id AND c.id NOT IN (SELECT contract_id FROM raised_prices)`,
      )
      .all(),
  );
  for (const { id, hostId, index, listed, endsAtS, ...old } of rented) {
    const minutes = { first: market.minute + 1 - filledMinute, last: minute - filledMinute };
    const raised = minuteOfHigher('price', seed, index, { limit: old.gpu * RAISE, listed, ...minutes });
    if (raised === undefined) continue;
    const atS = (filledMinute + raised) * 60;
    const contractEndS = lengthenedEnd(endsAtS, atS);
    const gpu = listed * priceFactorsAt(seed, index, raised).price;
    const times = { contract_end: contractEndS, ask_end: contractEndS, created_at: atS };
    const contract = { contract_id: id, user_id: CALLER_USER_ID, host_id: hostId };
    recordRaise(database, { ...contract, ...times }, old, { ...old, gpu });
    database.prepare('UPDATE contracts SET ends_at = ? WHERE id = ?').run(contractEndS, id);
  }
};

/**
 * What follows for the contracts on a machine that its host has listed anew, `before` otherwise: each keeps its prices and its end, and a volume its price. One that is not
 * cheaper than the listing lasts as long as that, and of the renter of any other more is asked. Tells how many of the caller's own are longer.
 */
export const raiseByHost = (
  database: Database,
  { userId, nowS }: Moment,
  { id: machineId, hostId }: Machine,
  [before, listing, tenants]: readonly [before: Listing, listing: Listing, tenants: readonly Stay[]],
): number => {
  const onMachine = 'contract_id IN (SELECT id FROM instances WHERE machine_id = ?)';
  database.prepare(`DELETE FROM raised_prices WHERE answer = 'pending' AND ${onMachine}`).run(machineId);
  database
    .prepare(
      `UPDATE contracts SET ends_at = coalesce(ends_at, ?), disk_price = coalesce(disk_price, ?), up_price = coalesce(up_price, ?),
         down_price = coalesce(down_price, ?) WHERE machine_id = ?`,
    )
    .run(offerEnd(before, nowS), before.disk, before.up, before.down, machineId);
  const ofVolumes = 'volume_id IN (SELECT id FROM volumes WHERE machine_id = ?)';
  database
    .prepare(`UPDATE volume_meters SET disk_price = coalesce(disk_price, ?) WHERE ${ofVolumes}`)
    .run(before.disk, machineId);
  if (!listing.isListed) return 0;
  const own = z.array(ownRow).parse(
    database
      .prepare(
        `SELECT id, user_id AS renterId, num_gpus AS gpus, is_bid = 1 AS isBid, ends_at AS endsAtS,
           dph_base AS gpu, disk_price AS disk, up_price AS up, down_price AS down FROM contracts WHERE machine_id = ? ORDER BY id`,
      )
      .all(machineId),
  );
  const others = tenants.map(({ listing: { gpu, disk, up, down }, ...stay }) => ({
    ...{ ...stay, gpu: gpu * stay.gpus, disk, up, down },
    isBid: Number(lettingOfOther(stay.id) === 'I'),
  }));
  const askEndS = offerEnd(listing, nowS);
  let longer = 0;
  for (const { id, renterId, gpus, endsAtS, isBid, ...paid } of [...own, ...others]) {
    const asked = { ...listing, gpu: isBid === 1 ? paid.gpu : listing.gpu * gpus };
    if (!isNotDearer(asked, paid)) {
      const times = { contract_end: Math.min(endsAtS, LASTING_END_S), ask_end: askEndS, created_at: nowS };
      recordRaise(database, { contract_id: id, user_id: renterId, host_id: hostId, ...times }, paid, asked);
    } else if (renterId === userId && askEndS > endsAtS) {
      database.prepare('UPDATE contracts SET ends_at = ? WHERE id = ?').run(askEndS, id);
      longer += 1;
    }
  }
  return longer;
};

const ownRow = dues.extend({
  ...{ id: z.number(), renterId: z.number(), gpus: z.number(), isBid: z.number(), endsAtS: z.number() },
});
