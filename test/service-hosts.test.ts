/**
 * What the local service tells a host (docs/interface.md, Hosts): machines, windows announced, and their withdrawal.
 *
 * @module-tag service
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { Service } from '../src/local-service/serve.ts';
import { call, standingClock, startTestService, temporaryFolder } from './support/local-service.ts';

/** The published names of a machine's record. */
const FIELDS = `id hostname geolocation num_gpus gpu_name listed listed_gpu_cost listed_storage_cost listed_inet_up_cost
  listed_inet_down_cost min_bid_price gpu_occupancy earn_hour earn_day current_rentals_running current_rentals_resident reliability2
  num_reports verification driver_version disk_space end_date machine_id min_chunk credit_discount_max listed_volume_cost timeout
  hosting_type`.split(/\s+/);

type Machine = Readonly<Record<string, unknown>> & { readonly id: number };

const get = (service: Service, path: string, key = service.apiKey) => call(service, 'GET', `/api/v0${path}`, { key });

const put = (service: Service, path: string, body: unknown, key = service.apiKey) =>
  call(service, 'PUT', `/api/v0${path}`, { key, body });

const machinesOf = async (service: Service): Promise<readonly Machine[]> => {
  const { body } = await get(service, '/machines/?owner=me');
  return (body as { readonly machines: readonly Machine[] }).machines;
};

const announce = (service: Service, machineId: unknown, sdate: string, duration = 2) =>
  put(service, `/machines/${machineId}/dnotify`, { sdate, duration, maintenance_category: 'disk' });

const windowsOf = async (service: Service, query = '') =>
  (await get(service, `/machines/maintenances?owner=me${query}`)).body as readonly Readonly<Record<string, unknown>>[];

const startOnFile = async (options: Parameters<typeof startTestService>[0] = {}) => {
  const dataFile = join(temporaryFolder(), 'service.db');
  const service = await startTestService({ dataFile, ...options });
  return { service, database: new DatabaseSync(dataFile) };
};

describe('GET /api/v0/machines/', () => {
  test('"machines[]", each with the published fields, and nobody else\'s', async () => {
    const { service, database } = await startOnFile();
    const machines = await machinesOf(service);
    const own = database.prepare('SELECT id FROM machines WHERE host_id = 204117 ORDER BY id').all();
    expect(machines.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
    expect(machines.length).toBeGreaterThanOrEqual(3);
    for (const machine of machines) expect(Object.keys(machine).sort()).toEqual([...FIELDS].sort());
  });

  test('"a letter for each GPU, with blanks between: D on demand, R reserved, I interruptible, x free", and what it earns follows', async () => {
    const { service, database } = await startOnFile();
    const [machine] = await machinesOf(service);
    const id = machine?.id ?? 0;
    const gpus = Number(machine?.num_gpus);
    expect(machine?.gpu_occupancy).toMatch(new RegExp(`^[DRIx]( [DRIx]){${gpus - 1}}$`));
    database.exec(`DELETE FROM instances WHERE machine_id = ${id}`);
    const [empty] = await machinesOf(service);
    expect(empty).toMatchObject({
      gpu_occupancy: Array(gpus).fill('x').join(' '),
      earn_hour: 0,
      earn_day: 0,
      current_rentals_running: 0,
      current_rentals_resident: 0,
    });
    // The instance of this number is let on demand.
    database.exec(`INSERT INTO instances VALUES (39000000, ${id}, 5, 0, 1, 'running'), (1, ${id}, 6, 1, 1, 'exited')`);
    const [busy] = await machinesOf(service);
    expect(busy).toMatchObject({ current_rentals_running: 1, current_rentals_resident: 2 });
    expect(busy?.gpu_occupancy).toBe(`D${' x'.repeat(gpus - 1)}`);
    expect(busy?.earn_hour).toBe(busy?.listed_gpu_cost);
    expect(busy?.earn_day).toBeCloseTo(24 * Number(busy?.listed_gpu_cost), 9);
  });

  test('what the caller rents on an own machine is told by its contract, and what it has earned by the time since', async () => {
    const clock = standingClock();
    const { service, database } = await startOnFile({ clock });
    const [machine] = await machinesOf(service);
    database.exec(`DELETE FROM instances WHERE machine_id = ${machine?.id}; UPDATE offers SET rentable = 1`);
    const offer = database.prepare('SELECT id, min_bid FROM offers WHERE machine_id = ?').get(machine?.id ?? 0);
    const bid = Number(offer?.min_bid) + 0.5;
    const rented = await put(service, `/asks/${offer?.id}/`, { image: 'a/b', disk: 8, price: bid });
    expect(rented.status).toBe(200);
    const [after] = await machinesOf(service);
    expect(after?.gpu_occupancy).toMatch(/^I( I)*( x)*$/);
    expect(after).toMatchObject({ earn_hour: 0, earn_day: 0 });
    clock.pass(7200);
    const [later] = await machinesOf(service);
    expect(later?.earn_hour).toBeCloseTo(bid, 9);
    expect(Number(later?.earn_day) / bid).toBeGreaterThan(1.8);
    expect(Number(later?.earn_day) / bid).toBeLessThanOrEqual(2);
  });

  test('"owner=me" is the only owner; "t 2.5" lies between two calls; nobody asks without a key', async () => {
    const clock = standingClock();
    const { service } = await startOnFile({ thresholds: true, clock });
    expect((await get(service, '/machines/?owner=7')).status).toBe(400);
    expect((await get(service, '/machines/')).status).toBe(200);
    clock.pass(2.4);
    const early = await get(service, '/machines/');
    expect(early).toMatchObject({ status: 429, body: { detail: 'API requests too frequent endpoint threshold=2.5' } });
    clock.pass(0.1);
    expect((await get(service, '/machines/')).status).toBe(200);
    expect((await call(service, 'GET', '/api/v0/machines/')).status).toBe(401);
  });
});

describe('GET /api/v0/machines/maintenances', () => {
  test('"a bare list: id, machine_id, start_time, end_time, duration_hours, ..., created_at, cancelled_at?"', async () => {
    const service = await startTestService();
    const [machine] = await machinesOf(service);
    await announce(service, machine?.id, '2026-12-01T02:00:00Z', 1.5);
    expect(await windowsOf(service)).toEqual([
      {
        id: 1,
        machine_id: machine?.id,
        start_time: 1_796_090_400,
        end_time: 1_796_095_800,
        duration_hours: 1.5,
        maintenance_category: 'disk',
        maintenance_reason: '',
        created_at: 1_793_534_400,
        cancelled_at: null,
      },
    ]);
  });

  test('"bare list" of one host: what another has announced is not in it, and is not withdrawn with it', async () => {
    const { service, database } = await startOnFile();
    const [machine] = await machinesOf(service);
    for (const day of ['02', '03']) await announce(service, machine?.id, `2026-12-${day}T02:00:00Z`);
    database.exec('UPDATE maintenance_windows SET user_id = 7 WHERE id = 2');
    expect((await windowsOf(service)).map(({ id }) => id)).toEqual([1]);
    await put(service, `/machines/${machine?.id}/cancel_maint/`, {});
    expect(database.prepare('SELECT id FROM maintenance_windows WHERE cancelled_at IS NULL').all()).toMatchObject([
      { id: 2 },
    ]);
    database.close();
  });

  test('"machine_ids = JSON list" leaves out the other machines; what is no such list is refused', async () => {
    const service = await startTestService();
    const [first, second] = await machinesOf(service);
    await announce(service, first?.id, '2026-12-02T02:00:00Z');
    await announce(service, second?.id, '2026-12-01T02:00:00Z');
    const ids = async (query?: string) => (await windowsOf(service, query)).map(({ machine_id: id }) => id);
    expect(await ids()).toEqual([second?.id, first?.id]);
    expect(await ids(`&machine_ids=[${first?.id}]`)).toEqual([first?.id]);
    expect(await ids('&machine_ids=[]')).toEqual([]);
    for (const wrong of ['7', '[1', '["a"]', '{}']) {
      const path = `/machines/maintenances?machine_ids=${encodeURIComponent(wrong)}`;
      expect((await get(service, path)).status).toBe(400);
    }
  });
});

describe('PUT /api/v0/machines/{id}/cancel_maint/', () => {
  const withdraw = (service: Service, id: unknown, body: unknown = { client_id: 'me', machine_id: id }) =>
    put(service, `/machines/${id}/cancel_maint/`, body);

  test('"withdraws **all** windows of that host on that machine", and no others', async () => {
    const clock = standingClock();
    const service = await startTestService({ clock });
    const [first, second] = await machinesOf(service);
    for (const day of ['02', '03']) await announce(service, first?.id, `2026-12-${day}T02:00:00Z`);
    await announce(service, second?.id, '2026-12-04T02:00:00Z');
    clock.pass(60);
    expect(await withdraw(service, first?.id)).toEqual({
      status: 200,
      body: { success: true, machine_id: first?.id, msg: '2 maintenance windows withdrawn' },
    });
    const at = 1_793_534_460;
    expect((await windowsOf(service)).map(({ cancelled_at: when }) => when)).toEqual([at, at, null]);
    // Repeated, there is nothing left, and what was withdrawn stays as it was.
    clock.pass(60);
    expect((await withdraw(service, first?.id)).body).toMatchObject({ msg: '0 maintenance windows withdrawn' });
    expect((await windowsOf(service)).map(({ cancelled_at: when }) => when)).toEqual([at, at, null]);
  });

  test('what is over is not withdrawn', async () => {
    const clock = standingClock();
    const service = await startTestService({ clock });
    const [machine] = await machinesOf(service);
    await announce(service, machine?.id, '2026-11-01T13:00:00Z', 1);
    clock.pass(3 * 3600);
    expect((await withdraw(service, machine?.id)).body).toMatchObject({ msg: '0 maintenance windows withdrawn' });
    expect(await windowsOf(service)).toMatchObject([{ cancelled_at: null }]);
  });

  test("another host's machine, none at all, and another id in the body are refused", async () => {
    const { service, database } = await startOnFile();
    const foreign = database.prepare('SELECT id FROM machines WHERE host_id <> 204117').get()?.id;
    const [machine] = await machinesOf(service);
    const refusals = await Promise.all([
      withdraw(service, foreign),
      withdraw(service, 999_999),
      withdraw(service, 'mine', {}),
      withdraw(service, machine?.id, { client_id: 'me', machine_id: 999_999 }),
      withdraw(service, machine?.id, { client_id: 'you' }),
      call(service, 'PUT', `/api/v0/machines/${machine?.id}/cancel_maint/`, { body: {} }),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([403, 404, 404, 400, 400, 401]);
  });
});

test('a file of an older version gets the columns that it lacks, and keeps its windows', async () => {
  const dataFile = join(temporaryFolder(), 'service.db');
  const older = await startTestService({ dataFile });
  const [machine] = await machinesOf(older);
  await announce(older, machine?.id, '2026-12-01T02:00:00Z');
  await older.close();
  const database = new DatabaseSync(dataFile);
  database.exec(
    'ALTER TABLE maintenance_windows DROP COLUMN cancelled_at; ALTER TABLE webhooks DROP COLUMN secret_seed',
  );
  database.close();
  const newer = await startTestService({ dataFile });
  expect(await windowsOf(newer)).toMatchObject([{ machine_id: machine?.id, cancelled_at: null }]);
});
