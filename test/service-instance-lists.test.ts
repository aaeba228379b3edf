/**
 * The lists of instances of the local service (docs/interface.md, List instances): pages, order, fields and filters.
 *
 * @module-tag service
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageOf, readListQuery } from '../src/local-service/instances/list.ts';

import { startRenter, UNTIL_IT_RUNS_S } from './support/renter.ts';

/** The published names of a record. */
const FIELDS =
  `id actual_status intended_status cur_state next_state status_msg label image_uuid image_runtype template_name extra_env
  onstart ssh_host ssh_port public_ipaddr machine_id host_id start_date end_date duration uptime_mins num_gpus gpu_name gpu_ram
  gpu_totalram gpu_util gpu_temp gpu_frac cpu_name cpu_cores cpu_cores_effective cpu_ram cpu_util mem_limit mem_usage disk_space
  disk_usage disk_util volume_info inet_up inet_down direct_port_count static_ip geolocation verification reliability2 is_bid min_bid
  dph_base dph_total storage_cost storage_total_cost search instance time_remaining time_remaining_isbid ports vmem_usage
  target_reliability sla_r_claim credit_balance credit_discount`.split(/\s+/);

/** A renter with instances labelled `a`, `b`, ... of as many offers, besides those that the market gives. */
const startWith = async (labels: readonly string[]) => {
  const renter = await startRenter();
  const ids: number[] = [];
  const machines = new Set<unknown>();
  for (const label of labels) {
    const found = (await renter.search()).find(({ machine_id }) => !machines.has(machine_id));
    machines.add(found?.machine_id);
    ids.push(await renter.rent({ label }, found?.id));
  }
  return { ...renter, ids };
};

const LABELLED = { label: { in: ['a', 'b', 'c', 'd', 'e'] } };

describe('GET /api/v1/instances/', () => {
  test('a record has every published field, null where there is nothing', async () => {
    const { rent, show, clock, offer } = await startRenter();
    const id = await rent({ runtype: 'ssh_direct' }, (await offer({ direct_port_count: { gte: 10 } })).id);
    const before = await show(id);
    expect(Object.keys(before ?? {}).sort()).toEqual([...FIELDS].sort());
    expect(before).toMatchObject({ ports: null, vmem_usage: null, credit_balance: null, target_reliability: null });
    clock.pass(UNTIL_IT_RUNS_S);
    const record = await show(id);
    expect(Object.keys(record ?? {}).sort()).toEqual([...FIELDS].sort());
    expect(record?.ports).toEqual({ '22/tcp': [{ HostIp: '0.0.0.0', HostPort: expect.stringMatching(/^\d{5}$/) }] });
  });

  test('"success, instances[], instances_found, total_instances, next_token?, label_counts{}"', async () => {
    const { page } = await startWith(['a', 'a', 'b']);
    const { status, body } = await page({ select_filters: LABELLED, select_cols: ['label'] });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      instances: [{ label: 'a' }, { label: 'a' }, { label: 'b' }],
      instances_found: 3,
      total_instances: expect.any(Number),
      label_counts: expect.objectContaining({ a: 2, b: 1 }),
    });
    const { total_instances: total, label_counts: counts } = body as {
      total_instances: number;
      label_counts: Record<string, number>;
    };
    expect(total).toBeGreaterThan(3);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(total);
  });

  test('"limit 1 to 25 (25), after_token": pages follow one another, whatever is rented or destroyed in between', async () => {
    const { page, send, ids, rent, search } = await startWith(['a', 'b', 'c', 'd', 'e']);
    const query = {
      limit: 2,
      order_by: [{ col: 'label', dir: 'desc' }],
      select_cols: ['id', 'label'],
      select_filters: LABELLED,
    };
    const first = (await page(query)).body as { instances: readonly { label: string }[]; next_token: string };
    expect(first.instances.map(({ label }) => label)).toEqual(['e', 'd']);
    // The last one shown goes, and one comes that sorts before it.
    await send('DELETE', `/api/v0/instances/${ids[3]}/`);
    await rent({ label: 'e' }, (await search()).at(-1)?.id);
    const second = (await page({ ...query, after_token: first.next_token })).body as typeof first;
    expect(second.instances.map(({ label }) => label)).toEqual(['c', 'b']);
    const third = (await page({ ...query, after_token: second.next_token })).body;
    expect(third).toMatchObject({ instances: [{ label: 'a' }], instances_found: 5 });
    expect(third).not.toHaveProperty('next_token');
  });

  test('"select_filters {"actual_status":{"in":[..]}}", also for a state that is null, and several together', async () => {
    const { listed, change, clock, ids } = await startWith(['a', 'b']);
    const found = async (filters: object) =>
      (await listed({ select_filters: { ...LABELLED, ...filters } })).map(({ id }) => id);
    expect(await found({ actual_status: { in: [null] } })).toEqual(ids);
    clock.pass(UNTIL_IT_RUNS_S);
    await change(ids[0] ?? 0, { state: 'stopped' });
    clock.pass(3);
    expect(await found({ actual_status: { in: ['stopped'] } })).toEqual([ids[0]]);
    expect(await found({ actual_status: { in: ['stopped', 'running'] } })).toEqual(ids);
    expect(await found({ actual_status: { in: ['running'] }, verification: { in: ['verified'] } })).toEqual([ids[1]]);
    expect(await found({ gpu_name: { in: ['Voodoo 2'] } })).toEqual([]);
  });

  test('eight operators on whatever is stored, together and with null', async () => {
    const { listed, ids, change } = await startWith(['a', 'b', 'c']);
    const [a = 0, b = 0, c = 0] = ids;
    const among = async (filters: object) => {
      const found = await listed({ select_filters: filters, order_by: [{ col: 'id' }] });
      return found.map(({ id }) => id).filter((id) => ids.includes(id));
    };
    await change(c, { label: null });
    expect(await among({ id: { eq: a } })).toEqual([a]);
    expect(await among({ id: { eq: String(a) } })).toEqual([a]);
    expect(await among({ id: { neq: a } })).toEqual([b, c]);
    expect(await among({ id: { gt: a, lt: c } })).toEqual([b]);
    expect(await among({ id: { gte: b } })).toEqual([b, c]);
    expect(await among({ id: { lte: b } })).toEqual([a, b]);
    expect(await among({ id: { in: [a, c] }, label: { neq: 'b' } })).toEqual([a]);
    expect(await among({ id: { notin: [a] } })).toEqual([b, c]);
    expect(await among({ is_bid: { eq: false } })).toEqual(ids);
    expect(await among({ is_bid: { eq: 'true' } })).toEqual([]);
    // Null passes only where it is named.
    expect(await among({ label: { gte: 'b' } })).toEqual([b]);
    expect(await among({ label: { notin: ['a'] } })).toEqual([b]);
    expect(await among({ label: { in: [null, 'a'] } })).toEqual([a, c]);
    expect(await among({ label: { eq: null } })).toEqual([c]);
    expect(await among({ label: { notin: [] } })).toEqual(ids);
  });

  test('a limit of 0 and less is 5, and a field that nobody knows is null', async () => {
    const { listed } = await startWith(['a', 'b', 'c', 'd', 'e', 'f']);
    for (const limit of [0, -1]) expect(await listed({ limit })).toHaveLength(5);
    expect(await listed({ limit: 1, select_cols: ['label', 'colour'] })).toEqual([
      { label: expect.anything(), colour: null },
    ]);
  });

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['a limit of 26', { limit: 26 }, 'limit: must be a whole number up to 25'],
    ['a limit that is none', { limit: 'all' }, 'limit: must be a whole number up to 25'],
    ['an empty limit', { limit: ' ' }, 'limit: must be a whole number up to 25'],
    [
      'an order that is no JSON',
      { order_by: 'id' },
      'order_by: must be a list such as [{"col":"start_date","dir":"desc"}]',
    ],
    [
      'another direction',
      { order_by: [{ col: 'id', dir: 'up' }] },
      'order_by: must be a list such as [{"col":"start_date","dir":"desc"}]',
    ],
    ['an order by no field', { order_by: [{ col: 'colour' }] }, 'order_by: instances cannot be ordered by colour'],
    ['an order by an object', { order_by: [{ col: 'search' }] }, 'order_by: instances cannot be ordered by search'],
    [
      'fields that are no list',
      { select_cols: { id: 1 } },
      'select_cols: must be a list of fields such as ["id","label"]',
    ],
    [
      'a filter of no field',
      { select_filters: { colour: { in: ['1'] } } },
      'select_filters: instances cannot be filtered by colour',
    ],
    [
      'a filter of an object',
      { select_filters: { ports: { eq: 1 } } },
      'select_filters: instances cannot be filtered by ports',
    ],
    ...[
      JSON.parse('{"__proto__":{"eq":1}}'),
      { label: { like: 'a' } },
      { label: { in: 'a' } },
      { label: { eq: ['a'] } },
      { label: 'a' },
      [],
    ].map((filters): [string, Readonly<Record<string, unknown>>, string] => [
      `the filters ${JSON.stringify(filters)}`,
      { select_filters: filters },
      'select_filters: must be an object such as {"actual_status":{"in":["running"]}}, with eq, neq, gt, lt, gte, lte, in, notin',
    ]),
  ])('400 invalid_request: %s', async (_, query, msg) => {
    const { page } = await startRenter();
    expect(await page(query)).toEqual({ status: 400, body: { success: false, error: 'invalid_request', msg } });
  });

  test('400 invalid_token: one that is none, and one of another question', async () => {
    const { page } = await startRenter();
    const { next_token: token } = (await page({ limit: 1 })).body as { next_token: string };
    expect((await page({ limit: 3, after_token: token })).status).toBe(200);
    const msg = 'after_token: is not the next_token of a reply to this very query';
    for (const query of [
      { after_token: 'rubbish' },
      { after_token: token, order_by: [{ col: 'label' }] },
      { after_token: token, select_filters: { label: { in: ['a'] } } },
    ]) {
      expect(await page(query)).toEqual({ status: 400, body: { success: false, error: 'invalid_token', msg } });
    }
  });

  test('whatever the order, the pages hold every instance once', () => {
    const cell = fc.oneof(fc.constant(null), fc.integer({ min: -2, max: 2 }), fc.constantFrom('', 'a', 'B'));
    fc.assert(
      fc.property(
        fc.array(fc.record({ one: cell, two: cell }), { maxLength: 30 }),
        fc.constantFrom('asc', 'desc'),
        fc.integer({ min: 1, max: 7 }),
        (cells, dir, limit) => {
          const records = cells.map((own, id) => ({ id, ...own }));
          const fields = ['id', 'one', 'two'];
          const question = { limit: String(limit), order_by: JSON.stringify([{ col: 'one', dir }, { col: 'two' }]) };
          const seen: unknown[] = [];
          for (let token: string | undefined = ''; token !== undefined && seen.length <= records.length; ) {
            const query = readListQuery({ ...question, after_token: token }, fields);
            const paged = query.ok ? pageOf(records, query.value) : query;
            if (!paged.ok) throw new Error(paged.msg);
            seen.push(...paged.page.instances.map(({ id }) => id));
            token = paged.page.nextToken;
          }
          expect([...seen].sort()).toEqual(records.map(({ id }) => id).sort());
        },
      ),
      { seed: 3 },
    );
  });
});

describe('GET /api/v0/instances/', () => {
  test('the older list has all at once, and one instance is the same object', async () => {
    const { send, show, ids } = await startWith(['a', 'b']);
    const { status, body } = await send('GET', '/api/v0/instances/?owner=me');
    expect(status).toBe(200);
    const all = (body as { instances: readonly { id: number }[] }).instances;
    expect(all.slice(-2)).toEqual([await show(ids[0] ?? 0), await show(ids[1] ?? 0)]);
  });

  test('it refuses what only the newer list knows', async () => {
    const { send } = await startRenter();
    expect(await send('GET', '/api/v0/instances/?limit=2')).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: 'limit: this call always answers in full' },
    });
  });
});
