/**
 * What a caller sends reaches the database as a value, and never as a part of a statement.
 *
 * @module-tag service
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKey, deleteKey, findCaller, listKeys, resetKey } from '../src/local-service/account/keys.ts';
import { createAccountTables } from '../src/local-service/data-file.ts';
import { createTrees } from '../src/local-service/files/trees.ts';
import { createRoutes } from '../src/local-service/http/routes.ts';
import { createQuota, createThresholds } from '../src/local-service/http/thresholds.ts';

import { adoptInstances } from '../src/local-service/instances/adopt.ts';
import { CALLER_USER_ID } from '../src/local-service/market/caller.ts';
import { readMarketRow } from '../src/local-service/market/tables.ts';
import { MINUTE_MS, NOON_EPOCH_MS, openMarket } from './support/market.ts';

/** Text and a number that stand in no statement unless somebody put them there. */
const MARK = "zqx' OR 1=1; DROP TABLE offers; --";
const MARKED_NUMBER = 7_654_321;

/** The service's routes on a market of its own, with every statement that the database is given. */
const openService = () => {
  const database = openMarket({ offers: 40 });
  createAccountTables(database);
  const { value: key } = createKey(database, {
    userId: CALLER_USER_ID,
    name: MARK,
    permissions: 'full',
    nowS: NOON_EPOCH_MS / 1000,
  });
  const own = Number(database.prepare('SELECT id FROM machines WHERE host_id = ?').get(CALLER_USER_ID)?.id);
  const market = readMarketRow(database);
  if (market === undefined) throw new Error('there is no market');
  adoptInstances(database, market, NOON_EPOCH_MS / 1000);
  const askId = Number(
    database.prepare('SELECT id FROM offers WHERE rentable AND NOT vms_enabled ORDER BY place DESC').get()?.id,
  );
  const statements: string[] = [];
  const prepare = database.prepare.bind(database);
  const execute = database.exec.bind(database);
  database.prepare = (sql) => {
    statements.push(sql);
    return prepare(sql);
  };
  database.exec = (sql) => {
    statements.push(sql);
    execute(sql);
  };
  const clock = { now: () => NOON_EPOCH_MS + MINUTE_MS };
  const routes = createRoutes({
    database,
    clock,
    quota: createQuota(undefined, clock),
    thresholds: createThresholds({ isOn: false, clock, database }),
    catchUp: () => {},
    settle: () => {},
    closeDays: () => {},
    world: () => ({ ...market, isStill: true }),
    trees: createTrees(':memory:'),
    seal: 'seal',
    deliver: () => {},
    write: async (work) => work(),
  });
  const call = async (method: string, path: string, body?: unknown, authorization = `Bearer ${key}`) => {
    const response = await routes.request(path, {
      method,
      headers: { authorization },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.status;
  };
  const marked = () => statements.filter((sql) => /zqx|DROP|7654321/i.test(sql));
  return { database, call, own, askId, statements, marked };
};

const FILTERS: Readonly<Record<string, unknown>> = {
  gpu_name: MARK,
  cpu_arch: MARK,
  mobo_name: MARK,
  verification: MARK,
  geolocation: MARK,
  num_gpus: MARKED_NUMBER,
  dph_total: MARKED_NUMBER,
  duration: MARKED_NUMBER,
  driver_version: MARKED_NUMBER,
  os_version: String(MARKED_NUMBER),
  id: String(MARKED_NUMBER),
};
const OPERATORS = ['eq', 'neq', 'gt', 'lt', 'gte', 'lte', 'in', 'notin'] as const;

describe('values', () => {
  test('no filter with any operator, no limit and no size gets into a statement', async () => {
    const { call, statements, marked } = openService();
    for (const [name, value] of Object.entries(FILTERS)) {
      for (const operator of OPERATORS) {
        const operand = operator.endsWith('in') ? [value, value] : value;
        const filter = { [name]: { [operator]: operand } };
        const body = { ...filter, allocated_storage: MARKED_NUMBER, limit: 76543, type: 'bid' };
        expect([filter, await call('POST', '/api/v0/bundles', body)]).toEqual([filter, 200]);
      }
    }
    expect(marked()).toEqual([]);
    expect(statements.filter((sql) => sql.includes('76543'))).toEqual([]);
    expect(statements.filter((sql) => sql.includes('FROM offers'))).not.toEqual([]);
  });

  test('no window, webhook, preferences, key or id gets into a statement', async () => {
    const { call, own, database, statements, marked } = openService();
    const window = { sdate: 7_654_321_000, duration: MARKED_NUMBER, maintenance_reason: MARK };
    const webhook = { name: MARK, webhook_url: 'https://zqx.example.com/7654321', event_types: ['client:outbid'] };
    const preferences = { notification_preferences: { zqx: { drop: { email: true, webhooks: true } } } };
    expect([
      await call('PUT', `/api/v0/machines/${own}/dnotify`, window),
      await call('PUT', `/api/v0/machines/${MARKED_NUMBER}/dnotify`, window),
      await call('PUT', `/api/v0/machines/${encodeURIComponent(MARK)}/dnotify`, window),
      await call('POST', '/api/v0/webhooks', webhook),
      await call('POST', '/api/v0/webhooks', webhook),
      await call('PUT', `/api/v0/users/${CALLER_USER_ID}/notification-prefs`, preferences),
      await call('GET', '/api/v0/volumes', undefined, 'Bearer zqx;DROP'),
    ]).toEqual([200, 404, 404, 200, 409, 200, 401]);
    const nowS = MARKED_NUMBER;
    const { id } = createKey(database, { userId: MARKED_NUMBER, name: MARK, permissions: 'full', nowS });
    resetKey(database, MARKED_NUMBER, nowS);
    resetKey(database, id, nowS);
    deleteKey(database, id, nowS);
    findCaller(database, MARK);
    expect(listKeys(database)).toMatchObject([{ name: MARK }]);
    expect(marked()).toEqual([]);
    expect(statements.filter((sql) => sql.startsWith('INSERT'))).not.toEqual([]);
  });

  test('no image, label, variable, key, token or id of an instance gets into a statement', async () => {
    const { call, askId, statements, marked } = openService();
    const body = { image: 'zqx', label: MARK, env: { ZQX: MARK }, onstart: MARK, args: [MARK], disk: 8 };
    const own = '/api/v0/instances/40000001';
    const ask = (id: unknown) => `/api/v0/asks/${id}`;
    const filters = JSON.stringify({ label: { in: [MARK] } });
    expect([
      await call('POST', ask(askId), { ...body, volume_info: { volume_id: MARKED_NUMBER, mount_path: '/zqx' } }),
      await call('POST', ask(askId), body),
      await call('POST', ask(MARKED_NUMBER), body),
      await call('PUT', ask(MARKED_NUMBER), { target_reliability: 0.5 }),
      await call('PUT', own, { label: MARK }),
      await call('PUT', `/api/v0/instances/bid_price/${MARKED_NUMBER}`, { price: 7.654321 }),
      await call('GET', `/api/v1/instances?select_filters=${encodeURIComponent(filters)}`),
      await call('PUT', '/api/v0/instances/request_logs/40000001', { filter: MARK }),
      await call('GET', `/logs/${encodeURIComponent(MARK)}`),
      await call('POST', '/api/v0/ssh', { ssh_key: `ssh-rsa AAAA7654321 ${MARK}` }),
      await call('POST', `${own}/ssh`, { ssh_key: `ssh-rsa AAAA7654321 ${MARK}` }),
      await call('DELETE', `${own}/ssh/${MARKED_NUMBER}`),
      await call('DELETE', `/api/v0/ssh/${MARKED_NUMBER}`),
      await call('DELETE', `/api/v0/instances/${MARKED_NUMBER}`),
    ]).toEqual([400, 200, 410, 404, 200, 404, 200, 200, 404, 200, 200, 404, 404, 404]);
    expect(marked()).toEqual([]);
    expect(statements.filter((sql) => sql.includes('INTO contracts'))).not.toEqual([]);
  });

  test('whatever the texts are, the statements of a search are the same', async () => {
    const { call, statements } = openService();
    const statementsOf = async (text: string) => {
      statements.length = 0;
      await call('POST', '/api/v0/bundles', { gpu_name: { eq: text }, mobo_name: { notin: [text, text] } });
      return [...statements];
    };
    const expected = await statementsOf('plain');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        expect(await statementsOf(text)).toEqual(expected);
      }),
      { seed: 11, numRuns: 200 },
    );
  });
});

describe('names', () => {
  test.for<[string, object]>([
    ['a field to order by', { order: [[`id; ${MARK}`, 'asc']] }],
    ['an expression to order by', { order: [['(SELECT 7654321)', 'asc']] }],
    ['a column that is no field', { order: [['listed_dph_base', 'asc']] }],
    ['a direction', { order: [['id', `asc; ${MARK}`]] }],
    ['a filter', { [`id=7654321 OR ${MARK}`]: { eq: 1 } }],
    ['a column that is no filter', { first_gpu: { eq: 7_654_321 } }],
    ['an operator', { id: { [`= 7654321 OR ${MARK}`]: 1 } }],
    ['a way of pricing', { type: MARK }],
    ['a limit', { limit: `1; ${MARK}` }],
  ])('%s that the catalogue does not have is refused before the database hears of it', async ([, body]) => {
    const { call, marked, statements } = openService();
    expect(await call('POST', '/api/v0/bundles', body)).toBe(400);
    expect(marked()).toEqual([]);
    expect(statements.filter((sql) => sql.includes('FROM offers'))).toEqual([]);
  });
});
