/**
 * What the local service does with volumes (docs/interface.md, Volumes): finding, renting, cloning and deleting them, and what that costs.
 *
 * @module-tag service
 */
import { describe, expect, test } from 'vitest';
import { call, standingClock, startTestService } from './support/local-service.ts';

type Json = Readonly<Record<string, unknown>>;
type Volume = {
  readonly id: number;
  readonly disk_space: number;
  readonly instances: readonly { readonly id: number }[];
};
type VolumeOffer = { readonly id: number; readonly disk_space: number; readonly machine_id: number } & Json;

const start = async (options: Parameters<typeof startTestService>[0] = {}) => {
  const clock = standingClock();
  const service = await startTestService({ clock, offers: 400, ...options });
  const send = (method: string, path: string, body?: unknown) =>
    call(service, method, `/api/v0${path}`, { key: service.apiKey, body });
  const volumes = async () => {
    return ((await send('GET', '/volumes')).body as { readonly volumes: readonly (Volume & Json)[] }).volumes;
  };
  const search = async (body: Json = {}) => {
    const found = await send('POST', '/volumes/search/', { limit: 1000, ...body });
    return (found.body as { readonly offers: readonly VolumeOffer[] }).offers;
  };
  const roomy = async (count = 1) => {
    const found = await search({ disk_space: { gte: 400 }, order: [['storage_cost', 'asc']] });
    return found.slice(0, count);
  };
  const rent = (body: Json) => send('PUT', '/volumes/', body);
  const rented = async (body: Json): Promise<number> => {
    const { volume_name: name } = (await rent(body)).body as { readonly volume_name: string };
    return Number(name.slice(2));
  };
  const rate = async () =>
    ((await send('GET', '/users/spend-rate/')).body as { volume_storage_cost_per_hour: number })
      .volume_storage_cost_per_hour;
  return { clock, send, volumes, search, roomy, rent, rented, rate };
};

describe('POST /volumes/search/', () => {
  test('"body like an offer search": filters, order, limit and the price of so much storage', async () => {
    const { search, send } = await start();
    const all = await search();
    expect(all.length).toBeGreaterThan(20);
    expect(all[0]).toMatchObject({
      ...{ id: expect.any(Number), disk_space: expect.any(Number), storage_cost: expect.any(Number) },
      ...{ disk_bw: expect.any(Number), inet_down: expect.any(Number), duration: expect.any(Number) },
      ...{ machine_id: expect.any(Number), host_id: expect.any(Number), geolocation: expect.any(String) },
    });
    const cheap = await search({
      ...{ storage_cost: { lt: 0.12 }, disk_space: { gte: 500 }, allocated_storage: 72 },
      ...{ order: [['storage_cost', 'asc']], limit: 3 },
    });
    expect(cheap).toHaveLength(3);
    const prices = cheap.map(({ storage_cost: price }) => Number(price));
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    expect(cheap.map(({ storage_total_cost: hour }) => Number(hour) * 10)).toEqual(
      prices.map((price) => expect.closeTo(price, 9)),
    );
    expect(await send('POST', '/volumes/search/', { colour: { eq: 'red' } })).toMatchObject({
      status: 400,
      body: { msg: 'select_filters: volume offers cannot be filtered by colour' },
    });
  });
});

describe('PUT and DELETE /volumes/', () => {
  test('a rented volume takes disk away and costs by the hour until it is deleted, which gives the disk back', async () => {
    const { roomy, rented, volumes, rate, search, send, clock } = await start();
    const [offer] = await roomy();
    const before = await rate();
    const id = await rented({ id: offer?.id, size: 200, name: 'data_1' });
    const cost = (Number(offer?.storage_cost) * 200) / 720;
    expect((await volumes()).find((volume) => volume.id === id)).toMatchObject({
      ...{ status: 'active', label: 'data_1', disk_space: 200, machine_id: offer?.machine_id, instances: [] },
      storage_total_cost: expect.closeTo(cost, 9),
    });
    expect((await rate()) - before).toBeCloseTo(cost, 9);
    const left = async () => (await search({ id: { eq: offer?.id } }))[0];
    expect((await left())?.disk_space).toBeCloseTo(Number(offer?.disk_space) - 200, 6);
    expect((await left())?.storage_cost).toBeCloseTo(Number(offer?.storage_cost), 9);

    clock.pass(3600);
    expect(await send('DELETE', `/volumes/?id=${id}`, { id })).toEqual({ status: 200, body: { success: true } });
    expect((await volumes()).find((volume) => volume.id === id)).toBeUndefined();
    expect(await rate()).toBeCloseTo(before, 9);
    expect((await left())?.disk_space).toBeCloseTo(Number(offer?.disk_space), 6);
    expect(await send('DELETE', `/volumes/?id=${id}`, { id })).toMatchObject({ status: 404 });
  });

  test('"409 volume in use until its instances are destroyed"', async () => {
    const { volumes, send } = await start();
    const used = (await volumes()).find(({ instances }) => instances.length > 0);
    const remove = () => send('DELETE', '/volumes/', { id: used?.id });
    expect(await remove()).toMatchObject({ status: 409, body: { error: 'volume_in_use' } });
    for (const { id } of used?.instances ?? []) {
      await send('PUT', `/instances/${id}/`, { state: 'stopped' });
      expect((await remove()).status).toBe(409);
      await send('DELETE', `/instances/${id}/`);
    }
    expect((await remove()).status).toBe(200);
  });

  test.each([
    ['a name of other characters', { size: 20, name: 'a b' }, 'name: must be 1 to 64 letters, digits or _'],
    ['no size at all', { size: 0 }, 'size: must be a number of GB above 0'],
  ])('%s is refused', async (_, body, msg) => {
    const { roomy, rent } = await start();
    const [offer] = await roomy();
    expect(await rent({ id: offer?.id, ...body })).toMatchObject({ status: 400, body: { msg } });
  });

  test('5.5 s lie between two searches, and between two rents', async () => {
    const { send, search, rent } = await start({ thresholds: true });
    const [offer] = await search();
    expect((await send('POST', '/volumes/search/', {})).status).toBe(429);
    expect((await rent({ id: offer?.id, size: 1 })).status).toBe(200);
    expect((await rent({ id: offer?.id, size: 1 })).status).toBe(429);
  });

  test('more than is free is refused, and an offer that is none', async () => {
    const { roomy, rent } = await start();
    const [offer] = await roomy();
    expect((await rent({ id: offer?.id, size: Number(offer?.disk_space) + 1 })).status).toBe(400);
    expect(await rent({ id: 5, size: 20 })).toMatchObject({ status: 404, body: { error: 'no_such_ask' } });
  });
});

test('POST /volumes/copy/: "src_id (volume), dst_id (offer), size >= source"; what is on it takes its time, and costs at once', async () => {
  const { roomy, rented, volumes, send, clock, rate } = await start();
  const [from, to] = await roomy(2);
  const source = await rented({ id: from?.id, size: 100 });
  const before = await rate();
  const clone = (size: number) => send('POST', '/volumes/copy/', { src_id: source, dst_id: to?.id, size });
  expect(await clone(99)).toMatchObject({ status: 400, body: { msg: `size: volume ${source} has 100 GB` } });
  const { volume_name: name } = (await clone(120)).body as { readonly volume_name: string };
  const find = async () => (await volumes()).find(({ id }) => `V.${id}` === name);
  expect(await find()).toMatchObject({ status: 'creating', disk_space: 120, machine_id: to?.machine_id });
  expect((await rate()) - before).toBeCloseTo((Number(to?.storage_cost) * 120) / 720, 9);
  clock.pass(100_000);
  expect(await find()).toMatchObject({ status: 'active' });
  expect(await send('POST', '/volumes/copy/', { src_id: 5, dst_id: to?.id })).toMatchObject({ status: 404 });
});
