/**
 * What a renter does with an instance of the local service (docs/interface.md, Change instance), on a clock in the test's hand.
 *
 * @module-tag service
 */
import { describe, expect, test } from 'vitest';
import { openDataFile } from '../src/local-service/data-file.ts';
import { temporaryFolder } from './support/local-service.ts';
import { startRenter, UNTIL_IT_RUNS_S } from './support/renter.ts';

const refusal = (status: number, error: string, msg: unknown) => ({ status, body: { success: false, error, msg } });
const DONE = { status: 200, body: { success: true } };

/** A renter with one instance that runs. */
const startRunning = async (body: object = {}) => {
  const renter = await startRenter();
  const id = await renter.rent(body);
  renter.clock.pass(UNTIL_IT_RUNS_S);
  return { ...renter, id };
};

describe('an instance', () => {
  test('is null, loading and running, one after the other, also on a market that stands still', async () => {
    const { rent, statusOf, clock } = await startRenter({ still: true });
    const id = await rent();
    const seen = [await statusOf(id)];
    for (let second = 1; second <= UNTIL_IT_RUNS_S; second++) {
      clock.pass(1);
      seen.push(await statusOf(id));
    }
    expect([...new Set(seen)]).toEqual([null, 'loading', 'running']);
  });

  test('has a GPU that is used and minutes that it is up, and none of these when it does not run', async () => {
    const { show, change, clock, id } = await startRunning();
    clock.pass(600);
    expect(await show(id)).toMatchObject({
      uptime_mins: 10,
      gpu_util: expect.any(Number),
      gpu_temp: expect.any(Number),
      mem_usage: expect.any(Number),
      status_msg: 'success, running ubuntu:24.04',
    });
    await change(id, { state: 'stopped' });
    clock.pass(3);
    expect(await show(id)).toMatchObject({
      ports: null,
      uptime_mins: null,
      gpu_util: null,
      gpu_temp: null,
      mem_usage: null,
      mem_limit: null,
    });
  });

  test('named fail: never starts', async () => {
    const { show, id } = await startRunning({ image: 'fail:cuda' });
    expect(await show(id)).toMatchObject({
      actual_status: 'exited',
      intended_status: 'running',
      status_msg: 'Error response from daemon: manifest for fail:cuda not found',
    });
  });

  test('with target_state stopped is loaded and does not run until it is started', async () => {
    const { show, statusOf, change, clock, id } = await startRunning({ target_state: 'stopped' });
    expect(await show(id)).toMatchObject({ actual_status: 'stopped', intended_status: 'stopped' });
    expect(await change(id, { state: 'running' })).toEqual(DONE);
    expect(await statusOf(id)).toBe('loading');
    clock.pass(UNTIL_IT_RUNS_S);
    expect(await statusOf(id)).toBe('running');
  });
});

describe('PUT /api/v0/instances/{id}/', () => {
  test('"state running or stopped": stops, starts again, and does nothing where that is so already', async () => {
    const { show, statusOf, change, clock, id } = await startRunning();
    expect(await change(id, { state: 'running' })).toEqual(DONE);
    expect(await statusOf(id)).toBe('running');
    expect(await change(id, { state: 'stopped' })).toEqual(DONE);
    expect(await show(id)).toMatchObject({ actual_status: 'running', intended_status: 'stopped' });
    clock.pass(2);
    expect(await statusOf(id)).toBe('stopped');
    expect(await change(id, { state: 'stopped' })).toEqual(DONE);
    expect(await change(id, { state: 'running' })).toEqual(DONE);
    expect(await show(id)).toMatchObject({ actual_status: 'loading', intended_status: 'running' });
    clock.pass(3);
    expect(await statusOf(id)).toBe('running');
  });

  test('stop and start are accepted while it is provisioned and when it has exited', async () => {
    const { rent, statusOf, change, clock } = await startRenter();
    const id = await rent({ image: 'fail:x' });
    expect(await change(id, { state: 'stopped' })).toEqual(DONE);
    expect(await statusOf(id)).toBe('stopped');
    expect(await change(id, { state: 'running' })).toEqual(DONE);
    clock.pass(UNTIL_IT_RUNS_S);
    expect(await statusOf(id)).toBe('exited');
    expect(await change(id, { state: 'running' })).toEqual(DONE);
    expect(await statusOf(id)).toBe('loading');
    clock.pass(UNTIL_IT_RUNS_S);
    expect(await change(id, { state: 'stopped' })).toEqual(DONE);
    expect(await statusOf(id)).toBe('stopped');
  });

  test('"label <= 1024", and null takes it away', async () => {
    const { show, change, id } = await startRunning();
    expect(await change(id, { label: 'x'.repeat(1024) })).toEqual(DONE);
    expect(await show(id)).toMatchObject({ label: 'x'.repeat(1024), actual_status: 'running' });
    expect(await change(id, { label: 'x'.repeat(1025) })).toEqual(
      refusal(400, 'invalid_args', 'label: must be at most 1024 characters'),
    );
    expect(await change(id, { label: null })).toEqual(DONE);
    expect(await show(id)).toMatchObject({ label: null });
  });

  test.each<[object, string]>([
    [{}, 'the body must have a state or a label'],
    [{ state: 'frozen' }, 'state: must be running or stopped'],
    [{ label: 7 }, 'label: must be a string'],
  ])('%o is refused', async (body, msg) => {
    const { change, id } = await startRunning();
    expect(await change(id, body)).toEqual(refusal(400, 'invalid_args', msg));
  });
});

describe('PUT /api/v0/instances/reboot/{id}/', () => {
  test('restarts what runs: rebooting, then running with a new uptime', async () => {
    const { show, statusOf, send, clock, id } = await startRunning();
    clock.pass(600);
    expect(await send('PUT', `/api/v0/instances/reboot/${id}/`, {})).toEqual(DONE);
    expect(await statusOf(id)).toBe('rebooting');
    clock.pass(5);
    expect(await show(id)).toMatchObject({ actual_status: 'running', uptime_mins: 0 });
  });

  test('is refused where nothing runs', async () => {
    const { rent, send } = await startRenter();
    const id = await rent();
    expect(await send('PUT', `/api/v0/instances/reboot/${id}/`, {})).toEqual(
      refusal(409, 'not_running', `instance ${id} does not run: start it instead`),
    );
  });
});

describe('PUT /api/v0/instances/recycle/{id}/', () => {
  test('makes the container anew: its image is pulled, and its files are gone', async () => {
    const { show, statusOf, send, clock, id } = await startRunning();
    const recycle = () => send('PUT', `/api/v0/instances/recycle/${id}/`, {});
    expect(await recycle()).toEqual(DONE);
    expect(await statusOf(id)).toBe('loading');
    expect((await show(id))?.status_msg).toMatch(/^Pulling /);
    expect(await recycle()).toEqual(refusal(409, 'not_running', `instance ${id} does not run: start it first`));
    clock.pass(10);
    expect(await show(id)).toMatchObject({ actual_status: 'running', uptime_mins: 0 });
  });
});

describe('PUT /api/v0/instances/bid_price/{id}/', () => {
  test('"client_id "me", price 0.001 to 32"', async () => {
    const { rent, offer, show, send } = await startRenter();
    const cheap = await offer();
    const id = await rent({ price: Number(cheap.min_bid) }, cheap.id);
    const bid = (price: unknown) => send('PUT', `/api/v0/instances/bid_price/${id}/`, { client_id: 'me', price });
    expect(await bid(0.5)).toEqual(DONE);
    expect(await show(id)).toMatchObject({ is_bid: true, dph_base: 0.5 });
    for (const price of [0.0009, 32.1, 'all']) {
      expect(await bid(price)).toEqual(
        refusal(400, 'invalid_price', 'price: must be a number from 0.001 to 32 in $/h'),
      );
    }
    expect(await bid(undefined)).toEqual(refusal(400, 'invalid_price', 'price: is missing'));
    expect(await show(id)).toMatchObject({ dph_base: 0.5 });
  });

  test('what is rented on demand has no bid', async () => {
    const { send, id } = await startRunning();
    expect(await send('PUT', `/api/v0/instances/bid_price/${id}/`, { price: 1 })).toEqual(
      refusal(400, 'invalid_args', `instance ${id} is rented on demand: there is no bid to change`),
    );
  });
});

describe('on a market that moves', () => {
  test('a bid below the others is outbid, and comes back when it is raised and started', async () => {
    const renter = await startRenter({ still: false, offers: 60 });
    const cheap = await renter.offer({ order: [['min_bid', 'asc']] });
    const id = await renter.rent({ price: Number(cheap.min_bid) }, cheap.id);
    for (let hours = 0; hours < 48 && (await renter.statusOf(id)) !== 'exited'; hours++) renter.clock.pass(3600);
    expect(await renter.show(id)).toMatchObject({
      actual_status: 'exited',
      intended_status: 'stopped',
      status_msg: `Outbid: the smallest bid rose above ${cheap.min_bid} $/h`,
    });
    // With the same bid it is outbid again at once.
    await renter.change(id, { state: 'running' });
    renter.clock.pass(UNTIL_IT_RUNS_S);
    expect(await renter.show(id)).toMatchObject({ actual_status: 'exited', intended_status: 'stopped' });
    await renter.send('PUT', `/api/v0/instances/bid_price/${id}/`, { client_id: 'me', price: 1 });
    await renter.change(id, { state: 'running' });
    renter.clock.pass(UNTIL_IT_RUNS_S);
    expect(await renter.statusOf(id)).toBe('running');
  });

  test('a host goes away for a while: unknown, offline without start or stop, then exited until it is started', async () => {
    const renter = await startRenter({ still: false, offers: 60 });
    const id = 30_000_016;
    // Its machine goes away after 21 h 10 min, for 17 minutes.
    renter.clock.pass(1270 * 60 - 1);
    expect(await renter.statusOf(id)).toBe('running');
    renter.clock.pass(1);
    expect(await renter.statusOf(id)).toBe('unknown');
    expect(await renter.change(id, { state: 'running' })).toEqual(DONE);
    renter.clock.pass(120);
    expect(await renter.statusOf(id)).toBe('offline');
    const msg = `the machine of instance ${id} cannot be reached: wait until it is back, or destroy it`;
    for (const state of ['running', 'stopped']) {
      expect(await renter.change(id, { state })).toEqual(refusal(409, 'instance_offline', msg));
    }
    expect((await renter.send('PUT', `/api/v0/instances/reboot/${id}/`, {})).status).toBe(409);
    expect(await renter.change(id, { label: 'gone' })).toEqual(DONE);
    renter.clock.pass(15 * 60);
    expect(await renter.show(id)).toMatchObject({ actual_status: 'exited', intended_status: 'running', label: 'gone' });
    await renter.change(id, { state: 'running' });
    renter.clock.pass(UNTIL_IT_RUNS_S);
    expect(await renter.statusOf(id)).toBe('running');
  });

  test('nobody else gets the GPUs that are rented here', async () => {
    const dataFile = `${temporaryFolder()}/service.db`;
    const renter = await startRenter({ still: false, dataFile });
    const rented: number[] = [];
    for (let count = 0; count < 10; count++) {
      rented.push(await renter.rent({}, (await renter.offer({ num_gpus: { eq: 1 } })).id));
    }
    const database = openDataFile(dataFile);
    for (let hours = 0; hours < 30; hours += 1) {
      renter.clock.pass(7200);
      await renter.search();
      const overlaps = database
        .prepare(
          `SELECT mine.id FROM instances mine JOIN instances i ON i.machine_id = mine.machine_id AND i.id <> mine.id
           WHERE mine.renter_id = 204117 AND i.first_gpu < mine.first_gpu + mine.num_gpus AND mine.first_gpu < i.first_gpu + i.num_gpus`,
        )
        .all();
      expect(overlaps).toEqual([]);
    }
    database.close();
    expect((await renter.listed({ limit: 25 })).map(({ id }) => id)).toEqual(expect.arrayContaining(rented));
  });
});
