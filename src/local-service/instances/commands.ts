/** What the caller does with an instance: start, stop, reboot, label, bid, cover, destroy. Each is part of a transaction. */
import * as z from 'zod';
import { recordNotices } from '../account/deliveries.ts';
import { type Refusal, readBody, refused } from '../answer.ts';
import type { Database } from '../database.ts';
import { meteredAt } from '../money/meter.ts';
import { type Account, balanceAt, type Moment, recordPhase, settleNow, writeAccount } from './account.ts';
import { type Contract, chargeContract, meterOf, readContracts, writeChange } from './contract.ts';
import { LONGEST_LABEL, labelText, readPrice, targetReliability } from './create-body.ts';
import { commanded, type Life } from './life.ts';

/** What came of a command. */
export type Outcome = { ok: true; msg?: string } | Refusal;

/** An instance that is to be changed, and when. */
export type Target = { readonly moment: Moment; readonly id: number };

/** Starts or stops it, or gives it a label (docs/interface.md, Change instance). */
export const changeInstance = (database: Database, target: Target, body: unknown): Outcome => {
  const read = readBody(changeBody, body);
  if (!read.ok) return read;
  const { state, label } = read.value;
  return onContract(database, target, (contract, account) => {
    if (state === 'running' && balanceAt(account, target.moment.nowS) <= 0) return nothingLeft('missing_billing');
    const labelled = label === undefined ? contract : { ...contract, label };
    const life = state === undefined ? labelled.life : commanded(labelled.life, state, target.moment.nowS);
    if (life === undefined) return isOffline(target.id);
    if (state === 'running' && hasEnded(labelled, target.moment.nowS)) {
      return refused(
        400,
        'invalid_args',
        `the contract of instance ${target.id} has ended: fetch its data and destroy it`,
      );
    }
    if (life.phase === 'loading' && life !== labelled.life && !areGpusFree(database, target.moment, target.id)) {
      write(database, labelled, { ...labelled.life, intended: 'running' }, target.moment.nowS);
      const msg = `the GPUs of instance ${target.id} are rented by others: it starts once they are free`;
      return refused(200, 'resources_unavailable', msg);
    }
    write(database, labelled, life, target.moment.nowS);
    return { ok: true };
  });
};

/** Nothing can be rented or started then. */
export const nothingLeft = (error: 'missing_billing' | 'insufficient_credit'): Refusal =>
  refused(400, error, 'nothing is left on the account: add credit first');

/** Starts what has waited for its GPUs since it was to be started, as part of a transaction. */
export const startWaiting = (database: Database, moment: Moment): void => {
  const account = settleNow(database, moment);
  if (balanceAt(account, moment.nowS) <= 0) return;
  const waiting = account.contracts.filter(
    (contract) =>
      contract.life.phase === 'stopped' && contract.life.intended === 'running' && !hasEnded(contract, moment.nowS),
  );
  for (const contract of waiting.filter(({ id }) => areGpusFree(database, moment, id))) {
    const life = commanded(contract.life, 'running', moment.nowS);
    if (life !== undefined) write(database, contract, life, moment.nowS);
  }
};

/** Its host lengthens it no more: it cannot be started. */
const hasEnded = ({ tenancy }: Contract, nowS: number): boolean => (tenancy.endsAtS ?? nowS) < nowS;

/** True unless others rent a GPU of the instance: it was created stopped then. */
const areGpusFree = (database: Database, { userId }: Moment, id: number): boolean =>
  database
    .prepare(
      `SELECT 1 FROM instances i JOIN instances own ON own.machine_id = i.machine_id WHERE own.id = ? AND i.renter_id <> ?
         AND i.first_gpu < own.first_gpu + own.num_gpus AND own.first_gpu < i.first_gpu + i.num_gpus`,
    )
    .get(id, userId) === undefined;

/** Restarts it (docs/interface.md, Change instance). */
export const rebootInstance = (database: Database, target: Target): Outcome =>
  onContract(database, target, (contract) => {
    const { life } = contract;
    if (life.phase === 'offline') return isOffline(target.id);
    if (life.phase !== 'running' && life.phase !== 'rebooting') {
      return refused(409, 'not_running', `instance ${target.id} does not run: start it instead`);
    }
    const beganAtS = target.moment.nowS;
    write(database, contract, { ...life, phase: 'rebooting', beganAtS, message: 'Restarting' }, beganAtS);
    return { ok: true };
  });

/** Makes its container anew from its image (docs/interface.md, Change instance). */
export const recycleInstance = (database: Database, target: Target): Outcome =>
  onContract(database, target, (contract) => {
    const { life, request } = contract;
    if (life.phase !== 'running' && life.phase !== 'rebooting')
      return refused(409, 'not_running', `instance ${target.id} does not run: start it first`);
    const beganAtS = target.moment.nowS;
    write(database, contract, { ...life, phase: 'loading', beganAtS, message: `Pulling ${request.image}` }, beganAtS);
    return { ok: true };
  });

/** Bids another price for it (docs/interface.md, Change instance). */
export const bidForInstance = (
  database: Database,
  target: Target,
  body: Readonly<Record<string, unknown>>,
): Outcome => {
  const price = readPrice(body.price, 32);
  if (price === undefined) return refused(400, 'invalid_price', 'price: is missing');
  if (typeof price !== 'number') return price;
  return onContract(database, target, (contract) => {
    if (!contract.isBid) {
      return refused(400, 'invalid_args', `instance ${target.id} is rented on demand: there is no bid to change`);
    }
    const dphSla = contract.dphBase === 0 ? 0 : (contract.dphSla / contract.dphBase) * price;
    writeChange(database, contract, { atS: target.moment.nowS, dphBase: price, dphSla });
    return { ok: true };
  });
};

/** Ends it, with everything on its disk (docs/interface.md, Change instance). */
export const destroyInstance = (database: Database, target: Target): Outcome =>
  onContract(database, target, (contract, account) => {
    const { userId, nowS } = target.moment;
    writeAccount(database, userId, { ...account, credit: account.credit - meteredAt(meterOf(contract), nowS) });
    chargeContract(database, contract, nowS);
    database.prepare('DELETE FROM instances WHERE id = ?').run(contract.id);
    database.prepare('DELETE FROM contracts WHERE id = ?').run(contract.id);
    const message = `${contract.label ?? contract.id}: destroyed`;
    recordNotices(database, userId, [{ event: 'instance_deleted', contractId: contract.id, message, atS: nowS }]);
    return { ok: true, msg: `instance ${contract.id} is destroyed` };
  });

/** Does something with the contract as it is now; a 404 when the caller has no such instance. */
export const onContract = <Result>(
  database: Database,
  { moment, id }: Target,
  act: (contract: Contract, account: Account) => Result | Refusal,
): Result | Refusal => {
  const account = settleNow(database, moment);
  const contract = account.contracts.find((rented) => rented.id === id);
  return contract === undefined ? noInstance(id) : act(contract, account);
};

export const noInstance = (id: number): Refusal => refused(404, 'not_found', `you have no instance ${id}`);

const write = (database: Database, contract: Contract, life: Life, nowS: number): void => {
  writeChange(database, contract, { atS: nowS, life });
  if (life.phase !== contract.life.phase || life.beganAtS !== contract.life.beganAtS) {
    recordPhase(database, contract.id, life);
  }
};

const isOffline = (id: number): Refusal =>
  refused(
    409,
    'instance_offline',
    `the machine of instance ${id} cannot be reached: wait until it is back, or destroy it`,
  );

const changeBody = z
  .object({
    state: z.enum(['running', 'stopped'], 'must be running or stopped').optional(),
    label: labelText(LONGEST_LABEL.later).optional(),
  })
  .refine(({ state, label }) => state !== undefined || label !== undefined, 'the body must have a state or a label');

/** What cover costs, $/hour: as a search computes it (docs/interface.md, Decisions). */
export const slaDph = (dphBase: number, reliability: number, target: number | undefined): number =>
  target === undefined ? 0 : dphBase * Math.max(0, target - reliability) * 2;

/** SLA cover is for what is rented on demand. */
export const noCoverOfBid = (): Refusal =>
  refused(400, 'invalid_args', 'target_reliability: a bid cannot be covered, only what is rented on demand');

/** True for a body that asks for nothing but cover: whatever else it holds would be a creation. */
export const asksForCover = (body: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(body).every(
    ([name, value]) => value === null || name === 'target_reliability' || name === 'client_id',
  );

/** The target that a body asks for that is not a creation, or a 400. */
export const readTarget = (body: unknown): { ok: true; value: number } | Refusal => {
  const read = readBody(targetBody, body);
  return read.ok ? { ok: true, value: read.value.target_reliability } : read;
};

/** Covers what the caller rents from this offer, as part of a transaction; a 404 where that is nothing. */
export const coverInstance = (
  database: Database,
  moment: Moment,
  { askId, target }: { readonly askId: number; readonly target: number },
): { ok: true } | Refusal => {
  settleNow(database, moment);
  const contract = readContracts(database, moment.userId).findLast((rented) => rented.askId === askId);
  if (contract === undefined) return refused(404, 'not_found', `you rent nothing from offer ${askId}`);
  if (contract.isBid) return noCoverOfBid();
  const { reliability, expected_reliability: claim } = JSON.parse(`{${contract.machineText}}`);
  if (target > Number(claim ?? 0)) {
    return refused(400, 'invalid_args', `target_reliability: the host claims ${claim ?? 'none'}`);
  }
  const dphSla = slaDph(contract.dphBase, Number(reliability), target);
  writeChange(database, contract, { atS: moment.nowS, dphSla });
  database.prepare('UPDATE contracts SET target_reliability = ? WHERE id = ?').run(target, contract.id);
  return { ok: true };
};

const targetBody = z.object({ target_reliability: targetReliability });
