/**
 * What other vendors' clients do to several at once on the local service (docs/interface.md, Several at once).
 *
 * @module-tag service
 */
import { describe, expect, test } from 'vitest';
import { startRenter, UNTIL_IT_RUNS_S } from './support/renter.ts';

const refusal = (status: number, error: string, msg: unknown) => ({ status, body: { success: false, error, msg } });

/** A renter, and offers of so many machines. */
const start = async (count: number) => {
  const renter = await startRenter();
  const machines = Map.groupBy(await renter.search(), ({ machine_id }) => machine_id);
  const offers = [...machines.values()].flatMap(([first]) => first?.id ?? []).slice(0, count);
  const bulk = (ids: unknown, more: object = {}) =>
    renter.send('POST', '/api/v0/asks/bulk/', { image: 'ubuntu:24.04', disk: 16, ids, ...more });
  return { ...renter, offers, bulk };
};

describe('POST /api/v0/asks/bulk/', () => {
  test('rents what can be had; "partial success is 200"', async () => {
    const { offers, bulk, show } = await start(2);
    const [one = 0, other = 0] = offers;
    const gone = { ask_id: 7, success: false, new_contract: null, state: null, error: 'no_such_ask' };
    const had = { success: true, state: 'running', error: null, msg: null };
    expect(await bulk([one, 7, String(other), one], { label: 'many' })).toEqual({
      status: 200,
      body: {
        success: true,
        results: [
          { ask_id: one, new_contract: 40_000_001, ...had },
          { ...gone, msg: 'offer 7 is gone: search again' },
          { ask_id: other, new_contract: 40_000_002, ...had },
        ],
        created: [40_000_001, 40_000_002],
        failed: [7],
        elapsed: 0,
      },
    });
    expect(await show(40_000_002)).toMatchObject({ label: 'many', disk_space: 16 });
  });

  test('none at all is a refusal', async () => {
    const { bulk, listed } = await start(0);
    const before = (await listed()).length;
    expect(await bulk([7, 8])).toMatchObject({
      status: 410,
      body: { success: false, error: 'no_such_ask', created: [], failed: [7, 8] },
    });
    expect(await bulk([7], { image: undefined })).toMatchObject({ status: 400, body: { error: 'invalid_args' } });
    expect(await listed()).toHaveLength(before);
  });

  test.each([undefined, [], 'all', [-1], ['x'], Array.from({ length: 65 }, (_, place) => place + 1)])(
    'the ids %j are none',
    async (ids) => {
      const { bulk } = await start(0);
      expect(await bulk(ids)).toMatchObject({ status: 400, body: { success: false, error: 'invalid_args' } });
    },
  );
});

describe('PUT and DELETE /api/v0/instances/', () => {
  test('starts, stops and destroys several; what was done to one is 200', async () => {
    const { offers, bulk, send, clock, statusOf, show } = await start(2);
    await bulk(offers);
    clock.pass(UNTIL_IT_RUNS_S);
    const ids = [40_000_001, 5, 40_000_002];
    const results = [
      { id: 40_000_001, success: true },
      { id: 5, success: false, error: 'not_found', msg: 'you have no instance 5' },
      { id: 40_000_002, success: true },
    ];
    const done = { status: 200, body: { success: true, results } };
    expect(await send('PUT', '/api/v0/instances/', { state: 'stopped', ids })).toEqual(done);
    clock.pass(3);
    expect([await statusOf(40_000_001), await statusOf(40_000_002)]).toEqual(['stopped', 'stopped']);
    expect(await send('PUT', '/api/v0/instances/', { state: 'running', ids })).toEqual(done);
    expect(await statusOf(40_000_002)).toBe('loading');
    expect(await send('DELETE', '/api/v0/instances/', { instance_ids: ids })).toEqual(done);
    expect(await show(40_000_001)).toBeUndefined();
    expect(await send('DELETE', '/api/v0/instances/', { instance_ids: ids })).toEqual(
      refusal(404, 'instances_not_found', 'you have none of the instances 40000001, 5, 40000002'),
    );
    expect(await send('PUT', '/api/v0/instances/', { state: 'stopped', ids })).toMatchObject(
      refusal(404, 'not_found', 'you have no instance 40000001'),
    );
  });

  test('without ids or without a state: 400, and nothing is done', async () => {
    const { send, listed } = await start(0);
    const before = (await listed()).length;
    const [first] = await listed();
    for (const body of [
      undefined,
      {},
      { ids: [first?.id] },
      { state: 'stopped' },
      { state: 'frozen', ids: [first?.id] },
    ]) {
      expect(await send('PUT', '/api/v0/instances/', body)).toMatchObject({ status: 400, body: { success: false } });
    }
    for (const body of [undefined, {}, { ids: [first?.id] }, { instance_ids: [] }]) {
      expect(await send('DELETE', '/api/v0/instances/', body)).toMatchObject({ status: 400, body: { success: false } });
    }
    expect(await listed()).toHaveLength(before);
  });
});
