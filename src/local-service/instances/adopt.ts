/** Opens the caller's account on a market: the instances that the market gives the caller become contracts. */
import { type Database, insertRow } from '../database.ts';
import { CALLER_USER_ID } from '../market/caller.ts';
import { createRandom, hash } from '../market/random.ts';
import type { MarketRow } from '../market/tables.ts';
import { recordPayment } from '../money/payments.ts';
import { meterVolume } from '../money/volumes.ts';
import { RECOMMENDED_IMAGES } from '../templates/templates.ts';
import { recordPhase } from './account.ts';

/** $ on a new account. */
export const FIRST_CREDIT = 25;

const DAY_S = 86_400;

/** Labels of what the caller has from the start; most have none. */
const LABELS = ['train-7b', 'inference', null, 'sweep 3', null, null] as const;

/** The key that a new account has, so that something can be rented at once. Nobody has its other half. */
const FIRST_SSH_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGdwdWRlY2sgbG9jYWwgc2VydmljZTogYSBrZXkuLi4u caller@gpudeck';

/**
 * Makes the account where there is none, and a contract for each of the caller's instances that has none: those that the market was
 * filled with. Contracts on a market that is gone go with it. To be run in a transaction.
 */
export const adoptInstances = (database: Database, market: MarketRow, nowS: number): void => {
  forgetGone(database);
  if (!hasAccount(database)) {
    insertRow(database, 'accounts', { user_id: CALLER_USER_ID, credit: FIRST_CREDIT, is_low: 0, settled_at: nowS });
    recordPayment(database, CALLER_USER_ID, { by: 'card', dollars: FIRST_CREDIT, atS: nowS });
    insertRow(database, 'ssh_keys', { user_id: CALLER_USER_ID, public_key: FIRST_SSH_KEY, created_at: nowS });
  }
  const instances = database
    .prepare(
      `SELECT i.id, i.machine_id AS machineId, i.num_gpus AS gpus, i.actual_status AS status,
         o.place, o.id AS askId, o.dph_base / o.num_gpus AS gpuPrice, min(o.num_gpus) AS smallest
       FROM instances i JOIN offers o ON o.machine_id = i.machine_id
       WHERE i.renter_id = ? AND i.id NOT IN (SELECT id FROM contracts) GROUP BY i.id ORDER BY i.id`,
    )
    .all(CALLER_USER_ID);
  for (const instance of instances) adopt(database, market, nowS, instance);
  const volumes = database
    .prepare('SELECT id FROM volumes WHERE owner_id = ? AND id NOT IN (SELECT volume_id FROM volume_meters)')
    .all(CALLER_USER_ID);
  for (const { id } of volumes) {
    meterVolume(database, { userId: CALLER_USER_ID, volumeId: Number(id), fromS: nowS });
  }
};

/** True once the caller has an account. */
export const hasAccount = (database: Database): boolean =>
  database.prepare('SELECT 1 FROM accounts WHERE user_id = ?').get(CALLER_USER_ID) !== undefined;

/** Each table of what costs, and which of its rows lie on a market that is gone. */
const GONE = [
  ['contracts', 'id NOT IN (SELECT id FROM instances WHERE renter_id = contracts.user_id)'],
  ['volume_meters', 'volume_id NOT IN (SELECT id FROM volumes WHERE owner_id = volume_meters.user_id)'],
] as const;

/** Takes off the credit what was spent on what is gone, and forgets it, and what was set and asked there. */
const forgetGone = (database: Database): void => {
  database.exec(`
    DELETE FROM machine_listings WHERE listing ->> 'atS' < (SELECT filled_minute * 60 FROM market);
    DELETE FROM clean_ups WHERE at < (SELECT filled_minute * 60 FROM market);
    DELETE FROM raised_prices WHERE created_at < (SELECT filled_minute * 60 FROM market)`);
  for (const [table, isGone] of GONE) {
    const spent = `SELECT total(charged) FROM ${table} WHERE user_id = accounts.user_id AND ${isGone}`;
    database.exec(`UPDATE accounts SET credit = credit - (${spent}); DELETE FROM ${table} WHERE ${isGone}`);
  }
};

const adopt = (
  database: Database,
  { seed, filledMinute }: MarketRow,
  nowS: number,
  row: Readonly<Record<string, unknown>>,
): void => {
  const id = Number(row.id);
  const random = createRandom(seed, id);
  const template = random.pick(RECOMMENDED_IMAGES);
  const gpus = Number(row.gpus);
  const phase = row.status === 'running' ? 'running' : 'exited';
  const message = phase === 'running' ? `success, running ${template.image}` : 'The machine was restarted';
  const request = {
    image: template.image,
    templateName: template.name,
    runtype: 'ssh_direct',
    env: [],
    onstart: null,
    args: [],
    // What the market keeps on its machine hangs on it.
    volumes: database
      .prepare('SELECT id AS volume_id, disk_space AS size FROM volumes WHERE owner_id = ? AND machine_id = ?')
      .all(CALLER_USER_ID, Number(row.machineId))
      .map((volume) => ({ ...volume, mount_path: '/data' })),
  };
  const createdAtS = filledMinute * 60 - Math.floor(random.between(0.5, 20) * DAY_S);
  insertRow(database, 'contracts', {
    id,
    user_id: CALLER_USER_ID,
    ask_id: Number(row.askId),
    machine_id: Number(row.machineId),
    offer_place: Number(row.place),
    num_gpus: gpus,
    label: LABELS[hash(seed, id) % LABELS.length] ?? null,
    request: JSON.stringify(request),
    disk_gb: random.pick([16, 32, 64, 120]),
    is_bid: 0,
    dph_base: Number(row.gpuPrice) * gpus,
    dph_sla: 0,
    created_at: createdAtS,
    ...{ phase, phase_began_at: createdAtS, intended: 'running', has_run: 1, message },
    ...{ charged: 0, charged_until: nowS },
  });
  recordPhase(database, id, { phase, beganAtS: createdAtS, message });
  database
    .prepare(
      `INSERT INTO contract_ssh_keys (contract_id, public_key, created_at)
       SELECT ?, public_key, ? FROM ssh_keys WHERE user_id = ? ORDER BY id`,
    )
    .run(id, nowS, CALLER_USER_ID);
};
