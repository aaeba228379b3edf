/**
 * The local service over HTTP as clients call it that are not ours: older, looser, of another vendor.
 *
 * @module-tag service
 */
import { describe, expect, test } from 'vitest';
import type { Service } from '../src/local-service/serve.ts';
import { call, startTestService } from './support/local-service.ts';

/** Lifts the four defaults (docs/interface.md, filter parameters) and takes everything, by id. */
const EVERYTHING = {
  verified: { in: [true, false] },
  rentable: { in: [true, false] },
  rented: { eq: true },
  cpu_arch: { notin: [] },
  order: [['id', 'asc']],
  limit: 100_000,
};

type Offer = Readonly<Record<string, unknown>>;

const isOffers = (body: unknown): body is { readonly offers: readonly Offer[] } =>
  typeof body === 'object' && body !== null && 'offers' in body && Array.isArray(body.offers);

/** Offers that a search finds; an error that says why there are none. */
const find = async (service: Service, search: object): Promise<readonly Offer[]> => {
  const { status, body } = await call(service, 'POST', '/api/v0/bundles/', { key: service.apiKey, body: search });
  if (!isOffers(body)) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.offers;
};

const start = async () => {
  const service = await startTestService({ offers: 500 });
  const all = await find(service, EVERYTHING);
  const found = async (search: object) => (await find(service, { ...EVERYTHING, ...search })).map(({ id }) => id);
  /** Ids of some offers, neither none nor all. */
  const those = (isThose: (offer: Offer) => boolean) => {
    const ids = all.filter(isThose).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.length).toBeLessThan(all.length);
    return ids;
  };
  return { service, all, found, those };
};

const versionOf = (offer: Offer): number => {
  const [major = 0, minor = 0, patch = 0] = String(offer.driver_version).split('.').map(Number);
  return (major * 1000 + minor) * 1000 + patch;
};

describe('a search of another client', () => {
  test('has booleans as text, alone and in lists, and a flag as text or number', async () => {
    const { found, those } = await start();
    const verified = those((offer) => offer.verification === 'verified');
    for (const word of ['true', 'True', true]) expect(await found({ verified: { eq: word } })).toEqual(verified);
    expect(await found({ verified: { in: ['true'] } })).toEqual(verified);
    expect(await found({ verified: { notin: ['false', false] } })).toEqual(verified);
    const withAvx = those((offer) => offer.has_avx === 1);
    for (const word of ['1', 1, 'true', true]) expect(await found({ has_avx: { eq: word } })).toEqual(withAvx);
    expect(await found({ has_avx: { in: ['1'] } })).toEqual(withAvx);
    expect(await found({ rented: { eq: 'false' } })).toEqual(those((offer) => offer.rented === false));
  });

  test('has a driver version in one number: the packed one, or a major alone', async () => {
    const { found, those } = await start();
    const least = those((offer) => versionOf(offer) >= 560_035_003);
    for (const version of [560_035_003, '560035003', '560.35.03', '560.35.3']) {
      expect(await found({ driver_version: { gte: version } }), String(version)).toEqual(least);
    }
    for (const version of [560, '560', '560.0']) {
      expect(await found({ driver_version: { gte: version } })).toEqual(those((offer) => versionOf(offer) >= 560e6));
    }
    const named = those((offer) => offer.driver_version === '535.86.05');
    expect(await found({ driver_version: { eq: 535_086_005 } })).toEqual(named);
    expect(await found({ driver_version: { in: [535_086_005] } })).toEqual(named);
  });

  test('has a target: "greater than 0 and less than 1", and gets only offers whose host claims as much', async () => {
    const { found, those } = await start();
    const claiming = those((offer) => Number(offer.expected_reliability) >= 0.98);
    expect(await found({ target_reliability: { eq: 0.98 } })).toEqual(claiming);
    expect(await found({ target_reliability: { eq: '0.98' } })).toEqual(claiming);
  });

  test('has a "disk size in GB for the instance to be created", and gets only offers with room for it', async () => {
    const { found, those } = await start();
    const roomy = those((offer) => Number(offer.disk_space) >= 700);
    expect(await found({ allocated_storage: 700 })).toEqual(roomy);
    expect(await found({ allocated_storage: '700.0' })).toEqual(roomy);
  });

  test('asks for unbundled offers, and gets every offer as always', async () => {
    const { all, found } = await start();
    for (const word of [true, false, 'true', 'False']) {
      expect(await found({ disable_bundling: word })).toEqual(all.map(({ id }) => id));
    }
  });

  test('filters by cluster_id and reliability2', async () => {
    const { found, those } = await start();
    expect(await found({ cluster_id: { gte: 1 } })).toEqual(those((offer) => Number(offer.cluster_id) >= 1));
    expect(await found({ reliability2: { gte: '0.99' } })).toEqual(
      those((offer) => Number(offer.reliability2) >= 0.99),
    );
  });

  test('orders by every field that holds one value, and by what follows from one', async () => {
    const { service, all } = await start();
    const names = new Set(all.flatMap((offer) => Object.keys(offer)));
    // Lists, objects, and words that are not published.
    for (const name of [
      'gpu_ids',
      'search',
      'instance',
      'tags',
      'host_run_time',
      'inet_down_billed',
      'inet_up_billed',
    ]) {
      names.delete(name);
    }
    expect(names.size).toBeGreaterThan(90);
    for (const name of [...names, 'ubuntu_version', 'verified', 'datacenter']) {
      const sorted = await find(service, { ...EVERYTHING, order: [[name, 'desc']] });
      expect(sorted, name).toHaveLength(all.length);
      const values = sorted.map((offer) => offer[name] ?? null).filter((value) => value !== null);
      if (values.every((value) => typeof value === 'number'))
        expect(values, name).toEqual([...values].sort((a, b) => b - a));
      // Null comes last.
      expect(
        sorted.slice(0, values.length).every((offer) => offer[name] !== null),
        name,
      ).toBe(true);
    }
    const [first] = await find(service, { ...EVERYTHING, order: [['verified', 'asc']] });
    expect(first?.verification).not.toBe('verified');
    const [center] = await find(service, { ...EVERYTHING, order: [['datacenter', 'desc']] });
    expect(center?.hosting_type).toBe(1);
    const systems = (await find(service, { ...EVERYTHING, order: [['ubuntu_version', 'asc']] })).map(
      (offer) => offer.os_version,
    );
    expect(systems.filter((version) => version !== null)).toEqual(systems.filter((version) => version !== null).sort());
  });

  test.each<[string, object | string, RegExp]>([
    ['no body', '', /body is missing/],
    ['a form', 'q=%7B%22limit%22%3A1%7D', /not valid JSON/],
    ['a query inside', { q: { limit: 1 } }, /^q is not a search field/],
    ['chosen columns', { select_cols: ['id'] }, /^select_cols is not a search field/],
    ['a bare value', { num_gpus: 4 }, /^num_gpus must be an object/],
    ['a disk as a filter', { allocated_storage: { gte: 8 } }, /^allocated_storage must be a number/],
    ['a field before its direction in one list', { order: ['dph_total', 'asc'] }, /^order: each entry/],
    ['a sign as direction', { order: [['-dph_total']] }, /^order: offers cannot be ordered by -dph_total/],
    ['a direction in capitals', { order: [['dph_total', 'ASC']] }, /^order: dph_total must be asc or desc/],
    ['a word as a limit', { limit: 'all' }, /^limit must be/],
    ['a limit in words of another base', { limit: '0x10' }, /^limit must be/],
    ['no limit, written out', { limit: null }, /^limit must be/],
    ['another type', { type: 'spot' }, /^type must be/],
    ['a number without end', '{"num_gpus":{"eq":1e999}}', /^num_gpus: "eq" takes a number/],
    ['a number between a major and a packed version', { driver_version: { gte: 53_508 } }, /^driver_version: "gte"/],
  ])('is refused with 400 and told why: %s', async (_, body, msg) => {
    const service = await startTestService();
    expect(await call(service, 'POST', '/api/v0/bundles', { key: service.apiKey, body })).toEqual({
      status: 400,
      body: { error: expect.any(String), msg: expect.stringMatching(msg) },
    });
  });
});

describe('parameters that ask for a part of an answer', () => {
  const NAMES = ['limit', 'after_token', 'order_by', 'select_cols', 'select_filters'];

  test.each([
    ['GET', '/api/v0/volumes', (msg: string) => ({ detail: msg })],
    ['GET', '/api/v0/users/cloud_integrations/', (msg: string) => ({ success: false, error: 'invalid_args', msg })],
    ['GET', '/api/v0/gpu_names/unique', (msg: string) => ({ success: false, error: 'invalid_args', msg })],
    ['POST', '/api/v0/bundles', (msg: string) => ({ error: 'invalid_args', msg })],
    ['PUT', '/api/v0/machines/1208/dnotify', (msg: string) => ({ success: false, error: 'invalid_args', msg })],
  ])('%s %s does not know them: 400, and each is named', async (method, path, refusal) => {
    const service = await startTestService();
    for (const query of [...NAMES.map((name) => `${name}=1`), 'limit=1&owner=me&order_by=%5B%5D']) {
      const named = NAMES.filter((name) => query.includes(name)).join(', ');
      expect(
        await call(service, method, `${path}?${query}`, {
          key: service.apiKey,
          ...(method === 'POST' && { body: {} }),
        }),
      ).toEqual({
        status: 400,
        body: refusal(`${named}: this call always answers in full`),
      });
    }
  });

  test('in the body of a write they are refused too, and nothing is done', async () => {
    const service = await startTestService();
    const body = { notification_preferences: {}, limit: 5 };
    expect(
      await call(service, 'PUT', '/api/v0/users/204117/notification-prefs', { key: service.apiKey, body }),
    ).toEqual({
      status: 400,
      body: { success: false, error: 'invalid_args', msg: 'limit: this call always answers in full' },
    });
  });

  test('other parameters are passed over', async () => {
    const service = await startTestService();
    const answer = await call(service, 'GET', '/api/v0/volumes?owner=me&api_key=none', { key: service.apiKey });
    expect(answer.status).toBe(200);
  });
});

describe('a rental of another client', () => {
  const send = (service: Service, method: string, path: string, body?: unknown) =>
    call(service, method, path, { key: service.apiKey, body });

  test('goes out as PUT without a slash, with members that mean nothing here, null, and numbers as text', async () => {
    const service = await startTestService({ offers: 500 });
    const [first] = await find(service, { vms_enabled: { eq: false }, limit: 1 });
    const body = {
      client_id: 'me',
      image: 'pytorch/pytorch:latest',
      env: { TZ: 'UTC', WORKERS: 8, DEBUG: false, '-h gpu-box': '1' },
      price: null,
      disk: '16.0',
      label: null,
      extra: null,
      onstart: null,
      image_login: null,
      python_utf8: false,
      lang_utf8: false,
      use_jupyter_lab: false,
      jupyter_dir: null,
      force: false,
      cancel_unavail: false,
      template_hash_id: null,
      user: null,
      runtype: 'ssh_direct',
    };
    const created = await send(service, 'PUT', `/api/v0/asks/${first?.id}`, body);
    expect(created).toEqual({ status: 200, body: { success: true, new_contract: 40_000_001 } });
    const record = (await send(service, 'GET', '/api/v0/instances/40000001?owner=me')).body;
    expect(record).toMatchObject({
      instances: {
        disk_space: 16,
        is_bid: false,
        label: null,
        extra_env: [
          ['TZ', 'UTC'],
          ['WORKERS', '8'],
          ['DEBUG', 'false'],
          ['-h gpu-box', '1'],
        ],
      },
    });
  });

  test('is changed and destroyed with bodies that other clients send', async () => {
    const service = await startTestService({ offers: 500 });
    const [first] = await find(service, { vms_enabled: { eq: false }, limit: 1 });
    const price = String(first?.min_bid);
    await send(service, 'POST', `/api/v0/asks/${first?.id}/`, { image: 'ubuntu', price });
    const own = '/api/v0/instances/40000001';
    const bid = '/api/v0/instances/bid_price/40000001';
    expect((await send(service, 'PUT', bid, { client_id: 'me', price: '0.75' })).status).toBe(200);
    expect((await send(service, 'PUT', own, { client_id: 'me', label: 'by hand' })).status).toBe(200);
    expect((await send(service, 'GET', `${own}/`)).body).toMatchObject({
      instances: { label: 'by hand', dph_base: 0.75 },
    });
    expect((await send(service, 'DELETE', own)).status).toBe(200);
    const list = '/api/v1/instances?limit=5&order_by=[{"col":"id","dir":"desc"}]&select_cols=["*"]&owner=me';
    const { body } = await send(service, 'GET', list);
    const ids = (body as { instances: readonly { id: number }[] }).instances.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    expect(ids).toContain(30_000_016);
  });
});
