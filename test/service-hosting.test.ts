/**
 * What the local service does with what a host sets (docs/interface.md, Hosts): listing, unlisting, the smallest bid, clean-up, reports, one window.
 *
 * @module-tag service
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { createKey, scopedTo } from '../src/local-service/account/keys.ts';
import { call, folderInMemory, standingClock, startTestService } from './support/local-service.ts';

/** The same moment at which the clock of these tests begins. */
const NOON_S = 1_793_534_400;
const DAY_S = 86_400;

type Json = Readonly<Record<string, unknown>>;
type Machine = Json & { readonly id: number; readonly num_gpus: number };

const start = async (options: Parameters<typeof startTestService>[0] = {}) => {
  const dataFile = join(folderInMemory(), 'service.db');
  const clock = standingClock();
  const service = await startTestService({ dataFile, clock, ...options });
  const send = (method: string, path: string, body?: unknown, key = service.apiKey) =>
    call(service, method, `/api/v0${path}`, { key, body });
  const machines = async () =>
    ((await send('GET', '/machines/?owner=me')).body as { readonly machines: readonly Machine[] }).machines;
  const machine = async (id?: number) => {
    const all = await machines();
    const found = id === undefined ? all[0] : all.find((one) => one.id === id);
    if (found === undefined) throw new Error('no such machine');
    return found;
  };
  const offers = async (id: number) => {
    const lifted = { verified: { in: [true, false] }, rentable: { in: [true, false] }, rented: { eq: true } };
    const found = await send('POST', '/bundles', { ...lifted, machine_id: { eq: id }, limit: 100 });
    return (found.body as { readonly offers: readonly Json[] }).offers;
  };
  const list = (id: number, body: Json) => send('PUT', '/machines/create_asks/', { machine: id, ...body });
  return { service, database: new DatabaseSync(dataFile), clock, send, machines, machine, offers, list };
};

const ALL = {
  ...{ price_gpu: 0.42, price_min_bid: 0.13, price_disk: 0.2, price_inetu: 0.003, price_inetd: 0.004, min_chunk: 2 },
  ...{ end_date: NOON_S + 40 * DAY_S, credit_discount_max: 0.3, vol_size: 120, vol_price: 0.15 },
};

describe('PUT /api/v0/machines/create_asks/', () => {
  test('"Offers the machine for rent, at once": what was sent is what the machine and its offers say, to the last figure', async () => {
    const { machine, list, offers } = await start();
    const { id, num_gpus: gpus } = await machine();
    const { status, body } = await list(id, ALL);
    expect([status, body]).toMatchObject([200, { success: true, extended: expect.any(Number), you_sent: ALL }]);
    expect(body).toMatchObject({ results: [{ machine_id: id, user_id: 204_117, upd_contracts: expect.any(Number) }] });
    expect(await machine(id)).toMatchObject({
      ...{ listed: true, listed_gpu_cost: 0.42, min_bid_price: 0.13, listed_storage_cost: 0.2, min_chunk: 2 },
      ...{ listed_inet_up_cost: 0.003, listed_inet_down_cost: 0.004, end_date: ALL.end_date },
      ...{ credit_discount_max: 0.3, listed_volume_cost: 0.15 },
    });
    const parts = await offers(id);
    expect(new Set(parts.map(({ num_gpus: part }) => part))).toEqual(
      new Set([gpus, 4, 2].filter((part) => part <= gpus)),
    );
    for (const offer of parts) {
      expect(Number(offer.dph_base)).toBeCloseTo(0.42 * Number(offer.num_gpus), 12);
      expect(Number(offer.min_bid)).toBeCloseTo(0.13 * Number(offer.num_gpus), 12);
      expect(offer).toMatchObject({
        storage_cost: 0.2,
        inet_up_cost: 0.003,
        inet_down_cost: 0.004,
        end_date: ALL.end_date,
      });
      expect(offer).toMatchObject({ avail_vol_size: 120, credit_discount_max: 0.3, host_id: 204_117 });
      expect(offer.avail_vol_dph).toBeCloseTo((120 * 0.15) / 720, 12);
      expect(Number(offer.pci_gen)).toBeGreaterThan(1);
    }
  });

  test('"Absent": a slice of 1, no end, 0.10 for disk and volume, a discount of 0.4, half of the free disk; other prices stay', async () => {
    const { machine, list, offers } = await start();
    const before = await machine();
    await list(before.id, ALL);
    await list(before.id, { price_gpu: 0.5 });
    expect(await machine(before.id)).toMatchObject({
      ...{ listed_gpu_cost: 0.5, min_chunk: 1, end_date: null, listed_storage_cost: 0.1, listed_volume_cost: 0.1 },
      ...{ credit_discount_max: 0.4, min_bid_price: 0.13, listed_inet_up_cost: 0.003, listed_inet_down_cost: 0.004 },
    });
    const [offer] = await offers(before.id);
    expect(offer?.avail_vol_size).toBeCloseTo(Number(before.disk_space) / 2, 9);
    // As of what never ends elsewhere.
    expect(offer?.end_date).toBe(Date.UTC(2048, 0, 1) / 1000);
    expect((await offers(before.id)).some(({ num_gpus: gpus }) => gpus === 1)).toBe(true);
    await list(before.id, { vol_size: 0 });
    expect((await machine(before.id)).listed_volume_cost).toBeNull();
    expect((await offers(before.id))[0]).toMatchObject({ avail_vol_ask_id: null, avail_vol_size: null });
  });

  test('"duration moves the end on every day", in words or seconds; with an end besides it is refused', async () => {
    const { machine, list, clock, send } = await start();
    const { id } = await machine();
    await list(id, { duration: '3 months' });
    expect((await machine(id)).end_date).toBe(NOON_S + 90 * DAY_S);
    clock.pass(2.5 * DAY_S);
    expect((await machine(id)).end_date).toBe(NOON_S + 92 * DAY_S);
    // A smallest bid alone changes nothing of that.
    expect((await send('PUT', `/machines/${id}/minbid/`, { price: 0.05 })).status).toBe(200);
    expect((await machine(id)).end_date).toBe(NOON_S + 92 * DAY_S);
    await list(id, { duration: 7 * DAY_S });
    expect((await machine(id)).end_date).toBe(NOON_S + 9.5 * DAY_S);
    expect(await list(id, { duration: '1 week', end_date: NOON_S })).toMatchObject({ status: 400 });
  });

  test('"a past one ends it", and listing it again brings it back', async () => {
    const { machine, list, offers } = await start();
    const { id } = await machine();
    await list(id, { ...ALL, end_date: NOON_S - 1 });
    expect(await machine(id)).toMatchObject({ listed: false, end_date: NOON_S - 1 });
    expect(await offers(id)).toEqual([]);
    expect((await list(id, ALL)).body).toMatchObject({ results: [{ upd_contracts: 0 }] });
    expect((await offers(id)).length).toBeGreaterThan(1);
  });

  test('while the market moves an end that comes is the end: nobody lengthens it, and the price stays as set', async () => {
    const { machine, list, offers, clock } = await start({ still: false });
    const { id } = await machine();
    await list(id, { ...ALL, end_date: NOON_S + DAY_S });
    clock.pass(DAY_S - 60);
    expect(await machine(id)).toMatchObject({ listed: true, listed_gpu_cost: 0.42, timeout: expect.any(Number) });
    expect(Number((await offers(id))[0]?.dph_base)).toBeCloseTo(0.42 * Number((await offers(id))[0]?.num_gpus), 12);
    clock.pass(120);
    expect(await machine(id)).toMatchObject({ listed: false });
    expect(await offers(id)).toEqual([]);
  });

  test('several at once or none: "machines" of B', async () => {
    const { machines, send, database } = await start();
    const [one, other] = await machines();
    const foreign = database.prepare('SELECT id FROM machines WHERE host_id <> 204117').get()?.id;
    const both = await send('PUT', '/machines/create_asks/', { machines: [one?.id, other?.id], price_gpu: 0.33 });
    expect(both.body).toMatchObject({ results: [{ machine_id: one?.id }, { machine_id: other?.id }] });
    const refused = await send('PUT', '/machines/create_asks/', { machines: [one?.id, foreign], price_gpu: 0.99 });
    expect(refused).toMatchObject({ status: 403, body: { success: false, error: 'not_your_machine' } });
    expect((await machines())[0]).toMatchObject({ listed_gpu_cost: 0.33 });
  });

  test.each([
    { price_gpu: 0 },
    { price_gpu: 'cheap' },
    { min_chunk: 0 },
    { min_chunk: 99 },
    { credit_discount_max: 1.1 },
    { duration: 'a while' },
    { vol_size: -1 },
    { end_date: 5 },
    { sla_r_claim: 1 },
    { hidden_listing: true },
  ])('400 for %j, and nothing has changed', async (wrong) => {
    const { machine, list } = await start();
    const before = await machine();
    expect(await list(before.id, { ...ALL, ...wrong })).toMatchObject({ status: 400, body: { error: 'invalid_args' } });
    expect(await machine(before.id)).toEqual(before);
  });

  test('"sla_r_claim" is what the machine claims from then on, and 0 takes it back', async () => {
    const { machine, list, offers } = await start();
    const { id } = await machine();
    await list(id, { ...ALL, sla_r_claim: 0.97, sla_sigma_x: 0.5 });
    expect((await offers(id))[0]).toMatchObject({ expected_reliability: 0.97 });
    await list(id, ALL);
    expect((await offers(id))[0]).toMatchObject({ expected_reliability: 0.97 });
    await list(id, { ...ALL, sla_r_claim: 0 });
    expect((await offers(id))[0]).toMatchObject({ expected_reliability: null });
  });

  test('401 without a key, 403 with one that may not manage machines, 404 for no machine, 400 for none named', async () => {
    const { service, machine, list, send, database } = await start();
    const { id } = await machine();
    expect((await call(service, 'PUT', '/api/v0/machines/create_asks/', { body: { machine: id } })).status).toBe(401);
    const key = createKey(database, { userId: 204_117, name: 'reads', permissions: scopedTo([]), nowS: NOON_S }).value;
    const refused = await send('PUT', '/machines/create_asks/', { ...ALL, machine: id }, key);
    expect(refused).toMatchObject({ status: 403, body: { error: 'permission_denied' } });
    expect(await list(4, ALL)).toMatchObject({ status: 404, body: { error: 'no_such_machine' } });
    expect((await send('PUT', '/machines/create_asks/', {})).status).toBe(400);
    database.close();
  });
});

describe('what else a host does with a machine', () => {
  test('DELETE /machines/{id}/asks/: "what is rented goes on", the offers of volumes go too; 403, 404; t 1.8', async () => {
    const { machine, send, offers, clock, database } = await start({ thresholds: true });
    const before = await machine();
    const path = `/machines/${before.id}/asks/`;
    expect(await send('DELETE', path)).toEqual({
      status: 200,
      body: { success: true, machine_id: before.id, user_id: 204_117 },
    });
    expect(await offers(before.id)).toEqual([]);
    clock.pass(1.7);
    expect((await send('DELETE', path)).status).toBe(429);
    clock.pass(5);
    const { gpu_occupancy: occupancy, current_rentals_running: running } = before;
    expect(await machine(before.id)).toMatchObject({
      ...{ listed: false, listed_volume_cost: null, gpu_occupancy: occupancy, current_rentals_running: running },
    });
    const foreign = database.prepare('SELECT id FROM machines WHERE host_id <> 204117').get()?.id;
    expect((await send('DELETE', `/machines/${foreign}/asks/`)).status).toBe(403);
    expect((await send('DELETE', '/machines/4/asks/')).status).toBe(404);
  });

  test('PUT /machines/{id}/minbid/: "$/h for one GPU, > 0 to 0.2 x TFLOPs of a GPU", else 422; t 1.5', async () => {
    const { machine, send, offers, database } = await start();
    const before = await machine();
    const path = `/machines/${before.id}/minbid/`;
    const body = { client_id: 'me', price: 0.07 };
    expect(await send('PUT', path, body)).toEqual({ status: 200, body: { success: true, you_sent: body } });
    const { min_bid_price: _, ...others } = before;
    expect(await machine(before.id)).toMatchObject({ ...others, min_bid_price: 0.07 });
    const [offer] = await offers(before.id);
    expect(offer?.min_bid).toBeCloseTo(0.07 * Number(offer?.num_gpus), 12);
    const most = (0.2 * Number(offer?.total_flops)) / Number(offer?.num_gpus);
    for (const price of [0, -1, most + 0.01, 'x', undefined]) {
      expect(await send('PUT', path, { client_id: 'me', price })).toMatchObject({ status: 422 });
    }
    const foreign = database.prepare('SELECT id FROM machines WHERE host_id <> 204117').get()?.id;
    expect((await send('PUT', `/machines/${foreign}/minbid/`, body)).status).toBe(403);
  });

  test('PUT /machines/{id}/cleanup/: "deletes for good what renters whose time is over have left"; nothing to do is success:false without an error', async () => {
    const { machines, send } = await start();
    const replies: { readonly success: boolean; readonly num_deleted: number }[] = [];
    for (const { id } of await machines()) {
      const path = `/machines/${id}/cleanup/`;
      const [first, again] = [await send('PUT', path, {}), await send('PUT', path)];
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(again.body).toEqual({ success: false, ctime: NOON_S, num_deleted: 0, msg: 'nothing to clean up' });
      replies.push(first.body as (typeof replies)[number]);
    }
    expect(replies.map(({ success }) => success)).toEqual(replies.map(({ num_deleted: count }) => count > 0));
    expect(replies.some(({ success }) => success)).toBe(true);
  });

  test('what is cleaned up earns no more: "that income ends"', async () => {
    const { send, clock, machines } = await start();
    const earned = async (id: number) => {
      const day = NOON_S / DAY_S;
      const { body } = await send('GET', `/users/me/machine-earnings/?sday=${day}&eday=${day + 1}&machid=${id}`);
      return (body as { readonly per_machine: readonly { readonly sto_earn: number }[] }).per_machine[0]?.sto_earn ?? 0;
    };
    for (const { id } of await machines()) {
      const hour = async () => {
        const before = await earned(id);
        clock.pass(60);
        return (await earned(id)) - before;
      };
      const full = await hour();
      const { body } = await send('PUT', `/machines/${id}/cleanup/`, {});
      const left = await hour();
      if ((body as Json).success === true) expect(left).toBeLessThan(full - 1e-9);
      else expect(left).toBeCloseTo(full, 9);
    }
  });

  test('GET /machines/{id}/reports/: "a bare list, the newest 20 of a machine of the caller\'s: problem, message, created_at"', async () => {
    const { machines, send, database } = await start();
    for (const { id, num_reports: count } of await machines()) {
      const { body } = await send('GET', `/machines/${id}/reports/`);
      const reports = body as readonly { readonly problem: string; readonly created_at: number }[];
      expect(reports).toHaveLength(Number(count));
      const times = reports.map(({ created_at: at }) => at);
      expect(times).toEqual(times.toSorted((one, other) => other - one));
      for (const at of times) expect(at).toBeLessThanOrEqual(NOON_S);
    }
    const foreign = database.prepare('SELECT id FROM machines WHERE host_id <> 204117').get()?.id;
    expect((await send('GET', `/machines/${foreign}/reports/`)).status).toBe(403);
  });

  test('DELETE /machines/maintenances {maintenance_id}: one window, and no other', async () => {
    const { machine, send } = await start();
    const { id } = await machine();
    for (const day of ['02', '03'])
      await send('PUT', `/machines/${id}/dnotify`, { sdate: `2026-12-${day}T02:00:00Z`, duration: 1 });
    const stand = async () =>
      ((await send('GET', `/machines/maintenances?owner=me&machine_ids=[${id}]`)).body as readonly Json[])
        .filter(({ cancelled_at: at }) => at === null)
        .map(({ id: window }) => window);
    expect(await send('DELETE', '/machines/maintenances', { maintenance_id: 1 })).toMatchObject({ status: 200 });
    expect(await stand()).toEqual([2]);
    for (const wrong of [{ maintenance_id: 1 }, { maintenance_id: 9 }, {}])
      expect((await send('DELETE', '/machines/maintenances', wrong)).status).toBe(400);
  });

  test('a contract keeps its price: a machine earns what its renters pay, whatever it is listed for since', async () => {
    const { machines, list, send, clock } = await start({ still: false });
    const earned = async (id: number) => {
      const day = NOON_S / DAY_S;
      const { body } = await send('GET', `/users/me/machine-earnings/?sday=${day}&eday=${day}&machid=${id}`);
      return (body as { readonly per_machine: readonly { readonly gpu_earn: number }[] }).per_machine[0]?.gpu_earn ?? 0;
    };
    for (const before of await machines()) {
      await list(before.id, { ...ALL, min_chunk: 1, price_gpu: 40 });
      const from = await earned(before.id);
      clock.pass(60);
      const after = (await machines()).find(({ id }) => id === before.id);
      expect(after).toMatchObject({ listed_gpu_cost: 40, gpu_occupancy: before.gpu_occupancy });
      expect(after?.earn_hour).toBeCloseTo(Number(before.earn_hour), 9);
      expect((await earned(before.id)) - from).toBeCloseTo(Number(before.earn_hour) / 60, 9);
    }
  });

  test('a price that is low brings renters at once, and they pay that', async () => {
    const { machines, list, clock } = await start({ still: false });
    const usedBefore = (await machines()).map(({ current_rentals_resident: used }) => Number(used));
    for (const { id } of await machines()) await list(id, { ...ALL, min_chunk: 1, price_gpu: 0.02 });
    const after = await machines();
    const usedAfter = after.map(({ current_rentals_resident: used }) => Number(used));
    expect(usedAfter.reduce((sum, used) => sum + used)).toBeGreaterThan(usedBefore.reduce((sum, used) => sum + used));
    clock.pass(1800);
    for (const [place, machine] of (await machines()).entries()) {
      // Who came half an hour ago has brought half an hour's price in the last hour.
      const dearest = 0.02 * machine.num_gpus * 0.5 + Number(after[place]?.earn_hour);
      expect(Number(machine.earn_hour)).toBeLessThanOrEqual(dearest + 1e-9);
    }
  });
});
