/**
 * What may be spent: `limits.json`, held against every act that costs more, of however many programs at once.
 *
 * @module-tag program
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { brokenBy, type Spending, type Standing } from '../src/limits/judge.ts';
import { ACTS, type Limits } from '../src/storage/files/limits-file.ts';
import {
  ATTACH_CHANGES,
  CHANGE_KINDS,
  COPY_KINDS,
  INCREASE_ANSWERS,
  KEY_CHANGES,
  TEMPLATE_CHANGES,
} from '../src/storage/journal/changes.ts';
import { VOLUME_RENTS } from '../src/storage/journal/profile-journal.ts';
import { WEBHOOK_CHANGE_KINDS } from '../src/storage/journal/webhooks.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { leasedRow, START_S, startLeaseService } from './support/lease-service.ts';
import { folderInMemory } from './support/local-service.ts';
import { at, gpudeck } from './support/one-shot.ts';
import { startRenter } from './support/renter.ts';
import { instances, OFFER, offers } from './support/renting.ts';
import { hangUp, type ScriptedReply, startScriptedServer } from './support/scripted-server.ts';
import { usedHome } from './support/used-home.ts';

/** 18:00 UTC: six hours are left of the day. */
const EVENING_MS = Date.UTC(2026, 10, 1, 18);

const RENTAL: Spending = {
  act: 'rent',
  perHour: 0.5,
  rentalPerHour: { total: 0.5 },
  instances: 1,
  lease: 'none',
  image: { name: 'ubuntu:24.04' },
  machineId: 7,
};

const KNOWN: Standing['figures'] = { burnPerHour: 1, instances: 2, spentToday: 10, credit: 30 };

const broken = (
  limits: Limits,
  spending: Partial<Spending> = {},
  { figures = KNOWN, reserved = [] }: Partial<Standing> = {},
) =>
  brokenBy(
    [{ place: 'limits.json', limits }],
    { ...RENTAL, ...spending },
    { figures, reserved, nowEpochMs: EVENING_MS },
  );

const members = (...of: Parameters<typeof broken>) => broken(...of).map(({ member }) => member);

describe('a limit', () => {
  test.each<[string, Limits, Limits, Partial<Spending>, Partial<Standing>]>([
    ['of one rental', { per_rental_per_hour: 0.5 }, { per_rental_per_hour: 0.49 }, {}, {}],
    ['of all rates together', { burn_per_hour: 1.5 }, { burn_per_hour: 1.49 }, {}, {}],
    ['of a day: what is spent, and all rates until midnight', { per_day: 19 }, { per_day: 18.9 }, {}, {}],
    ['of instances', { instances: 3 }, { instances: 2 }, {}, {}],
    ['of the runway', { least_runway_hours: 20 }, { least_runway_hours: 20.1 }, {}, {}],
    ['of leases', { longest_lease_hours: 5 }, { longest_lease_hours: 4 }, { lease: 5 }, {}],
    ['of acts', { acts: ['rent'] }, { acts: ['start'] }, {}, {}],
    ['of images', { images: ['ubuntu:*'] }, { images: ['ubuntu', 'debian*'] }, {}, {}],
    ['of machines', { never_machines: [8] }, { never_machines: [7] }, {}, {}],
    [
      'of all rates counts what is reserved',
      { burn_per_hour: 2 },
      { burn_per_hour: 1.9 },
      {},
      { reserved: [{ perHour: 0.5, instances: 1 }] },
    ],
    [
      'of instances counts what is reserved',
      { instances: 4 },
      { instances: 3 },
      {},
      { reserved: [{ perHour: 0.5, instances: 1 }] },
    ],
  ])('%s holds exactly at its figure', (_, kept, exceeded, spending, standing) => {
    expect(members(kept, spending, standing)).toEqual([]);
    expect(members(exceeded, spending, standing)).toEqual(Object.keys(exceeded));
  });

  test.each<Limits>([
    { per_rental_per_hour: 9 },
    { burn_per_hour: 9 },
    { per_day: 99 },
    { instances: 9 },
    { least_runway_hours: 1 },
    { never_machines: [8] },
    { images: ['*'] },
  ])('counts as broken where what it is of is not known: %j', (limits) => {
    const unknown = { perHour: undefined, rentalPerHour: { total: undefined }, machineId: undefined };
    expect(members(limits, { ...unknown, image: { name: undefined } }, { figures: {} })).toEqual(Object.keys(limits));
  });

  test('that a lease is to be there is broken without one', () => {
    expect(members({ lease_required: true })).toEqual(['lease_required']);
    expect(members({ longest_lease_hours: 5 })).toEqual(['longest_lease_hours']);
    expect(members({ lease_required: true }, { lease: 1 })).toEqual([]);
  });

  test('of a host’s prices holds by model', () => {
    const listing: Partial<Spending> = { act: 'list', perHour: 0, instances: 0 };
    const listed = (pricePerGpu: number, model = 'H100') => ({ ...listing, listed: [{ model, pricePerGpu }] });
    const bounds = { price_floor: { H100: 1 }, price_ceiling: { H100: 2 } };
    expect(members(bounds, listed(1.5))).toEqual([]);
    expect(members(bounds, listed(0.9))).toEqual(['price_floor']);
    expect(members(bounds, listed(2.1))).toEqual(['price_ceiling']);
    expect(members(bounds, listed(9, 'RTX 4090'))).toEqual([]);
  });

  test('says what it would come to, what is allowed and where', () => {
    expect(broken({ burn_per_hour: 1 })[0]?.words).toBe(
      'what all costs together would be $1.5000/h, and at most $1.0000/h is allowed (burn_per_hour in limits.json)',
    );
  });
});

/** A home with these limits; the one that the usual folders lie in, and one below which another config folder may lie. */
const homeWith = (limits: object | string, home = folderInMemory()): string => {
  const file = join(home, '.config/gpudeck/limits.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof limits === 'string' ? limits : JSON.stringify(limits), { mode: 0o600 });
  return home;
};

/** The local service with room to rent, and commands in a home with limits. */
const startLimited = async (limits: object | string) => {
  const renter = await startRenter();
  const home = homeWith(limits);
  vi.stubEnv('XDG_CONFIG_HOME', join(home, '.config'));
  vi.stubEnv('XDG_STATE_HOME', join(home, '.local/state'));
  const environment = { GPUDECK_BASE_URL: renter.service.url, GPUDECK_API_KEY: renter.service.apiKey };
  const run = (line: string) => gpudeck([...line.split(' '), '--config', join(home, 'elsewhere')], { environment });
  const before = (await renter.listed()).length;
  /** How many have been rented since. */
  const rented = async () => (await renter.listed()).length - before;
  return { ...renter, run, rented };
};

/** Instances that the account of the local service has from its beginning. */
const OF_BEGINNING = 5;

const RENT = '--image ubuntu:24.04 --disk 16 --max 99 --yes';

describe('what costs more', () => {
  test('is refused before anything is sent, whichever folder --config names, with figures and the member', async () => {
    const { offer, rented, run } = await startLimited({ per_rental_per_hour: 0.0001 });
    const { code, out, errors } = await run(`rent ${(await offer()).id} ${RENT}`);
    expect([code, out]).toEqual([1, '']);
    expect(errors).toMatch(
      /Not sent: what the rental costs would be \$\d+\.\d{4}\/h, and at most \$0\.0001\/h is allowed/,
    );
    expect(errors).toContain('per_rental_per_hour in');
    expect(errors).not.toContain('cancelled');
    expect(await rented()).toBe(0);
  });

  test('is refused where the file cannot be read, and says what is wrong with it', async () => {
    const { offer, rented, run } = await startLimited('{"per_daj": 3}');
    const { code, errors } = await run(`rent ${(await offer()).id} ${RENT}`);
    expect(code).toBe(1);
    expect(errors).toMatch(/what may be spent is not known\. .*limits\.json, line 1, per_daj/);
    expect(await rented()).toBe(0);
  });

  test('is held against all that is rented; what costs less is never refused', async () => {
    const { offer, rented, run } = await startLimited({ instances: OF_BEGINNING + 1 });
    const first = await run(`rent ${(await offer()).id} ${RENT}`);
    expect(first.code).toBe(0);
    const refused = await run(`rent ${(await offer()).id} ${RENT}`);
    expect(refused.errors).toContain('the number of instances would be 7, and at most 6 is allowed (instances in ');
    const id = first.out.trim();
    expect((await run(`instance stop ${id} --yes`)).code).toBe(0);
    expect((await run(`instance destroy ${id} --yes`)).code).toBe(0);
    expect(await rented()).toBe(0);
    expect((await run(`rent ${(await offer()).id} ${RENT}`)).code).toBe(0);
  });

  test('is held against what was rented a moment ago as if it ran already', async () => {
    const { offer, rented, run } = await startLimited({ burn_per_hour: 999 });
    const { id, dph_total: cost } = await offer();
    const used = JSON.parse((await run('limits --json')).out).limits[0].used;
    homeWith({ burn_per_hour: used + 1.5 * Number(cost) }, process.env.XDG_CONFIG_HOME?.replace('/.config', ''));
    expect((await run(`rent ${id} ${RENT}`)).code).toBe(0);
    expect((await run(`rent ${(await offer()).id} ${RENT}`)).errors).toContain('what all costs together would be');
    expect(await rented()).toBe(1);
  });

  test('is held against the image that a template has, and refused where that cannot be read', async () => {
    const { rent, run, send } = await startLimited({ images: ['ubuntu:*', 'nvidia/cuda:*'] });
    const id = await rent();
    const to = (hash: string) => run(`instance change ${id} --to ${hash} --yes`);
    expect((await to('5d2e9c7b14f84a06b3e1d0c9f7a6e852')).errors).toContain(
      'the image vllm/vllm-openai:v0.12.0 is not among those that are allowed (images in ',
    );
    expect((await to('f'.repeat(32))).errors).toContain('which image it runs is not known');
    const { out } = await to('c8a4e0f2719b4d3e86f5a2b1d0c3e974');
    expect(out).toContain('"outcome":"accepted"');
    const { body } = await send('GET', `/api/v0/instances/${id}/`);
    expect(JSON.stringify(body)).toContain('nvidia/cuda:13.0.2');
  });

  test('of twenty programs at once goes as far as there is room: three of three rent', async () => {
    const { service, search, listed } = await startRenter();
    const home = homeWith({ instances: OF_BEGINNING + 3 }, usedHome());
    const found = (await search()).slice(0, 20);
    const ends = await Promise.all(
      found.map(
        ({ id }) =>
          new Promise<number | null>((resolve) => {
            const program = spawn(process.execPath, ['dist/gpudeck.js', 'rent', String(id), ...RENT.split(' ')], {
              env: { HOME: home, GPUDECK_BASE_URL: service.url, GPUDECK_API_KEY: service.apiKey },
              stdio: 'ignore',
            });
            program.on('exit', resolve);
          }),
      ),
    );
    expect(ends.filter((code) => code === 0)).toHaveLength(3);
    expect(await listed()).toHaveLength(OF_BEGINNING + 3);
  });
});

describe('whoever says the amount', () => {
  const AMOUNT = /--over-limit|(\d+\.\d{4})\/h, and at most/;

  test('goes over a limit of money in a command only where limits.json lets commands do that', async () => {
    const { offer, rented, run } = await startLimited({ per_rental_per_hour: 0.0001 });
    const { id } = await offer();
    const amount = AMOUNT.exec((await run(`rent ${id} ${RENT}`)).errors)?.[1];
    const refused = await run(`rent ${id} ${RENT} --over-limit ${amount}`);
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain('limits.json does not let commands go over a limit');
    expect(await rented()).toBe(0);
    homeWith({ per_rental_per_hour: 0.0001, over_limit: true }, process.env.XDG_CONFIG_HOME?.replace('/.config', ''));
    expect((await run(`rent ${id} ${RENT} --over-limit 0.0002`)).errors).toContain(
      `--over-limit ${amount} goes over it`,
    );
    expect((await run(`rent ${id} ${RENT} --over-limit ${amount}`)).code).toBe(0);
    expect(await rented()).toBe(1);
  });

  test('goes over no other: images, machines, acts and leases are as they are written', async () => {
    const { offer, rented, run } = await startLimited({
      images: ['debian:*'],
      per_rental_per_hour: 0,
      over_limit: true,
    });
    const { errors } = await run(`rent ${(await offer()).id} ${RENT} --over-limit 0.1`);
    expect(errors).toContain('the image ubuntu:24.04 is not among those that are allowed');
    expect(await rented()).toBe(0);
  });
});

test('a lease is no longer by being set later, extended or taken away; what ends sooner is let through', async () => {
  const clock = impatientClock(START_S * 1000 + 3_600_000, TIME_LIMITS_MS);
  await using service = await startLeaseService([leasedRow(4711)], clock.now);
  const home = homeWith({ longest_lease_hours: 5 });
  vi.stubEnv('XDG_CONFIG_HOME', join(home, '.config'));
  vi.stubEnv('XDG_STATE_HOME', join(home, '.local/state'));
  const lease = (...args: readonly string[]) => gpudeck(['lease', ...args], { ...at(service), clock });
  const refused = (hours: number) => ({
    code: 1,
    out: '',
    errors: expect.stringContaining(
      `its lease would be ${hours} h, and at most 5 h is allowed (longest_lease_hours in `,
    ),
  });
  expect(await lease('set', '4711', '+6h')).toMatchObject(refused(6));
  expect(await lease('set', '4711', '+5h')).toMatchObject({ code: 0 });
  clock.set(3_600_000);
  expect(await lease('set', '4711', '+5h')).toMatchObject(refused(7));
  expect(await lease('clear', '4711')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('a rental has to have a lease of at most 5 h (longest_lease_hours in '),
  });
  expect(await lease('set', '4711', '+3h', '--then', 'stop')).toMatchObject({ code: 0 });
  homeWith('{', home);
  expect((await lease('set', '4711', '+4h')).errors).toContain('What may be spent is not known.');
  expect((await lease('set', '4711', '+2h')).code).toBe(0);
});

test('gpudeck limits tells what is allowed, what is used up and where that is written', async () => {
  const { offer, run } = await startLimited({ instances: OF_BEGINNING + 1, per_day: 999, images: ['*'] });
  expect((await run('limits')).out).toMatch(/^instances +6 +now 5 .*limits\.json$/m);
  await run(`rent ${(await offer()).id} ${RENT}`);
  const told = JSON.parse((await run('limits --json')).out);
  expect(told).toMatchObject({
    limits: [
      { member: 'per_day', limit: 999, used: expect.any(Number) },
      { member: 'instances', limit: 6, used: 6 },
      { member: 'images', limit: ['*'], used: null },
    ],
    reserved: [],
  });
});

describe('an agent', () => {
  const asAgent = async (limits: object) => {
    const { offer, rented, service } = await startLimited(limits);
    const environment = { GPUDECK_BASE_URL: service.url, GPUDECK_API_KEY: service.apiKey, GPUDECK_AGENT: 'bot' };
    const run = (line: string) => gpudeck([...line.split(' '), '--config', folderInMemory()], { environment });
    return { offer, rented, run };
  };

  test('does what the limits name and nothing else', async () => {
    const { offer, rented, run } = await asAgent({ acts: ['rent', 'destroy'] });
    const { out, code } = await run(`rent ${(await offer()).id} ${RENT}`);
    expect([code, await rented()]).toEqual([0, 1]);
    expect((await run(`instance stop ${out.trim()} --yes`)).errors).toContain('which may only read but for the acts');
    expect((await run(`instance destroy ${out.trim()} --yes`)).code).toBe(0);
    expect((await run(`rent ${(await offer()).id} ${RENT} --read-only`)).errors).toContain('started with --read-only');
  });

  test('only reads where they name none', async () => {
    const { offer, rented, run } = await asAgent({ instances: 99 });
    expect((await run(`rent ${(await offer()).id} ${RENT}`)).code).toBe(2);
    expect(await rented()).toBe(0);
  });
});

test('the acts that limits name are those that the journal notes', () => {
  const noted = [
    ...[...CHANGE_KINDS, ...INCREASE_ANSWERS, ...TEMPLATE_CHANGES, ...COPY_KINDS, ...KEY_CHANGES, ...ATTACH_CHANGES],
    ...[...VOLUME_RENTS, ...WEBHOOK_CHANGE_KINDS, 'delete-volume', 'change-image', 'withdraw', 'rent', 'announce'],
    ...['create', 'list', 'unlist', 'min-bid', 'clean-up'],
  ];
  expect([...ACTS].sort()).toEqual([...noted].sort());
});

test('an act whose answer was lost counts as spent, for a day, whatever the list shows', async () => {
  const reply: ScriptedReply = (response, request) => {
    if (request.path.includes('/bundles')) offers({ ...OFFER, id: idIn(request.body) })(response, request);
    else if (request.method === 'GET') instances()(response, request);
    else hangUp(response, request);
  };
  await using server = await startScriptedServer(...Array.from({ length: 40 }, () => reply));
  const home = homeWith({ instances: 1 });
  vi.stubEnv('XDG_CONFIG_HOME', join(home, '.config'));
  vi.stubEnv('XDG_STATE_HOME', join(home, '.local/state'));
  const environment = { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: 'key' };
  const clock = impatientClock(EVENING_MS, TIME_LIMITS_MS);
  const rent = (id: number) =>
    gpudeck(['rent', String(id), ...RENT.split(' '), '--label', `run-${id}`, '--config', join(home, 'elsewhere')], {
      environment,
      clock,
    });
  expect((await rent(5)).code).toBe(6);
  expect((await rent(6)).errors).toContain('the number of instances would be 2, and at most 1 is allowed');
  clock.set(24 * 3_600_000);
  expect((await rent(7)).code).toBe(6);
});

/** The offer that a search asks for. */
const idIn = (body: string): number => Number(/"id":\{"(?:eq|in)":\[?(\d+)/.exec(body)?.[1]);
