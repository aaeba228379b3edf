/** Plan and apply: what a command would send is kept, and sent once as it was planned, or not at all. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planFiles } from '../src/storage/files/plan-files.ts';
import { impatientClock, TIME_LIMITS_MS } from './support/impatient-clock.ts';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';
import { OFFER } from './support/renting.ts';
import { json, type ScriptedReply, startScriptedServer } from './support/scripted-server.ts';

const STOPPED = {
  ...{
    id: 5,
    actual_status: 'stopped',
    intended_status: 'stopped',
    machine_id: 8005,
    num_gpus: 2,
    gpu_name: 'RTX 4090',
  },
  ...{ dph_base: 0.49, dph_total: 0.5, storage_total_cost: 0.01, search: { totalHour: 0.5, diskHour: 0.01 } },
};

const TOKEN = 'hf_Qx7hJ2mV9tokenOfSomebody';

/** A service whose instance and offer a test changes, and commands with one state folder. */
const start = async () => {
  const now: { instance: object; offer: object; key: string; token: string; put?: true } = {
    ...{ instance: STOPPED, offer: OFFER, key: 'sk-test-0123456789', token: TOKEN },
  };
  const writes: string[] = [];
  const reply: ScriptedReply = (response, request) => {
    const { method, path, body } = request;
    if (method === 'GET' && path.includes('/instances'))
      json(200, { success: true, instances: [now.instance] })(response, request);
    else if (path.includes('/bundles')) json(200, { offers: [now.offer] })(response, request);
    else if (method === 'GET') json(404, {})(response, request);
    else {
      writes.push(`${method} ${path} ${body}`);
      const refused = json(405, { success: false, error: 'method_not_allowed', msg: 'POST is not allowed here' });
      (now.put && method === 'POST' ? refused : json(200, { success: true, new_contract: 77 }))(response, request);
    }
  };
  const server = await startScriptedServer(...Array.from({ length: 60 }, () => reply));
  const folder = temporaryFolder();
  const clock = impatientClock(Date.UTC(2026, 10, 22, 12), TIME_LIMITS_MS);
  const run = (...args: readonly string[]) =>
    gpudeck(['--config', folder, ...args], {
      environment: { GPUDECK_BASE_URL: server.url, GPUDECK_API_KEY: now.key, HF_TOKEN: now.token },
      clock,
    });
  const plan = async (...args: readonly string[]) => JSON.parse((await run(...args, '--plan')).out);
  return {
    ...{ now, writes, folder, clock, run, plan, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() },
  };
};

const START = ['instance', 'start', '5'];
const RENT = ['rent', '5', '--image', 'ubuntu:24.04', '--disk', '40', '--env', 'HF_TOKEN'];

describe('a plan', () => {
  test('says what would be sent, what it costs and rests on, and sends nothing', async () => {
    await using place = await start();
    const told = await place.plan(...START);
    expect(told).toMatchObject({
      digest: expect.stringMatching(/^[0-9a-f]{24}$/),
      apply: `gpudeck apply ${told.digest} --yes`,
      expires_at: '2026-11-22T12:10:00Z',
      calls: [{ method: 'PUT', path: '/api/v0/instances/5/', body: { state: 'running' } }],
      cost_per_hour: expect.closeTo(0.49),
      consequences: [expect.stringContaining('charged in full'), expect.any(String)],
      rests_on: { 'instance 5': { status: 'stopped', machine: 8005 } },
    });
    expect(place.writes).toEqual([]);
  });

  test('is applied once, by whoever is first', async () => {
    await using place = await start();
    const { digest } = await place.plan(...START);
    const ends = await Promise.all([1, 2, 3].map(() => place.run('apply', digest, '--yes')));
    expect(ends.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
    expect(place.writes).toEqual(['PUT /api/v0/instances/5/ {"state":"running"}']);
  });

  test('has no value of a secret in it, in what is printed or kept, and is held to that value', async () => {
    await using place = await start();
    const told = await place.plan(...RENT);
    const kept = readdirSync(join(place.folder, 'state/plans')).map((name) =>
      readFileSync(join(place.folder, 'state/plans', name), 'utf8'),
    );
    expect([JSON.stringify(told), ...kept].join('\n')).not.toContain(TOKEN);
    place.now.token = 'hf_Other5678tokenOfSomebody';
    const { code, errors } = await place.run('apply', told.digest, '--yes');
    expect([code, place.writes]).toEqual([1, []]);
    expect(errors).toContain('the calls are others, or a secret in them is');
  });

  test('of a rental keeps offer and label, and is sent with the value of the secret', async () => {
    await using place = await start();
    const told = await place.plan('rent', '--cheapest', 'num_gpus>=1', '--max', '9', ...RENT.slice(2));
    expect((await place.run('apply', told.digest, '--yes')).code).toBe(0);
    const [sent = ''] = place.writes;
    expect(JSON.parse(sent.slice(sent.indexOf('{')))).toMatchObject({
      label: told.calls[0].body.label,
      env: { HF_TOKEN: TOKEN },
    });
    expect(place.writes).toHaveLength(1);
  });

  /** What is so afterwards, or how much later it is, ms. */
  type Change = Partial<Awaited<ReturnType<typeof start>>['now']> | number;

  test.each<[string, readonly string[], Change, string]>([
    ['state', START, { instance: { ...STOPPED, actual_status: 'offline' } }, ''],
    ['image', START, { instance: { ...STOPPED, image_uuid: 'other' } }, 'image was not known'],
    ['machine', START, { instance: { ...STOPPED, machine_id: 9 } }, 'machine was 8005 and is 9'],
    [
      'price',
      START,
      { instance: { ...STOPPED, dph_total: 0.6, search: { totalHour: 0.6, diskHour: 0.01 } } },
      'it was to cost $0.4900/h more, and costs $0.5900/h more',
    ],
    ['price of an offer', RENT, { offer: { ...OFFER, dph_total: 0.9 } }, 'more, and costs '],
    ['machine of an offer', RENT, { offer: { ...OFFER, machine_id: 9 } }, 'offer 5: machine was 8207 and is 9'],
    ['key', START, { key: 'sk-other-0123456789' }, 'it was made for another key'],
    ['time', START, 600_001, 'it could be applied until 2026-11-22T12:10:00Z'],
  ])('is not applied where another %s is found, and is used up', async (_, args, change, words) => {
    await using place = await start();
    const { digest } = await place.plan(...args);
    if (typeof change === 'number') place.clock.set(change);
    else Object.assign(place.now, change);
    const { code, errors } = await place.run('apply', digest, '--yes');
    expect([code, place.writes]).toEqual([1, []]);
    expect(errors).toContain(words);
    expect((await place.run('apply', digest, '--yes')).errors).toContain('There is no such plan here');
  });

  test('that is applied where nothing may be sent is used up, and says so', async () => {
    await using place = await start();
    const { digest } = await place.plan(...START);
    const { code, errors } = await place.run('apply', digest, '--yes', '--read-only');
    expect([code, place.writes]).toEqual([2, []]);
    expect(errors).toContain('The plan is used up: make a new one with --plan.');
  });

  test('of what has come about meanwhile is not applied, and says so', async () => {
    await using place = await start();
    place.now.instance = { ...STOPPED, actual_status: 'running', intended_status: 'running' };
    const { digest } = await place.plan('instance', 'stop', '5');
    place.now.instance = STOPPED;
    const { code, errors } = await place.run('apply', digest, '--yes');
    expect([code, place.writes]).toEqual([1, []]);
    expect(errors).toContain('nothing is to be sent for instance 5 any more');
    expect(errors).toContain('it was to cost $0.4900/h less, and costs $0.0000/h more');
  });

  test('is not applied under other limits, nor for a lease whose moment is another one by now', async () => {
    await using place = await start();
    const lease = await place.plan(...RENT, '--until', '12:05');
    expect(lease.rests_on).toMatchObject({ lease: { until: '2026-11-22T12:05:00Z' } });
    const start5 = await place.plan(...START);
    writeFileSync(join(place.folder, 'limits.json'), '{"instances": 9}', { mode: 0o600 });
    expect((await place.run('apply', start5.digest, '--yes')).errors).toContain('the limits are others');
    rmSync(join(place.folder, 'limits.json'));
    place.clock.set(360_000);
    const { code, errors } = await place.run('apply', lease.digest, '--yes');
    expect([code, place.writes]).toEqual([1, []]);
    expect(errors).toContain('lease: until was "2026-11-22T12:05:00Z" and is "2026-11-23T12:05:00Z"');
  });

  test('of a command with words behind -- is applied, and its --json is an error in JSON too', async () => {
    await using place = await start();
    const { digest } = JSON.parse((await place.run('instance', 'start', '--plan', '--', '5')).out);
    const { code, out } = await place.run('apply', digest, '--yes', '--json');
    expect([code, JSON.parse(out)]).toMatchObject([0, { instance_id: 5, outcome: 'accepted' }]);
    const again = await place.run('apply', digest, '--yes', '--json');
    expect(JSON.parse(again.errors)).toMatchObject({ error: { kind: 'failed', exit: 1 } });
  });

  test('of an announcement is sent for the window that was planned, minutes later too', async () => {
    await using place = await start();
    const window = ['--start', '+36h', '--hours', '2', '--category', 'disk', '--reason', 'new disks'];
    const told = await place.plan('schedule', '--machine', '8005', ...window);
    expect(told).toMatchObject({
      calls: [{ method: 'PUT', body: { sdate: '2026-11-24T00:00:00Z' } }],
      rests_on: { 'machine 8005': {} },
    });
    place.clock.set(5 * 60_000);
    const { code, errors } = await place.run('apply', told.digest, '--yes');
    expect([code, place.writes, errors]).toEqual([
      0,
      [expect.stringContaining('"sdate":"2026-11-24T00:00:00Z"')],
      expect.any(String),
    ]);
  });

  test('goes on for less, which is told', async () => {
    await using place = await start();
    const { digest } = await place.plan(...START);
    place.now.instance = { ...STOPPED, dph_total: 0.4, search: { totalHour: 0.4, diskHour: 0.01 } };
    const { code, errors } = await place.run('apply', digest, '--yes');
    expect(code).toBe(0);
    expect(errors).toContain('It costs less than was planned: $0.3900/h more, not $0.4900/h.');
  });

  test('is never sent in another way: where the service refuses POST nothing is tried with PUT', async () => {
    await using place = await start();
    const { digest } = await place.plan(...RENT);
    place.now.put = true;
    expect((await place.run('apply', digest, '--yes')).code).toBe(1);
    expect(place.writes.map((sent) => sent.slice(0, 4))).toEqual(['POST']);
  });

  test('that somebody has written or changed is none, and without --yes it stays', async () => {
    await using place = await start();
    const { digest } = await place.plan(...START);
    expect((await place.run('apply', digest)).code).toBe(2);
    const file = join(place.folder, 'state/plans', `${digest}.json`);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('start', 'destroy'));
    expect((await place.run('apply', digest, '--yes')).code).toBe(1);
    expect((await place.run('apply', '../../journal', '--yes')).code).toBe(1);
    expect(place.writes).toEqual([]);
    expect(planFiles({ stateFolder: join(place.folder, 'state') }).take(digest)).toBeUndefined();
  });

  test('is keyed by a whole key alone: what an emptied key file would make nobody can guess', async () => {
    const { folder, plan, ...place } = await start();
    await using _ = place;
    const { digest } = await plan(...START);
    const key = join(folder, 'state/plans/key');
    writeFileSync(key, '');
    expect((await place.run('apply', digest, '--yes')).code).toBe(1);
    expect(readFileSync(key, 'utf8')).toMatch(/^[0-9a-f]{64}$/);
    expect(place.writes).toEqual([]);
  });
});

test('what --yes would want is wanted of a plan too', async () => {
  await using place = await start();
  const { code, out, errors } = await place.run('instance', 'destroy', '--filter', 'label=sweep*', '--plan');
  expect([code, out]).toEqual([2, '']);
  expect(errors).toContain('--expect');
});
