/**
 * What the local service tells of money (docs/interface.md, Money): what is left and burned, charges, payments, earnings.
 *
 * @module-tag service
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { payIn } from '../src/cli/commands/service-credit.ts';
import { openDataFile } from '../src/local-service/data-file.ts';
import { folderInMemory, standingClock } from './support/local-service.ts';
import { startRenter, UNTIL_IT_RUNS_S } from './support/renter.ts';

const NOON_S = 1_793_534_400;
const DAY_S = 86_400;
/** 2026-11-01. */
const TODAY = Math.floor(NOON_S / DAY_S);

type Row = Readonly<Record<string, unknown>> & { readonly amount: number };
type ChargeRow = Row & { readonly items: readonly (Row & { readonly type: string })[]; readonly source: string };
type Page<Each> = {
  readonly success: boolean;
  readonly count: number;
  readonly total: number;
  readonly next_token?: string;
  readonly results: readonly Each[];
};

/** A renter who reads about money, with a filter as JSON. */
const startPayer = async (options: Parameters<typeof startRenter>[0] = {}) => {
  const renter = await startRenter(options);
  const get = async <Body>(path: string, query: Readonly<Record<string, unknown>> = {}) => {
    const entries = Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]);
    return (await renter.send('GET', `/api${path}?${new URLSearchParams(entries)}`)) as { status: number; body: Body };
  };
  const user = async () => (await get<Readonly<Record<string, unknown>>>('/v0/users/current/')).body;
  const charges = async (first = TODAY, last = first, query: object = {}) => {
    const day = { gte: first * DAY_S, lte: last * DAY_S + DAY_S - 1 };
    return (await get<Page<ChargeRow>>('/v0/charges/', { select_filters: { day }, ...query })).body;
  };
  return { ...renter, get, user, charges };
};

describe('GET /api/v0/users/current/', () => {
  test('"id, key_id, email, balance, ssh_key", with credit, card and the key that "is in it"', async () => {
    const { service, user } = await startPayer();
    expect(await user()).toMatchObject({
      id: service.userId,
      key_id: expect.any(Number),
      email: expect.any(String),
      balance: expect.any(Number),
      ssh_key: expect.stringMatching(/^ssh-/),
      credit: 25,
      balance_threshold: 5,
      balance_threshold_enabled: true,
      has_billing: true,
      last4: '4242',
      api_key: service.apiKey,
    });
  });

  test('credit falls by the second: instances, traffic and volumes', async () => {
    const { user, get, clock } = await startPayer();
    const rate = (await get<Readonly<Record<string, unknown>>>('/v0/users/spend-rate/')).body;
    clock.pass(1);
    const perHour = (25 - Number((await user()).credit)) * 3600;
    const burn =
      Number(rate.gpu_cost_per_hour) +
      Number(rate.container_storage_cost_per_hour) +
      Number(rate.volume_storage_cost_per_hour);
    expect(perHour).toBeGreaterThan(burn);
    expect(perHour).toBeLessThan(burn * 1.1);
  });
});

describe('GET /api/v0/users/spend-rate/', () => {
  test('is what the records of instances and volumes say together', async () => {
    const { get, listed, send } = await startPayer();
    const { body } = await get('/v0/users/spend-rate/');
    const records = (await listed()).map(({ instance }) => instance as Readonly<Record<string, number>>);
    const sum = (name: string) => records.reduce((all, record) => all + Number(record[name]), 0);
    const { volumes } = (await send('GET', '/api/v0/volumes')).body as {
      readonly volumes: readonly { readonly status: string; readonly storage_total_cost: number }[];
    };
    const costly = volumes.filter(({ status }) => status !== 'offline');
    expect(body).toEqual({
      success: true,
      gpu_cost_per_hour: expect.closeTo(sum('gpuCostPerHour'), 9),
      container_storage_cost_per_hour: expect.closeTo(sum('diskHour'), 9),
      volume_storage_cost_per_hour: expect.closeTo(
        costly.reduce((all, { storage_total_cost: dph }) => all + dph, 0),
        9,
      ),
      has_active_resources: true,
    });
  });
});

describe('GET /api/v0/charges/', () => {
  test('"a row is one contract over the whole window. start and end are days": destroyed ones too', async () => {
    const { rent, send, clock, charges, show } = await startPayer();
    const id = await rent({ label: 'gone', disk: 100 });
    const record = await show(id);
    const [gpu, disk] = [Number(record?.dph_base), Number(record?.storage_total_cost)];
    clock.pass(UNTIL_IT_RUNS_S);
    await show(id);
    clock.pass(24 * 3600);
    await send('DELETE', `/api/v0/instances/${id}/`);
    clock.pass(24 * 3600);
    const own = (rows: Page<ChargeRow>) => rows.results.find(({ source }) => source === `instance-${id}`);
    const whole = own(await charges(TODAY, TODAY + 2));
    expect(whole).toMatchObject({
      start: TODAY * DAY_S,
      end: (TODAY + 1) * DAY_S,
      type: 'instance',
      source: `instance-${id}`,
      metadata: { label: 'gone' },
    });
    const amountOf = (type: string, row = whole) => row?.items.find((item) => item.type === type)?.amount ?? 0;
    expect(amountOf('gpu')).toBeCloseTo(24 * gpu, 2);
    expect(amountOf('disk')).toBeCloseTo(24 * disk, 2);
    expect(whole?.items[0]).toMatchObject({ start: TODAY * DAY_S, source: null, metadata: {}, items: [] });
    const days = [own(await charges(TODAY)), own(await charges(TODAY + 1)), own(await charges(TODAY + 2))];
    expect(days[2]).toBeUndefined();
    // It was rented at noon.
    expect(amountOf('gpu', days[0])).toBeCloseTo(12 * gpu, 2);
    expect(Number(days[0]?.amount) + Number(days[1]?.amount)).toBeCloseTo(Number(whole?.amount), 2);
  });

  test('amounts have three decimals, and a row is the sum of its items', async () => {
    const { charges, clock } = await startPayer();
    clock.pass(3 * DAY_S);
    const { results } = await charges(TODAY, TODAY + 3);
    expect(results.length).toBeGreaterThan(4);
    for (const { amount, items } of results) {
      for (const figure of [amount, ...items.map((item) => item.amount)])
        expect(figure).toBe(Number(figure.toFixed(3)));
      expect(items.reduce((sum, item) => sum + item.amount, 0)).toBeCloseTo(amount, 9);
    }
  });

  test('"type {in: [...]}", "limit" and "after_token", which needs the same filters', async () => {
    const { charges, clock, get } = await startPayer();
    clock.pass(3600);
    const all = await charges();
    expect([all.success, all.count, all.total]).toEqual([true, all.results.length, all.results.length]);
    const first = await charges(TODAY, TODAY, { limit: 2 });
    expect(first).toMatchObject({ count: 2, total: all.total, next_token: expect.any(String) });
    const rest = await charges(TODAY, TODAY, { limit: 500, after_token: first.next_token });
    expect([...first.results, ...rest.results]).toEqual(all.results);
    expect(rest).not.toHaveProperty('next_token');
    const day = { gte: TODAY * DAY_S, lte: TODAY * DAY_S };
    const volumes = await get<Page<ChargeRow>>('/v0/charges/', { select_filters: { day, type: { in: ['volume'] } } });
    expect(new Set(volumes.body.results.map(({ type }) => type))).toEqual(new Set(['volume']));
    const other = { select_filters: { day, type: { in: ['volume'] } }, after_token: first.next_token };
    expect(await get('/v0/charges/', other)).toMatchObject({ status: 400, body: { error: 'invalid_token' } });
  });

  test('"400: no day.gte/lte (no error)"', async () => {
    const { get } = await startPayer();
    for (const query of [{}, { select_filters: 'no JSON' }, { select_filters: { day: { gte: 1 } } }]) {
      const { status, body } = await get('/v0/charges/', query);
      expect([status, body]).toEqual([400, { success: false, msg: expect.any(String) }]);
    }
  });
});

describe('GET /api/v1/invoices/', () => {
  const when = { gte: NOON_S - DAY_S, lte: NOON_S + 60 * DAY_S };

  test('"what was paid in is negative": the first credit and what the card paid', async () => {
    const { get, clock, user } = await startPayer();
    clock.pass(30 * 3600);
    await user();
    const { body } = await get<Page<Row>>('/v1/invoices/', { select_filters: { when } });
    expect(body.results.map(({ type, amount }) => [type, amount])).toEqual([
      ['credit', -50],
      ['credit', -25],
    ]);
    expect(body.results[0]).toEqual({
      id: expect.any(Number),
      start: expect.any(Number),
      end: body.results[0]?.start,
      type: 'credit',
      source: 'stripe',
      description: expect.any(String),
      amount: -50,
      metadata: { invoice_id: expect.any(Number), service: 'stripe_payments' },
      items: [],
    });
    const order = { order_by: [{ col: 'amount_cents', dir: 'desc' }], limit: 1 };
    const cheapest = (await get<Page<Row>>('/v1/invoices/', { select_filters: { when }, ...order })).body;
    expect(cheapest).toMatchObject({ count: 1, total: 2, results: [{ amount: -25 }] });
  });

  test('"no or bad when: 200 success:false, error Invalid date range"; another token is a 400', async () => {
    const { get } = await startPayer();
    for (const query of [{}, { select_filters: {} }, { select_filters: { when: { from: 1 } } }]) {
      const { status, body } = await get('/v1/invoices/', query);
      expect([status, body]).toMatchObject([200, { success: false, error: 'Invalid date range' }]);
    }
    const { status, body } = await get('/v1/invoices/', { select_filters: { when }, after_token: 'x' });
    expect([status, body]).toMatchObject([400, { error: 'invalid_token' }]);
  });
});

describe('GET /api/v0/users/me/machine-earnings/', () => {
  type Parts = Readonly<Record<'gpu_earn' | 'sto_earn' | 'bwu_earn' | 'bwd_earn', number>>;
  type Earned = {
    readonly summary: Readonly<Record<string, number>>;
    readonly per_machine: readonly (Parts & { readonly machine_id: number })[];
    readonly per_day: readonly (Parts & { readonly day: number })[];
    readonly current: Readonly<Record<string, number>>;
  };
  const total = ({ gpu_earn, sto_earn, bwu_earn, bwd_earn }: Parts) => gpu_earn + sto_earn + bwu_earn + bwd_earn;
  const sum = (rows: readonly Parts[]) => rows.reduce((all, row) => all + total(row), 0);

  test('by machine and by day is the same money, "eday included"; a day that is over stays', async () => {
    const { get, clock } = await startPayer({ still: false });
    const days = { sday: TODAY - 7, eday: TODAY };
    const { body } = await get<Earned>('/v0/users/me/machine-earnings/', days);
    expect(body.per_day.map(({ day }) => day)).toEqual(Array.from({ length: 8 }, (_, place) => TODAY - 7 + place));
    expect(sum(body.per_day)).toBeCloseTo(sum(body.per_machine), 9);
    expect(sum(body.per_day)).toBeCloseTo(
      Object.values(body.summary).reduce((all, part) => all + part, 0),
      9,
    );
    expect(body.current.balance).toBeGreaterThan(0);
    clock.pass(DAY_S);
    const later = (await get<Earned>('/v0/users/me/machine-earnings/', days)).body;
    expect(later.per_day.slice(0, -1)).toEqual(body.per_day.slice(0, -1));
    // The rest of what was today then.
    expect(total(later.per_day[7] as Parts)).toBeGreaterThan(total(body.per_day[7] as Parts));
    const [machine] = body.per_machine;
    const one = (await get<Earned>('/v0/users/me/machine-earnings/', { ...days, machid: machine?.machine_id })).body;
    expect(one.per_machine.map(({ machine_id: id }) => id)).toEqual([machine?.machine_id]);
  });

  test.each([true, false])('an hour brings what the list of machines says of the last one: still %s', async (still) => {
    const { get, send, clock } = await startPayer({ still });
    const earnedOf = async () => {
      const { body } = await get<Earned>('/v0/users/me/machine-earnings/', { sday: TODAY, eday: TODAY });
      return new Map(body.per_machine.map(({ machine_id: id, gpu_earn: gpu }) => [id, gpu]));
    };
    const before = await earnedOf();
    // On a market that moves nobody comes, goes or sets another price within a minute here.
    const seconds = still ? 3600 : 60;
    clock.pass(seconds);
    const after = await earnedOf();
    const { machines } = (await send('GET', '/api/v0/machines/?owner=me')).body as {
      readonly machines: readonly { readonly id: number; readonly earn_hour: number }[];
    };
    expect(machines.filter(({ earn_hour: dollars }) => dollars > 0).length).toBeGreaterThan(1);
    for (const { id, earn_hour: dollars } of machines) {
      expect(Number(after.get(id)) - Number(before.get(id))).toBeCloseTo((dollars * seconds) / 3600, 9);
    }
  });

  test('is paid out on Fridays, from 20 $ on, and has arrived a week later', async () => {
    const { get, user } = await startPayer();
    await user();
    const when = { gte: 0, lte: NOON_S };
    const { body } = await get<Page<Row & { readonly start: number; readonly end: number | null }>>('/v1/invoices/', {
      select_filters: { when, service: { eq: 'paypal_manual' } },
      latest_first: false,
    });
    expect(body.results.length).toBeGreaterThan(1);
    for (const { start, amount, type } of body.results) {
      expect([new Date(start * 1000).getUTCDay(), type]).toEqual([5, 'payout']);
      expect(amount).toBeGreaterThanOrEqual(20);
    }
    // 2026-11-01 is a Sunday: what was told on Friday is on its way.
    expect(body.results.map(({ end }) => end === null)).toEqual(
      body.results.map((_, place, all) => place === all.length - 1),
    );
    const earned = (await get<Earned>('/v0/users/me/machine-earnings/', { last_days: 40 })).body;
    const arrived = body.results.filter(({ end }) => end !== null).reduce((all, { amount }) => all + amount, 0);
    expect(earned.current.balance).toBeCloseTo(sum(earned.per_day) - arrived, 6);
    expect((await user()).balance).toBeCloseTo(Number(earned.current.balance), 9);
  });

  test('fractions of days are cut, none is yesterday, and a bad one is a 400', async () => {
    const { get } = await startPayer();
    const path = '/v0/users/me/machine-earnings/';
    const fraction = { sday: TODAY - 0.5, eday: TODAY - 0.5 };
    expect((await get(path, fraction)).body).toMatchObject({ sday: TODAY - 1, eday: TODAY - 1 });
    expect((await get(path)).body).toMatchObject({ sday: TODAY - 1, eday: TODAY - 1 });
    for (const query of [{ sday: 'x' }, { sday: TODAY, eday: TODAY - 1 }, { last_days: 0 }]) {
      expect(await get(path, query)).toMatchObject({ status: 400, body: { error: 'invalid_args' } });
    }
  });
});

describe('GET /api/v0/instances/balance/{id}/', () => {
  test('"refundable_deposit, total_discount, discount_months", and "404 no_such_instance"', async () => {
    const { get, listed } = await startPayer();
    const [instance] = await listed();
    expect((await get(`/v0/instances/balance/${instance?.id}/`)).body).toEqual({
      success: true,
      refundable_deposit: 0,
      total_discount: 0,
      discount_months: 0,
    });
    for (const id of ['1', 'word']) {
      expect(await get(`/v0/instances/balance/${id}/`)).toMatchObject({
        status: 404,
        body: { error: 'no_such_instance' },
      });
    }
  });
});

test.each([
  ['/api/v0/charges/?select_filters={"day":{"gte":0,"lte":0}}', 1],
  ['/api/v1/invoices/?select_filters={"when":{"gte":0}}', 3],
  ['/api/v0/users/me/machine-earnings/', 2],
  ['/api/v0/instances/balance/30000016/', 3],
])('the threshold of %s is %d s', async (path, threshold) => {
  const { send, clock } = await startPayer({ thresholds: true });
  expect((await send('GET', path)).status).toBe(200);
  clock.pass(threshold - 0.1);
  expect(await send('GET', path)).toMatchObject({
    status: 429,
    body: { detail: `API requests too frequent endpoint threshold=${threshold}` },
  });
  clock.pass(0.1);
  expect((await send('GET', path)).status).toBe(200);
});

describe('an account without a card', () => {
  /** An instance that costs so much that 25 $ are gone within days, and what became of it. */
  const startPoor = async () => {
    const dataFile = join(folderInMemory(), 'service.db');
    const payer = await startPayer({ dataFile, hasCard: false });
    const id = await payer.rent({ label: 'all of it' });
    const statusOf = async (instanceId: number) => (await payer.show(instanceId))?.actual_status;
    const messages = () => {
      const database = openDataFile(dataFile);
      const rows = database
        .prepare("SELECT type, message FROM notifications WHERE type LIKE '%credit%' ORDER BY id")
        .all();
      database.close();
      return rows.map(({ type, message }) => `${type}: ${message}`);
    };
    const credit = async () => Number((await payer.user()).credit);
    return { ...payer, id, dataFile, statusOf, messages, credit };
  };

  test('at zero all instances stop and it is told; disks and volumes take it below', async () => {
    const { user, listed, clock, messages, credit, get } = await startPoor();
    expect(await user()).toMatchObject({ has_billing: false, last4: null });
    clock.pass(25 * 3600);
    const records = await listed();
    expect(new Set(records.map(({ actual_status: status }) => status))).toEqual(new Set(['stopped']));
    expect(new Set(records.map(({ intended_status: status }) => status))).toEqual(new Set(['stopped']));
    expect(messages()).toEqual([
      'client:low_credit: The balance is below 5 $',
      'client:low_credit: Nothing is left: all instances are stopped, and their disks go on costing',
    ]);
    const first = await credit();
    expect(first).toBeLessThan(0);
    const rate = (await get<Readonly<Record<string, unknown>>>('/v0/users/spend-rate/')).body;
    expect(rate.gpu_cost_per_hour).toBe(0);
    clock.pass(3600);
    const hour = Number(rate.container_storage_cost_per_hour) + Number(rate.volume_storage_cost_per_hour);
    expect(first - (await credit())).toBeCloseTo(hour, 9);
    expect(messages()).toHaveLength(2);
  });

  test('below zero nothing is started or rented, until it is topped up', async () => {
    const { id, change, clock, send, offer, dataFile, statusOf, credit, messages } = await startPoor();
    clock.pass(30 * 3600);
    expect(await change(id, { state: 'running' })).toMatchObject({ status: 400, body: { error: 'missing_billing' } });
    const bulk = await send('PUT', '/api/v0/instances/', { state: 'running', ids: [id] });
    expect(bulk).toMatchObject({ status: 400, body: { error: 'insufficient_credit' } });
    const rented = () =>
      offer().then(({ id: askId }) => send('PUT', `/api/v0/asks/${askId}/`, { image: 'ubuntu:24.04' }));
    expect(await rented()).toMatchObject({ status: 400, body: { error: 'insufficient_credit' } });
    const before = await credit();
    const place = { dataFile, clock };
    expect(payIn(50, place)).toEqual({
      code: 0,
      out: `$50.00 paid in: the credit is $${(before + 50).toFixed(2)} now\n`,
      error: '',
      told: { paid_in: 50, credit: expect.closeTo(before + 50, 9) },
    });
    expect(await credit()).toBeCloseTo(before + 50, 9);
    expect(messages().at(-1)).toBe('client:credit_received: 50 $ were paid in');
    expect(await change(id, { state: 'running' })).toMatchObject({ status: 200 });
    clock.pass(UNTIL_IT_RUNS_S);
    expect(await statusOf(id)).toBe('running');
    expect(await rented()).toMatchObject({ status: 200 });
  });

  test('the same in one step as in many: the market goes on as it did when the service ran last', async () => {
    const inSteps = await startPoor();
    const atOnce = await startPoor();
    for (let hour = 0; hour < 40; hour++) {
      inSteps.clock.pass(3600);
      await inSteps.user();
    }
    atOnce.clock.pass(40 * 3600);
    await atOnce.service.close();
    payIn(10, atOnce);
    payIn(10, inSteps);
    const again = await startPayer({ dataFile: atOnce.dataFile, clock: atOnce.clock });
    expect(Number((await again.user()).credit)).toBeCloseTo(await inSteps.credit(), 6);
    // Without a word the account is as it was.
    expect(await again.user()).toMatchObject({ has_billing: false });
  });

  test('where there is no database, or none with an account, nothing is paid in', () => {
    const dataFile = join(folderInMemory(), 'none.db');
    const clock = standingClock();
    expect(payIn(5, { dataFile, clock })).toMatchObject({
      code: 1,
      error: expect.stringContaining('"gpudeck service" makes one'),
    });
    expect(existsSync(dataFile)).toBe(false);
    openDataFile(dataFile).close();
    expect(payIn(5, { dataFile, clock })).toMatchObject({
      code: 1,
      error: expect.stringContaining('has no account yet'),
    });
  });
});

describe('a market that begins with a month behind it', () => {
  test.each([1, 60, 3000])('has 25 $ and up to three instances that cost little: %d offers', async (offers) => {
    const { user, listed, get } = await startPayer({ hasBeginning: true, offers, seed: 1 });
    expect((await user()).credit).toBeCloseTo(25, 9);
    const records = await listed();
    if (offers > 1) expect(records.map(({ label }) => label)).toEqual(['train-7b', 'inference', 'sweep 3']);
    const perHour = records.map(({ instance }) => (instance as { readonly totalHour: number }).totalHour);
    expect(perHour.reduce((sum, dollars) => sum + dollars, 0)).toBeLessThanOrEqual(0.05);
    // Only a large market has a GPU that is cheap enough.
    if (offers === 3000)
      expect(records.map(({ actual_status: status }) => status)).toEqual(['running', 'stopped', 'exited']);
    const { body } = await get<Readonly<Record<string, unknown>>>('/v0/users/spend-rate/');
    expect(body.volume_storage_cost_per_hour).toBeLessThan(0.05);
  });

  test('has bills of each day, of what is gone too, and they are what the credit says', async () => {
    const dataFile = join(folderInMemory(), 'service.db');
    const { charges, get, listed } = await startPayer({ dataFile, hasBeginning: true });
    const whole = await charges(TODAY - 29, TODAY);
    const ids = (await listed()).map(({ id }) => `instance-${id}`);
    const sources = whole.results.map(({ source }) => source);
    expect(sources).toEqual(expect.arrayContaining(ids));
    expect(sources.filter((source) => source.startsWith('volume-'))).toHaveLength(2);
    const gone = whole.results.filter(({ source }) => source.startsWith('instance-') && !ids.includes(source));
    expect(gone.map(({ metadata }) => metadata)).toEqual(
      ['baseline', 'sweep 2', 'sweep 1'].map((label) => ({ label })),
    );
    const kinds = new Set(whole.results.flatMap(({ items }) => items.map(({ type }) => type)));
    expect(kinds).toEqual(new Set(['gpu', 'disk', 'bwd', 'bwu']));
    let sum = 0;
    for (let day = TODAY - 24; day <= TODAY; day++) {
      const { results } = await charges(day);
      expect(results.length).toBeGreaterThan(1);
      sum += results.reduce((all, { amount }) => all + amount, 0);
    }
    expect(sum).toBeLessThan(whole.results.reduce((all, { amount }) => all + amount, 0));
    const when = { gte: NOON_S - 30 * DAY_S, lte: NOON_S };
    const { body } = await get<Page<Row>>('/v1/invoices/', {
      select_filters: { when, service: { eq: 'stripe_payments' } },
    });
    expect(body.results.map(({ amount }) => amount)).toEqual([-25, -25]);
    const database = openDataFile(dataFile);
    const paid = database
      .prepare(
        "SELECT (SELECT total(-amount) FROM payments WHERE type = 'credit') - (SELECT total(gpu + disk + sla + bwd + bwu) FROM charges) AS dollars",
      )
      .get();
    const living = database
      .prepare(
        `SELECT c.charged, (SELECT total(gpu + disk + sla + bwd + bwu) FROM charges WHERE source_id = c.id) AS billed FROM
           (SELECT id, charged FROM contracts UNION ALL SELECT volume_id, charged FROM volume_meters) c`,
      )
      .all();
    database.close();
    expect(living).toHaveLength(5);
    // What was paid less all bills is what is left, to the cent.
    expect(Number(paid?.dollars)).toBeCloseTo(25, 2);
    for (const { charged, billed } of living) expect(charged).toBeCloseTo(Number(billed), 9);
  });

  test('begins once: a market that is there stays as it is', async () => {
    const dataFile = join(folderInMemory(), 'service.db');
    const bare = await startPayer({ dataFile });
    const ids = (await bare.listed()).map(({ id }) => id);
    await bare.service.close();
    const again = await startPayer({ dataFile, hasBeginning: true, clock: bare.clock });
    expect((await again.listed()).map(({ id }) => id)).toEqual(ids);
    expect((await again.charges(TODAY - 29, TODAY - 1)).results).toEqual([]);
  });
});
