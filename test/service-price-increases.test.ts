/**
 * What hosts want more for what is rented (docs/interface.md, Price increases), as the local service has it.
 *
 * @module-tag service
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { call, folderInMemory, standingClock, startTestService } from './support/local-service.ts';

const NOON_S = 1_793_534_400;
const HOUR_S = 3600;
const DAY_S = 86_400;

type Json = Readonly<Record<string, unknown>>;
type Increase = Json & { readonly pending_price_increase_id: number; readonly contract_id: number };

const start = async (options: Parameters<typeof startTestService>[0] = {}) => {
  const dataFile = join(folderInMemory(), 'service.db');
  const clock = standingClock();
  const service = await startTestService({ dataFile, clock, ...options });
  const send = (method: string, path: string, body?: unknown) =>
    call(service, method, `/api/v0${path}`, { key: service.apiKey, body });
  const increases = async () => (await send('GET', '/instances/pending-price-increases/')).body as Json;
  const pending = async () => (await increases()).pending_price_increases as readonly Increase[];
  const instance = async (id: number) => (await send('GET', `/instances/${id}/`)).body as { readonly instances: Json };
  const answer = (word: string, id: unknown) =>
    send('PUT', `/instances/${word}-price-increase/`, { pending_price_increase_id: id });
  return { database: new DatabaseSync(dataFile), clock, send, increases, pending, instance, answer };
};

/** Half a machine of the caller's is rented by the caller for 1 $/h a GPU, until two days from now. */
const rentedOwn = async () => {
  const all = await start();
  const { send, database, instance, clock } = all;
  const machine = database.prepare('SELECT id FROM machines WHERE host_id = 204117 ORDER BY id').get()?.id;
  const terms = { machine, price_gpu: 1, price_disk: 0.1, price_inetu: 0.01, price_inetd: 0.02, min_chunk: 1 };
  const list = (changes: Json) =>
    send('PUT', '/machines/create_asks/', { ...terms, end_date: NOON_S + 2 * DAY_S, ...changes });
  await list({});
  database.exec(`DELETE FROM instances WHERE machine_id = ${machine}; UPDATE offers SET rentable = 1`);
  const ask = database.prepare('SELECT id, num_gpus FROM offers WHERE machine_id = ? AND is_listed').get(machine ?? 0);
  const rented = await send('PUT', `/asks/${ask?.id}/`, { image: 'a/b', disk: 10 });
  const id = Number((rented.body as Json).new_contract);
  clock.pass(60);
  await instance(id);
  return { ...all, id, gpus: Number(ask?.num_gpus), list };
};

describe('of what the caller rents from himself', () => {
  test('a volume costs what it did, also for the time before', async () => {
    const { id, list, send, clock, database } = await rentedOwn();
    const mount = database.prepare('SELECT machine_id AS machine FROM contracts WHERE id = ?').get(id);
    const ask = database
      .prepare('SELECT id, avail_vol_ask_id AS volume FROM offers WHERE machine_id = ? AND rentable AND num_gpus = 1')
      .get(mount?.machine ?? 0);
    const volume = { create_new: true, volume_id: ask?.volume, size: 20, mount_path: '/data' };
    await send('DELETE', `/instances/${id}/`);
    const made = await send('PUT', `/asks/${ask?.id}/`, { image: 'a/b', disk: 10, volume_info: volume });
    expect(made).toMatchObject({ status: 200 });
    clock.pass(DAY_S);
    const credit = async () => ((await send('GET', '/users/current/')).body as { readonly credit: number }).credit;
    const volumes = async () => (await send('GET', '/volumes?owner=me')).body as { readonly volumes: readonly Json[] };
    const before = [await credit(), await volumes()];
    await list({ price_disk: 50 });
    expect([await credit(), await volumes()]).toEqual(before);
  });

  test('a higher price is asked of the renter, "null for a new one that stays"; the contract is as it was', async () => {
    const { id, gpus, list, increases, instance } = await rentedOwn();
    const before = (await instance(id)).instances;
    await list({ price_gpu: 1.5, price_inetu: 0.03, end_date: NOON_S + 30 * DAY_S });
    expect(await increases()).toEqual({
      ...{ success: true, count: 1, truncated: false },
      pending_price_increases: [
        {
          ...{ pending_price_increase_id: expect.any(Number), contract_id: id, host_id: 204_117, platform_fee: 0 },
          ...{ old_gpu_costpersec: gpus / HOUR_S, new_gpu_costpersec: (1.5 * gpus) / HOUR_S },
          ...{ old_disk_ram_costpersec: 0.1 / (720 * HOUR_S), new_disk_ram_costpersec: null },
          ...{ old_bwu_cost: 0.01, new_bwu_cost: 0.03, old_bwd_cost: 0.02, new_bwd_cost: null },
          ...{ contract_end_date: NOON_S + 2 * DAY_S, ask_end_date: NOON_S + 30 * DAY_S, created_at: NOON_S + 60 },
        },
      ],
    });
    expect((await instance(id)).instances).toMatchObject({ dph_total: before.dph_total, end_date: before.end_date });
  });

  test('a later end at the same price lengthens the contract, and what was asked before is off; an earlier one does not shorten it', async () => {
    const { id, list, pending, instance } = await rentedOwn();
    await list({ price_gpu: 1.5 });
    const longer = await list({ end_date: NOON_S + 9 * DAY_S });
    expect(longer.body).toMatchObject({ extended: 1 });
    expect(await pending()).toEqual([]);
    expect((await instance(id)).instances.end_date).toBe(NOON_S + 9 * DAY_S);
    expect((await list({ price_gpu: 0.5, end_date: NOON_S + DAY_S })).body).toMatchObject({ extended: 0 });
    expect((await instance(id)).instances).toMatchObject({ end_date: NOON_S + 9 * DAY_S });
  });

  test('"Accepted, the new prices begin at contract_end_date"', async () => {
    const { id, gpus, list, answer, pending, instance, clock, database } = await rentedOwn();
    await list({ price_gpu: 1.5, price_disk: 0.3, end_date: NOON_S + 30 * DAY_S });
    const [{ pending_price_increase_id: increase } = { pending_price_increase_id: 0 }] = await pending();
    expect(await answer('accept', increase)).toEqual({
      status: 200,
      body: { success: true, pending_price_increase_id: increase, contract_id: id },
    });
    expect(await pending()).toEqual([]);
    expect(await answer('reject', increase)).toMatchObject({
      status: 404,
      body: { error: 'no_pending_price_increase' },
    });
    clock.pass(DAY_S);
    expect((await instance(id)).instances).toMatchObject({ dph_base: gpus, actual_status: 'running' });
    clock.pass(DAY_S);
    const raised = { dph_base: 1.5 * gpus, actual_status: 'running', end_date: NOON_S + 30 * DAY_S };
    expect((await instance(id)).instances).toMatchObject(raised);
    expect((await instance(id)).instances.storage_total_cost).toBeCloseTo((0.3 * 10) / 720, 12);
    // To the second: a minute of the third day costs more already, and all before it did not.
    const charged = database.prepare('SELECT total(gpu) AS gpu FROM charges WHERE source_id = ?').get(id)?.gpu;
    expect(Number(charged)).toBeGreaterThan(gpus * 47.9);
    expect(Number(charged)).toBeLessThan(gpus * 48);
    clock.pass(HOUR_S);
    expect((await instance(id)).instances).toMatchObject(raised);
  });

  test('"rejected, the contract ends then": it stops and cannot be started, and its disk goes on costing', async () => {
    const { id, list, answer, pending, instance, clock, send } = await rentedOwn();
    await list({ price_gpu: 1.5 });
    const [increase] = await pending();
    expect((await answer('reject', increase?.pending_price_increase_id)).status).toBe(200);
    clock.pass(2 * DAY_S);
    const { instances } = await instance(id);
    expect(instances).toMatchObject({ actual_status: 'stopped', status_msg: 'The contract has ended' });
    expect(instances.instance).toMatchObject({ gpuCostPerHour: 0, diskHour: 1 / 720 });
    expect(await send('PUT', `/instances/${id}/`, { state: 'running' })).toMatchObject({ status: 400 });
  });

  test('"exactly {pending_price_increase_id}"', async () => {
    const { list, pending, send } = await rentedOwn();
    await list({ price_gpu: 1.5 });
    const [increase] = await pending();
    const id = increase?.pending_price_increase_id;
    const path = '/instances/accept-price-increase/';
    for (const body of [
      {},
      { id },
      { pending_price_increase_id: id, client_id: 'me' },
      { pending_price_increase_id: [id] },
    ])
      expect(await send('PUT', path, body)).toMatchObject({ status: 400, body: { error: 'invalid_args' } });
    expect(await send('PUT', path, { pending_price_increase_id: 77 })).toMatchObject({ status: 404 });
    expect(await pending()).toHaveLength(1);
  });
});

test('renters of a machine are asked as well, once each, and no longer where the host goes back', async () => {
  const { database, send } = await start();
  const machine = database.prepare('SELECT id FROM machines WHERE host_id = 204117 ORDER BY id').get()?.id;
  const asked = () => Number(database.prepare('SELECT count(*) AS rows FROM raised_prices').get()?.rows);
  const list = (price: number) =>
    send('PUT', '/machines/create_asks/', { machine, price_gpu: price, price_disk: 0, price_inetu: 0, price_inetd: 0 });
  await list(50);
  const first = asked();
  expect(first).toBeGreaterThan(0);
  await list(60);
  expect(asked()).toBe(first);
  await list(0.01);
  expect(asked()).toBe(0);
});

test.each([1, 2, 3])('a new account is asked for more by one of its hosts within minutes: seed %i', async (seed) => {
  const { pending, clock, instance } = await start({ hasBeginning: true, offers: 1000, seed, still: false });
  expect(await pending()).toEqual([]);
  clock.pass(300);
  const [increase] = await pending();
  const { instances } = await instance(increase?.contract_id ?? 0);
  expect(instances.label).toBe('train-7b');
  expect(increase?.old_gpu_costpersec).toBeCloseTo(Number(instances.dph_base) / HOUR_S, 15);
  expect(Number(increase?.new_gpu_costpersec)).toBeGreaterThan(1.1 * Number(increase?.old_gpu_costpersec));
  expect(increase?.contract_end_date).toBe(instances.end_date);
});
