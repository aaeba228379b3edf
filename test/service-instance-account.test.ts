/**
 * What renting does to the account of the local service: money, notifications that are set off, and files of earlier versions.
 *
 * @module-tag service
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDataFile } from '../src/local-service/data-file.ts';
import { standingClock, startTestService, temporaryFolder } from './support/local-service.ts';
import { startRenter, UNTIL_IT_RUNS_S } from './support/renter.ts';

/** A renter on a file, and what stands in it. */
const startOnFile = async (options: Parameters<typeof startRenter>[0] = {}) => {
  const dataFile = join(temporaryFolder(), 'service.db');
  const renter = await startRenter({ dataFile, ...options });
  const rows = (sql: string) => {
    const database = openDataFile(dataFile);
    try {
      return database
        .prepare(sql)
        .all()
        .map((row) => ({ ...row }));
    } finally {
      database.close();
    }
  };
  const types = () => rows('SELECT type, contract_id AS id FROM notifications ORDER BY id');
  return { ...renter, dataFile, rows, types };
};

describe('notifications', () => {
  test('are recorded by type, from creation to destruction', async () => {
    const { rent, send, change, show, clock, types } = await startOnFile();
    const id = await rent();
    const look = async (seconds: number) => {
      clock.pass(seconds);
      await show(id);
    };
    await look(UNTIL_IT_RUNS_S);
    await change(id, { state: 'stopped' });
    await look(3);
    await change(id, { state: 'running' });
    await look(4);
    await send('DELETE', `/api/v0/instances/${id}/`, {});
    expect(types()).toEqual(
      ['created', 'started', 'stopped', 'resumed', 'deleted'].map((event) => ({
        type: `client:instance_${event}`,
        id,
      })),
    );
  });

  test('a failing image and a bid that is outbid set off theirs', async () => {
    const { rent, offer, show, clock, types } = await startOnFile({ still: false, offers: 60 });
    const cheap = await offer({ order: [['min_bid', 'asc']] });
    const bid = await rent({ price: Number(cheap.min_bid) }, cheap.id);
    const broken = await rent({ image: 'fail:x' });
    clock.pass(24 * 3600);
    await show(bid);
    expect(types()).toContainEqual({ type: 'client:error_msgs', id: broken });
    expect(types()).toContainEqual({ type: 'client:outbid', id: bid });
    expect(types()).not.toContainEqual({ type: 'client:instance_started', id: broken });
  });

  test('low credit is told once, and a payment follows when nothing is left', async () => {
    const { rows, listed, clock, send } = await startOnFile();
    const credit = async () => ((await send('GET', '/api/v0/users/current/')).body as { credit: number }).credit;
    expect(await credit()).toBe(25);
    // Three instances of the market run, with their traffic, the disks of all four, and four volumes.
    clock.pass(3600);
    const dph = 25 - (await credit());
    clock.pass(23 * 3600);
    await listed();
    const events = rows('SELECT type, created_at FROM notifications WHERE contract_id IS NULL ORDER BY id');
    expect(events.map(({ type }) => type)).toEqual(['client:low_credit', 'client:payment_receipt']);
    const [low, paid] = events.map(({ created_at: atS }) => (Number(atS) - 1_793_534_400) / 3600);
    expect(low).toBeCloseTo(20 / dph, 2);
    expect(paid).toBeCloseTo(25 / dph, 2);
  });

  test('what happened while no program ran is made up for', async () => {
    const { rent, dataFile, service, clock, rows } = await startOnFile();
    const id = await rent();
    await service.close();
    clock.pass(30 * 24 * 3600);
    const again = await startRenter({ dataFile, clock });
    expect(await again.show(id)).toMatchObject({ actual_status: 'running', uptime_mins: 43_199 });
    expect(rows(`SELECT type FROM notifications WHERE contract_id = ${id} ORDER BY id`)).toEqual([
      { type: 'client:instance_created' },
      { type: 'client:instance_started' },
    ]);
  });
});

describe('money', () => {
  const spent = (rows: (sql: string) => readonly Readonly<Record<string, unknown>>[], id: number) =>
    Number(rows(`SELECT charged FROM contracts WHERE id = ${id}`)[0]?.charged);

  /** A host who asks nothing for it. */
  const FREE_TRAFFIC = { inet_down_cost: { lte: 0 }, inet_up_cost: { lte: 0 } };

  test('GPUs are charged while it runs, disk until it is destroyed, and then nothing more', async () => {
    const { rent, offer, show, change, send, clock, rows, listed } = await startOnFile();
    const id = await rent({ disk: 100 }, (await offer({ ...FREE_TRAFFIC, disk_space: { gte: 100 } })).id);
    const record = await show(id);
    const [gpu, disk] = [Number(record?.dph_base), Number(record?.storage_total_cost)];
    clock.pass(3600);
    await change(id, { state: 'stopped' });
    clock.pass(2);
    await show(id);
    const afterRunning = spent(rows, id);
    expect(afterRunning).toBeGreaterThan((gpu * 3585) / 3600 + disk);
    expect(afterRunning).toBeLessThan((gpu * 3601) / 3600 + (disk * 3603) / 3600);
    clock.pass(10 * 3600);
    await change(id, { state: 'running' });
    expect(spent(rows, id) - afterRunning).toBeCloseTo(disk * 10, 4);
    const credit = () => Number(rows('SELECT credit FROM accounts')[0]?.credit);
    const before = credit();
    const due = spent(rows, id);
    await send('DELETE', `/api/v0/instances/${id}/`);
    expect(before - credit()).toBeCloseTo(due, 6);
    const settled = credit();
    clock.pass(60);
    await listed();
    expect(credit()).toBe(settled);
  });

  test('a bid that is changed is charged from then on', async () => {
    const { rent, offer, send, show, change, clock, rows } = await startOnFile();
    const cheap = await offer(FREE_TRAFFIC);
    const first = Number(cheap.min_bid);
    const id = await rent({ price: first }, cheap.id);
    clock.pass(UNTIL_IT_RUNS_S);
    await change(id, { label: 'counted from here' });
    const before = spent(rows, id);
    clock.pass(3600);
    await send('PUT', `/api/v0/instances/bid_price/${id}/`, { client_id: 'me', price: first * 3 });
    clock.pass(3600);
    await change(id, { label: 'to here' });
    const disk = Number((await show(id))?.storage_total_cost);
    expect(spent(rows, id) - before).toBeCloseTo(first + first * 3 + 2 * disk, 6);
  });
});

describe('a file', () => {
  test('of an earlier version keeps its market and gains the instances that it gave the caller', async () => {
    const dataFile = join(temporaryFolder(), 'service.db');
    const clock = standingClock();
    const first = await startTestService({ dataFile, clock, offers: 300, seed: 9 });
    await first.close();
    const database = openDataFile(dataFile);
    for (const table of [
      'log_results',
      'contract_ssh_keys',
      'contract_phases',
      'contracts',
      'accounts',
      'ssh_keys',
      'notifications',
    ]) {
      database.exec(`DROP TABLE ${table}`);
    }
    database.close();
    const again = await startRenter({ dataFile, clock, offers: undefined, seed: undefined });
    expect(again.service.market).toEqual(expect.objectContaining({ offers: 300, seed: 9 }));
    const ids = (await again.listed()).map(({ id }) => id);
    expect(ids.length).toBeGreaterThanOrEqual(4);
    const volumes = (await again.send('GET', '/api/v0/volumes')).body as {
      volumes: readonly { instances: readonly { id: number }[] }[];
    };
    const inVolumes = volumes.volumes.flatMap(({ instances }) => instances.map(({ id }) => id));
    expect(ids).toEqual(expect.arrayContaining(inVolumes));
  });

  test('keeps what is rented, and what was destroyed does not come back', async () => {
    const { rent, send, service, dataFile, clock } = await startOnFile();
    const id = await rent({ label: 'kept' });
    await send('DELETE', '/api/v0/instances/30000016/');
    await service.close();
    const again = await startRenter({ dataFile, clock });
    const all = await again.listed();
    expect(all).toContainEqual(expect.objectContaining({ id, label: 'kept' }));
    expect(all.map((record) => record.id)).not.toContain(30_000_016);
  });

  test('whose market is made anew loses the instances on the old one', async () => {
    const { rent, service, dataFile, clock } = await startOnFile();
    const id = await rent();
    await service.close();
    const database = openDataFile(dataFile);
    database.exec('ALTER TABLE users ADD COLUMN other TEXT');
    database.close();
    const again = await startRenter({ dataFile, clock });
    expect((await again.listed()).map((record) => record.id)).not.toContain(id);
    expect(await again.rent()).toBe(id + 1);
  });

  test('two programs on one file see the same instances at once', async () => {
    const { rent, dataFile, clock, send } = await startOnFile();
    const other = await startRenter({ dataFile, clock });
    const id = await rent();
    expect(await other.statusOf(id)).toBeNull();
    clock.pass(UNTIL_IT_RUNS_S);
    expect(await other.statusOf(id)).toBe('running');
    await other.send('DELETE', `/api/v0/instances/${id}/`);
    expect((await send('GET', `/api/v0/instances/${id}/`)).body).toEqual({ instances: null });
  });
});
